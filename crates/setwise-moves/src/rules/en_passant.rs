//! En passant captures.

use super::legality::Legality;
use crate::position::{Position, Role};
use crate::{frame::Frame, geometry::PAWN_ATTACKS};
use setwise_core::Direction::{East, NorthEast, NorthWest, South, West};
use setwise_core::{Line, Pack, Square, Squares};

/// The targets of en passant captures, by direction.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct EnPassantTargets<P> {
    /// Captures to the north-east.
    pub north_east: P,
    /// Captures to the north-west.
    pub north_west: P,
}

impl<P: Pack> Legality<P> {
    /// The targets of legal en passant captures.
    ///
    /// Besides an ordinary pin of the capturer, three conditions forbid the capture: a check that
    /// it does not end, the captured pawn alone on a diagonal between king and slider, and both
    /// pawns alone on a rank between them.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn en_passant(&self, frame: &Frame<P>) -> EnPassantTargets<P> {
        let king = frame.king();
        let captured = frame.en_passant.step(South);
        let blocks = self.all_between() & !frame.occupied();
        let captures_checker = (self.checkers & !captured).empty();
        let blocks_check = !(frame.en_passant & blocks).empty();
        let ends_check = self.safe | self.single & (captures_checker | blocks_check);
        let diagonals = self.between(Line::Diagonal) | self.between(Line::Antidiagonal);
        let not_discovering = (captured & diagonals).empty();
        let target = frame.en_passant & ends_check & not_discovering;

        let without = frame.occupied() & !captured;
        let rooks = frame.orthogonal & frame.them;
        let pinned_on_rank = rooks.attacks(without, East) & king.attacks(without, West)
            | rooks.attacks(without, West) & king.attacks(without, East);
        let pawns = frame.pawns & frame.us & !pinned_on_rank;
        EnPassantTargets {
            north_east: (pawns & self.free_along(Line::Diagonal)).step(NorthEast) & target,
            north_west: (pawns & self.free_along(Line::Antidiagonal)).step(NorthWest) & target,
        }
    }
}

impl Position {
    /// The en passant square if a pawn of the side to move attacks it, pinned or not.
    pub fn capturable_en_passant(&self) -> Option<Square> {
        let square = self.en_passant()?;
        (self.pawns_beside(square) != 0).then_some(square)
    }

    /// The position without its en passant square if no capture there is legal.
    #[must_use]
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn without_useless_en_passant(mut self) -> Self {
        if self.board.state.passed_in_key() == 0 {
            self.board.state = self.board.state.with_passed(0, false);
        }
        self
    }

    /// The pawns of the side to move that attack a square that a pawn has passed.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn pawns_beside(&self, passed: Square) -> u64 {
        let them = self.turn().other();
        PAWN_ATTACKS[them.index()][passed.index()] & self.pieces(self.turn(), Role::Pawn)
    }

    /// The pawns of the side to move that may capture on a square that a pawn has passed. The king
    /// must not be attacked once both pawns have left their squares.
    #[inline(never)]
    pub(crate) fn en_passant_captors(&self, passed: Square) -> u64 {
        let mut captors = 0;
        for source in Squares(self.pawns_beside(passed)) {
            let captured = 1 << (passed.index() ^ 8);
            let after = self.occupied() & !(source.bit() | captured) | passed.bit();
            let by = self.them() & !captured;
            if !self.is_attacked(self.king(self.turn()), by, after) {
                captors |= source.bit();
            }
        }
        captors
    }

    /// Whether both positions have the same moves, now and later: the same pieces, side to move and
    /// castling rights, and the same en passant square where a capture on it is legal. Clocks are
    /// ignored. This defines repetition of positions, and [`key`](Self::key) follows it.
    pub fn same_moves(&self, other: &Self) -> bool {
        let state = |position: &Self| {
            let passed = position.board.state.passed_in_key();
            (position.turn(), position.castling(), passed)
        };
        self.board.planes == other.board.planes && state(self) == state(other)
    }
}
