//! A position as the player has it.

use super::tables::{BISHOP, KING, QUEEN, ROLES, ROOK, Row, TABLES};
use setwise_moves::{Color, Position, Role};

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
    /// The square of the king of a side.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn king(&self, side: usize) -> usize {
        (self.boards.0[ROLES + KING] & self.boards.0[side & 1]).trailing_zeros() as usize & 63
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn occupied(&self) -> u64 {
        self.boards.0[0] | self.boards.0[1]
    }
}

/// The pieces of both sides that attack the king of a side as its enemies would. Those of the
/// other side that slide are not blocked.
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn attackers(boards: &Row, side: usize, square: usize, occupied: u64) -> u64 {
    let b = &boards.0;
    let near = &TABLES.near[side][square].0;
    let [bishops, rooks, queens] = [BISHOP, ROOK, QUEEN].map(|role| b[ROLES + role]);
    let mut found = near[2] & b[2] | near[3] & b[3] | near[7] & b[7];
    let them = b[side ^ 1];
    // Sliders on the lines of the square: mostly none, or one with a piece between.
    let sources = &TABLES.sources[side];
    let mut far = (sources[ROOK][square] & (rooks | queens)
        | sources[BISHOP][square] & (bishops | queens))
        & them;
    while far != 0 {
        let slider = far & far.wrapping_neg();
        let between = TABLES.between[square][slider.trailing_zeros() as usize & 63];
        found |= if between & occupied == 0 { slider } else { 0 };
        far ^= slider;
    }
    found
}
