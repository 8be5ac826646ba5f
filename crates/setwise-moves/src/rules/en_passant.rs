//! En passant captures.

use super::legality::Legality;
use crate::frame::Frame;
use crate::position::{Color, Position, Role};
use crate::sets::pawn_attacks;
use setwise_core::{Direction, Line, Pack, Square};

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
        let captured = frame.en_passant.step(Direction::South);
        let blocks = self.all_between() & !frame.occupied();
        let captures_checker = (self.checkers & !captured).empty();
        let blocks_check = !(frame.en_passant & blocks).empty();
        let ends_check = self.safe | self.single & (captures_checker | blocks_check);
        let diagonals = self.between(Line::Diagonal) | self.between(Line::Antidiagonal);
        let not_discovering = (captured & diagonals).empty();
        let target = frame.en_passant & ends_check & not_discovering;

        let without = frame.occupied() & !captured;
        let rooks = frame.orthogonal & frame.them;
        let pinned_on_rank = rooks.attacks(without, Direction::East)
            & king.attacks(without, Direction::West)
            | rooks.attacks(without, Direction::West) & king.attacks(without, Direction::East);
        let pawns = frame.pawns & frame.us & !pinned_on_rank;
        EnPassantTargets {
            north_east: (pawns & self.free_along(Line::Diagonal)).step(Direction::NorthEast)
                & target,
            north_west: (pawns & self.free_along(Line::Antidiagonal)).step(Direction::NorthWest)
                & target,
        }
    }
}

impl Position {
    /// The en passant square if a pawn of the side to move attacks it, pinned or not.
    pub fn capturable_en_passant(&self) -> Option<Square> {
        let passed = self.en_passant_frame();
        let attackers = pawn_attacks(passed, Color::Black);
        if attackers & self.ours(Role::Pawn) != 0 {
            self.en_passant()
        } else {
            None
        }
    }

    /// Whether both positions have the same moves, now and later: the same pieces, side to move and
    /// castling rights, and the same en passant square where a pawn attacks it. Clocks are ignored.
    pub fn same_moves(&self, other: &Self) -> bool {
        let normalized = |position: &Self| Self {
            en_passant: match position.capturable_en_passant() {
                Some(_) => position.en_passant,
                None => 0,
            },
            halfmoves: 0,
            fullmove: 1,
            ..*position
        };
        normalized(self) == normalized(other)
    }
}
