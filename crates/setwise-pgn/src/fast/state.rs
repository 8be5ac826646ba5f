//! The position that the player changes.

use super::tables::{BISHOP, KING, QUEEN, ROLES, ROOK, Row, TABLES, between};
use setwise_moves::{Color, Position, Role, Squares};

/// A position that is being played.
#[derive(Clone, Copy, Debug)]
pub(crate) struct State {
    /// White, Black, pawns to kings.
    pub(crate) boards: Row,
    /// The rooks that may castle.
    pub(crate) castling: u64,
    /// The square that a pawn has just passed.
    pub(crate) en_passant: u64,
    /// 0 for White, 1 for Black.
    pub(crate) turn: usize,
}

impl From<&Position> for State {
    fn from(position: &Position) -> Self {
        let mut boards = [0; 8];
        for color in Color::ALL {
            boards[color.index()] = position.by_color(color);
        }
        for role in Role::ALL {
            boards[ROLES + role.index()] = position.by_role(role);
        }
        Self {
            boards: Row(boards),
            castling: position.castling(),
            en_passant: position.en_passant().map_or(0, |square| square.bit()),
            turn: position.turn().index(),
        }
    }
}

impl State {
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn king(&self, side: usize) -> usize {
        (self.boards.0[ROLES + KING] & self.boards.0[side & 1]).trailing_zeros() as usize & 63
    }

    /// Returns the castling rights that remain if moves from this position have touched squares.
    pub(super) fn rights(&self, castling: u64, touched: u64) -> u64 {
        let home = |side| match touched >> self.king(side) & 1 {
            0 => 0,
            _ => 0xff << (56 * side),
        };
        castling & !(touched | home(0) | home(1))
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn occupied(&self) -> u64 {
        self.boards.0[0] | self.boards.0[1]
    }
}

/// The pieces of the other side that attack a king of a side on a square.
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn attackers(boards: &Row, side: usize, square: usize, occupied: u64) -> u64 {
    let (b, reach) = (&boards.0, &TABLES.reach[side & 1][square & 63].0);
    let near = reach[2] & b[2] | reach[3] & b[3] | reach[7] & b[7];
    near & b[side & 1 ^ 1] | far_attackers(boards, side, square, occupied)
}

/// Returns those of the attackers that slide.
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn far_attackers(boards: &Row, side: usize, square: usize, occupied: u64) -> u64 {
    let (b, reach) = (&boards.0, &TABLES.reach[side & 1][square & 63].0);
    let [bishops, rooks, queens] = [BISHOP, ROOK, QUEEN].map(|role| b[ROLES + role]);
    // Sliders on the lines of the square. Mostly there is none, or one behind another piece.
    let lines = reach[ROLES + ROOK] & (rooks | queens) | reach[ROLES + BISHOP] & (bishops | queens);
    let mut found = 0;
    for from in Squares(lines & b[side & 1 ^ 1]) {
        let is_free = between(square, from.index()) & occupied == 0;
        found |= if is_free { from.bit() } else { 0 };
    }
    found
}
