//! 256-bit vectors, with and without GFNI.
//!
//! Memory is accessed through references of the size of the access, or with a mask of the slice.

mod bytes;
mod half_board;
mod lanes;
#[cfg(feature = "piecewise")]
mod quintessence;

#[cfg(feature = "piecewise")]
pub use quintessence::QuintessenceInLanes;

use crate::assembly::{Movnt, prefetch};
use crate::tokens::{Avx2, Avx2Gfni};
use crate::{
    BESIDE, IDENTITY, ONES, REVERSE_BITS, REVERSED, REVERSED_HIGH, SPREAD, TWO_BESIDE, WEST,
};
use core::arch::asm;
use core::arch::x86_64::*;
use setwise_core::{
    FILE_A, FILE_H, Isa, PackWriter, Vector, flip_anti_diagonal_by_swaps, register_methods,
    two_levels,
};

two_levels! {
    /// An instruction set that computes in 256 bits.
    YmmLevel of Avx2 and Avx2Gfni,
    /// Returns the token that proves GFNI, for a level that has it.
    gfni,
    /// Whether the token proves the bit-matrix instructions.
    GFNI
}

/// Four boards, and their token.
#[derive(Clone, Copy, Debug)]
pub struct Ymm<T>(__m256i, T);

impl<T: YmmLevel> Ymm<T> {
    /// Multiplies each board with the bit matrix in the same lane.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn affine(self, gfni: Avx2Gfni, matrix: Self) -> Self {
        let product = Avx2Gfni!(
            gfni,
            fn(x: __m256i = self.0, matrix: __m256i = matrix.0) -> __m256i {
                _mm256_gf2p8affine_epi64_epi8::<0>(x, matrix)
            }
        );
        Self(product, self.1)
    }

    register_methods! { Avx2, __m256i,
        /// Shifts each pair of bytes one bit to the right.
        fn shr_1_in_pairs(x) { _mm256_srli_epi16::<1>(x) }
    }

    /// Looks up each half byte in a table of 16 values: the low halves, and the high halves.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn look_up(self, low: [i8; 16], high: [i8; 16]) -> (Self, Self) {
        let (low, high) = Avx2!(
            self.1,
            fn(x: __m256i = self.0, low: [i8; 16] = low, high: [i8; 16] = high) -> (__m256i, __m256i) {
                // SAFETY: the arrays hold 16 bytes, and the loads need no alignment.
                let (low, high) = unsafe { (_mm_loadu_si128(low.as_ptr().cast()), _mm_loadu_si128(high.as_ptr().cast())) };
                let (low, high) = (_mm256_broadcastsi128_si256(low), _mm256_broadcastsi128_si256(high));
                let half = _mm256_set1_epi8(0x0f);
                (
                    _mm256_shuffle_epi8(low, _mm256_and_si256(x, half)),
                    _mm256_shuffle_epi8(high, _mm256_and_si256(_mm256_srli_epi16::<4>(x), half)),
                )
            }
        );
        (Self(low, self.1), Self(high, self.1))
    }
}

/// Returns all ones in the lanes of the first `boards` boards, at most four.
#[cfg_attr(not(unoptimized), inline(always))]
fn mask<T: YmmLevel>(_: T, boards: usize) -> __m256i {
    static EDGE: [i64; 8] = [-1, -1, -1, -1, 0, 0, 0, 0];
    let from = EDGE.as_ptr().wrapping_add(4 - boards.min(4));
    // SAFETY: the token proves AVX2; the load begins at number 0, 1, 2, 3 or 4 of eight, so its
    // four numbers lie within the array.
    unsafe { _mm256_loadu_si256(from.cast()) }
}

/// Writes the bytes in `chosen` to the front of `out`, which has room for all words.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn compress_words<const N: usize>(
    token: Avx2,
    words: [u64; N],
    chosen: u64,
    out: &mut [u8],
) {
    let mut at = 0;
    for (k, word) in words.into_iter().enumerate() {
        let eight = chosen >> (8 * k) & 0xff;
        let gathered = Avx2!(
            token,
            fn(word: u64 = word, eight: u64 = eight) -> u64 { _pext_u64(word, _pdep_u64(eight, FILE_A) * 0xff) }
        );
        // The words before this one wrote at most 8 k bytes.
        if let Some(place) = out.get_mut(at..at + 8) {
            place.copy_from_slice(&gathered.to_le_bytes());
        }
        at += eight.count_ones() as usize;
    }
}

