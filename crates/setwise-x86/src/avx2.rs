//! 256-bit vectors, with and without GFNI. All unsafe code of AVX2 is in this file.
//!
//! Every block rests on the same argument: the instructions are those of AVX2 and BMI2 (or of GFNI, where [`Tier::GFNI`]
//! says that the token stands for it), and a [`Ymm`] cannot be made without its token. Memory is only reached through
//! references to arrays or registers that hold the access, or with a mask that covers what the slice holds.

use crate::{BESIDE, IDENTITY, MIRROR, SPREAD, TWO_BESIDE, WEST};
use core::arch::asm;
use core::arch::x86_64::*;
use core::ops::{BitAnd, BitOr, BitXor, Not};
use setwise_core::{Boards, Bytes, FILE_A, Isa, Lanes, Uncached, antitranspose_by_swaps};

setwise_core::instruction_set! {
    /// The CPU has AVX2, BMI1, BMI2, LZCNT and POPCNT.
    pub struct Avx2 = "avx2", Ymm<Self>, std::arch::is_x86_feature_detected, [
        "avx2", "bmi1", "bmi2", "lzcnt", "popcnt",
    ];
    // SAFETY: the detector is the standard library's, and only the macro makes the token.
    unsafe impl Promise for Avx2 {}
}

setwise_core::instruction_set! {
    /// The CPU has GFNI, AVX2, BMI1, BMI2, LZCNT and POPCNT.
    pub struct Avx2Gfni = "avx2-gfni", Ymm<Self>, std::arch::is_x86_feature_detected, [
        "avx2", "gfni", "bmi1", "bmi2", "lzcnt", "popcnt",
    ];
    // SAFETY: the detector is the standard library's, and only the macro makes the token.
    unsafe impl Promise for Avx2Gfni {}
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Avx2 {}
    impl Sealed for super::Avx2Gfni {}
}

/// A tier that computes in 256 bits.
pub trait Tier: sealed::Sealed + Isa {
    /// Are there bit-matrix instructions? The token proves them if this is true.
    const GFNI: bool;
}

impl Tier for Avx2 {
    const GFNI: bool = false;
}

impl Tier for Avx2Gfni {
    const GFNI: bool = true;
}

/// Four boards, and the proof of their tier.
#[derive(Clone, Copy, Debug)]
pub struct Ymm<T>(__m256i, T);

impl<T: Tier> Ymm<T> {
    /// The product with a bit matrix. Only called where `T::GFNI`.
    #[inline(always)]
    fn affine(self, matrix: Self) -> Self {
        assert!(T::GFNI); // no code where it is true
        // SAFETY: the token is one of GFNI and AVX2.
        Self(
            unsafe { _mm256_gf2p8affine_epi64_epi8::<0>(self.0, matrix.0) },
            self.1,
        )
    }

    #[inline(always)]
    fn constant(self, word: i64) -> Self {
        // SAFETY: `self` proves AVX2.
        Self(unsafe { _mm256_set1_epi64x(word) }, self.1)
    }

    /// A value for each half byte, looked up in a table of 16: (low halves, high halves).
    #[inline(always)]
    fn look_up(self, low: [i8; 16], high: [i8; 16]) -> (Self, Self) {
        // SAFETY: `self` proves AVX2; the arrays hold 16 bytes, and no alignment is needed.
        let (a, b) = unsafe {
            let low = _mm256_broadcastsi128_si256(_mm_loadu_si128(low.as_ptr().cast()));
            let high = _mm256_broadcastsi128_si256(_mm_loadu_si128(high.as_ptr().cast()));
            let half = _mm256_set1_epi8(0x0f);
            (
                _mm256_shuffle_epi8(low, _mm256_and_si256(self.0, half)),
                _mm256_shuffle_epi8(high, _mm256_and_si256(_mm256_srli_epi16::<4>(self.0), half)),
            )
        };
        (Self(a, self.1), Self(b, self.1))
    }
}

/// All ones in the lanes of the first boards of a slice, at most four.
#[inline(always)]
fn mask<T: Tier>(_: T, boards: usize) -> __m256i {
    static EDGE: [i64; 8] = [-1, -1, -1, -1, 0, 0, 0, 0];
    let from = EDGE.as_ptr().wrapping_add(4 - boards.min(4));
    // SAFETY: the token proves AVX2; the four numbers lie within the eight.
    unsafe { _mm256_loadu_si256(from.cast()) }
}

impl<T: Tier> BitAnd for Ymm<T> {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        // SAFETY: `self` proves AVX2.
        Self(unsafe { _mm256_and_si256(self.0, other.0) }, self.1)
    }
}

