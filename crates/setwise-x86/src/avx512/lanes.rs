//! The operations of `setwise-pgn` and `setwise-binpack`.

use super::Zmm;
use crate::numbers::Numbers;
use crate::tokens::Avx512;
use core::arch::x86_64::*;
use setwise_core::register_methods;

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

/// Numbers in lanes, modulo 2^64.
impl Zmm<Avx512> {
    register_methods! { Avx512, __m512i,
        /// Returns the number of zeros before the highest bit, 64 for 0.
        pub fn leading_zeros(x) { _mm512_lzcnt_epi64(x) }
        /// Reverses the bytes of each lane.
        pub fn reverse_bytes(x) {
            let order = _mm_set_epi64x(0x0809_0a0b_0c0d_0e0f, 0x0001_0203_0405_0607);
            _mm512_shuffle_epi8(x, _mm512_broadcast_i32x4(order))
        }
    }

    /// Stores the lanes that have a bit in `which`.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn store_lanes(self, which: u8, out: &mut [u64; 8]) {
        // SAFETY: `self` proves AVX-512 F; the array holds 64 bytes, and no alignment is needed.
        unsafe { _mm512_mask_storeu_epi64(out.as_mut_ptr().cast(), which, self.0) }
    }
}

impl Numbers for Zmm<Avx512> {
    register_methods! { Avx512, __m512i,
        fn add(a, b) { _mm512_add_epi64(a, b) }
        fn sub(a, b) { _mm512_sub_epi64(a, b) }
        fn mul(a, b) { _mm512_mul_epi32(a, b) }
        fn equal_lanes(a, b) { _mm512_movm_epi64(_mm512_cmpeq_epi64_mask(a, b)) }
        fn greater_lanes(a, b) { _mm512_movm_epi64(_mm512_cmpgt_epi64_mask(a, b)) }
        fn has(x, bit) { _mm512_movm_epi64(_mm512_test_epi64_mask(x, bit)) }
        fn reverse_bytes_where(x, mask) {
            let order = _mm_set_epi64x(0x0f0e_0d0c_0b0a_0908, 0x0706_0504_0302_0100);
            let changed = _mm512_and_si512(mask, _mm512_set1_epi8(7));
            _mm512_shuffle_epi8(x, _mm512_xor_si512(_mm512_broadcast_i32x4(order), changed))
        }
        fn nonzero_lanes(x) -> u8 { _mm512_test_epi64_mask(x, x) }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn store_low_words(self, out: &mut [u16]) {
        let words =
            Avx512!(self.1, fn(x: __m512i = self.0) -> __m128i { _mm512_cvtepi64_epi16(x) });
        if let Some(all) = out.first_chunk_mut::<8>() {
            // SAFETY: `self` proves AVX-512 F; the array holds 16 bytes, and no alignment is
            // needed.
            unsafe { _mm_storeu_si128(all.as_mut_ptr().cast(), words) }
        }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn with_lane(self, lane: usize, number: u64) -> Self {
        let which = 1_u8 << (lane & 7);
        Self(
            Avx512!(self.1, fn(x: __m512i = self.0, which: u8 = which, number: u64 = number) -> __m512i {
                _mm512_mask_set1_epi64(x, which, number.cast_signed())
            }),
            self.1,
        )
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn gather(self, words: &[[u8; 4]]) -> Self {
        let count = words.len() as u64;
        let which = Avx512!(self.1, fn(x: __m512i = self.0, count: u64 = count) -> u8 {
            _mm512_cmplt_epu64_mask(x, _mm512_set1_epi64(count.cast_signed()))
        });
        // SAFETY: `self` proves AVX-512 F and VL; a word is read only if its number is less than
        // that of all words, of four bytes each.
        let found = unsafe {
            let none = _mm256_setzero_si256();
            _mm512_mask_i64gather_epi32::<4>(none, which, self.0, words.as_ptr().cast())
        };
        let wide = Avx512!(self.1, fn(x: __m256i = found) -> __m512i { _mm512_cvtepu32_epi64(x) });
        Self(wide, self.1)
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

/// Loads four words.
#[cfg_attr(not(unoptimized), inline(always))]
fn load(_: Avx512, words: &[u64; 4]) -> __m256i {
    // SAFETY: the token proves AVX; the array holds 32 bytes, and no alignment is needed.
    unsafe { _mm256_loadu_si256(words.as_ptr().cast()) }
}

/// Returns the squares of four lines, up to the first piece, included, below and above a square.
#[inline]
#[target_feature(enable = "avx512f,avx512cd,avx512vl")]
fn on_lines(below: __m256i, above: __m256i, occupied: u64) -> __m256i {
    let occupied = _mm256_set1_epi64x(occupied.cast_signed());
    let on = _mm256_and_si256(above, occupied);
    let first = _mm256_and_si256(on, _mm256_sub_epi64(_mm256_setzero_si256(), on));
    // Bit 0, or the highest piece below: below & occupied | 1.
    let under = _mm256_ternarylogic_epi64::<0xf8>(_mm256_set1_epi64x(1), below, occupied);
    let top = _mm256_set1_epi64x(i64::MIN);
    let last = _mm256_srlv_epi64(top, _mm256_lzcnt_epi64(under));
    let between = _mm256_sub_epi64(_mm256_add_epi64(first, first), last);
    _mm256_and_si256(_mm256_or_si256(below, above), between)
}

/// The operations of `setwise-binpack`.
impl Avx512 {
    /// Returns the union of the squares of four lines, each within its mask: those below and above
    /// a square, up to the first piece, included.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn four_lines(
        self,
        [below, above]: &[[u64; 4]; 2],
        occupied: u64,
        masks: &[u64; 4],
    ) -> u64 {
        Avx512!(
            self,
            fn(below: __m256i = load(self, below), above: __m256i = load(self, above), masks: __m256i = load(self, masks), occupied: u64 = occupied) -> u64 {
                let found = _mm256_and_si256(on_lines(below, above, occupied), masks);
                let half = _mm_or_si128(_mm256_castsi256_si128(found), _mm256_extracti128_si256::<1>(found));
                _mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half))).cast_unsigned()
            }
        )
    }

    /// Returns a bit for each line, set if one of these squares is in a set: `low` for the first
    /// two lines, `high` for the others.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn sees_on_lines(
        self,
        [below, above]: &[[u64; 4]; 2],
        occupied: u64,
        [low, high]: [u64; 2],
    ) -> u8 {
        Avx512!(
            self,
            fn(below: __m256i = load(self, below), above: __m256i = load(self, above), occupied: u64 = occupied, low: u64 = low, high: u64 = high) -> u8 {
                let sets = _mm256_set1_epi64x(low.cast_signed());
                let sets = _mm256_mask_set1_epi64(sets, 0b1100, high.cast_signed());
                _mm256_test_epi64_mask(on_lines(below, above, occupied), sets)
            }
        )
    }
}
