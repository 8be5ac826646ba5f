//! Numbers in lanes.

use setwise_core::ByteVector;

/// A vector whose lanes are also numbers, modulo 2^64. Shifts of each lane by 64 and more give 0.
///
/// ```
/// use setwise_core::Vector;
/// use setwise_x86::{Avx2, Numbers, Ymm};
/// if let Some(token) = Avx2::new() {
///     let three = Ymm::splat(token, 3).with_lane(1, 5);
///     assert_eq!(three.equal_lanes(Ymm::splat(token, 3)).nonzero_lanes(), 0b1101);
/// }
/// ```
pub trait Numbers: ByteVector {
    /// Adds numbers.
    #[must_use]
    fn add(self, other: Self) -> Self;
    /// Subtracts numbers.
    #[must_use]
    fn sub(self, other: Self) -> Self;
    /// Multiplies numbers from -2^31 to 2^31 - 1.
    #[must_use]
    fn mul(self, other: Self) -> Self;
    /// Returns all ones in the lanes that are equal.
    #[must_use]
    fn equal_lanes(self, other: Self) -> Self;
    /// Returns all ones in the lanes that are greater, as signed numbers.
    #[must_use]
    fn greater_lanes(self, other: Self) -> Self;
    /// Returns all ones in the lanes that contain the one bit in the same lane of `bit`.
    #[must_use]
    fn has(self, bit: Self) -> Self;
    /// Reverses the bytes of the lanes that are all ones in a mask.
    #[must_use]
    fn reverse_bytes_where(self, mask: Self) -> Self;
    /// Returns a bit for each lane, set if it is not 0.
    fn nonzero_lanes(self) -> u8;
    /// Stores the low 16 bits of each lane to the front of a slice, if it has room for all.
    fn store_low_words(self, out: &mut [u16]);
    /// Replaces a lane, whose number is taken modulo that of all lanes.
    #[must_use]
    fn with_lane(self, lane: usize, number: u64) -> Self;
    /// Returns the words whose numbers are in the lanes, little-endian; 0 for those past the end.
    #[must_use]
    fn gather(self, words: &[[u8; 4]]) -> Self;
}
