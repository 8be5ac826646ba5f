//! Leaves by the last move: captures, en passant, castles, promotions, checks, mates.

use super::Perft;
use crate::position::{Move, Position};
use core::ops::AddAssign;

/// The leaves of a perft by the last move, which may count several times: as a capture and a check.
///
/// ```
/// use setwise_moves::Position;
/// let position = Position::from_fen(
///     "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1").unwrap();
/// let counts = position.perft_counts(3);
/// assert_eq!(counts.leaves, 97_862);
/// assert_eq!((counts.captures, counts.en_passant, counts.castles), (17_102, 45, 3_162));
/// assert_eq!((counts.checks, counts.mates), (993, 1));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PerftCounts {
    /// All leaves.
    pub leaves: u64,
    /// Captures, en passant included.
    pub captures: u64,
    /// Captures en passant.
    pub en_passant: u64,
    /// Castling moves.
    pub castles: u64,
    /// Promotions.
    pub promotions: u64,
    /// Checks, mates included.
    pub checks: u64,
    /// Checks by exactly one piece that is not the moved one. Castling does not count.
    pub discovered_checks: u64,
    /// Checks by two pieces or more.
    pub double_checks: u64,
    /// Mates.
    pub mates: u64,
}

impl PerftCounts {
    /// A number of leaves, and zeros for everything else.
    pub fn leaves_only(leaves: u64) -> Self {
        Self {
            leaves,
            ..Self::default()
        }
    }
}

impl AddAssign for PerftCounts {
    fn add_assign(&mut self, other: Self) {
        self.leaves = self.leaves.saturating_add(other.leaves);
        self.captures = self.captures.saturating_add(other.captures);
        self.en_passant = self.en_passant.saturating_add(other.en_passant);
        self.castles = self.castles.saturating_add(other.castles);
        self.promotions = self.promotions.saturating_add(other.promotions);
        self.checks = self.checks.saturating_add(other.checks);
        self.discovered_checks = self
            .discovered_checks
            .saturating_add(other.discovered_checks);
        self.double_checks = self.double_checks.saturating_add(other.double_checks);
        self.mates = self.mates.saturating_add(other.mates);
    }
}

impl Position {
    /// Counts the leaves by the last move, at most to [`Perft::MAX_DEPTH`]. The last moves are
    /// made, so this takes longer than [`perft`](Self::perft).
    pub fn perft_counts(&self, depth: u32) -> PerftCounts {
        let depth = depth.min(Perft::MAX_DEPTH);
        if depth == 0 {
            return PerftCounts::leaves_only(1);
        }
        let mut counts = PerftCounts::default();
        for found in self.legal_move_sets() {
            counts += self.perft_counts_after(found, depth);
        }
        counts
    }

    /// Counts the leaves after a legal first move by the last move; zeros for depth 0.
    ///
    /// ```
    /// use setwise_moves::Position;
    /// let start = Position::startpos();
    /// let e4 = start.parse_move("e2e4").unwrap();
    /// let counts = start.perft_counts_after(e4, 3);
    /// assert_eq!((counts.leaves, counts.captures), (600, 6));
    /// ```
    pub fn perft_counts_after(&self, first: Move, depth: u32) -> PerftCounts {
        match depth.min(Perft::MAX_DEPTH) {
            0 => PerftCounts::default(),
            1 => self.counts_of(first),
            depth => self.play_unchecked(first).perft_counts(depth - 1),
        }
    }

    fn counts_of(&self, last: Move) -> PerftCounts {
        let next = self.play_unchecked(last);
        let checkers = next.checkers();
        let unmoved = checkers & !last.target().bit() != 0 && !last.is_castling();
        let one = |counted: bool| u64::from(counted);
        PerftCounts {
            leaves: 1,
            captures: one(self.captured(last).is_some()),
            en_passant: one(last.is_en_passant()),
            castles: one(last.is_castling()),
            promotions: one(last.promotion().is_some()),
            checks: one(checkers != 0),
            discovered_checks: one(checkers.count_ones() == 1 && unmoved),
            double_checks: one(checkers.count_ones() > 1),
            mates: one(checkers != 0 && next.count_legal() == 0),
        }
    }
}
