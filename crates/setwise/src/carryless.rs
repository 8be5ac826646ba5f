//! Sums of carry-less products, for hash keys.

use multiversion::{multiversion, target::match_target};

/// Returns the exclusive or of the carry-less products of some pairs of words, the high half of
/// each added to the low one. With a board as one factor, this is the other factor rotated by the
/// number of each square of the board, all added.
///
/// Uses `PCLMULQDQ` or `PMULL` where the CPU has it.
///
/// ```
/// assert_eq!(setwise::carryless_sum(&[[1 << 3 | 1 << 63, 5]]), 5 << 3 ^ 5u64.rotate_left(63));
/// ```
#[multiversion(
    targets("x86_64+sse2+pclmulqdq", "aarch64+neon+aes"),
    dispatcher = "indirect"
)]
pub fn carryless_sum(products: &[[u64; 2]]) -> u64 {
    match_target! {
        "x86_64+sse2+pclmulqdq" => {
            use core::arch::x86_64::{
                _mm_clmulepi64_si128, _mm_cvtsi128_si64, _mm_set_epi64x, _mm_unpackhi_epi64,
                _mm_xor_si128,
            };
            let mut sum = _mm_set_epi64x(0, 0);
            for [a, b] in products {
                let pair = _mm_set_epi64x(b.cast_signed(), a.cast_signed());
                sum = _mm_xor_si128(sum, _mm_clmulepi64_si128::<0x10>(pair, pair));
            }
            let folded = _mm_xor_si128(sum, _mm_unpackhi_epi64(sum, sum));
            _mm_cvtsi128_si64(folded).cast_unsigned()
        }
        "aarch64+neon+aes" => {
            let sum = products
                .iter()
                .fold(0, |sum, [a, b]| sum ^ core::arch::aarch64::vmull_p64(*a, *b));
            sum as u64 ^ (sum >> 64) as u64
        }
        _ => {
            let mut sum = 0;
            for &[board, number] in products {
                for square in setwise_core::Squares(board) {
                    sum ^= number.rotate_left(square.index() as u32);
                }
            }
            sum
        }
    }
}
