//! 512-bit vectors, with the instruction set of Skylake-X and with that of Ice Lake.
//!
//! Memory is accessed through references of the size of the access, or with a mask of the slice.

mod bytes;
mod half;
mod lanes;

pub use half::HalfZmm;

use crate::assembly::{Movnt, prefetch};
use crate::avx2::compress_words;
use crate::tokens::{Avx2, Avx512, Avx512V4};
use crate::{
    BESIDE, IDENTITY, ONES, REVERSE_BITS, REVERSED, REVERSED_HIGH, SPREAD, TWO_BESIDE, WEST,
};
use core::arch::asm;
use core::arch::x86_64::*;
use core::num::NonZeroU16;
use setwise_core::{
    FILE_H, Isa, PackWriter, Vector, flip_anti_diagonal_by_swaps, list_squares, register_methods,
    two_levels,
};

impl From<Avx512V4> for Avx2 {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn from(token: Avx512V4) -> Self {
        Avx512V4!(token, fn() -> Avx2 { Avx2::new_unchecked() })
    }
}

two_levels! {
    /// An instruction set that computes in 512 bits.
    ZmmLevel of Avx512V4 and Avx512,
    /// Returns the token that proves the instructions of Ice Lake, for a level that has them.
    ice_lake,
    /// Whether the token proves the instructions of Ice Lake.
    ICE_LAKE
}

/// The numbers of the squares, in bytes.
const SQUARES: [u64; 8] = setwise_core::const_array!(
    i,
    8,
    0x0706_0504_0302_0100 + 0x0808_0808_0808_0808 * i as u64
);

/// Eight boards, and their token.
#[derive(Clone, Copy, Debug)]
pub struct Zmm<T>(__m512i, T);

impl<T: ZmmLevel> Zmm<T> {
    /// Multiplies each board with the bit matrix in the same lane.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn affine(self, ice_lake: Avx512, matrix: Self) -> Self {
        let product = Avx512!(
            ice_lake,
            fn(x: __m512i = self.0, matrix: __m512i = matrix.0) -> __m512i {
                _mm512_gf2p8affine_epi64_epi8::<0>(x, matrix)
            }
        );
        Self(product, self.1)
    }

    register_methods! { Avx512V4, __m512i,
        /// Shifts each pair of bytes one bit to the right.
        fn shr_1_in_pairs(x) { _mm512_srli_epi16::<1>(x) }
    }

    /// Looks up each half byte in a table of 16 values: the low halves, and the high halves.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn look_up(self, low: [i8; 16], high: [i8; 16]) -> (Self, Self) {
        let (low, high) = Avx512V4!(
            self.1,
            fn(x: __m512i = self.0, low: [i8; 16] = low, high: [i8; 16] = high) -> (__m512i, __m512i) {
                // SAFETY: the arrays hold 16 bytes, and the loads need no alignment.
                let (low, high) = unsafe { (_mm_loadu_si128(low.as_ptr().cast()), _mm_loadu_si128(high.as_ptr().cast())) };
                let (low, high) = (_mm512_broadcast_i32x4(low), _mm512_broadcast_i32x4(high));
                let half = _mm512_set1_epi8(0x0f);
                (
                    _mm512_shuffle_epi8(low, _mm512_and_si512(x, half)),
                    _mm512_shuffle_epi8(high, _mm512_and_si512(_mm512_srli_epi16::<4>(x), half)),
                )
            }
        );
        (Self(low, self.1), Self(high, self.1))
    }

    /// [Shuffles bytes](Vector::shuffle_bytes) within the four quarters of 16 bytes, and blends.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn shuffle_bytes_by_quarters(&self, at: Self) -> Self {
        // Each quarter is loaded into all quarters of a register, without a shuffle from memory.
        let quarters: *const __m128i = core::ptr::from_ref(&self.0).cast();
        // SAFETY: `self` proves AVX-512 F. The pointer comes from a reference to 64 bytes at a
        // multiple of 64, so the quarters lie within them, at multiples of 16.
        let [a, b, c, d] = unsafe {
            [
                _mm512_broadcast_i32x4(_mm_load_si128(quarters)),
                _mm512_broadcast_i32x4(_mm_load_si128(quarters.add(1))),
                _mm512_broadcast_i32x4(_mm_load_si128(quarters.add(2))),
                _mm512_broadcast_i32x4(_mm_load_si128(quarters.add(3))),
            ]
        };
        let shuffled = Avx512V4!(
            self.1,
            fn(a: __m512i = a, b: __m512i = b, c: __m512i = c, d: __m512i = d, at: __m512i = at.0) -> __m512i {
                // The instruction uses the lowest four bits of an index; 0 if the top bit is set.
                let index = _mm512_and_si512(at, _mm512_set1_epi8(15));
                // Bits 4 and 5 of an index select the quarter.
                let odd = _mm512_test_epi8_mask(at, _mm512_set1_epi8(16));
                let high = _mm512_test_epi8_mask(at, _mm512_set1_epi8(32));
                let low_half = _mm512_mask_shuffle_epi8(_mm512_shuffle_epi8(a, index), odd, b, index);
                let high_half = _mm512_mask_shuffle_epi8(_mm512_shuffle_epi8(c, index), odd, d, index);
                _mm512_mask_blend_epi8(high, low_half, high_half)
            }
        );
        Self(shuffled, self.1)
    }
}

