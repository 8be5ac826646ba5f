//! Attacks of one piece.

use crate::position::{Color, Role};
use crate::sets::pawn_attacks;
use setwise_core::Square;
use setwise_core::piecewise::strongchess::StrongChess;
use setwise_core::piecewise::{PieceKind, System};

/// Returns the squares that a piece on `square` attacks. Rays end on the first square of
/// `occupied`, which is attacked too, whatever its color. The color matters for pawns only.
///
/// The function has no tables. `setwise::piecewise` has other techniques, PEXT among them.
///
/// ```
/// use setwise_moves::{Color, Role, Square, piece_attacks};
/// let occupied = Square::E6.bit() | Square::C4.bit();
/// let attacked = piece_attacks(Color::White, Role::Rook, Square::E4, occupied);
/// assert_eq!(attacked.count_ones(), 2 + 3 + 3 + 2); // e6, h4, e1 and c4 end the rays
/// let pawn = piece_attacks(Color::Black, Role::Pawn, Square::A5, 0);
/// assert_eq!(pawn, Square::B4.bit());
/// ```
pub fn piece_attacks(color: Color, role: Role, square: Square, occupied: u64) -> u64 {
    match role {
        Role::Pawn => pawn_attacks(square.bit(), color),
        Role::Knight => StrongChess.attacks(PieceKind::Knight, square, occupied),
        Role::Bishop => StrongChess.bishop(square, occupied),
        Role::Rook => StrongChess.rook(square, occupied),
        Role::Queen => StrongChess.queen(square, occupied),
        Role::King => StrongChess.attacks(PieceKind::King, square, occupied),
    }
}
