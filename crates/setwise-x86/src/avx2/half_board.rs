//! 256-bit vectors as tables by square and by direction.

use super::Ymm;
use crate::tokens::Avx2;
use core::arch::x86_64::*;
use setwise_core::{HalfBoard, register_methods};

/// Loads 16 bytes.
#[cfg_attr(not(unoptimized), inline(always))]
fn load(_: Avx2, half: &[u8; 16]) -> __m128i {
    // SAFETY: the token proves AVX2; the array holds 16 bytes, and no alignment is needed.
    unsafe { _mm_loadu_si128(half.as_ptr().cast()) }
}

impl HalfBoard for Ymm<Avx2> {
    type Token = Avx2;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn from_words(token: Avx2, words: [u64; 4]) -> Self {
        let words = Avx2!(token, fn(words: [u64; 4] = words) -> __m256i {
            let [a, b, c, d] = words;
            _mm256_set_epi64x(d as i64, c as i64, b as i64, a as i64)
        });
        Self(words, token)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn join(token: Avx2, low: &[u8; 16], high: &[u8; 16]) -> Self {
        let (low, high) = (load(token, low), load(token, high));
        let both = Avx2!(token, fn(low: __m128i = low, high: __m128i = high) -> __m256i {
            _mm256_set_m128i(high, low)
        });
        Self(both, token)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn splat_halves(token: Avx2, low: u8, high: u8) -> Self {
        let both = Avx2!(token, fn(low: u8 = low, high: u8 = high) -> __m256i {
            _mm256_set_m128i(_mm_set1_epi8(high as i8), _mm_set1_epi8(low as i8))
        });
        Self(both, token)
    }

    register_methods! { Avx2, __m256i,
        fn with_upper_half(a, b) { _mm256_blend_epi32::<0xf0>(a, b) }
        fn zip_halves(x) { _mm256_permutevar8x32_epi32(x, _mm256_set_epi32(7, 6, 5, 4, 1, 5, 0, 4)) }
        fn zip_second_quarters(x) { _mm256_permutevar8x32_epi32(x, _mm256_set_epi32(1, 5, 1, 5, 1, 5, 1, 5)) }
        fn and(a, b) { _mm256_and_si256(a, b) }
        fn or(a, b) { _mm256_or_si256(a, b) }
        fn xor(a, b) { _mm256_xor_si256(a, b) }
        fn equal(a, b) { _mm256_cmpeq_epi8(a, b) }
        fn disjoint(a, b) { _mm256_cmpeq_epi8(_mm256_and_si256(a, b), _mm256_setzero_si256()) }
        fn zero_where_64(x, at) {
            _mm256_blendv_epi8(x, _mm256_setzero_si256(), _mm256_slli_epi16::<1>(at))
        }
        fn join_nibbles(low, high) { _mm256_or_si256(low, _mm256_slli_epi16::<4>(high)) }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn select(mask: Self, yes: Self, no: Self) -> Self {
        no.blend(yes, mask)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn bits(mask: Self) -> u32 {
        Avx2!(mask.1, fn(mask: __m256i = mask.0) -> u32 {
            _mm256_movemask_epi8(mask) as u32
        })
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn look_up_16(self, table: &[u8; 16]) -> Self {
        let table = load(self.1, table);
        let found = Avx2!(self.1, fn(at: __m256i = self.0, table: __m128i = table) -> __m256i {
            _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(table), at)
        });
        Self(found, self.1)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn look_up_64_or_zero(self, table: &[u8; 64]) -> Self {
        // Written out: `map` is compiled without the instruction set, and would be called.
        let (parts, _) = table.as_chunks::<16>();
        let [a, b, c, d] = parts else {
            return self;
        };
        let (a, b) = (self.look_up_16(a), self.look_up_16(b));
        let (c, d) = (self.look_up_16(c), self.look_up_16(d));
        let found = Avx2!(
            self.1,
            fn(at: __m256i = self.0, a: __m256i = a.0, b: __m256i = b.0, c: __m256i = c.0, d: __m256i = d.0) -> __m256i {
                // Blends select by the top bit of a byte: first bit 4 of the number, then bit 5.
                let (bit_4, bit_5) = (_mm256_slli_epi16::<3>(at), _mm256_slli_epi16::<2>(at));
                let low = _mm256_blendv_epi8(a, b, bit_4);
                let high = _mm256_blendv_epi8(c, d, bit_4);
                _mm256_blendv_epi8(low, high, bit_5)
            }
        );
        Self(found, self.1).zero_where_64(self)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn store(self, out: &mut [u8; 32]) {
        // SAFETY: `self` proves AVX2; the array holds 32 bytes, and no alignment is needed.
        unsafe { _mm256_storeu_si256(out.as_mut_ptr().cast(), self.0) }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn store_zipped(low: Self, high: Self, out: &mut [u16; 32]) {
        let zipped = Avx2!(low.1, fn(low: __m256i = low.0, high: __m256i = high.0) -> [__m256i; 2] {
            let (first, second) = (_mm256_unpacklo_epi8(low, high), _mm256_unpackhi_epi8(low, high));
            [_mm256_permute2x128_si256::<0x20>(first, second), _mm256_permute2x128_si256::<0x31>(first, second)]
        });
        for (part, zipped) in out.as_chunks_mut::<16>().0.iter_mut().zip(zipped) {
            // SAFETY: `low` proves AVX2; the array holds 32 bytes, and no alignment is needed.
            unsafe { _mm256_storeu_si256(part.as_mut_ptr().cast(), zipped) }
        }
    }
}
