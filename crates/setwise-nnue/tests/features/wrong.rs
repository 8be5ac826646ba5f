//! Wrong positions at every place of batches: the error is that of [`FeatureSet::check`], on every
//! instruction set.

use crate::inputs::{self, put, random_piles};
use setwise_core::{ByteVector, Isa, Pack, Task};
use setwise_dispatch::{Level, LevelVisitor};
use setwise_moves::{Color, Role};
use setwise_nnue::{
    Boards, Chess768, Csr, Error, Extractor, FeatureSet, FullThreats, HalfKaV2Hm, Joined,
    PawnPairs, Perspectives,
};

/// The most positions of a batch: more than two chunks.
const MOST: usize = 130;

/// Positions that break one rule each: two colors or two roles on a square, a color or a role that
/// is missing, each number of kings, and pawns on the first and the last rank.
fn wrong_positions() -> Vec<Boards> {
    let good = {
        let mut boards = inputs::kings(4, 60);
        boards.turn = Color::Black;
        put(&mut boards, Color::White, Role::Pawn, 12);
        put(&mut boards, Color::Black, Role::Knight, 40);
        boards
    };
    let mut wrong = vec![];
    let mut add = |change: &dyn Fn(&mut Boards)| {
        let mut boards = good;
        change(&mut boards);
        wrong.push(boards);
    };
    for square in [9, 27, 63] {
        let bit = 1 << square;
        for color in [0, 1] {
            add(&|boards| boards.colors[color] |= bit);
        }
        for role in 0..6 {
            add(&|boards| boards.roles[role] |= bit);
            add(&|boards| {
                boards.colors = boards.colors.map(|color| color | bit);
                boards.roles[role] |= bit;
            });
            for other in 0..role {
                for color in [0, 1] {
                    add(&|boards| {
                        boards.colors[color] |= bit;
                        boards.roles[role] |= bit;
                        boards.roles[other] |= bit;
                    });
                }
            }
        }
        add(&|boards| {
            boards.colors = boards.colors.map(|color| color | bit);
            boards.roles = boards.roles.map(|role| role | bit);
        });
    }
    for color in Color::ALL {
        // One more king; two kings of this color and none of the other; no king of this color; no
        // king at all.
        add(&|boards| put(boards, color, Role::King, 33));
        add(&|boards| {
            let king = boards.pieces(color.other(), Role::King);
            boards.colors[color.other().index()] ^= king;
            boards.colors[color.index()] ^= king;
        });
        add(&|boards| {
            let king = boards.pieces(color, Role::King);
            boards.colors[color.index()] ^= king;
            boards.roles[5] ^= king;
        });
        for square in [0, 7, 56, 63] {
            add(&|boards| put(boards, color, Role::Pawn, square));
        }
    }
    add(&|boards| {
        boards.colors = [boards.roles[0], boards.roles[1]];
        boards.roles[5] = 0;
    });
    add(&|boards| (boards.colors, boards.roles) = ([!0; 2], [!0; 6]));
    add(&|boards| (boards.colors, boards.roles) = ([!0; 2], [0; 6]));
    wrong
}

/// Checks the result of batches with one or two wrong positions.
fn check<S: FeatureSet>(set: S) {
    let good: Vec<_> = random_piles(7, MOST)
        .into_iter()
        .filter(|boards| set.check(boards).is_ok())
        .collect();
    assert_eq!(good.len(), MOST);
    let wrong = wrong_positions();
    for level in Level::all() {
        let extractor = Extractor::new(set.clone()).on(level);
        let mut rows = Csr::<u32>::new();
        // Each length and place, with the kinds in turn.
        let (mut kinds, mut found) = (wrong.iter().cycle(), 0);
        for len in (1..=24).chain(56..=80).chain(120..=MOST) {
            let mut positions = good[..len].to_vec();
            for index in 0..len {
                let (first, second) = (kinds.next().unwrap(), kinds.next().unwrap());
                positions[index] = *first;
                positions[len - 1 - (len - 1 - index) / 2] = *second;
                found += usize::from(expect(&extractor, &positions, &mut rows));
                positions.copy_from_slice(&good[..len]);
            }
        }
        assert!(found > 3000, "{found} errors on {level}");
        // Each kind at each place of two groups of eight and one more.
        for wrong in &wrong {
            let mut positions = good[..17].to_vec();
            for index in 0..17 {
                positions[index] = *wrong;
                expect(&extractor, &positions, &mut rows);
                positions[index] = good[index];
            }
        }
    }
}

/// Compares the result for some positions with the first error of their checks. Returns whether
/// there is one.
fn expect<S: FeatureSet>(
    extractor: &Extractor<S>,
    positions: &[Boards],
    rows: &mut Csr<u32>,
) -> bool {
    let expected = positions.iter().enumerate().find_map(|(index, boards)| {
        let reason = extractor.set().check(boards).err()?;
        Some(Error::Position { index, reason })
    });
    for perspectives in [Perspectives::WhiteBlack, Perspectives::MoverOther] {
        rows.clear();
        let extractor = extractor.clone().perspectives(perspectives);
        let result = extractor.append(positions, rows);
        assert_eq!(result.err(), expected, "{extractor:?}, {positions:?}");
        assert_eq!(rows.len(), expected.map_or(positions.len(), |_| 0));
    }
    expected.is_some()
}

/// Asks [`FeatureSet::known_to_pass`] of a set with all rules.
struct Fast {
    good: Vec<Boards>,
    wrong: Vec<Boards>,
}

impl LevelVisitor for Fast {
    type Output = ();

    fn visit<I: Isa>(mut self, isa: I) {
        isa.run_on::<I::Register, _>(&mut self);
    }
}

impl Task for Fast {
    type Output = ();

    fn run<P: Pack>(&mut self, token: P::Token) {
        self.ask::<<P::Token as Isa>::Register>(token);
    }

    fn boards(&self) -> usize {
        1
    }
}

impl Fast {
    fn ask<V: ByteVector>(&mut self, token: V::Token) {
        let fast = V::FAST_COMPRESS && V::LANES == 8;
        for len in 0..=40 {
            let known = PawnPairs.known_to_pass::<V>(token, &self.good[..len]);
            assert_eq!(known, fast && len >= 8);
        }
        for wrong in &self.wrong {
            for index in 0..19 {
                let good = self.good[index];
                self.good[index] = *wrong;
                assert!(!PawnPairs.known_to_pass::<V>(token, &self.good[..19]));
                self.good[index] = good;
            }
        }
    }
}

#[test]
fn known_to_pass() {
    for level in Level::all() {
        let (good, wrong) = (random_piles(9, 40), wrong_positions());
        assert!(wrong.iter().all(|boards| PawnPairs.check(boards).is_err()));
        level.visit(Fast { good, wrong });
    }
}

#[test]
fn any_pieces() {
    check(Chess768);
}

#[test]
fn kings() {
    check(HalfKaV2Hm);
}

#[test]
fn kings_and_pawns() {
    check(PawnPairs);
    check(FullThreats::new());
}

#[test]
fn joined() {
    check(Joined::new(Chess768, PawnPairs));
}
