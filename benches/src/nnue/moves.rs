//! What one move changes: `setwise-threats` on each level, and `Changes::find`.

use super::passes::{append, library, write};
use super::work::{Bench, sorted};
use crate::rounds::{Contender, keep, shared};
use crate::{corpus::GAMES, isa::Isa};
use anyhow::{Result, ensure};
use itertools::Itertools;
use setwise_conformance::Rng;
use setwise_moves::{Color, Move, Position, Role};
use setwise_nnue::{Boards, Change, Changes, Csr, Extractor, FullThreats};
use setwise_results::nnue::{FIND, Output};
use setwise_threats::{Attacks, Before, Changed, Level, Perspective, Played, Updater};
use std::hint::black_box;

/// The set, as `setwise-threats` names it.
type Set = setwise_threats::FullThreats;

/// A move as an engine keeps it, the positions before and after it, and the changed features.
struct Moved {
    before: Before,
    kings: [u8; 2],
    boards: [Boards; 2],
    expected: [Lists; 2],
}

/// The removed features and the added ones of a perspective, in ascending order.
type Lists = [Vec<u32>; 2];

fn lists<T: setwise_nnue::Index>(lists: [&[T]; 2]) -> Lists {
    lists.map(sorted)
}

impl Moved {
    fn new(position: &Position, played: Move, after: &Position) -> Self {
        let code = |color: usize, role: Role| (8 * color + role.index() + 1) as u8;
        let mut mailbox = [0; 64];
        for square in setwise::Square::all() {
            let piece = position.piece_on(square);
            mailbox[square.index()] = piece.map_or(0, |(color, role)| code(color.index(), role));
        }
        let [from, to] = [played.source(), played.destination()].map(|square| square.index());
        let (moved, captured) = (mailbox[from], mailbox[to]);
        let promoted = |role| code(usize::from(moved >> 3), role);
        let placed = played.promotion().map_or(moved, promoted);
        Self {
            before: Before {
                mailbox,
                occupied: position.occupied(),
                played: Played::moves(from as u8, to as u8, moved, placed, captured),
            },
            kings: Color::ALL.map(|color| after.king(color).index() as u8),
            boards: [position, after].map(Boards::from),
            expected: Default::default(),
        }
    }
}

/// Returns the features that a move removes and those that it adds, for both perspectives.
fn differences(all: &Extractor<FullThreats>, boards: &[Boards; 2]) -> Result<[Lists; 2]> {
    let mut rows = Csr::<u32>::new();
    all.append(boards, &mut rows)?;
    let [before, after] = [0, 1].map(|position| rows.row(position).unwrap_or_default());
    let lists = |[before, after]: [&[u32]; 2]| {
        let without = |row: &[u32], other: &[u32]| {
            let rest = row.iter().filter(|feature| !other.contains(feature));
            rest.copied().sorted().collect()
        };
        [without(before, after), without(after, before)]
    };
    Ok([lists([before.0, after.0]), lists([before.1, after.1])])
}

/// Returns moves of the games in random order. Castling and captures en passant are left out.
fn moves(most: usize) -> Result<&'static [Moved]> {
    let mut all = Vec::new();
    for game in GAMES.lines().filter(|line| !line.starts_with('#')) {
        let mut position = Position::startpos();
        for name in game.split_whitespace() {
            let played = position.parse_move(name)?;
            let after = position.play(played)?;
            if !played.is_castling() && !played.is_en_passant() {
                all.push(Moved::new(&position, played, &after));
            }
            position = after;
        }
    }
    Rng::new(13).shuffle(&mut all);
    all.truncate(most);
    let extractor = Extractor::new(FullThreats::new());
    for moved in &mut all {
        moved.expected = differences(&extractor, &moved.boards)?;
    }
    Ok(keep(all))
}

