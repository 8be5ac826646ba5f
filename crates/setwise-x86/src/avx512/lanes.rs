//! The operations of `setwise-pgn`: lanes as numbers of 64 bits, with a bit of a mask for each.

use super::Zmm;
use crate::Avx512;
use core::arch::x86_64::*;
use setwise_core::register_methods;

impl Zmm<Avx512> {
    /// Returns lanes in their order. They need not lie in memory, which would have to hold the
    /// whole register before it is loaded.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn of_lanes(token: Avx512, lanes: [u64; 8]) -> Self {
        let [a, b, c, d, e, f, g, h] = lanes.map(u64::cast_signed);
        let lanes = Avx512!(
            token,
            fn(a: i64 = a, b: i64 = b, c: i64 = c, d: i64 = d, e: i64 = e, f: i64 = f, g: i64 = g, h: i64 = h) -> __m512i {
                _mm512_set_epi64(h, g, f, e, d, c, b, a)
            }
        );
        Self(lanes, token)
    }

    register_methods! { Avx512, __m512i,
        /// Returns the differences of the lanes.
        pub fn sub_lanes(a, b) { _mm512_sub_epi64(a, b) }
        /// Returns whether the lanes are equal.
        pub fn equal_lanes(a, b) -> u64 { u64::from(_mm512_cmpeq_epi64_mask(a, b)) }
        /// Returns the numbers of the lowest bits of the lanes; 64 if there is none.
        pub fn trailing_zeros(x) {
            let below = _mm512_add_epi64(x, _mm512_set1_epi64(-1));
            _mm512_popcnt_epi64(_mm512_andnot_si512(x, below))
        }
        /// Returns the lowest bit of each of the first four lanes, the highest one of the others.
        pub fn nearest(x) {
            let highest = _mm512_srlv_epi64(_mm512_set1_epi64(i64::MIN), _mm512_lzcnt_epi64(x));
            _mm512_mask_and_epi64(highest, 0x0f, x, _mm512_sub_epi64(_mm512_setzero_si512(), x))
        }
    }

    /// Returns the lanes of `self` whose bit is set in the mask, those of `other` elsewhere.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn lanes_or(self, mask: u64, other: Self) -> Self {
        let lanes = Avx512!(
            self.1,
            fn(mask: u64 = mask, yes: __m512i = self.0, no: __m512i = other.0) -> __m512i {
                _mm512_mask_mov_epi64(no, mask as u8, yes)
            }
        );
        Self(lanes, self.1)
    }

    /// Stores the lower halves of the lanes.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn store_low_halves(self, out: &mut [u32; 8]) {
        let halves =
            Avx512!(self.1, fn(x: __m512i = self.0) -> __m256i { _mm512_cvtepi64_epi32(x) });
        // SAFETY: `self` proves AVX; the array holds 32 bytes, and no alignment is needed.
        unsafe { _mm256_storeu_si256(out.as_mut_ptr().cast(), halves) }
    }

    /// Stores the first 16 bytes as numbers, with `base` added.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn store_wide(self, base: u32, out: &mut [u32; 16]) {
        let numbers = Avx512!(self.1, fn(x: __m512i = self.0, base: u32 = base) -> __m512i {
            let numbers = _mm512_cvtepu8_epi32(_mm512_castsi512_si128(x));
            _mm512_add_epi32(numbers, _mm512_set1_epi32(base.cast_signed()))
        });
        // SAFETY: `self` proves AVX-512 F; the array holds 64 bytes, and no alignment is needed.
        unsafe { _mm512_storeu_si512(out.as_mut_ptr().cast(), numbers) }
    }
}

impl Avx512 {
    /// Returns for each bit the parity of the bits up to it: the carry-less product with all ones.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn parity(self, bits: u64) -> u64 {
        Avx512!(self, fn(bits: u64 = bits) -> u64 {
            let bits = _mm_cvtsi64_si128(bits.cast_signed());
            let product = _mm_clmulepi64_si128::<0>(bits, _mm_set1_epi8(-1));
            _mm_cvtsi128_si64(product).cast_unsigned()
        })
    }
}
