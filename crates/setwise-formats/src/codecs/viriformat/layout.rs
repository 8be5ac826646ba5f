//! The parts of a game.

use setwise_moves::Move;

/// The bytes before the moves.
pub(super) const HEADER: usize = 32;
/// The half-moves of the longest game.
pub(super) const LONGEST: u32 = 65_535;
/// The number of bytes of the longest game.
pub(super) const LIMIT: usize = HEADER + 4 * (LONGEST as usize + 1);
/// The bytes after the last move.
pub(super) const TERMINATOR: [u8; 4] = [0; 4];

/// The kinds of moves, in bits 14 and 15.
pub(super) const PROMOTION: u16 = 3;
const CASTLING: u16 = 2;
const EN_PASSANT: u16 = 1;

pub(super) fn encode_move(played: Move) -> u16 {
    let (kind, promotion) = match played.promotion() {
        Some(role) => (PROMOTION, role.index() as u16 - 1),
        None if played.is_castling() => (CASTLING, 0),
        None if played.is_en_passant() => (EN_PASSANT, 0),
        None => (0, 0),
    };
    let (source, target) = (played.source().index(), played.target().index());
    source as u16 | (target as u16) << 6 | promotion << 12 | kind << 14
}
