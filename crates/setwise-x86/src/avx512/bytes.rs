//! 512-bit vectors as bytes and words.

use super::Zmm;
use crate::tokens::{Avx512, Avx512V4};
use core::arch::x86_64::*;
use setwise_core::{ByteVector, Number32, Vector, WordTable, register_methods};

#[cfg_attr(not(unoptimized), inline(always))]
fn words(token: Avx512, table: &[u16; 32]) -> Zmm<Avx512> {
    // SAFETY: the token proves AVX-512 F; the array holds 64 bytes, and no alignment is needed.
    Zmm(unsafe { _mm512_loadu_si512(table.as_ptr().cast()) }, token)
}

/// Looks up words in a table of 64, by the lowest six bits of each word.
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn look_up_64(at: Zmm<Avx512>, table: &[u16; 64]) -> Zmm<Avx512> {
    let (halves, _) = table.as_chunks::<32>();
    let [low, high] = [words(at.1, &halves[0]), words(at.1, &halves[1])];
    let found = Avx512!(
        at.1,
        fn(at: __m512i = at.0, low: __m512i = low.0, high: __m512i = high.0) -> __m512i {
            _mm512_permutex2var_epi16(low, at, high)
        }
    );
    Zmm(found, at.1)
}

/// Looks up words in a table of 128, by the lowest seven bits of each word.
#[cfg_attr(not(unoptimized), inline(always))]
fn look_up_128(at: Zmm<Avx512>, table: &[u16; 128]) -> Zmm<Avx512> {
    let (halves, _) = table.as_chunks::<64>();
    let (low, high) = (look_up_64(at, &halves[0]), look_up_64(at, &halves[1]));
    let in_high = Avx512!(at.1, fn(at: __m512i = at.0) -> u64 {
        u64::from(_mm512_test_epi16_mask(at, _mm512_set1_epi16(64)))
    });
    Zmm::select_words(in_high, high, low)
}

setwise_core::portable_byte_vector!(Zmm<Avx512V4>);