/// Returns a mask of the first `boards` lanes, at most eight.
#[cfg_attr(not(unoptimized), inline(always))]
fn mask(boards: usize) -> __mmask8 {
    (1u32 << boards.min(8)).wrapping_sub(1) as u8
}

setwise_core::operators! { [T: ZmmLevel] Zmm<T>,
    BitAnd { register_methods! { Avx512V4, __m512i, fn bitand(a, b) { _mm512_and_si512(a, b) } } }
    BitOr { register_methods! { Avx512V4, __m512i, fn bitor(a, b) { _mm512_or_si512(a, b) } } }
    BitXor { register_methods! { Avx512V4, __m512i, fn bitxor(a, b) { _mm512_xor_si512(a, b) } } }
    Not { register_methods! { Avx512V4, __m512i, fn not(x) { _mm512_xor_si512(x, _mm512_set1_epi64(-1)) } } }
}

impl<T: ZmmLevel> setwise_core::internal::Sealed for Zmm<T> {}

impl<T: ZmmLevel> Vector for Zmm<T>
where
    T: Isa<Register = Self>,
{
    type Token = T;
    type NonTemporal = Movnt;
    const LANES: usize = 8;
    const REGISTERS: usize = 32;
    const COMPLEMENT_WEST: bool = true;
    const FAST_BIT_REVERSAL: bool = T::ICE_LAKE;
    const FAST_FLIP: bool = T::ICE_LAKE;
    const FAST_SHUFFLE: bool = true;
    const FAST_LIST: bool = T::ICE_LAKE;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn token(self) -> T {
        self.1
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn splat(token: T, board: u64) -> Self {
        let lanes =
            Avx512V4!(token, fn(board: u64 = board) -> __m512i { _mm512_set1_epi64(board as i64) });
        Self(lanes, token)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn load(token: T, boards: &[u64]) -> Self {
        if let Some(all) = boards.first_chunk::<8>() {
            // SAFETY: the token proves AVX-512 F; the array holds 64 bytes, and no alignment is
            // needed.
            Self(unsafe { _mm512_loadu_si512(all.as_ptr().cast()) }, token)
        } else {
            // SAFETY: the token proves AVX-512 F; the mask has the boards of the slice, and the
            // load accesses no others.
            let some =
                unsafe { _mm512_maskz_loadu_epi64(mask(boards.len()), boards.as_ptr().cast()) };
            Self(some, token)
        }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn store(self, boards: &mut [u64]) {
        if let Some(all) = boards.first_chunk_mut::<8>() {
            // SAFETY: `self` proves AVX-512 F; the array holds 64 bytes, and no alignment is
            // needed.
            unsafe { _mm512_storeu_si512(all.as_mut_ptr().cast(), self.0) }
        } else {
            // SAFETY: `self` proves AVX-512 F; the mask has the boards of the slice, and the store
            // accesses no others.
            unsafe {
                _mm512_mask_storeu_epi64(boards.as_mut_ptr().cast(), mask(boards.len()), self.0);
            }
        }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn load_bytes(token: T, bytes: &[u8]) -> Self {
        if let Some(all) = bytes.first_chunk::<64>() {
            // SAFETY: the token proves AVX-512 F; the array holds 64 bytes, and no alignment is
            // needed.
            Self(unsafe { _mm512_loadu_si512(all.as_ptr().cast()) }, token)
        } else {
            let mask = (1 << (bytes.len() & 63)) - 1;
            // SAFETY: the token proves AVX-512 BW; the slice has fewer than 64 bytes, the mask has
            // just these, and the load accesses no others.
            let some = unsafe { _mm512_maskz_loadu_epi8(mask, bytes.as_ptr().cast()) };
            Self(some, token)
        }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn shuffle_bytes(&self, at: Self) -> Self {
        let Some(ice_lake) = self.1.ice_lake() else {
            return self.shuffle_bytes_by_quarters(at);
        };
        let shuffled = Avx512!(
            ice_lake,
            // The instruction uses the lowest six bits of an index.
            fn(x: __m512i = self.0, at: __m512i = at.0) -> __m512i { _mm512_permutexvar_epi8(at, x) }
        );
        Self(shuffled, self.1)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn compress_store(self, chosen: u64, out: &mut [u8]) {
        let Some(all) = out.first_chunk_mut::<64>() else {
            return;
        };
        let Some(ice_lake) = self.1.ice_lake() else {
            let mut words = [0; 8];
            Vector::store(self, &mut words);
            let token: Avx512V4 = self.1.into();
            return compress_words(token.into(), words, chosen, all);
        };
        let gathered = Avx512!(
            ice_lake,
            fn(x: __m512i = self.0, chosen: u64 = chosen) -> __m512i { _mm512_maskz_compress_epi8(chosen, x) }
        );
        // SAFETY: `self` proves AVX-512 F; the array holds 64 bytes, and no alignment is needed.
        unsafe { _mm512_storeu_si512(all.as_mut_ptr().cast(), gathered) }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn list_squares(
        token: T,
        set: u64,
        (factor, offset): (u16, u16),
        base: NonZeroU16,
    ) -> [NonZeroU16; 32] {
        let Some(ice_lake) = token.ice_lake() else {
            return list_squares(set, (factor, offset), base);
        };
        let words = Avx512!(
            ice_lake,
            fn(
                all: __m512i = Self::load(token, &SQUARES).0,
                set: u64 = set,
                factor: u16 = factor,
                offset: u16 = offset,
                base: u16 = base.get()
            ) -> __m512i {
                let squares = _mm512_maskz_compress_epi8(set, all);
                let squares = _mm512_cvtepu8_epi16(_mm512_castsi512_si256(squares));
                let squares = _mm512_mullo_epi16(squares, _mm512_set1_epi16(factor as i16));
                let squares = _mm512_add_epi16(squares, _mm512_set1_epi16(offset as i16));
                _mm512_or_si512(squares, _mm512_set1_epi16(base as i16))
            }
        );
        // SAFETY: both types have 64 bytes, and each word has the bits of `base`, of which one is
        // not 0.
        unsafe { core::mem::transmute::<__m512i, [NonZeroU16; 32]>(words) }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn prefetch<U>(_: T, later: &U) {
        prefetch(later);
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn store_to_read(self, boards: &mut [u64]) {
        let Some(all) = boards.first_chunk_mut::<8>() else {
            return self.store(boards);
        };
        let (low, high) = all.split_at_mut(4);
        let upper = Avx512V4!(
            self.1,
            fn(x: __m512i = self.0) -> __m256i {
                let mut half = _mm512_extracti64x4_epi64::<1>(x);
                // LLVM would combine both stores into one if it knew the contents of the register
                // (docs/notes/one-position-calls.md).
                // SAFETY: the block contains no instruction.
                unsafe {
                    asm!("/* {0} */", inout(ymm_reg) half, options(pure, nomem, nostack, preserves_flags));
                }
                half
            }
        );
        // SAFETY: `self` proves AVX and AVX-512 F; both halves hold 32 bytes, and no alignment is
        // needed.
        unsafe {
            _mm256_storeu_si256(low.as_mut_ptr().cast(), _mm512_castsi512_si256(self.0));
            _mm256_storeu_si256(high.as_mut_ptr().cast(), upper);
        }
    }

    register_methods! { Avx512V4, __m512i,
        fn shl(x; by: u32) { _mm512_sllv_epi64(x, _mm512_set1_epi64(by as i64)) }
        fn shr(x; by: u32) { _mm512_srlv_epi64(x, _mm512_set1_epi64(by as i64)) }
        fn shl_each(x, by) { _mm512_sllv_epi64(x, by) }
        fn shr_each(x, by) { _mm512_srlv_epi64(x, by) }
        fn rotate_each(x, by) { _mm512_rolv_epi64(x, by) }
        fn add_bytes(a, b) { _mm512_add_epi8(a, b) }
        fn sub_bytes(a, b) { _mm512_sub_epi8(a, b) }
        fn interleave_low(a, b) { _mm512_unpacklo_epi8(a, b) }
        fn interleave_high(a, b) { _mm512_unpackhi_epi8(a, b) }
        fn empty_bytes(x) { _mm512_movm_epi8(_mm512_testn_epi8_mask(x, x)) }
        fn empty_lanes(x) { _mm512_movm_epi64(_mm512_testn_epi64_mask(x, x)) }
        fn add_sums(sums, bytes) { _mm512_add_epi64(sums, _mm512_sad_epu8(bytes, _mm512_setzero_si512())) }
        fn nonzero_mask(x) -> u64 { _mm512_test_epi8_mask(x, x) }
        fn union_of_lanes(x) -> u64 { _mm512_reduce_or_epi64(x) as u64 }

        // The table of a three-input operation has the results for (x, a, b) from 0b111 to 0b000.
        fn or3(x, a, b) { _mm512_ternarylogic_epi64::<0b1111_1110>(x, a, b) }
        fn or_or_not(x, a, b) { _mm512_ternarylogic_epi64::<0b1111_1101>(x, a, b) }
        fn or_and(x, a, b) { _mm512_ternarylogic_epi64::<0b1111_1000>(x, a, b) }
        fn or_and_not(x, a, b) { _mm512_ternarylogic_epi64::<0b1111_0100>(x, a, b) }
        fn differs(x, a, b) { _mm512_ternarylogic_epi64::<0b0111_1110>(x, a, b) }

        fn black_box(x) {
            let mut x = x;
            // SAFETY: the block contains no instruction.
            unsafe {
                asm!("/* {0} */", inout(zmm_reg) x, options(pure, nomem, nostack, preserves_flags));
            }
            x
        }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn count_bytes(self) -> Self {
        let Some(ice_lake) = self.1.ice_lake() else {
            let (low, high) = self.look_up(ONES, ONES);
            return low.add_bytes(high);
        };
        let count = Avx512!(ice_lake, fn(x: __m512i = self.0) -> __m512i { _mm512_popcnt_epi8(x) });
        Self(count, self.1)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn count_lanes(self) -> Self {
        let Some(ice_lake) = self.1.ice_lake() else {
            return self.same(0).add_sums(self.count_bytes());
        };
        let count =
            Avx512!(ice_lake, fn(x: __m512i = self.0) -> __m512i { _mm512_popcnt_epi64(x) });
        Self(count, self.1)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn reverse_bits_in_bytes(self) -> Self {
        if let Some(ice_lake) = self.1.ice_lake() {
            return self.affine(ice_lake, self.same(REVERSE_BITS));
        }
        let (low, high) = self.look_up(REVERSED_HIGH, REVERSED);
        low | high
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn flip_anti_diagonal(self) -> Self {
        match self.1.ice_lake() {
            Some(ice_lake) => self.same(IDENTITY).affine(ice_lake, self),
            None => flip_anti_diagonal_by_swaps(self),
        }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn west(self) -> Self {
        match self.1.ice_lake() {
            Some(ice_lake) => self.affine(ice_lake, self.same(WEST)),
            None => self.shr_1_in_pairs() & self.same(!FILE_H),
        }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn spread_bit(self, bit: u32) -> Self {
        let bit = bit & 7;
        if let Some(ice_lake) = self.1.ice_lake() {
            return self.affine(ice_lake, self.same(SPREAD << bit));
        }
        let spread = Avx512V4!(
            self.1,
            fn(x: __m512i = self.0, bit: i8 = 1 << bit) -> __m512i {
                _mm512_movm_epi8(_mm512_test_epi8_mask(x, _mm512_set1_epi8(bit)))
            }
        );
        Self(spread, self.1)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn beside(self) -> Self {
        match self.1.ice_lake() {
            Some(ice_lake) => self.affine(ice_lake, self.same(BESIDE)),
            None => self.east() ^ self.west(),
        }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn two_beside(self) -> Self {
        match self.1.ice_lake() {
            Some(ice_lake) => self.affine(ice_lake, self.same(TWO_BESIDE)),
            None => self.east().east() ^ self.west().west(),
        }
    }

    assembly_methods!(Avx512V4, __m512i, zmm_reg, "vpavgb {}, {}, {}");
}

non_temporal!([T: ZmmLevel + Isa<Register = Zmm<T>>] Zmm<T>, 8, _mm512_stream_si512);
