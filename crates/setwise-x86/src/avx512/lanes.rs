//! The operations of `setwise-pgn`.

use super::Zmm;
use crate::Avx512;
use core::arch::x86_64::*;

impl Zmm<Avx512> {
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
