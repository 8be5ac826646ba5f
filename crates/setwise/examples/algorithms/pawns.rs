//! Passed, isolated and backward pawns.

use crate::{Positions, squares};
use cozy_chess::{Color, Piece};
use setwise::{Direction, Pack, Square, Squares, Task, dispatch};

/// White's passed, isolated and backward pawns, by spans (Chess Programming Wiki, "Pawn Spans").
struct PawnStructure<'a> {
    white: &'a [u64],
    black: &'a [u64],
    passed: &'a mut [u64],
    isolated: &'a mut [u64],
    backward: &'a mut [u64],
}

impl Task for PawnStructure<'_> {
    type Output = ();

    fn boards(&self) -> usize {
        self.white.len()
    }

    #[inline(always)]
    fn run<P: Pack>(&mut self, token: P::Token) {
        for at in (0..self.white.len()).step_by(P::BOARDS) {
            let white = P::load(token, &self.white[at..]);
            let black = P::load(token, &self.black[at..]);

            // No pawn of Black is in front, on the same file or on an adjacent one.
            let front = black.step(Direction::South).fill(Direction::South);
            let span = front | front.step(Direction::East) | front.step(Direction::West);
            (white & !span).store(&mut self.passed[at..]);

            // No pawn of White is on an adjacent file.
            let files = white.fill(Direction::North) | white.fill(Direction::South);
            let adjacent = files.step(Direction::East) | files.step(Direction::West);
            (white & !adjacent).store(&mut self.isolated[at..]);

            // A pawn of Black attacks the square in front, which no pawn of White can protect.
            let stops = white.step(Direction::North);
            let attacked = black.step(Direction::SouthEast) | black.step(Direction::SouthWest);
            let protected = white.step(Direction::NorthEast) | white.step(Direction::NorthWest);
            let protected = protected.fill(Direction::North);
            let backward = (stops & attacked & !protected).step(Direction::South);
            backward.store(&mut self.backward[at..]);
        }
    }
}

pub(crate) fn show(positions: &Positions) {
    let [white, black] =
        [Color::White, Color::Black].map(|color| positions.pieces(color, &[Piece::Pawn]));
    let [mut passed, mut isolated, mut backward] = [0; 3].map(|zero| vec![zero; white.len()]);
    dispatch(PawnStructure {
        white: &white,
        black: &black,
        passed: &mut passed,
        isolated: &mut isolated,
        backward: &mut backward,
    });
    for (i, (&white, &black)) in white.iter().zip(&black).enumerate() {
        let expected = by_definition(white, black);
        assert_eq!([passed[i], isolated[i], backward[i]], expected);
    }
    let count = |sets: &[u64]| sets.iter().map(|set| set.count_ones()).sum::<u32>();
    let [passed, isolated, backward] = [passed, isolated, backward].map(|sets| count(&sets));
    println!("White's pawns: {passed} passed, {isolated} isolated, {backward} backward");
}

/// The same, square by square.
fn by_definition(white: u64, black: u64) -> [u64; 3] {
    let near = |a: Square, b: Square| a.file().abs_diff(b.file()) <= 1;
    let is_white = |square: Square| white & square.bit() != 0;
    let passed = squares(|pawn| {
        let mut enemies = Squares(black);
        is_white(pawn) && !enemies.any(|enemy| near(pawn, enemy) && enemy.rank() > pawn.rank())
    });
    let isolated = squares(|pawn| {
        let mut friends = Squares(white);
        is_white(pawn) && !friends.any(|friend| friend.file().abs_diff(pawn.file()) == 1)
    });
    let backward = squares(|pawn| {
        let beside = |other: Square| other.file().abs_diff(pawn.file()) == 1;
        let stop = pawn.rank() + 1;
        is_white(pawn)
            && Squares(black).any(|enemy| beside(enemy) && enemy.rank() == stop + 1)
            && !Squares(white).any(|friend| beside(friend) && friend.rank() < stop)
    });
    [passed, isolated, backward]
}