impl ByteVector for Zmm<Avx512> {
    type Mask = u64;
    const FAST_COMPRESS: bool = true;
    const FAST_WORDS: bool = true;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn mask(_: Avx512, bits: u64) -> u64 {
        bits
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn bits(mask: u64) -> u64 {
        mask
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn select(mask: u64, yes: Self, no: Self) -> Self {
        let bytes = Avx512!(
            no.1,
            fn(mask: u64 = mask, yes: __m512i = yes.0, no: __m512i = no.0) -> __m512i {
                _mm512_mask_mov_epi8(no, mask, yes)
            }
        );
        Self(bytes, no.1)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn select_words(mask: u64, yes: Self, no: Self) -> Self {
        let words = Avx512!(
            no.1,
            fn(mask: u64 = mask, yes: __m512i = yes.0, no: __m512i = no.0) -> __m512i {
                _mm512_mask_mov_epi16(no, mask as u32, yes)
            }
        );
        Self(words, no.1)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn shuffle_two(self, low: &Self, high: &Self) -> Self {
        let bytes = Avx512!(
            self.1,
            fn(at: __m512i = self.0, low: __m512i = low.0, high: __m512i = high.0) -> __m512i {
                _mm512_permutex2var_epi8(low, at, high)
            }
        );
        Self(bytes, self.1)
    }

    register_methods! { Avx512, __m512i,
        fn equal(a, b) -> u64 { _mm512_cmpeq_epu8_mask(a, b) }
        fn less(a, b) -> u64 { _mm512_cmplt_epi8_mask(a, b) }
        fn intersects(a, b) -> u64 { _mm512_test_epi8_mask(a, b) }
        fn compress(x; chosen: u64) { _mm512_maskz_compress_epi8(chosen, x) }
        fn lower_halves(a, b) { _mm512_inserti64x4::<1>(a, _mm512_castsi512_si256(b)) }
        fn saturating_sub_bytes(a, b) { _mm512_subs_epu8(a, b) }
        fn min_bytes(a, b) { _mm512_min_epu8(a, b) }
        fn add_words(a, b) { _mm512_add_epi16(a, b) }
        fn mul_words(a, b) { _mm512_mullo_epi16(a, b) }
        fn shr_words(a; by: u32) { _mm512_srlv_epi16(a, _mm512_set1_epi16(by as i16)) }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn expand(self, places: u64, rest: Self) -> Self {
        let bytes = Avx512!(
            self.1,
            fn(places: u64 = places, x: __m512i = self.0, rest: __m512i = rest.0) -> __m512i {
                _mm512_mask_expand_epi8(rest, places, x)
            }
        );
        Self(bytes, self.1)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn store_bytes(self, out: &mut [u8]) {
        if let Some(all) = out.first_chunk_mut::<64>() {
            // SAFETY: `self` proves AVX-512 F; the array holds 64 bytes, and no alignment is
            // needed.
            unsafe { _mm512_storeu_si512(all.as_mut_ptr().cast(), self.0) }
        } else {
            let bytes = self.to_bytes();
            for (to, from) in out.iter_mut().zip(&bytes) {
                *to = *from;
            }
        }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn widen(self) -> [Self; 2] {
        let low = Avx512!(self.1, fn(x: __m512i = self.0) -> __m512i {
            _mm512_cvtepu8_epi16(_mm512_castsi512_si256(x))
        });
        let high = Avx512!(self.1, fn(x: __m512i = self.0) -> __m512i {
            _mm512_cvtepu8_epi16(_mm512_extracti64x4_epi64::<1>(x))
        });
        [Self(low, self.1), Self(high, self.1)]
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn widen_mask(_: Avx512, mask: u64) -> [u64; 2] {
        [mask & 0xffff_ffff, mask >> 32]
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn words(low: Self, high: Self) -> [Self; 2] {
        let ([a, b], [c, d]) = (low.widen(), high.widen());
        [a | c.shl(8), b | d.shl(8)]
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn look_up_64(self, table: &[u8; 64]) -> Self {
        Self::load_bytes(self.1, table).shuffle_bytes(self)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn look_up_128(self, table: &[u8; 128]) -> Self {
        let (halves, _) = table.as_chunks::<64>();
        let low = Self::load_bytes(self.1, &halves[0]);
        self.shuffle_two(&low, &Self::load_bytes(self.1, &halves[1]))
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn look_up_words_64(self, table: &WordTable<64>) -> [Self; 2] {
        let [a, b] = self.widen();
        [look_up_64(a, table.words()), look_up_64(b, table.words())]
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn look_up_words_128(self, table: &WordTable<128>) -> [Self; 2] {
        let [a, b] = self.widen();
        [look_up_128(a, table.words()), look_up_128(b, table.words())]
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn store_words(words: [Self; 2], out: &mut [u16]) {
        let (halves, _) = out.as_chunks_mut::<32>();
        if let [low, high, ..] = halves {
            // SAFETY: the words prove AVX-512 F; both arrays hold 64 bytes, and no alignment is
            // needed.
            unsafe {
                _mm512_storeu_si512(low.as_mut_ptr().cast(), words[0].0);
                _mm512_storeu_si512(high.as_mut_ptr().cast(), words[1].0);
            }
        }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn store_words_wide<N: Number32>(words: [Self; 2], base: u32, out: &mut [N]) {
        let (quarters, _) = out.as_chunks_mut::<16>();
        let [a, b, c, d, ..] = quarters else {
            return;
        };
        for (words, low, high) in [(words[0], a, b), (words[1], c, d)] {
            let [x, y] = Avx512!(words.1, fn(x: __m512i = words.0, base: u32 = base) -> [__m512i; 2] {
                let base = _mm512_set1_epi32(base as i32);
                [
                    _mm512_add_epi32(_mm512_cvtepu16_epi32(_mm512_castsi512_si256(x)), base),
                    _mm512_add_epi32(_mm512_cvtepu16_epi32(_mm512_extracti64x4_epi64::<1>(x)), base),
                ]
            });
            // SAFETY: the words prove AVX-512 F; both arrays hold 16 numbers of 32 bits, and no
            // alignment is needed.
            unsafe {
                _mm512_storeu_si512(low.as_mut_ptr().cast(), x);
                _mm512_storeu_si512(high.as_mut_ptr().cast(), y);
            }
        }
    }
}
