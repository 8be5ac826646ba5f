//! The operations of `setwise-binpack`.

use super::Ymm;
use crate::numbers::Numbers;
use crate::tokens::Avx2;
use core::arch::x86_64::*;
use setwise_core::register_methods;

impl Numbers for Ymm<Avx2> {
    register_methods! { Avx2, __m256i,
        fn add(a, b) { _mm256_add_epi64(a, b) }
        fn sub(a, b) { _mm256_sub_epi64(a, b) }
        fn mul(a, b) { _mm256_mul_epi32(a, b) }
        fn equal_lanes(a, b) { _mm256_cmpeq_epi64(a, b) }
        fn greater_lanes(a, b) { _mm256_cmpgt_epi64(a, b) }
        fn has(x, bit) { _mm256_cmpeq_epi64(_mm256_and_si256(x, bit), bit) }
        fn reverse_bytes_where(x, mask) {
            let order = _mm256_broadcastsi128_si256(_mm_set_epi64x(0x0f0e_0d0c_0b0a_0908, 0x0706_0504_0302_0100));
            let changed = _mm256_and_si256(mask, _mm256_set1_epi8(7));
            _mm256_shuffle_epi8(x, _mm256_xor_si256(order, changed))
        }
        fn nonzero_lanes(x) -> u8 {
            let empty = _mm256_cmpeq_epi64(x, _mm256_setzero_si256());
            !_mm256_movemask_pd(_mm256_castsi256_pd(empty)) as u8 & 15
        }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn with_lane(self, lane: usize, number: u64) -> Self {
        let which = lane as u64 & 3;
        let replaced = Avx2!(self.1, fn(x: __m256i = self.0, which: u64 = which, number: u64 = number) -> __m256i {
            let lanes = _mm256_set_epi64x(3, 2, 1, 0);
            let is_lane = _mm256_cmpeq_epi64(lanes, _mm256_set1_epi64x(which.cast_signed()));
            _mm256_blendv_epi8(x, _mm256_set1_epi64x(number.cast_signed()), is_lane)
        });
        Self(replaced, self.1)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn gather(self, words: &[[u8; 4]]) -> Self {
        let count = words.len() as u64;
        let which = Avx2!(self.1, fn(x: __m256i = self.0, count: u64 = count) -> __m128i {
            // The comparison is signed, and a slice has fewer than 2^63 words.
            let below = _mm256_cmpgt_epi64(_mm256_set1_epi64x(count.cast_signed()), x);
            let negative = _mm256_cmpgt_epi64(_mm256_setzero_si256(), x);
            let which = _mm256_castsi256_ps(_mm256_andnot_si256(negative, below));
            // The low halves of the lanes.
            let (low, high) = (_mm256_castps256_ps128(which), _mm256_extractf128_ps::<1>(which));
            _mm_castps_si128(_mm_shuffle_ps::<0b10_00_10_00>(low, high))
        });
        // SAFETY: `self` proves AVX2; a word is read only if its number is not negative and less
        // than that of all words, of four bytes each.
        let found = unsafe {
            let none = _mm_setzero_si128();
            _mm256_mask_i64gather_epi32::<4>(none, words.as_ptr().cast(), self.0, which)
        };
        let wide = Avx2!(self.1, fn(x: __m128i = found) -> __m256i { _mm256_cvtepu32_epi64(x) });
        Self(wide, self.1)
    }
}
