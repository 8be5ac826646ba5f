//! 512-bit vectors with the instruction set of Ice Lake. All unsafe code of AVX-512 is in this file.
//!
//! Every block rests on the same argument: the instructions are those of [`Avx512`], and a [`Zmm`] cannot be
//! made without that token. Memory is only reached through references to arrays that hold the access, or
//! with a mask that covers what the slice holds.

use crate::{BESIDE, IDENTITY, MIRROR, SPREAD, TWO_BESIDE, WEST};
use core::arch::asm;
use core::arch::x86_64::*;
use core::ops::{BitAnd, BitOr, BitXor, Not};
use setwise_core::{Boards, Bytes, Lanes, Uncached};

setwise_core::instruction_set! {
    /// The CPU has the AVX-512 of Ice Lake (Zen 4 has it too): F, BW, CD, DQ, VL, IFMA, VBMI, VBMI2, VNNI, BITALG,
    /// VPOPCNTDQ, GFNI, VAES, VPCLMULQDQ, with BMI1, BMI2, LZCNT and POPCNT.
    pub struct Avx512 = "avx512", Zmm, std::arch::is_x86_feature_detected, [
        "avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl", "avx512ifma", "avx512vbmi", "avx512vbmi2",
        "avx512vnni", "avx512bitalg", "avx512vpopcntdq", "gfni", "vaes", "vpclmulqdq", "bmi1", "bmi2", "lzcnt",
        "popcnt",
    ];
    // SAFETY: the detector is the standard library's, and only the macro makes the token.
    unsafe impl Promise for Avx512 {}
}

/// Eight boards.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Zmm(__m512i);

impl Zmm {
    /// Three-input logic; `TABLE` is the result for (self, a, b) = 0b111 down to 0b000.
    #[inline(always)]
    fn logic<const TABLE: i32>(self, a: Self, b: Self) -> Self {
        // SAFETY: three `Zmm` prove AVX-512 F.
        Self(unsafe { _mm512_ternarylogic_epi64::<TABLE>(self.0, a.0, b.0) })
    }

    #[inline(always)]
    fn affine(self, matrix: Self) -> Self {
        // SAFETY: two `Zmm` prove GFNI and AVX-512 F.
        Self(unsafe { _mm512_gf2p8affine_epi64_epi8::<0>(self.0, matrix.0) })
    }

    #[inline(always)]
    fn constant(self, word: i64) -> Self {
        // SAFETY: `self` proves AVX-512 F.
        Self(unsafe { _mm512_set1_epi64(word) })
    }
}

/// One bit for each of the first boards of a slice, at most eight.
#[inline(always)]
fn mask(boards: usize) -> __mmask8 {
    (1u32 << boards.min(8)).wrapping_sub(1) as u8
}

impl BitAnd for Zmm {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        // SAFETY: two `Zmm` prove AVX-512 F.
        Self(unsafe { _mm512_and_si512(self.0, other.0) })
    }
}

impl BitOr for Zmm {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        // SAFETY: two `Zmm` prove AVX-512 F.
        Self(unsafe { _mm512_or_si512(self.0, other.0) })
    }
}

impl BitXor for Zmm {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        // SAFETY: two `Zmm` prove AVX-512 F.
        Self(unsafe { _mm512_xor_si512(self.0, other.0) })
    }
}

impl Not for Zmm {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        // SAFETY: `self` proves AVX-512 F.
        Self(unsafe { _mm512_xor_si512(self.0, _mm512_set1_epi64(-1)) })
    }
}

impl Boards for Zmm {
    type Proof = Avx512;
    const COUNT: usize = 8;

    #[inline(always)]
    fn proof(self) -> Avx512 {
        // SAFETY: `here` asks for the features that `self` proves.
        unsafe { Avx512::here() }
    }

    #[inline(always)]
    fn splat(_: Avx512, board: u64) -> Self {
        // SAFETY: the token proves AVX-512 F.
        Self(unsafe { _mm512_set1_epi64(board as i64) })
    }

