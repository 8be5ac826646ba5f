//! The operations of `setwise-threats` on 512 bits and on halves of them.

use super::Zmm;
use crate::{assembly::opaque_word, tokens::Avx512};
use core::arch::asm;
use core::arch::x86_64::*;
use setwise_core::register_methods;

/// 32 bytes of a [`Zmm`]. A truth value is a byte of ones or of zeros, or a bit of a number.
#[derive(Clone, Copy, Debug)]
pub struct HalfZmm(__m256i, Avx512);

setwise_core::operators! { [] HalfZmm,
    BitAnd { register_methods! { Avx512, __m256i, fn bitand(a, b) { _mm256_and_si256(a, b) } } }
    BitOr { register_methods! { Avx512, __m256i, fn bitor(a, b) { _mm256_or_si256(a, b) } } }
    BitXor { register_methods! { Avx512, __m256i, fn bitxor(a, b) { _mm256_xor_si256(a, b) } } }
    Not {
        #[cfg_attr(not(unoptimized), inline(always))]
        fn not(self) -> Self {
            self ^ Self::splat(self.1, 255)
        }
    }
}

#[cfg_attr(not(unoptimized), inline(always))]
fn twice(token: Avx512, table: &[u8; 16]) -> __m256i {
    // SAFETY: the token proves AVX; the array holds 16 bytes, and no alignment is needed.
    let table = unsafe { _mm_loadu_si128(table.as_ptr().cast()) };
    Avx512!(token, fn(table: __m128i = table) -> __m256i { _mm256_broadcastsi128_si256(table) })
}

#[cfg_attr(not(unoptimized), inline(always))]
fn load(_: Avx512, bytes: &[u8; 32]) -> __m256i {
    // SAFETY: the token proves AVX; the array holds 32 bytes, and no alignment is needed.
    unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
}

/// 0, 4, 8 and so on.
static EVERY_FOURTH: [u8; 64] = setwise_core::const_array!(i, 64, (4 * i) as u8);

