//! What a move does, in the form that `setwise-threats` takes.

use setwise_moves::{Color, Move, Position, Role, Square};
use setwise_threats::Played;

/// The code of a piece: pawn 1 to king 6, plus 8 for Black.
const fn code(color: Color, role: Role) -> u8 {
    1 + role.index() as u8 + 8 * color.index() as u8
}

pub(super) fn mailbox(position: &Position) -> [u8; 64] {
    core::array::from_fn(|square| {
        let piece = position.piece_on(Square::wrapping(square));
        piece.map_or(0, |(color, role)| code(color, role))
    })
}

const fn number(square: Square) -> u8 {
    square.index() as u8
}

// ANCHOR: played
/// What a move does to a mailbox.
pub(super) fn played(found: Move, mailbox: &[u8; 64]) -> Played {
    let [from, to] = [found.source(), found.destination()].map(number);
    let moved = mailbox[usize::from(from)];
    if let Some(rook) = found.rook_move() {
        let rook = (number(rook.0), number(rook.1));
        let pieces = (moved, mailbox[usize::from(rook.0)]);
        return Played::castles((from, to), rook, pieces);
    }
    if found.is_en_passant() {
        // On the file of the target and the rank of the source.
        let at = from & 56 | to & 7;
        return Played::en_passant(from, to, moved, at, mailbox[usize::from(at)]);
    }
    let promoted = found.promotion();
    let placed = promoted.map_or(moved, |role| (moved & 8) + 1 + role.index() as u8);
    Played::moves(from, to, moved, placed, mailbox[usize::from(to)])
}
// ANCHOR_END: played