    #[inline(always)]
    fn load(_: Avx512, boards: &[u64]) -> Self {
        if let Some(all) = boards.first_chunk::<8>() {
            // SAFETY: the token proves AVX-512 F; the array holds 64 bytes, and no alignment is needed.
            Self(unsafe { _mm512_loadu_si512(all.as_ptr().cast()) })
        } else {
            // SAFETY: the token proves AVX-512 F; only boards within the slice are read.
            Self(unsafe { _mm512_maskz_loadu_epi64(mask(boards.len()), boards.as_ptr().cast()) })
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
    fn stream(self, boards: Uncached<'_, Avx512>) {
        let boards = boards.into_slice();
        match boards.first_chunk_mut::<8>() {
            Some(all) if all.as_ptr().addr().is_multiple_of(64) => {
                // SAFETY: `self` proves AVX-512 F; the array holds 64 bytes and lies on a multiple of 64;
                // that it was `Uncached` means that `fence` is called before it is reached again.
                unsafe { _mm512_stream_si512(all.as_mut_ptr().cast(), self.0) }
            }
            _ => self.store(boards),
        }
    }
}

impl Bytes for Zmm {
    const PICKS: bool = true;

    #[inline(always)]
    fn load_bytes(_: Avx512, bytes: &[u8]) -> Self {
        if let Some(all) = bytes.first_chunk::<64>() {
            // SAFETY: the token proves AVX-512 F; the array holds 64 bytes, and no alignment is needed.
            Self(unsafe { _mm512_loadu_si512(all.as_ptr().cast()) })
        } else {
            let some = (1 << (bytes.len() & 63)) - 1;
            // SAFETY: the token proves AVX-512 BW; only bytes within the slice are read.
            Self(unsafe { _mm512_maskz_loadu_epi8(some, bytes.as_ptr().cast()) })
        }
    }

    #[inline(always)]
    fn pick_bytes(&self, at: Self) -> Self {
        // SAFETY: two `Zmm` prove AVX-512 VBMI. The instruction looks at six bits of each number.
        Self(unsafe { _mm512_permutexvar_epi8(at.0, self.0) })
    }

    #[inline(always)]
    fn write_chosen(self, chosen: u64, out: &mut [u8]) {
        if let Some(all) = out.first_chunk_mut::<64>() {
            // SAFETY: `self` proves AVX-512 VBMI2; the array holds 64 bytes, and no alignment is needed.
            unsafe {
                let gathered = _mm512_maskz_compress_epi8(chosen, self.0);
                _mm512_storeu_si512(all.as_mut_ptr().cast(), gathered);
            }
        }
    }
}

impl Lanes for Zmm {
    const REGISTERS: usize = 32;
    const COMPLEMENT_WEST: bool = true;
    const MIRROR: bool = true;
    const MATRIX: bool = true;

    #[inline(always)]
    fn fence(_: Avx512) {
        // SAFETY: the token proves AVX-512 F, which includes SSE.
        unsafe { _mm_sfence() }
    }

    #[inline(always)]
    fn prefetch<T>(_: Avx512, later: &T) {
        // SAFETY: the token proves AVX-512 F, which includes SSE. A hint reads nothing.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(core::ptr::from_ref(later).cast()) }
    }

    #[inline(always)]
    fn shl(self, by: u32) -> Self {
        // SAFETY: `self` proves AVX-512 F.
        Self(unsafe { _mm512_sllv_epi64(self.0, _mm512_set1_epi64(by as i64)) })
    }

    #[inline(always)]
    fn shr(self, by: u32) -> Self {
        // SAFETY: `self` proves AVX-512 F.
        Self(unsafe { _mm512_srlv_epi64(self.0, _mm512_set1_epi64(by as i64)) })
    }

    #[inline(always)]
    fn shl_each(self, by: Self) -> Self {
        // SAFETY: two `Zmm` prove AVX-512 F.
        Self(unsafe { _mm512_sllv_epi64(self.0, by.0) })
    }

    #[inline(always)]
    fn shr_each(self, by: Self) -> Self {
        // SAFETY: two `Zmm` prove AVX-512 F.
        Self(unsafe { _mm512_srlv_epi64(self.0, by.0) })
    }

    #[inline(always)]
    fn rotate_each(self, by: Self) -> Self {
        // SAFETY: two `Zmm` prove AVX-512 F.
        Self(unsafe { _mm512_rolv_epi64(self.0, by.0) })
    }

    #[inline(always)]
    fn store_to_read(self, boards: &mut [u64]) {
        /// The compiler would make one store of the two again if it knew what the register holds.
        #[inline]
        #[target_feature(enable = "avx512f")]
        fn upper(x: __m512i) -> __m256i {
            let mut half = _mm512_extracti64x4_epi64::<1>(x);
            // SAFETY: no instruction at all.
            unsafe {
                asm!("/* {0} */", inout(ymm_reg) half, options(pure, nomem, nostack, preserves_flags));
            }
            half
        }
        let Some(all) = boards.first_chunk_mut::<8>() else {
            return self.store(boards);
        };
        let (low, high) = all.split_at_mut(4);
        // SAFETY: `self` proves AVX-512 F; both halves hold 32 bytes, and no alignment is needed.
        unsafe {
            _mm256_storeu_si256(low.as_mut_ptr().cast(), _mm512_castsi512_si256(self.0));
            _mm256_storeu_si256(high.as_mut_ptr().cast(), upper(self.0));
        }
    }

    #[inline(always)]
    fn opaque(self) -> Self {
        /// In a function of its own because the register class needs the feature.
        #[inline]
        #[target_feature(enable = "avx512f")]
        fn forgotten(mut x: __m512i) -> __m512i {
            // SAFETY: no instruction at all.
            unsafe {
                asm!("/* {0} */", inout(zmm_reg) x, options(pure, nomem, nostack, preserves_flags));
            }
            x
        }
        // SAFETY: `self` proves AVX-512 F.
        Self(unsafe { forgotten(self.0) })
    }

    #[inline(always)]
    fn add_bytes(self, other: Self) -> Self {
        // SAFETY: two `Zmm` prove AVX-512 BW.
        Self(unsafe { _mm512_add_epi8(self.0, other.0) })
    }

    #[inline(always)]
    fn sub_bytes(self, other: Self) -> Self {
        // SAFETY: two `Zmm` prove AVX-512 BW.
        Self(unsafe { _mm512_sub_epi8(self.0, other.0) })
    }

    #[inline(always)]
    fn interleave_low(self, other: Self) -> Self {
        // SAFETY: two `Zmm` prove AVX-512 BW.
        Self(unsafe { _mm512_unpacklo_epi8(self.0, other.0) })
    }

    #[inline(always)]
    fn interleave_high(self, other: Self) -> Self {
        // SAFETY: two `Zmm` prove AVX-512 BW.
        Self(unsafe { _mm512_unpackhi_epi8(self.0, other.0) })
    }

    #[inline(always)]
    fn empty_bytes(self) -> Self {
        // SAFETY: `self` proves AVX-512 BW.
        Self(unsafe { _mm512_movm_epi8(_mm512_testn_epi8_mask(self.0, self.0)) })
    }

    #[inline(always)]
    fn empty_lanes(self) -> Self {
        // SAFETY: `self` proves AVX-512 DQ.
        Self(unsafe { _mm512_movm_epi64(_mm512_testn_epi64_mask(self.0, self.0)) })
    }

    #[inline(always)]
    fn mirror(self) -> Self {
        self.affine(self.constant(MIRROR))
    }

    #[inline(always)]
    fn antitranspose(self) -> Self {
        self.constant(IDENTITY).affine(self)
    }

    #[inline(always)]
    fn west(self) -> Self {
        self.affine(self.constant(WEST))
    }

    #[inline(always)]
    fn complement_west(self) -> Self {
        /// In assembly because the compiler makes shifts and masks of an average with a constant.
        #[inline]
        #[target_feature(enable = "avx512bw")]
        fn average(a: __m512i, b: __m512i) -> __m512i {
            let average;
            // SAFETY: the instruction is one of AVX-512 BW, and only computes.
            unsafe {
                asm!(
                    "vpavgb {}, {}, {}", out(zmm_reg) average, in(zmm_reg) a, in(zmm_reg) b,
                    options(pure, nomem, nostack, preserves_flags),
                );
            }
            average
        }
        // SAFETY: `self` proves AVX-512 BW.
        Self(unsafe { average(self.0, self.constant(-1).0) })
    }

    #[inline(always)]
    fn or3(self, a: Self, b: Self) -> Self {
        self.logic::<0b1111_1110>(a, b)
    }

    #[inline(always)]
    fn or_or_not(self, a: Self, b: Self) -> Self {
        self.logic::<0b1111_1101>(a, b)
    }

    #[inline(always)]
    fn or_and(self, a: Self, b: Self) -> Self {
        self.logic::<0b1111_1000>(a, b)
    }

    #[inline(always)]
    fn or_and_not(self, a: Self, b: Self) -> Self {
        self.logic::<0b1111_0100>(a, b)
    }

    #[inline(always)]
    fn differs(self, a: Self, b: Self) -> Self {
        self.logic::<0b0111_1110>(a, b)
    }

    #[inline(always)]
    fn count_bytes(self) -> Self {
        // SAFETY: `self` proves AVX-512 BITALG.
        Self(unsafe { _mm512_popcnt_epi8(self.0) })
    }

    #[inline(always)]
    fn count_lanes(self) -> Self {
        // SAFETY: `self` proves AVX-512 VPOPCNTDQ.
        Self(unsafe { _mm512_popcnt_epi64(self.0) })
    }

    #[inline(always)]
    fn occupied_bytes(self) -> u64 {
        // SAFETY: `self` proves AVX-512 BW.
        unsafe { _mm512_test_epi8_mask(self.0, self.0) }
    }

    #[inline(always)]
    fn spread_bit(self, bit: u32) -> Self {
        self.affine(self.constant(SPREAD << (bit & 7)))
    }

    #[inline(always)]
    fn beside(self) -> Self {
        self.affine(self.constant(BESIDE))
    }

    #[inline(always)]
    fn two_beside(self) -> Self {
        self.affine(self.constant(TWO_BESIDE))
    }

    #[inline(always)]
    fn settle(registers: [Self; 8]) -> [Self; 8] {
        /// In a function of its own because the register class needs the feature.
        #[inline]
        #[target_feature(enable = "avx512f")]
        fn settled(mut x: [Zmm; 8]) -> [Zmm; 8] {
            // SAFETY: no instruction at all.
            unsafe {
                asm!(
                    "/* {} {} {} {} {} {} {} {} */",
                    inout(zmm_reg) x[0].0, inout(zmm_reg) x[1].0, inout(zmm_reg) x[2].0, inout(zmm_reg) x[3].0,
                    inout(zmm_reg) x[4].0, inout(zmm_reg) x[5].0, inout(zmm_reg) x[6].0, inout(zmm_reg) x[7].0,
                    options(nomem, nostack, preserves_flags),
                );
            }
            x
        }
        // SAFETY: eight `Zmm` prove AVX-512 F.
        unsafe { settled(registers) }
    }

    #[inline(always)]
    fn add_sums(self, bytes: Self) -> Self {
        // SAFETY: two `Zmm` prove AVX-512 BW.
        Self(unsafe { _mm512_add_epi64(self.0, _mm512_sad_epu8(bytes.0, _mm512_setzero_si512())) })
    }

    #[inline(always)]
    fn union_of_lanes(self) -> u64 {
        // SAFETY: `self` proves AVX-512 F.
        unsafe { _mm512_reduce_or_epi64(self.0) as u64 }
    }
}
