//! 512-bit vectors with the instruction set of Ice Lake.
//!
//! Memory is accessed through references to arrays of the size of the access, or with a mask that covers the slice.

mod bytes;

use crate::assembly::{Movnt, fence, prefetch};
use crate::{Avx512, BESIDE, IDENTITY, MIRROR, SPREAD, TWO_BESIDE, WEST};
use core::arch::asm;
use core::arch::x86_64::*;
use core::ops::{BitAnd, BitOr, BitXor, Not};
use setwise_core::{NonTemporal, Vector, Writer, register_methods};

/// Eight boards, and their token.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Zmm(__m512i, Avx512);

impl Zmm {
    register_methods! { Avx512, __m512i,
        /// Multiplies each board with the bit matrix in the same lane.
        fn affine(x, matrix) { _mm512_gf2p8affine_epi64_epi8::<0>(x, matrix) }
    }
}

/// Returns a mask of the first `boards` lanes, at most eight.
#[inline(always)]
fn mask(boards: usize) -> __mmask8 {
    (1u32 << boards.min(8)).wrapping_sub(1) as u8
}

impl BitAnd for Zmm {
    type Output = Self;
    register_methods! { Avx512, __m512i,
        fn bitand(a, b) { _mm512_and_si512(a, b) }
    }
}

impl BitOr for Zmm {
    type Output = Self;
    register_methods! { Avx512, __m512i,
        fn bitor(a, b) { _mm512_or_si512(a, b) }
    }
}

impl BitXor for Zmm {
    type Output = Self;
    register_methods! { Avx512, __m512i,
        fn bitxor(a, b) { _mm512_xor_si512(a, b) }
    }
}

impl Not for Zmm {
    type Output = Self;
    register_methods! { Avx512, __m512i,
        fn not(x) { _mm512_xor_si512(x, _mm512_set1_epi64(-1)) }
    }
}

impl Vector for Zmm {
    type Token = Avx512;
    type NonTemporal = Movnt;
    const LANES: usize = 8;
    const REGISTERS: usize = 32;
    const COMPLEMENT_WEST: bool = true;
    const MIRROR: bool = true;
    const MATRIX: bool = true;
    const FAST_SHUFFLE: bool = true;

    #[inline(always)]
    fn token(self) -> Avx512 {
        self.1
    }

    #[inline(always)]
    fn splat(token: Avx512, board: u64) -> Self {
        let lanes =
            Avx512!(token, fn(board: u64 = board) -> __m512i { _mm512_set1_epi64(board as i64) });
        Self(lanes, token)
    }

    #[inline(always)]
    fn load(token: Avx512, boards: &[u64]) -> Self {
        if let Some(all) = boards.first_chunk::<8>() {
            // SAFETY: the token proves AVX-512 F; the array holds 64 bytes, and no alignment is needed.
            Self(unsafe { _mm512_loadu_si512(all.as_ptr().cast()) }, token)
        } else {
            // SAFETY: the token proves AVX-512 F; only boards within the slice are read.
            let some =
                unsafe { _mm512_maskz_loadu_epi64(mask(boards.len()), boards.as_ptr().cast()) };
            Self(some, token)
        }
    }

    #[inline(always)]
    fn store(self, boards: &mut [u64]) {
        if let Some(all) = boards.first_chunk_mut::<8>() {
            // SAFETY: `self` proves AVX-512 F; the array holds 64 bytes, and no alignment is needed.
            unsafe { _mm512_storeu_si512(all.as_mut_ptr().cast(), self.0) }
        } else {
            // SAFETY: `self` proves AVX-512 F; only boards within the slice are written.
            unsafe {
                _mm512_mask_storeu_epi64(boards.as_mut_ptr().cast(), mask(boards.len()), self.0);
            }
        }
    }

    #[inline(always)]
    fn load_bytes(token: Avx512, bytes: &[u8]) -> Self {
        if let Some(all) = bytes.first_chunk::<64>() {
            // SAFETY: the token proves AVX-512 F; the array holds 64 bytes, and no alignment is needed.
            Self(unsafe { _mm512_loadu_si512(all.as_ptr().cast()) }, token)
        } else {
            let mask = (1 << (bytes.len() & 63)) - 1;
            // SAFETY: the token proves AVX-512 BW; only bytes within the slice are read.
            let some = unsafe { _mm512_maskz_loadu_epi8(mask, bytes.as_ptr().cast()) };
            Self(some, token)
        }
    }