impl<T: Tier> BitOr for Ymm<T> {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        // SAFETY: `self` proves AVX2.
        Self(unsafe { _mm256_or_si256(self.0, other.0) }, self.1)
    }
}

impl<T: Tier> BitXor for Ymm<T> {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        // SAFETY: `self` proves AVX2.
        Self(unsafe { _mm256_xor_si256(self.0, other.0) }, self.1)
    }
}

impl<T: Tier> Not for Ymm<T> {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        // SAFETY: `self` proves AVX2.
        Self(
            unsafe { _mm256_xor_si256(self.0, _mm256_set1_epi64x(-1)) },
            self.1,
        )
    }
}

impl<T: Tier> Boards for Ymm<T> {
    type Proof = T;
    const COUNT: usize = 4;

    #[inline(always)]
    fn proof(self) -> T {
        self.1
    }

    #[inline(always)]
    fn splat(proof: T, board: u64) -> Self {
        // SAFETY: the token proves AVX2.
        Self(unsafe { _mm256_set1_epi64x(board as i64) }, proof)
    }

    #[inline(always)]
    fn load(proof: T, boards: &[u64]) -> Self {
        if let Some(all) = boards.first_chunk::<4>() {
            // SAFETY: the token proves AVX2; the array holds 32 bytes, and no alignment is needed.
            Self(unsafe { _mm256_loadu_si256(all.as_ptr().cast()) }, proof)
        } else {
            // SAFETY: the token proves AVX2; only boards within the slice are read.
            let some =
                unsafe { _mm256_maskload_epi64(boards.as_ptr().cast(), mask(proof, boards.len())) };
            Self(some, proof)
        }
    }

    #[inline(always)]
    fn store(self, boards: &mut [u64]) {
        if let Some(all) = boards.first_chunk_mut::<4>() {
            // SAFETY: `self` proves AVX2; the array holds 32 bytes, and no alignment is needed.
            unsafe { _mm256_storeu_si256(all.as_mut_ptr().cast(), self.0) }
        } else {
            let mask = mask(self.1, boards.len());
            // SAFETY: `self` proves AVX2; only boards within the slice are written.
            unsafe { _mm256_maskstore_epi64(boards.as_mut_ptr().cast(), mask, self.0) }
        }
    }

    #[inline(always)]
    fn stream(self, boards: Uncached<'_, T>) {
        let boards = boards.into_slice();
        match boards.first_chunk_mut::<4>() {
            Some(all) if all.as_ptr().addr().is_multiple_of(32) => {
                // SAFETY: `self` proves AVX2; the array holds 32 bytes and lies on a multiple of 32; that it
                // was `Uncached` means that `fence` is called before it is reached again.
                unsafe { _mm256_stream_si256(all.as_mut_ptr().cast(), self.0) }
            }
            _ => Boards::store(self, boards),
        }
    }
}

impl<T: Tier> Bytes for Ymm<T> {
    const PICKS: bool = true;

    #[inline(always)]
    fn load_bytes(proof: T, bytes: &[u8]) -> Self {
        let mut padded = [0; 32];
        let all = match bytes.first_chunk::<32>() {
            Some(all) => all,
            None => {
                padded[..bytes.len()].copy_from_slice(bytes);
                &padded
            }
        };
        // SAFETY: the token proves AVX2; the array holds 32 bytes, and no alignment is needed.
        Self(unsafe { _mm256_loadu_si256(all.as_ptr().cast()) }, proof)
    }

    #[inline(always)]
    fn pick_bytes(&self, at: Self) -> Self {
        // A shuffle of bytes stays within a half, so each half of `self` is loaded to both: from memory that takes no
        // shuffle. It looks at the lowest four bits of a number, and gives zero where the top bit is set.
        let halves: *const __m128i = core::ptr::from_ref(&self.0).cast();
        // SAFETY: two `Ymm` prove AVX2. The pointer comes from a reference to 32 bytes at a multiple of 32, so both halves
        // lie within them, at multiples of 16.
        let picked = unsafe {
            let low = _mm256_broadcastsi128_si256(_mm_load_si128(halves));
            let high = _mm256_broadcastsi128_si256(_mm_load_si128(halves.add(1)));
            let at = _mm256_and_si256(at.0, _mm256_set1_epi8(31));
            // Bit 4 of a number says which half.
            let top = _mm256_set1_epi8(i8::MIN);
            let is_high = _mm256_and_si256(_mm256_slli_epi16::<3>(at), top);
            let from_low = _mm256_or_si256(at, is_high);
            let from_high = _mm256_xor_si256(from_low, top);
            _mm256_or_si256(
                _mm256_shuffle_epi8(low, from_low),
                _mm256_shuffle_epi8(high, from_high),
            )
        };
        Self(picked, self.1)
    }