setwise_core::operators! { [T: YmmLevel] Ymm<T>,
    BitAnd { register_methods! { Avx2, __m256i, fn bitand(a, b) { _mm256_and_si256(a, b) } } }
    BitOr { register_methods! { Avx2, __m256i, fn bitor(a, b) { _mm256_or_si256(a, b) } } }
    BitXor { register_methods! { Avx2, __m256i, fn bitxor(a, b) { _mm256_xor_si256(a, b) } } }
    Not { register_methods! { Avx2, __m256i, fn not(x) { _mm256_xor_si256(x, _mm256_set1_epi64x(-1)) } } }
}

impl<T: YmmLevel> setwise_core::internal::Sealed for Ymm<T> {}

impl<T: YmmLevel> Vector for Ymm<T>
where
    T: Isa<Register = Self>,
{
    type Token = T;
    type NonTemporal = Movnt;
    const LANES: usize = 4;
    const COMPLEMENT_WEST: bool = !T::GFNI;
    const FAST_BIT_REVERSAL: bool = T::GFNI;
    const FAST_FLIP: bool = T::GFNI;
    const FAST_SHUFFLE: bool = true;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn token(self) -> T {
        self.1
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn splat(token: T, board: u64) -> Self {
        let lanes =
            Avx2!(token, fn(board: u64 = board) -> __m256i { _mm256_set1_epi64x(board as i64) });
        Self(lanes, token)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn load(token: T, boards: &[u64]) -> Self {
        if let Some(all) = boards.first_chunk::<4>() {
            // SAFETY: the token proves AVX2; the array holds 32 bytes, and no alignment is needed.
            Self(unsafe { _mm256_loadu_si256(all.as_ptr().cast()) }, token)
        } else {
            // SAFETY: the token proves AVX2; the mask has the boards of the slice, and the load
            // accesses no others.
            let some =
                unsafe { _mm256_maskload_epi64(boards.as_ptr().cast(), mask(token, boards.len())) };
            Self(some, token)
        }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn store(self, boards: &mut [u64]) {
        if let Some(all) = boards.first_chunk_mut::<4>() {
            // SAFETY: `self` proves AVX2; the array holds 32 bytes, and no alignment is needed.
            unsafe { _mm256_storeu_si256(all.as_mut_ptr().cast(), self.0) }
        } else {
            let mask = mask(self.1, boards.len());
            // SAFETY: `self` proves AVX2; the mask has the boards of the slice, and the store
            // accesses no others.
            unsafe { _mm256_maskstore_epi64(boards.as_mut_ptr().cast(), mask, self.0) }
        }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn load_bytes(token: T, bytes: &[u8]) -> Self {
        let mut padded = [0; 32];
        let all = match bytes.first_chunk::<32>() {
            Some(all) => all,
            None => {
                padded[..bytes.len()].copy_from_slice(bytes);
                &padded
            }
        };
        // SAFETY: the token proves AVX2; the array holds 32 bytes, and no alignment is needed.
        Self(unsafe { _mm256_loadu_si256(all.as_ptr().cast()) }, token)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn shuffle_bytes(&self, at: Self) -> Self {
        // The instruction shuffles within 16 bytes. So each half of `self` is loaded into both
        // halves of a register, without a shuffle from memory (docs/notes/perft-leaves.md).
        let halves: *const __m128i = core::ptr::from_ref(&self.0).cast();
        // SAFETY: `self` proves AVX2. The pointer comes from a reference to 32 bytes at a multiple
        // of 32, so both halves lie within them, at multiples of 16.
        let (low, high) = unsafe {
            (
                _mm256_broadcastsi128_si256(_mm_load_si128(halves)),
                _mm256_broadcastsi128_si256(_mm_load_si128(halves.add(1))),
            )
        };
        let shuffled = Avx2!(
            self.1,
            fn(low: __m256i = low, high: __m256i = high, at: __m256i = at.0) -> __m256i {
                // The shuffle uses the lowest four bits, and gives 0 where the top bit is set.
                let at = _mm256_and_si256(at, _mm256_set1_epi8(31));
                // Bit 4 of an index selects the half.
                let top = _mm256_set1_epi8(i8::MIN);
                let is_high = _mm256_and_si256(_mm256_slli_epi16::<3>(at), top);
                let from_low = _mm256_or_si256(at, is_high);
                let from_high = _mm256_xor_si256(from_low, top);
                _mm256_or_si256(_mm256_shuffle_epi8(low, from_low), _mm256_shuffle_epi8(high, from_high))
            }
        );
        Self(shuffled, self.1)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn compress_store(self, chosen: u64, out: &mut [u8]) {
        let Some(out) = out.first_chunk_mut::<32>() else {
            return;
        };
        let mut words = [0; 4];
        Vector::store(self, &mut words);
        compress_words(self.1.into(), words, chosen, out);
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn prefetch<U>(_: T, later: &U) {
        prefetch(later);
    }

    register_methods! { Avx2, __m256i,
        fn shl(x; by: u32) { _mm256_sllv_epi64(x, _mm256_set1_epi64x(by as i64)) }
        fn shr(x; by: u32) { _mm256_srlv_epi64(x, _mm256_set1_epi64x(by as i64)) }
        fn shl_each(x, by) { _mm256_sllv_epi64(x, by) }
        fn shr_each(x, by) { _mm256_srlv_epi64(x, by) }
        fn add_bytes(a, b) { _mm256_add_epi8(a, b) }
        fn sub_bytes(a, b) { _mm256_sub_epi8(a, b) }
        fn interleave_low(a, b) { _mm256_unpacklo_epi8(a, b) }
        fn interleave_high(a, b) { _mm256_unpackhi_epi8(a, b) }
        fn empty_bytes(x) { _mm256_cmpeq_epi8(x, _mm256_setzero_si256()) }
        fn empty_lanes(x) { _mm256_cmpeq_epi64(x, _mm256_setzero_si256()) }
        fn add_sums(sums, bytes) { _mm256_add_epi64(sums, _mm256_sad_epu8(bytes, _mm256_setzero_si256())) }
        fn nonzero_mask(x) -> u64 {
            u64::from(!_mm256_movemask_epi8(_mm256_cmpeq_epi8(x, _mm256_setzero_si256())) as u32)
        }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn reverse_bits_in_bytes(self) -> Self {
        if let Some(gfni) = self.1.gfni() {
            return self.affine(gfni, self.same(REVERSE_BITS));
        }
        let (low, high) = self.look_up(REVERSED_HIGH, REVERSED);
        low | high
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn flip_anti_diagonal(self) -> Self {
        match self.1.gfni() {
            Some(gfni) => self.same(IDENTITY).affine(gfni, self),
            None => flip_anti_diagonal_by_swaps(self),
        }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn west(self) -> Self {
        match self.1.gfni() {
            Some(gfni) => self.affine(gfni, self.same(WEST)),
            None => self.shr_1_in_pairs() & self.same(!FILE_H),
        }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn count_bytes(self) -> Self {
        let (low, high) = self.look_up(ONES, ONES);
        low.add_bytes(high)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn count_lanes(self) -> Self {
        self.same(0).add_sums(self.count_bytes())
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn spread_bit(self, bit: u32) -> Self {
        let bit = bit & 7;
        if let Some(gfni) = self.1.gfni() {
            return self.affine(gfni, self.same(SPREAD << bit));
        }
        // The bit moves to the top of its byte, which is then a negative number.
        let spread = Avx2!(
            self.1,
            fn(x: __m256i = self.0, by: i32 = 7 - bit as i32) -> __m256i {
                _mm256_cmpgt_epi8(_mm256_setzero_si256(), _mm256_sll_epi16(x, _mm_cvtsi32_si128(by)))
            }
        );
        Self(spread, self.1)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn beside(self) -> Self {
        match self.1.gfni() {
            Some(gfni) => self.affine(gfni, self.same(BESIDE)),
            None => self.east() ^ self.west(),
        }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn two_beside(self) -> Self {
        match self.1.gfni() {
            Some(gfni) => self.affine(gfni, self.same(TWO_BESIDE)),
            None => self.east().east() ^ self.west().west(),
        }
    }

    assembly_methods!(Avx2, __m256i, ymm_reg, "vpavgb {}, {}, {}");
}

non_temporal!([T: YmmLevel + Isa<Register = Ymm<T>>] Ymm<T>, 4, _mm256_stream_si256);
