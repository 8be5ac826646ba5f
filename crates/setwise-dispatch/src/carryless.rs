//! Sums of carry-less products, for hash keys.

/// [`setwise_core::carryless_sum`] by `PCLMULQDQ` or `PMULL` where the CPU has it.
///
/// ```
/// assert_eq!(setwise_dispatch::carryless_sum(&[[1 << 3 | 1 << 63, 5]]), 5 << 3 ^ 5u64.rotate_left(63));
/// ```
#[inline]
pub fn carryless_sum(products: &[[u64; 2]]) -> u64 {
    #[cfg(any(
        all(target_arch = "x86_64", target_feature = "sse2"),
        all(target_arch = "aarch64", not(target_abi = "softfloat"))
    ))]
    if let Some(sum) = crate::isa::tokens::carryless_sum(products) {
        return sum;
    }
    setwise_core::carryless_sum(products)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn instructions_and_words_agree() {
        let mut rng = setwise_conformance::Rng::new(0x6b65_7973);
        for count in 0..7 {
            let products: Vec<[u64; 2]> = (0..count)
                .map(|_| [rng.next_u64(), rng.next_u64()])
                .collect();
            assert_eq!(
                carryless_sum(&products),
                setwise_core::carryless_sum(&products)
            );
        }
    }
}
