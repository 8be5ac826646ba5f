//! Sums of carry-less products, for hash keys.

use core::arch::aarch64::vmull_p64;

/// Returns [`setwise_core::carryless_sum`], by `PMULL` where the CPU has it.
///
/// ```
/// let sum = setwise_neon::carryless_sum(&[[1 << 3 | 1 << 63, 5]]);
/// assert_eq!(sum, 5 << 3 ^ 5u64.rotate_left(63));
/// ```
#[inline]
pub fn carryless_sum(products: &[[u64; 2]]) -> u64 {
    if !detected!("aes") {
        return setwise_core::carryless_sum(products);
    }
    // SAFETY: the CPU has the features for which the function is compiled; NEON belongs to the
    // architecture.
    unsafe { sum(products) }
}

#[inline]
#[target_feature(enable = "neon,aes")]
fn sum(products: &[[u64; 2]]) -> u64 {
    let sum = products
        .iter()
        .fold(0, |sum, [a, b]| sum ^ vmull_p64(*a, *b));
    sum as u64 ^ (sum >> 64) as u64
}
