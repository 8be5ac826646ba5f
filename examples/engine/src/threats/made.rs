//! What a move does, in the form that `setwise-threats` takes.

use setwise_moves::{Color, Move, Position, Role, Square};
use setwise_threats::{FullThreats60144, Perspective, Played, ThreatSet};

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

/// What squares are combined with by exclusive or, to get those that a perspective sees whose king
/// is on a square.
pub(super) const fn turn(side: Perspective, king: u8) -> u8 {
    let mirror = if king & 4 != 0 { 7 } else { 0 };
    mirror ^ (56 * side as u8)
}

/// The index of a piece on a square, after those of the threats.
pub(super) fn piece_index(square: u8, piece: u8, side: Perspective, turn: u8) -> u32 {
    let is_theirs = u32::from(piece >> 3) ^ side as u32;
    let plane = 6 * is_theirs + u32::from(piece & 7) - 1;
    FullThreats60144::SIZE + 64 * plane + u32::from(square ^ turn)
}