impl HalfZmm {
    /// Broadcasts a byte.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn splat(token: Avx512, byte: u8) -> Self {
        let bytes = Avx512!(token, fn(byte: u8 = byte) -> __m256i { _mm256_set1_epi8(byte as i8) });
        Self(bytes, token)
    }

    /// Broadcasts a byte in each half of 16 bytes.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn splat_halves(token: Avx512, low: u8, high: u8) -> Self {
        let both = Avx512!(token, fn(low: u8 = low, high: u8 = high) -> __m256i {
            let low = _mm256_castsi128_si256(_mm_set1_epi8(low as i8));
            _mm256_inserti128_si256::<1>(low, _mm_set1_epi8(high as i8))
        });
        Self(both, token)
    }

    /// Returns the bits of `yes` where those of the mask are set, those of `no` elsewhere.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn select(mask: Self, yes: Self, no: Self) -> Self {
        let result = Avx512!(
            mask.1,
            fn(mask: __m256i = mask.0, yes: __m256i = yes.0, no: __m256i = no.0) -> __m256i {
                _mm256_ternarylogic_epi32::<0xca>(mask, yes, no)
            }
        );
        Self(result, mask.1)
    }

    /// Returns the bytes of `yes` whose bit is set, those of `no` elsewhere.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn select_by_bits(bits: u32, yes: Self, no: Self) -> Self {
        let result = Avx512!(
            no.1,
            fn(bits: u32 = bits, yes: __m256i = yes.0, no: __m256i = no.0) -> __m256i {
                _mm256_mask_mov_epi8(no, bits, yes)
            }
        );
        Self(result, no.1)
    }

    register_methods! { Avx512, __m256i,
        /// Returns whether the bytes are equal, in assembly: the compiler would compare into a mask
        /// register and copy the mask back, which takes several times as long.
        pub fn equal(a, b) {
            let result;
            // SAFETY: the instruction is one of AVX2, and has no other effect.
            unsafe {
                asm!(
                    "vpcmpeqb {}, {}, {}",
                    lateout(ymm_reg) result, in(ymm_reg) a, in(ymm_reg) b,
                    options(pure, nomem, nostack, preserves_flags),
                );
            }
            result
        }
        /// Returns whether bytes of `self` are greater, as signed numbers ([`equal`](Self::equal)).
        pub fn greater(a, b) {
            let result;
            // SAFETY: the instruction is one of AVX2, and has no other effect.
            unsafe {
                asm!(
                    "vpcmpgtb {}, {}, {}",
                    lateout(ymm_reg) result, in(ymm_reg) a, in(ymm_reg) b,
                    options(pure, nomem, nostack, preserves_flags),
                );
            }
            result
        }
        /// Returns a bit for each byte, set if the byte has any of `bits`.
        pub fn has(x; bits: u8) -> u32 { _mm256_test_epi8_mask(x, _mm256_set1_epi8(bits as i8)) }
        fn shuffle(at; table: __m256i) { _mm256_shuffle_epi8(table, at) }
        /// Adds bytes, modulo 256.
        pub fn add(a, b) { _mm256_add_epi8(a, b) }
        /// Subtracts bytes, modulo 256.
        pub fn sub(a, b) { _mm256_sub_epi8(a, b) }
        /// Subtracts bytes, 0 where that is negative.
        pub fn saturating_sub(a, b) { _mm256_subs_epu8(a, b) }
        /// Returns the lesser bytes.
        pub fn min(a, b) { _mm256_min_epu8(a, b) }
        /// Returns the greater bytes.
        pub fn max(a, b) { _mm256_max_epu8(a, b) }
        /// Returns the absolute values of signed bytes.
        pub fn abs(x) { _mm256_abs_epi8(x) }
        /// Returns the bytes of `self` without the bits of `other`.
        pub fn and_not(a, b) { _mm256_andnot_si256(b, a) }
        /// Counts the bits set in each byte.
        pub fn count_bits(x) { _mm256_popcnt_epi8(x) }
        /// Returns bits 3 to 5 of each byte: the ranks of squares.
        pub fn ranks(x) {
            // Row i of the matrix, which is byte 7 - i, has the bit that becomes bit i.
            let rows = u64::from_le_bytes([0, 0, 0, 0, 0, 1 << 5, 1 << 4, 1 << 3]);
            _mm256_gf2p8affine_epi64_epi8::<0>(x, _mm256_set1_epi64x(rows as i64))
        }
    }

    /// Looks up bytes by numbers below 16.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn look_up_16(self, table: &[u8; 16]) -> Self {
        self.shuffle(twice(self.1, table))
    }

    /// Looks up bytes by numbers below 16, in a table for each half of 16 bytes.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn look_up_16_by_half(self, tables: &[[u8; 16]; 2]) -> Self {
        let tables = tables.as_flattened().first_chunk::<32>();
        self.shuffle(load(self.1, tables.unwrap_or(&[0; 32])))
    }

    /// Looks up bytes by the lowest six bits of each byte.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn look_up_64(self, table: &[u8; 64]) -> Self {
        let (halves, _) = table.as_chunks::<32>();
        let (low, high) = (load(self.1, &halves[0]), load(self.1, &halves[1]));
        let found = Avx512!(
            self.1,
            fn(at: __m256i = self.0, low: __m256i = low, high: __m256i = high) -> __m256i {
                _mm256_permutex2var_epi8(low, at, high)
            }
        );
        Self(found, self.1)
    }

    /// Returns the bytes as words.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn widen(self) -> Zmm<Avx512> {
        let words = Avx512!(self.1, fn(x: __m256i = self.0) -> __m512i { _mm512_cvtepu8_epi16(x) });
        Zmm(words, self.1)
    }

    /// Returns the bytes, as signed numbers, as words.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn widen_signed(self) -> Zmm<Avx512> {
        let words = Avx512!(self.1, fn(x: __m256i = self.0) -> __m512i { _mm512_cvtepi8_epi16(x) });
        Zmm(words, self.1)
    }
}

