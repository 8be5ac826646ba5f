//! Sums of carry-less products, for hash keys.

/// Multiplies each pair of words without carries, adds (by exclusive or) the high half of each
/// product to the low half, and adds these results. With a board as one factor, a result is the sum
/// of the other factor rotated by the number of each square of the board.
///
/// ```
/// let sum = setwise_core::carryless_sum(&[[1 << 3 | 1 << 63, 5]]);
/// assert_eq!(sum, 5 << 3 ^ 5u64.rotate_left(63));
/// ```
#[cfg_attr(not(unoptimized), inline(always))]
pub const fn carryless_sum(products: &[[u64; 2]]) -> u64 {
    let mut sum = 0;
    let mut i = 0;
    while i < products.len() {
        let [mut left, number] = products[i];
        while left != 0 {
            sum ^= number.rotate_left(left.trailing_zeros());
            left &= left - 1;
        }
        i += 1;
    }
    sum
}
