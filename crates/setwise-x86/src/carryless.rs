//! Sums of carry-less products, for hash keys.

use core::arch::x86_64::*;

/// Returns [`setwise_core::carryless_sum`], by `PCLMULQDQ` where the CPU has it.
///
/// ```
/// let sum = setwise_x86::carryless_sum(&[[1 << 3 | 1 << 63, 5]]);
/// assert_eq!(sum, 5 << 3 ^ 5u64.rotate_left(63));
/// ```
#[inline]
pub fn carryless_sum(products: &[[u64; 2]]) -> u64 {
    if !detected!("pclmulqdq") {
        return setwise_core::carryless_sum(products);
    }
    // SAFETY: the CPU has the feature for which the function is compiled.
    unsafe { sum(products) }
}

#[inline]
#[target_feature(enable = "pclmulqdq")]
fn sum(products: &[[u64; 2]]) -> u64 {
    let mut sum = _mm_setzero_si128();
    for [a, b] in products {
        let pair = _mm_set_epi64x(b.cast_signed(), a.cast_signed());
        sum = _mm_xor_si128(sum, _mm_clmulepi64_si128::<0x10>(pair, pair));
    }
    let folded = _mm_xor_si128(sum, _mm_unpackhi_epi64(sum, sum));
    _mm_cvtsi128_si64(folded).cast_unsigned()
}
