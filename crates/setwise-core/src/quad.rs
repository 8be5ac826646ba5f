//! Four bitboards that hold the bits of a code for each square.

use crate::square::Square;

/// Returns the code of a square in a quad-bitboard (Gerd Isenberg): four boards, bit 0 first.
///
/// ```
/// use setwise_core::{Square, quad_code};
/// // Piece 6 on b1, piece 9 on a1.
/// let planes = [1, 2, 2, 1];
/// let codes = [Square::A1, Square::B1, Square::C1].map(|square| quad_code(planes, square));
/// assert_eq!(codes, [9, 6, 0]);
/// ```
#[cfg_attr(not(unoptimized), inline(always))]
pub const fn quad_code([a, b, c, d]: [u64; 4], square: Square) -> usize {
    const fn bit(plane: u64, square: Square) -> usize {
        (plane >> (square.index() & 63) & 1) as usize
    }
    bit(a, square) | bit(b, square) << 1 | bit(c, square) << 2 | bit(d, square) << 3
}
