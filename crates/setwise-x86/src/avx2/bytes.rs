//! 256-bit vectors as bytes and words.

use super::{Ymm, YmmLevel};
use crate::tokens::{Avx2, X86_64V2};
use crate::v2::Xmm;
use core::arch::x86_64::*;
use setwise_core::{ByteVector, Isa, Number32, Vector, register_methods};

/// Loads 16 bytes of a table into both halves of a register.
#[cfg_attr(not(unoptimized), inline(always))]
fn broadcast(token: Avx2, part: &[u8; 16]) -> __m256i {
    // SAFETY: the token proves AVX2; the array holds 16 bytes, and no alignment is needed.
    let part = unsafe { _mm_loadu_si128(part.as_ptr().cast()) };
    Avx2!(token, fn(part: __m128i = part) -> __m256i { _mm256_broadcastsi128_si256(part) })
}

impl<T: YmmLevel> Ymm<T> {
    /// Looks up 64 bytes by the lowest six bits of each byte.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn look_up_six_bits(self, table: &[u8; 64]) -> Self {
        let (parts, _) = table.as_chunks::<16>();
        let token: Avx2 = self.1.into();
        let (a, b) = (broadcast(token, &parts[0]), broadcast(token, &parts[1]));
        let (c, d) = (broadcast(token, &parts[2]), broadcast(token, &parts[3]));
        let found = Avx2!(
            self.1,
            fn(at: __m256i = self.0, a: __m256i = a, b: __m256i = b, c: __m256i = c, d: __m256i = d) -> __m256i {
                // Blends select by the top bit of a byte: first bit 4 of the number, then bit 5.
                let (bit_4, bit_5) = (_mm256_slli_epi16::<3>(at), _mm256_slli_epi16::<2>(at));
                // The shuffle uses the lowest four bits, and gives 0 where the top bit is set.
                let at = _mm256_and_si256(at, _mm256_set1_epi8(15));
                let low = _mm256_blendv_epi8(_mm256_shuffle_epi8(a, at), _mm256_shuffle_epi8(b, at), bit_4);
                let high = _mm256_blendv_epi8(_mm256_shuffle_epi8(c, at), _mm256_shuffle_epi8(d, at), bit_4);
                _mm256_blendv_epi8(low, high, bit_5)
            }
        );
        Self(found, self.1)
    }

    register_methods! { Avx2, __m256i,
        /// The bytes of `self` where the top bit of `mask` is clear, those of `other` elsewhere.
        pub(super) fn blend(x, other, mask) { _mm256_blendv_epi8(x, other, mask) }
        /// Moves bit 6 of each byte to its top.
        fn bit_6_to_top(x) { _mm256_slli_epi16::<1>(x) }
    }

    /// The words of all bytes in the order of the bytes.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn in_order([a, b]: [Self; 2]) -> [__m256i; 2] {
        Avx2!(a.1, fn(a: __m256i = a.0, b: __m256i = b.0) -> [__m256i; 2] {
            [_mm256_permute2x128_si256::<0x20>(a, b), _mm256_permute2x128_si256::<0x31>(a, b)]
        })
    }
}

