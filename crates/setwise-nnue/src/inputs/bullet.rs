//! Positions in the format of bullet's data files.

use crate::inputs::boards::Boards;
use crate::inputs::packed::{Packed, boards};
use crate::inputs::positions::ToBoards;
use bulletformat::ChessBoard;
use setwise_moves::Color;

/// The side to move is taken to be White: a `ChessBoard` has the squares and colors that the side
/// to move sees. Both orders of the perspectives therefore give the features of the side to move
/// first.
///
/// A board with more than 32 pieces or with a piece of an unknown role is an error when features
/// are extracted.
impl ToBoards for ChessBoard {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn to_boards(&self) -> Boards {
        boards(self.occ, &self.pcs, Color::White, |bits| bits)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn packed(&self) -> Option<Packed> {
        Some(Packed::new(self.occ, &self.pcs, Color::White, false))
    }
}
