//! The operations of `setwise-binpack`.

use super::Ymm;
use crate::numbers::Numbers;
use crate::tokens::Avx2;
use core::arch::x86_64::*;
use setwise_core::{Vector, register_methods};

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
    fn store_low_words(self, out: &mut [u16]) {
        let words = Avx2!(self.1, fn(x: __m256i = self.0) -> __m128i {
            let order = _mm256_set1_epi64x(0x0908_0100);
            let pairs = _mm256_shuffle_epi8(x, order);
            _mm_unpacklo_epi32(_mm256_castsi256_si128(pairs), _mm256_extracti128_si256::<1>(pairs))
        });
        if let Some(all) = out.first_chunk_mut::<4>() {
            // SAFETY: `self` proves AVX2; the array holds 8 bytes, and no alignment is needed.
            unsafe { _mm_storel_epi64(all.as_mut_ptr().cast(), words) }
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

    // Single loads take less time than a gather.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn gather(self, words: &[[u8; 4]]) -> Self {
        let mut lanes = [0_u64; 4];
        self.store(&mut lanes);
        for lane in &mut lanes {
            let word = usize::try_from(*lane).ok().and_then(|at| words.get(at));
            *lane = word.map_or(0, |word| u32::from_le_bytes(*word).into());
        }
        let [a, b, c, d] = lanes;
        let found = Avx2!(self.1, fn(a: u64 = a, b: u64 = b, c: u64 = c, d: u64 = d) -> __m256i {
            _mm256_set_epi64x(d.cast_signed(), c.cast_signed(), b.cast_signed(), a.cast_signed())
        });
        Self(found, self.1)
    }
}