    #[inline(always)]
    fn shuffle_bytes(&self, at: Self) -> Self {
        let shuffled = Avx512!(
            self.1,
            // The instruction uses the lowest six bits of an index.
            fn(x: __m512i = self.0, at: __m512i = at.0) -> __m512i { _mm512_permutexvar_epi8(at, x) }
        );
        Self(shuffled, self.1)
    }

    #[inline(always)]
    fn compress_store(self, chosen: u64, out: &mut [u8]) {
        if let Some(all) = out.first_chunk_mut::<64>() {
            let gathered = Avx512!(
                self.1,
                fn(x: __m512i = self.0, chosen: u64 = chosen) -> __m512i { _mm512_maskz_compress_epi8(chosen, x) }
            );
            // SAFETY: `self` proves AVX-512 F; the array holds 64 bytes, and no alignment is needed.
            unsafe { _mm512_storeu_si512(all.as_mut_ptr().cast(), gathered) }
        }
    }

    #[inline(always)]
    fn prefetch<T>(_: Avx512, later: &T) {
        prefetch(later);
    }

    #[inline(always)]
    fn store_to_read(self, boards: &mut [u64]) {
        let Some(all) = boards.first_chunk_mut::<8>() else {
            return self.store(boards);
        };
        let (low, high) = all.split_at_mut(4);
        let upper = Avx512!(
            self.1,
            fn(x: __m512i = self.0) -> __m256i {
                let mut half = _mm512_extracti64x4_epi64::<1>(x);
                // LLVM would combine both stores into one if it knew the contents of the register.
                // SAFETY: the block contains no instruction.
                unsafe {
                    asm!("/* {0} */", inout(ymm_reg) half, options(pure, nomem, nostack, preserves_flags));
                }
                half
            }
        );
        // SAFETY: `self` proves AVX-512 F; both halves hold 32 bytes, and no alignment is needed.
        unsafe {
            _mm256_storeu_si256(low.as_mut_ptr().cast(), _mm512_castsi512_si256(self.0));
            _mm256_storeu_si256(high.as_mut_ptr().cast(), upper);
        }
    }

    register_methods! { Avx512, __m512i,
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
        fn count_bytes(x) { _mm512_popcnt_epi8(x) }
        fn count_lanes(x) { _mm512_popcnt_epi64(x) }
        fn add_sums(sums, bytes) { _mm512_add_epi64(sums, _mm512_sad_epu8(bytes, _mm512_setzero_si512())) }

        // The table of a three-input operation lists the results for (x, a, b) = 0b111 down to 0b000.
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

    #[inline(always)]
    fn reverse_bits_in_bytes(self) -> Self {
        self.affine(self.same(MIRROR))
    }

    #[inline(always)]
    fn flip_anti_diagonal(self) -> Self {
        self.same(IDENTITY).affine(self)
    }

    #[inline(always)]
    fn west(self) -> Self {
        self.affine(self.same(WEST))
    }

    #[inline(always)]
    fn spread_bit(self, bit: u32) -> Self {
        self.affine(self.same(SPREAD << (bit & 7)))
    }

    #[inline(always)]
    fn beside(self) -> Self {
        self.affine(self.same(BESIDE))
    }

    #[inline(always)]
    fn two_beside(self) -> Self {
        self.affine(self.same(TWO_BESIDE))
    }

    #[inline(always)]
    fn nonzero_mask(self) -> u64 {
        Avx512!(self.1, fn(x: __m512i = self.0) -> u64 { _mm512_test_epi8_mask(x, x) })
    }

    #[inline(always)]
    fn union_of_lanes(self) -> u64 {
        Avx512!(self.1, fn(x: __m512i = self.0) -> u64 { _mm512_reduce_or_epi64(x) as u64 })
    }

    assembly_methods!(Avx512, __m512i, zmm_reg, "vpavgb {}, {}, {}");
}

impl NonTemporal<Zmm> for Movnt {
    #[inline(always)]
    fn store(vector: Zmm, out: Writer<'_, Avx512, true>) {
        let boards = out.into_slice();
        match boards.first_chunk_mut::<8>() {
            Some(all) if all.as_ptr().addr().is_multiple_of(64) => {
                // SAFETY: `vector` proves AVX-512 F; the array holds 64 bytes and lies on a multiple of 64;
                // a non-temporal `Writer` is fenced before the memory is reached again.
                unsafe { _mm512_stream_si512(all.as_mut_ptr().cast(), vector.0) }
            }
            _ => vector.store(boards),
        }
    }

    #[inline(always)]
    fn fence(_: Avx512) {
        fence();
    }
}
