//! Positions in the format of bullet's data files.

use crate::{Boards, Positions};
use bulletformat::ChessBoard;
use setwise_moves::Color;

/// The side to move is taken to be White: a `ChessBoard` has the squares and colors that the side to move sees. Both orders of the
/// perspectives therefore give the features of the side to move first.
///
/// A board with more than 32 pieces or with a piece of an unknown role is not sound: [`Boards::check_pieces`] fails for it.
impl Positions for [ChessBoard] {
    #[inline(always)]
    fn len(&self) -> usize {
        <[ChessBoard]>::len(self)
    }

    #[inline(always)]
    fn boards(&self, index: usize) -> Boards {
        let board = &self[index];
        let mut boards = Boards {
            colors: [0; 2],
            roles: [0; 6],
            turn: Color::White,
        };
        let mut left = board.occ;
        let nibbles = board.pcs.iter().flat_map(|two| [two & 15, two >> 4]);
        for piece in nibbles {
            let square = left & left.wrapping_neg();
            boards.colors[usize::from(piece >> 3)] |= square;
            if let Some(role) = boards.roles.get_mut(usize::from(piece & 7)) {
                *role |= square;
            }
            left ^= square;
        }
        // Pieces behind the 32nd have no role.
        boards.colors[0] |= left;
        boards
    }
}
