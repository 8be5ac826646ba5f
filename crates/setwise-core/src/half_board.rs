//! [`HalfBoard`]: 32 bytes, for tables by square and by direction.

use crate::isa::Isa;

/// 32 bytes in one register, or in two of 16. A truth value is a byte of ones or of zeros.
///
/// The bytes are two halves of 16, or eight quarters of four bytes. `setwise-threats` keeps the
/// neighbors of two squares in them: eight along rays and eight knights' squares in each half.
pub trait HalfBoard: Copy {
    /// The token of the instruction set.
    type Token: Isa;

    /// Returns four words of eight bytes each, the lowest byte first.
    fn from_words(token: Self::Token, words: [u64; 4]) -> Self;

    /// Loads each half.
    fn join(token: Self::Token, low: &[u8; 16], high: &[u8; 16]) -> Self;

    /// Broadcasts a byte in each half.
    fn splat_halves(token: Self::Token, low: u8, high: u8) -> Self;

    /// Returns the lower half of `self` and the upper half of `other`.
    fn with_upper_half(self, other: Self) -> Self;

    /// Returns the quarters 4, 0, 5, 1, 4, 5, 6 and 7 of `self`.
    fn zip_halves(self) -> Self;

    /// Returns the quarters 5 and 1 of `self`; the bytes after them are unspecified.
    fn zip_second_quarters(self) -> Self;

    /// Returns the bits that are set in both.
    fn and(self, other: Self) -> Self;

    /// Returns the bits that are set in one or both.
    fn or(self, other: Self) -> Self;

    /// Returns the bits that are different.
    fn xor(self, other: Self) -> Self;

    /// Returns whether the bytes are equal.
    fn equal(self, other: Self) -> Self;

    /// Returns whether the bytes have no bit in common.
    fn disjoint(self, other: Self) -> Self;

    /// Returns the bytes of `yes` where the mask is true, those of `no` elsewhere.
    fn select(mask: Self, yes: Self, no: Self) -> Self;

    /// Returns a bit for each byte of a mask, the first one lowest.
    fn bits(mask: Self) -> u32;

    /// Looks up bytes by numbers below 16. Numbers of 64 to 127 give an unspecified byte.
    fn look_up_16(self, table: &[u8; 16]) -> Self;

    /// Looks up bytes by numbers below 128. Those of 64 and more give zero.
    fn look_up_64_or_zero(self, table: &[u8; 64]) -> Self;

    /// Returns the bytes, and zero where the number in `at`, which is below 128, is 64 or more.
    fn zero_where_64(self, at: Self) -> Self;

    /// Returns the bytes plus 16 times those of `high`. All are below 16.
    fn join_nibbles(self, high: Self) -> Self;

    /// Stores the bytes.
    fn store(self, out: &mut [u8; 32]);

    /// Stores a number for each byte: the byte of `low` plus 256 times that of `high`.
    fn store_zipped(low: Self, high: Self, out: &mut [u16; 32]);
}
