//! Games of viriformat.
//!
//! A game is a `PackedBoard` of marlinformat, then four bytes for each half-move, then four zero
//! bytes. The four bytes are a move and the score of the position before it as White sees it,
//! little-endian. Bits of a move: 0 to 5 the source, 6 to 11 the target (the rook for castling), 12
//! and 13 the promotion (knight first), 14 and 15 the kind (1 en passant, 2 castling, 3 promotion).

pub(crate) mod decode;
pub(crate) mod encode;

use setwise_moves::Move;

/// The number of bytes before the moves.
pub(crate) const HEADER: usize = 32;
/// The number of half-moves of the longest game.
pub(super) const LONGEST: u32 = 65_535;
/// The number of bytes of the longest game.
pub(crate) const LIMIT: usize = HEADER + 4 * (LONGEST as usize + 1);
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