impl<T: YmmLevel> ByteVector for Ymm<T>
where
    T: Isa<Register = Self>,
{
    type Mask = Self;
    const FAST_WORDS: bool = true;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn mask(token: T, bits: u64) -> Self {
        let mask = Avx2!(token, fn(bits: u64 = bits) -> __m256i {
            let bits = _mm256_set1_epi32(bits as i32);
            // Copies to each byte the byte of the mask that has its bit.
            let eighths = _mm256_set_epi64x(0x0303_0303_0303_0303, 0x0202_0202_0202_0202, 0x0101_0101_0101_0101, 0);
            let bit = _mm256_set1_epi64x(0x8040_2010_0804_0201_u64 as i64);
            _mm256_cmpeq_epi8(_mm256_and_si256(_mm256_shuffle_epi8(bits, eighths), bit), bit)
        });
        Self(mask, token)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn bits(mask: Self) -> u64 {
        Avx2!(mask.1, fn(mask: __m256i = mask.0) -> u64 { u64::from(_mm256_movemask_epi8(mask) as u32) })
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn select(mask: Self, yes: Self, no: Self) -> Self {
        no.blend(yes, mask)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn select_words(mask: Self, yes: Self, no: Self) -> Self {
        no.blend(yes, mask)
    }

    register_methods! { Avx2, __m256i,
        fn equal(a, b) { _mm256_cmpeq_epi8(a, b) }
        fn less(a, b) { _mm256_cmpgt_epi8(b, a) }
        fn intersects(a, b) {
            let none = _mm256_cmpeq_epi8(_mm256_and_si256(a, b), _mm256_setzero_si256());
            _mm256_xor_si256(none, _mm256_set1_epi8(-1))
        }
        /// The bit moves to the top of its byte.
        fn with_bit(x; bit: u32) -> u64 {
            let top = _mm256_sll_epi16(x, _mm_cvtsi32_si128(7 - bit.cast_signed()));
            u64::from(_mm256_movemask_epi8(top) as u32)
        }
        fn saturating_sub_bytes(a, b) { _mm256_subs_epu8(a, b) }
        fn min_bytes(a, b) { _mm256_min_epu8(a, b) }
        fn add_words(a, b) { _mm256_add_epi16(a, b) }
        fn mul_words(a, b) { _mm256_mullo_epi16(a, b) }
        fn shr_words(a; by: u32) { _mm256_srl_epi16(a, _mm_cvtsi32_si128(by as i32)) }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn pack_store(self, chosen: u64, out: &mut [u8]) {
        let Some(out) = out.first_chunk_mut::<32>() else {
            return;
        };
        let [low, high] = Avx2!(self.1, fn(x: __m256i = self.0) -> [__m128i; 2] {
            [_mm256_castsi256_si128(x), _mm256_extracti128_si256::<1>(x)]
        });
        let token = Avx2!(self.1, fn() -> X86_64V2 { X86_64V2::new_unchecked() });
        let first = chosen & 0xffff;
        Xmm(low, token).compress_store(first, out);
        let rest = out.get_mut(first.count_ones() as usize..);
        Xmm(high, token).compress_store(chosen >> 16, rest.unwrap_or_default());
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn look_up_16(self, table: &[u8; 16]) -> Self {
        let table = broadcast(self.1.into(), table);
        let found = Avx2!(self.1, fn(at: __m256i = self.0, table: __m256i = table) -> __m256i {
            _mm256_shuffle_epi8(table, at)
        });
        Self(found, self.1)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn look_up_64(self, table: &[u8; 64]) -> Self {
        self.look_up_six_bits(table)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn look_up_128(self, table: &[u8; 128]) -> Self {
        let (halves, _) = table.as_chunks::<64>();
        let low = self.look_up_six_bits(&halves[0]);
        low.blend(self.look_up_six_bits(&halves[1]), self.bit_6_to_top())
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn store_bytes(self, out: &mut [u8]) {
        if let Some(all) = out.first_chunk_mut::<32>() {
            // SAFETY: `self` proves AVX2; the array holds 32 bytes, and no alignment is needed.
            unsafe { _mm256_storeu_si256(all.as_mut_ptr().cast(), self.0) }
        } else {
            let bytes = self.to_bytes();
            for (to, from) in out.iter_mut().zip(&bytes) {
                *to = *from;
            }
        }
    }

    /// Interleaves `low` and `high` within each half of 16 bytes. The first result has the lower
    /// eight bytes of both halves, the second the upper eight.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn words(low: Self, high: Self) -> [Self; 2] {
        let words = Avx2!(low.1, fn(low: __m256i = low.0, high: __m256i = high.0) -> [__m256i; 2] {
            [_mm256_unpacklo_epi8(low, high), _mm256_unpackhi_epi8(low, high)]
        });
        [Self(words[0], low.1), Self(words[1], low.1)]
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn widen_mask(_: T, mask: Self) -> [Self; 2] {
        Self::words(mask, mask)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn store_words(words: [Self; 2], out: &mut [u16]) {
        let (halves, _) = out.as_chunks_mut::<16>();
        if let [low, high, ..] = halves {
            let words = Self::in_order(words);
            // SAFETY: the words prove AVX2; both arrays hold 32 bytes, and no alignment is needed.
            unsafe {
                _mm256_storeu_si256(low.as_mut_ptr().cast(), words[0]);
                _mm256_storeu_si256(high.as_mut_ptr().cast(), words[1]);
            }
        }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn store_words_wide<N: Number32>(words: [Self; 2], base: u32, out: &mut [N]) {
        let (quarters, _) = out.as_chunks_mut::<8>();
        let [a, b, c, d, ..] = quarters else {
            return;
        };
        let token: Avx2 = words[0].1.into();
        let ordered = Self::in_order(words);
        for (words, low, high) in [(ordered[0], a, b), (ordered[1], c, d)] {
            let [x, y] = Avx2!(token, fn(x: __m256i = words, base: u32 = base) -> [__m256i; 2] {
                let base = _mm256_set1_epi32(base as i32);
                [
                    _mm256_add_epi32(_mm256_cvtepu16_epi32(_mm256_castsi256_si128(x)), base),
                    _mm256_add_epi32(_mm256_cvtepu16_epi32(_mm256_extracti128_si256::<1>(x)), base),
                ]
            });
            // SAFETY: the words prove AVX2; both arrays hold eight numbers of 32 bits, and no
            // alignment is needed.
            unsafe {
                _mm256_storeu_si256(low.as_mut_ptr().cast(), x);
                _mm256_storeu_si256(high.as_mut_ptr().cast(), y);
            }
        }
    }
}