    #[inline(always)]
    fn write_chosen(self, chosen: u64, out: &mut [u8]) {
        let Some(out) = out.first_chunk_mut::<32>() else {
            return;
        };
        let mut words = [0; 4];
        Boards::store(self, &mut words);
        let mut at = 0;
        for (k, word) in words.into_iter().enumerate() {
            let eight = chosen >> (8 * k) & 0xff;
            // SAFETY: `self` proves BMI2.
            let gathered = unsafe { _pext_u64(word, _pdep_u64(eight, FILE_A) * 0xff) };
            // Of the words before this one at most 8 k bytes were written.
            if let Some(place) = out.get_mut(at..at + 8) {
                place.copy_from_slice(&gathered.to_le_bytes());
            }
            at += eight.count_ones() as usize;
        }
    }
}

impl<T: Tier> Lanes for Ymm<T>
where
    T: Isa<Register = Self>,
{
    const COMPLEMENT_WEST: bool = !T::GFNI;
    const MIRROR: bool = T::GFNI;
    const MATRIX: bool = T::GFNI;

    #[inline(always)]
    fn fence(_: T) {
        // SAFETY: the token proves AVX2, which includes SSE.
        unsafe { _mm_sfence() }
    }

    #[inline(always)]
    fn prefetch<U>(_: T, later: &U) {
        // SAFETY: the token proves AVX2, which includes SSE. A hint reads nothing.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(core::ptr::from_ref(later).cast()) }
    }

    #[inline(always)]
    fn shl(self, by: u32) -> Self {
        // SAFETY: `self` proves AVX2.
        Self(
            unsafe { _mm256_sllv_epi64(self.0, _mm256_set1_epi64x(by as i64)) },
            self.1,
        )
    }

    #[inline(always)]
    fn shr(self, by: u32) -> Self {
        // SAFETY: `self` proves AVX2.
        Self(
            unsafe { _mm256_srlv_epi64(self.0, _mm256_set1_epi64x(by as i64)) },
            self.1,
        )
    }

    #[inline(always)]
    fn shl_each(self, by: Self) -> Self {
        // SAFETY: `self` proves AVX2.
        Self(unsafe { _mm256_sllv_epi64(self.0, by.0) }, self.1)
    }

    #[inline(always)]
    fn shr_each(self, by: Self) -> Self {
        // SAFETY: `self` proves AVX2.
        Self(unsafe { _mm256_srlv_epi64(self.0, by.0) }, self.1)
    }

    #[inline(always)]
    fn add_bytes(self, other: Self) -> Self {
        // SAFETY: `self` proves AVX2.
        Self(unsafe { _mm256_add_epi8(self.0, other.0) }, self.1)
    }

    #[inline(always)]
    fn sub_bytes(self, other: Self) -> Self {
        // SAFETY: `self` proves AVX2.
        Self(unsafe { _mm256_sub_epi8(self.0, other.0) }, self.1)
    }

    #[inline(always)]
    fn interleave_low(self, other: Self) -> Self {
        // SAFETY: `self` proves AVX2.
        Self(unsafe { _mm256_unpacklo_epi8(self.0, other.0) }, self.1)
    }

    #[inline(always)]
    fn interleave_high(self, other: Self) -> Self {
        // SAFETY: `self` proves AVX2.
        Self(unsafe { _mm256_unpackhi_epi8(self.0, other.0) }, self.1)
    }

    #[inline(always)]
    fn empty_bytes(self) -> Self {
        // SAFETY: `self` proves AVX2.
        Self(
            unsafe { _mm256_cmpeq_epi8(self.0, _mm256_setzero_si256()) },
            self.1,
        )
    }

    #[inline(always)]
    fn empty_lanes(self) -> Self {
        // SAFETY: `self` proves AVX2.
        Self(
            unsafe { _mm256_cmpeq_epi64(self.0, _mm256_setzero_si256()) },
            self.1,
        )
    }

    #[inline(always)]
    fn mirror(self) -> Self {
        if T::GFNI {
            return self.affine(self.constant(MIRROR));
        }
        const REVERSED: [i8; 16] = [0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15];
        const RAISED: [i8; 16] = {
            let mut raised = REVERSED;
            let mut i = 0;
            while i < 16 {
                raised[i] <<= 4;
                i += 1;
            }
            raised
        };
        let (low, high) = self.look_up(RAISED, REVERSED);
        low | high
    }

    #[inline(always)]
    fn antitranspose(self) -> Self {
        if T::GFNI {
            return self.constant(IDENTITY).affine(self);
        }
        antitranspose_by_swaps(self)
    }

    #[inline(always)]
    fn west(self) -> Self {
        if T::GFNI {
            return self.affine(self.constant(WEST));
        }
        // SAFETY: `self` proves AVX2.
        let shifted = unsafe { _mm256_srli_epi16::<1>(self.0) };
        Self(shifted, self.1) & self.constant(0x7f7f_7f7f_7f7f_7f7f)
    }

    #[inline(always)]
    fn complement_west(self) -> Self {
        /// In assembly because the compiler makes shifts and masks of an average with a constant.
        #[inline]
        #[target_feature(enable = "avx2")]
        fn average(a: __m256i, b: __m256i) -> __m256i {
            let average;
            // SAFETY: the instruction is one of AVX2, and only computes.
            unsafe {
                asm!(
                    "vpavgb {}, {}, {}", out(ymm_reg) average, in(ymm_reg) a, in(ymm_reg) b,
                    options(pure, nomem, nostack, preserves_flags),
                );
            }
            average
        }
        // SAFETY: `self` proves AVX2.
        Self(unsafe { average(self.0, self.constant(-1).0) }, self.1)
    }

    #[inline(always)]
    fn count_bytes(self) -> Self {
        const ONES: [i8; 16] = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4];
        let (low, high) = self.look_up(ONES, ONES);
        low.add_bytes(high)
    }

    #[inline(always)]
    fn count_lanes(self) -> Self {
        // SAFETY: `self` proves AVX2.
        Self(
            unsafe { _mm256_sad_epu8(self.count_bytes().0, _mm256_setzero_si256()) },
            self.1,
        )
    }

    #[inline(always)]
    fn occupied_bytes(self) -> u64 {
        // SAFETY: `self` proves AVX2.
        let empty =
            unsafe { _mm256_movemask_epi8(_mm256_cmpeq_epi8(self.0, _mm256_setzero_si256())) };
        u64::from(!empty as u32)
    }

    #[inline(always)]
    fn spread_bit(self, bit: u32) -> Self {
        let bit = bit & 7;
        if T::GFNI {
            return self.affine(self.constant(SPREAD << bit));
        }
        // SAFETY: `self` proves AVX2. The bit goes to the top of its byte, which is then a negative number.
        let spread = unsafe {
            let top = _mm256_sll_epi16(self.0, _mm_cvtsi32_si128(7 - bit as i32));
            _mm256_cmpgt_epi8(_mm256_setzero_si256(), top)
        };
        Self(spread, self.1)
    }

    #[inline(always)]
    fn beside(self) -> Self {
        if T::GFNI {
            return self.affine(self.constant(BESIDE));
        }
        self.east() ^ self.west()
    }

    #[inline(always)]
    fn two_beside(self) -> Self {
        if T::GFNI {
            return self.affine(self.constant(TWO_BESIDE));
        }
        self.east().east() ^ self.west().west()
    }

    #[inline(always)]
    fn settle(registers: [Self; 8]) -> [Self; 8] {
        /// In a function of its own because the register class needs the feature.
        #[inline]
        #[target_feature(enable = "avx2")]
        fn settled<T>(mut x: [Ymm<T>; 8]) -> [Ymm<T>; 8] {
            // SAFETY: no instruction at all.
            unsafe {
                asm!(
                    "/* {} {} {} {} {} {} {} {} */",
                    inout(ymm_reg) x[0].0, inout(ymm_reg) x[1].0, inout(ymm_reg) x[2].0, inout(ymm_reg) x[3].0,
                    inout(ymm_reg) x[4].0, inout(ymm_reg) x[5].0, inout(ymm_reg) x[6].0, inout(ymm_reg) x[7].0,
                    options(nomem, nostack, preserves_flags),
                );
            }
            x
        }
        // SAFETY: eight `Ymm` prove AVX2.
        unsafe { settled(registers) }
    }

    #[inline(always)]
    fn add_sums(self, bytes: Self) -> Self {
        // SAFETY: two `Ymm` prove AVX2.
        Self(
            unsafe { _mm256_add_epi64(self.0, _mm256_sad_epu8(bytes.0, _mm256_setzero_si256())) },
            self.1,
        )
    }
}
