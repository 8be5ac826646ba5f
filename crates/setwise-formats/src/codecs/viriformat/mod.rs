//! Games of viriformat.
//!
//! A game is a `PackedBoard` of marlinformat, then four bytes for each half-move, then four zero
//! bytes. The four bytes are a move and the score of the position before it as White sees it,
//! little-endian. [`StoredMoves`](setwise_binpack::StoredMoves) has the bits of a move.

pub(crate) mod decode;
pub(crate) mod encode;

/// The number of bytes before the moves.
pub(crate) const HEADER: usize = 32;
/// The number of half-moves of the longest game.
pub(super) const LONGEST: u32 = 65_535;
/// The number of bytes of the longest game.
pub(crate) const LIMIT: usize = HEADER + 4 * (LONGEST as usize + 1);
/// The bytes after the last move.
pub(super) const TERMINATOR: [u8; 4] = [0; 4];

/// The kind of promotions, in bits 14 and 15 of a move.
pub(super) const PROMOTION: u16 = 3;
