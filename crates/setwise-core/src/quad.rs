//! Four bitboards that hold the bits of a code for each square.

/// Returns the code of a square in four bitboards that hold one bit of it each, bit 0 first: a
/// quad-bitboard (Gerd Isenberg). Square is an index from 0 to 63, taken modulo 64.
///
/// ```
/// // Piece 6 on b1, piece 9 on a1.
/// let planes = [1, 2, 2, 1];
/// assert_eq!([0, 1, 2].map(|square| setwise_core::quad_code(planes, square)), [9, 6, 0]);
/// ```
#[cfg_attr(not(unoptimized), inline(always))]
pub const fn quad_code([a, b, c, d]: [u64; 4], square: usize) -> usize {
    const fn bit(plane: u64, square: usize) -> usize {
        (plane >> (square & 63) & 1) as usize
    }
    bit(a, square) | bit(b, square) << 1 | bit(c, square) << 2 | bit(d, square) << 3
}