/// Returns a contender that finds the features that moves change. `found` returns its lists for a
/// perspective, or `None` if it does not compute them.
fn contender<T: 'static>(
    name: &str,
    moves: &'static [Moved],
    mut memory: T,
    call: impl Fn(&Moved, &mut T) + 'static,
    found: impl Fn(&T, &Moved, usize) -> Option<Lists>,
) -> Result<Contender> {
    for (i, moved) in moves.iter().enumerate() {
        call(moved, &mut memory);
        // A king that crosses the middle changes all features.
        let played = &moved.before.played;
        let told = |side: &usize| !played.refreshes(Perspective::ALL[*side]);
        let is_right = |side: usize| {
            let found = found(&memory, moved, side);
            found.is_none_or(|found| found == moved.expected[side])
        };
        let problem = "wrong changes of move";
        ensure!((0..2).filter(told).all(is_right), "{name}: {problem} {i}");
    }
    let pass = write(shared(memory), move |memory| {
        for moved in moves {
            call(moved, memory);
            black_box(&mut *memory);
        }
    });
    Ok(Contender::new(name, 1, pass))
}

fn levels<T: 'static>(
    moves: &'static [Moved],
    memory: fn() -> T,
    call: impl Fn(&Updater<Set>, &Moved, &mut T) + Copy + 'static,
    found: impl Fn(&T, &Moved, usize) -> Option<Lists> + Copy,
) -> Result<Vec<Contender>> {
    let of = |level: Level| {
        let updater = Updater::new(level);
        let call = move |moved: &Moved, memory: &mut T| call(&updater, moved, memory);
        contender(level.name(), moves, memory(), call, found)
    };
    Level::hand_written().map(of).collect()
}

fn found(changed: &Changed<u16>, side: usize) -> Option<Lists> {
    let side = Perspective::ALL[side];
    Some(lists([changed.removed(side), changed.added(side)]))
}

fn numbered(attacks: &Attacks, moved: &Moved, side: usize) -> Option<Lists> {
    let mut out = [0_u16; Attacks::CAPACITY];
    let (updater, king) = (Updater::<Set>::new(Level::WORDS), moved.kings[side]);
    let found = updater.number(attacks, Perspective::ALL[side], king, &mut out);
    Some(lists(found))
}

impl<I: Isa> Bench<I> {
    /// Adds the cases of changes by one move, for at most `most` moves.
    pub(super) fn add_moves(&mut self, most: usize) -> Result<()> {
        let moves = moves(most)?;
        type Of = Updater<Set>;
        let find = |of: &Of, moved: &Moved, out: &mut _| of.attacks(&moved.before, out);
        let attacks = levels(moves, Attacks::new, find, numbered)?;
        let find = |of: &Of, Moved { before, kings, .. }: &Moved, out: &mut _| {
            of.changes_of(before, Perspective::White, kings[0], out);
        };
        let found_one = |out: &_, _: &_, side| found(out, side).filter(|_| side == 0);
        let of_one = levels(moves, Changed::new, find, found_one)?;
        let find = |of: &Of, moved: &Moved, out: &mut _| {
            of.changes(&moved.before, moved.kings, out);
        };
        let found = |out: &_, _: &_, side| found(out, side);
        let mut changes = levels(moves, Changed::new, find, found)?;
        let set = FullThreats::new();
        let find = move |moved: &Moved, out: &mut Changes| {
            out.find(&set, &moved.boards[0], &moved.boards[1]);
        };
        let found = |changes: &Changes, _: &_, side| match changes.of(Color::ALL[side]) {
            Change::Refresh => None,
            Change::Lists { removed, added } => Some(lists([removed, added])),
        };
        changes.push(contender(FIND, moves, Changes::new(), find, found)?);
        let positions = keep(moves.iter().map(|moved| moved.boards[0]).collect_vec());
        let extractor = Extractor::new(set);
        let mut all = vec![library(
            None,
            &extractor,
            positions,
            shared(Csr::<u16>::new()),
            append,
        )];
        let pass = write(shared(Changed::<u16>::new()), move |out| {
            for Moved { before, kings, .. } in moves {
                Of::new(Level::WORDS).features(before, *kings, out);
                black_box(&mut *out);
            }
        });
        all.push(Contender::new(Level::WORDS.name(), 1, pass));
        let features = moves.iter().map(|moved| moved.expected[0].concat().len());
        let mean = features.sum::<usize>() as f64 / moves.len() as f64;
        for (name, output, contenders) in [
            ("records", Output::Records, attacks),
            ("changes", Output::Changes, changes),
            ("changes of one perspective", Output::ChangesOfOne, of_one),
            ("all features", Output::All, all),
        ] {
            let suffix = format!(", {name}");
            let of = (moves.len(), mean);
            self.push("full-threats", &suffix, (output, false), of, contenders);
        }
        Ok(())
    }
}
