//! The positions and counts of `tests/data`.
#![allow(
    dead_code,
    unreachable_pub,
    reason = "every test program uses a part of it"
)]

pub mod rng;

use setwise_conformance::trials::is_wanted;
use setwise_moves::{Move, MoveFunctions, Position};
use std::sync::LazyLock;

/// A position with known leaf counts.
pub struct Known {
    pub suite: &'static str,
    pub name: &'static str,
    pub fen: &'static str,
    /// Depth and leaves.
    pub counts: Vec<(u32, u64)>,
}

impl Known {
    pub fn position(&self) -> Position {
        Position::from_fen(self.fen).unwrap_or_else(|e| panic!("{} {}: {e}", self.name, self.fen))
    }
}

/// The functions of each level of this host that is to be tried.
pub fn levels() -> impl Iterator<Item = MoveFunctions> {
    MoveFunctions::all().filter(|level| is_wanted(level.name()))
}

/// All values of a move.
pub fn all_moves() -> impl Iterator<Item = Move> {
    static ALL: LazyLock<Vec<Move>> =
        LazyLock::new(|| (0..=u16::MAX).filter_map(Move::from_bits).collect());
    ALL.iter().copied()
}

/// The lines of a data file, split at `|`, comments left out.
pub fn lines(text: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    text.lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
        .map(|line| line.split('|').map(str::trim).collect())
}

/// All positions of `perft.txt`.
pub fn known() -> Vec<Known> {
    let parse = |fields: Vec<&'static str>| {
        let [suite, name, fen, counts] = fields[..] else {
            panic!("four fields expected: {fields:?}");
        };
        let count = |pair: &str| {
            let (depth, leaves) = pair.split_once(':')?;
            Some((depth.parse().ok()?, leaves.parse().ok()?))
        };
        let counts: Option<Vec<_>> = counts.split_whitespace().map(count).collect();
        Known {
            suite,
            name,
            fen,
            counts: counts.unwrap_or_else(|| panic!("counts of {name}")),
        }
    };
    lines(include_str!("../../data/perft.txt"))
        .map(parse)
        .collect()
}