impl Zmm<Avx512> {
    /// Returns two words of eight bytes, then zeros.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn two_words(token: Avx512, low: u64, high: u64) -> Self {
        let words = Avx512!(token, fn(low: u64 = low, high: u64 = high) -> __m512i {
            _mm512_zextsi128_si512(_mm_set_epi64x(high as i64, low as i64))
        });
        Self(words, token)
    }

    register_methods! { Avx512, __m512i,
        /// Returns the number of the lowest bit in each of the first four words, of the highest bit
        /// in each of the others. Words without bits give a number whose bits 0 to 6 are set.
        pub fn nearest_bits(x) {
            let all = _mm512_set_epi64(-1, -1, -1, -1, 0, 0, 0, 0);
            let negative = _mm512_sub_epi64(_mm512_setzero_si512(), x);
            let lowest = _mm512_and_si512(x, _mm512_or_si512(negative, all));
            _mm512_xor_si512(_mm512_lzcnt_epi64(lowest), _mm512_set1_epi64(63))
        }
        /// Returns a bit for each byte in `among`, set if the bytes have a bit in common. The
        /// instruction applies `among`, so the mask does not leave the mask registers for that.
        pub fn intersects_among(a, b; among: u64) -> u64 { _mm512_mask_test_epi8_mask(among, a, b) }
        /// Returns the bytes plus 16 times those of `high`. All are below 16.
        pub fn join_nibbles(low, high) { _mm512_or_si512(low, _mm512_slli_epi16::<4>(high)) }
    }

    /// Looks up bytes by numbers below 16.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn look_up_16(self, table: &[u8; 16]) -> Self {
        // SAFETY: the token proves AVX; the array holds 16 bytes, and no alignment is needed.
        let table = unsafe { _mm_loadu_si128(table.as_ptr().cast()) };
        let found = Avx512!(self.1, fn(at: __m512i = self.0, table: __m128i = table) -> __m512i {
            _mm512_shuffle_epi8(_mm512_broadcast_i32x4(table), at)
        });
        Self(found, self.1)
    }

    /// Returns the first 32 bytes.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn low(self) -> HalfZmm {
        let low = Avx512!(self.1, fn(x: __m512i = self.0) -> __m256i { _mm512_castsi512_si256(x) });
        HalfZmm(low, self.1)
    }

    /// Returns the first 16 bytes twice, in assembly: the compiler's permutation takes longer.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn low_twice(self) -> HalfZmm {
        let result = Avx512!(self.1, fn(x: __m512i = self.0) -> __m256i {
            let low = _mm512_castsi512_si256(x);
            let result;
            // SAFETY: the instruction is one of AVX2, and has no other effect.
            unsafe {
                asm!(
                    "vinserti128 {0}, {1}, {1:x}, 1",
                    lateout(ymm_reg) result, in(ymm_reg) low,
                    options(pure, nomem, nostack, preserves_flags),
                );
            }
            result
        });
        HalfZmm(result, self.1)
    }

    /// Stores the first 16 words to `low` and the other 16 to `high`.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn store_half_words(self, low: &mut [u16; 16], high: &mut [u16; 16]) {
        let [x, y] = Avx512!(self.1, fn(x: __m512i = self.0) -> [__m256i; 2] {
            [_mm512_castsi512_si256(x), _mm512_extracti64x4_epi64::<1>(x)]
        });
        // SAFETY: the token proves AVX; both arrays hold 32 bytes, and no alignment is needed.
        unsafe {
            _mm256_storeu_si256(low.as_mut_ptr().cast(), x);
            _mm256_storeu_si256(high.as_mut_ptr().cast(), y);
        }
    }

    /// Widens the words, adds `more` to those whose bit is set, and stores both halves.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn store_half_words_wide(
        self,
        (bits, more): (u32, u32),
        low: &mut [u32; 16],
        high: &mut [u32; 16],
    ) {
        let [x, y] = Avx512!(
            self.1,
            fn(x: __m512i = self.0, bits: u32 = bits, more: u32 = more) -> [__m512i; 2] {
                let more = _mm512_set1_epi32(more as i32);
                let low = _mm512_cvtepu16_epi32(_mm512_castsi512_si256(x));
                let high = _mm512_cvtepu16_epi32(_mm512_extracti64x4_epi64::<1>(x));
                [
                    _mm512_mask_add_epi32(low, bits as u16, low, more),
                    _mm512_mask_add_epi32(high, (bits >> 16) as u16, high, more),
                ]
            }
        );
        // SAFETY: the token proves AVX-512 F; both arrays hold 64 bytes, and no alignment is
        // needed.
        unsafe {
            _mm512_storeu_si512(low.as_mut_ptr().cast(), x);
            _mm512_storeu_si512(high.as_mut_ptr().cast(), y);
        }
    }

    /// Stores a number for each of the first 16 bytes: the byte of `first`, 256 times that of
    /// `second` and 65,536 times that of `third`.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn store_records(first: Self, second: Self, third: Self, out: &mut [u32; 16]) {
        let records = Avx512!(
            first.1,
            fn(first: __m512i = first.0, second: __m512i = second.0, third: __m512i = third.0) -> [__m128i; 4] {
                let [first, second, third] = [first, second, third].map(|x| _mm512_castsi512_si128(x));
                let zero = _mm_setzero_si128();
                let (low, high) = (_mm_unpacklo_epi8(first, second), _mm_unpackhi_epi8(first, second));
                let (third_low, third_high) = (_mm_unpacklo_epi8(third, zero), _mm_unpackhi_epi8(third, zero));
                [
                    _mm_unpacklo_epi16(low, third_low),
                    _mm_unpackhi_epi16(low, third_low),
                    _mm_unpacklo_epi16(high, third_high),
                    _mm_unpackhi_epi16(high, third_high),
                ]
            }
        );
        let (fours, _) = out.as_chunks_mut::<4>();
        for (four, records) in fours.iter_mut().zip(records) {
            // SAFETY: the token proves AVX; the array holds 16 bytes, and no alignment is needed.
            unsafe { _mm_storeu_si128(four.as_mut_ptr().cast(), records) }
        }
    }

    /// Loads 32 numbers of [`store_records`](Self::store_records). Returns their parts: the first
    /// byte, the second, and the low four and the high four bits of the third.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn load_records(token: Avx512, records: &[u32; 32]) -> [HalfZmm; 4] {
        let (halves, _) = records.as_chunks::<16>();
        // SAFETY: the token proves AVX-512 F; both arrays hold 64 bytes, and no alignment is
        // needed.
        let [low, high] = [0, 1].map(|i| unsafe { _mm512_loadu_si512(halves[i].as_ptr().cast()) });
        let parts = Avx512!(token, fn(low: __m512i = low, high: __m512i = high) -> [__m256i; 4] {
            // SAFETY: the token proves AVX-512 F; the array holds 64 bytes.
            let every_fourth = unsafe { _mm512_loadu_si512(EVERY_FOURTH.as_ptr().cast()) };
            let [first, second, third] = [0, 1, 2].map(|byte| {
                let at = _mm512_add_epi8(every_fourth, _mm512_set1_epi8(byte));
                _mm512_castsi512_si256(_mm512_permutex2var_epi8(low, at, high))
            });
            let four = _mm256_set1_epi8(15);
            let upper = _mm256_and_si256(_mm256_srli_epi16::<4>(third), four);
            [first, second, _mm256_and_si256(third, four), upper]
        });
        parts.map(|part| HalfZmm(part, token))
    }

    /// Looks up the words at `low + 256 * high`, modulo the size of the table: the first 16, or all
    /// 32 if `all`. Single loads take less time than a gather. The places leave the vector four at
    /// a time, because a stored vector is not forwarded to loads of words.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn load_each(low: HalfZmm, high: HalfZmm, table: &[u16; 1 << 15], all: bool) -> Self {
        let words = Avx512!(
            low.1,
            fn(low: __m256i = low.0, high: __m256i = high.0, table: &[u16; 1 << 15] = table, all: bool = all) -> __m512i {
                let eight = |places: __m128i| {
                    let fours = [_mm_cvtsi128_si64(places), _mm_extract_epi64::<1>(places)];
                    let [low, high] = fours.map(|four| {
                        let four = opaque_word(four as u64);
                        let number = |i: u32| i32::from(table[(four >> (16 * i)) as usize % table.len()]);
                        let words = _mm_cvtsi32_si128(number(0));
                        let words = _mm_insert_epi16::<1>(words, number(1));
                        _mm_insert_epi16::<3>(_mm_insert_epi16::<2>(words, number(2)), number(3))
                    });
                    _mm_unpacklo_epi64(low, high)
                };
                let sixteen = |low: __m128i, high: __m128i| {
                    let (first, second) = (_mm_unpacklo_epi8(low, high), _mm_unpackhi_epi8(low, high));
                    _mm256_set_m128i(eight(second), eight(first))
                };
                let first = sixteen(_mm256_castsi256_si128(low), _mm256_castsi256_si128(high));
                let first = _mm512_zextsi256_si512(first);
                if all {
                    let (low, high) = (_mm256_extracti128_si256::<1>(low), _mm256_extracti128_si256::<1>(high));
                    _mm512_inserti64x4::<1>(first, sixteen(low, high))
                } else {
                    first
                }
            }
        );
        Self(words, low.1)
    }

    /// Looks up words by the lowest six bits of each word.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn look_up_words(self, table: &[u16; 64]) -> Self {
        super::bytes::look_up_64(self, table)
    }
}
