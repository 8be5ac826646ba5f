//! 128-bit vectors, with and without SHA3. All unsafe code of NEON is in this file.
//!
//! Every block rests on the same argument: the instructions are those of NEON (or of SHA3, where [`Tier::SHA3`] says
//! that the token stands for it), and a [`Quad`] cannot be made without its token. Memory is only reached through
//! references to arrays of the size of the access.

use core::arch::aarch64::*;
use core::arch::asm;
use core::ops::{BitAnd, BitOr, BitXor, Not};
use setwise_core::{Boards, Bytes, Isa, Lanes, padded};

setwise_core::instruction_set! {
    /// The CPU has NEON (Advanced SIMD), as ARMv8.0-A has it.
    pub struct Neon = "neon", Quad<Self>, std::arch::is_aarch64_feature_detected, ["neon"];
    // SAFETY: the detector is the standard library's, and only the macro makes the token.
    unsafe impl Promise for Neon {}
}

setwise_core::instruction_set! {
    /// The CPU has NEON and the three-input operations of SHA3 (FEAT_SHA3, optional from ARMv8.2-A on).
    pub struct NeonSha3 = "neon-sha3", Quad<Self>, std::arch::is_aarch64_feature_detected, ["neon", "sha3"];
    // SAFETY: the detector is the standard library's, and only the macro makes the token.
    unsafe impl Promise for NeonSha3 {}
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Neon {}
    impl Sealed for super::NeonSha3 {}
}

/// A tier that computes in 128 bits.
pub trait Tier: sealed::Sealed + Isa {
    /// Are there the instructions of SHA3? The token proves them if this is true.
    const SHA3: bool;
}

impl Tier for Neon {
    const SHA3: bool = false;
}

impl Tier for NeonSha3 {
    const SHA3: bool = true;
}

/// Two boards in a quadword register, and the proof of their tier.
#[derive(Clone, Copy, Debug)]
pub struct Quad<T>(uint8x16_t, T);

impl<T: Tier> Quad<T> {
    #[inline(always)]
    fn words(self) -> uint64x2_t {
        // SAFETY: `self` proves NEON.
        unsafe { vreinterpretq_u64_u8(self.0) }
    }

    #[inline(always)]
    fn of_words(words: uint64x2_t, proof: T) -> Self {
        // SAFETY: the token proves NEON.
        Self(unsafe { vreinterpretq_u8_u64(words) }, proof)
    }

    /// Every lane shifted to the left, or to the right by the number that its negative is.
    #[inline(always)]
    fn shifted(self, by: int64x2_t) -> Self {
        // SAFETY: `self` proves NEON.
        Self::of_words(unsafe { vshlq_u64(self.words(), by) }, self.1)
    }
}

impl<T: Tier> BitAnd for Quad<T> {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        // SAFETY: `self` proves NEON.
        Self(unsafe { vandq_u8(self.0, other.0) }, self.1)
    }
}

impl<T: Tier> BitOr for Quad<T> {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        // SAFETY: `self` proves NEON.
        Self(unsafe { vorrq_u8(self.0, other.0) }, self.1)
    }
}

impl<T: Tier> BitXor for Quad<T> {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        // SAFETY: `self` proves NEON.
        Self(unsafe { veorq_u8(self.0, other.0) }, self.1)
    }
}

impl<T: Tier> Not for Quad<T> {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        // SAFETY: `self` proves NEON.
        Self(unsafe { vmvnq_u8(self.0) }, self.1)
    }
}

impl<T: Tier> Boards for Quad<T> {
    type Proof = T;
    const COUNT: usize = 2;

    #[inline(always)]
    fn proof(self) -> T {
        self.1
    }

    #[inline(always)]
    fn splat(proof: T, board: u64) -> Self {
        // SAFETY: the token proves NEON.
        Self::of_words(unsafe { vdupq_n_u64(board) }, proof)
    }

    #[inline(always)]
    fn load(proof: T, boards: &[u64]) -> Self {
        let short;
        let all = match boards.first_chunk::<2>() {
            Some(all) => all,
            None => {
                short = padded::<2>(boards);
                &short
            }
        };
        // SAFETY: the token proves NEON; the array holds 16 bytes.
        Self::of_words(unsafe { vld1q_u64(all.as_ptr()) }, proof)
    }

    #[inline(always)]
    fn store(self, boards: &mut [u64]) {
        if let Some(all) = boards.first_chunk_mut::<2>() {
            // SAFETY: `self` proves NEON; the array holds 16 bytes.
            unsafe { vst1q_u64(all.as_mut_ptr(), self.words()) }
        } else if let Some(first) = boards.first_mut() {
            // SAFETY: `self` proves NEON.
            *first = unsafe { vgetq_lane_u64::<0>(self.words()) };
        }
    }
}

impl<T: Tier> Bytes for Quad<T> {
    const PICKS: bool = cfg!(target_endian = "little");

    #[cfg(target_endian = "little")]
    #[inline(always)]
    fn pick_bytes(&self, at: Self) -> Self {
        // SAFETY: two `Quad` prove NEON.
        let picked = unsafe { vqtbl1q_u8(self.0, vandq_u8(at.0, vdupq_n_u8(15))) };
        Self(picked, self.1)
    }
}

impl<T: Tier> Lanes for Quad<T>
where
    T: Isa<Register = Self>,
{
    const REGISTERS: usize = 32;
    const MIRROR: bool = true;
    const SIGNED: bool = true;
    const RANKS: bool = cfg!(target_endian = "little");

    #[inline(always)]
    fn shl(self, by: u32) -> Self {
        // SAFETY: `self` proves NEON.
        self.shifted(unsafe { vdupq_n_s64(by as i64) })
    }

    #[inline(always)]
    fn shr(self, by: u32) -> Self {
        // SAFETY: `self` proves NEON.
        self.shifted(unsafe { vdupq_n_s64(-(by as i64)) })
    }

    #[inline(always)]
    fn shl_each(self, by: Self) -> Self {
        // SAFETY: `self` proves NEON.
        self.shifted(unsafe { vreinterpretq_s64_u8(by.0) })
    }

    #[inline(always)]
    fn shr_each(self, by: Self) -> Self {
        // SAFETY: `self` proves NEON.
        self.shifted(unsafe { vnegq_s64(vreinterpretq_s64_u8(by.0)) })
    }

    #[inline(always)]
    fn shift_each(self, by: Self) -> Self {
        // SAFETY: `self` proves NEON.
        self.shifted(unsafe { vreinterpretq_s64_u8(by.0) })
    }

    #[inline(always)]
    fn add_bytes(self, other: Self) -> Self {
        // SAFETY: `self` proves NEON.
        Self(unsafe { vaddq_u8(self.0, other.0) }, self.1)
    }

    #[inline(always)]
    fn sub_bytes(self, other: Self) -> Self {
        // SAFETY: `self` proves NEON.
        Self(unsafe { vsubq_u8(self.0, other.0) }, self.1)
    }

    #[inline(always)]
    fn interleave_low(self, other: Self) -> Self {
        // SAFETY: `self` proves NEON.
        Self(unsafe { vzip1q_u8(self.0, other.0) }, self.1)
    }

    #[inline(always)]
    fn interleave_high(self, other: Self) -> Self {
        // SAFETY: `self` proves NEON.
        Self(unsafe { vzip2q_u8(self.0, other.0) }, self.1)
    }

    #[inline(always)]
    fn empty_bytes(self) -> Self {
        // SAFETY: `self` proves NEON.
        Self(unsafe { vceqzq_u8(self.0) }, self.1)
    }

    #[inline(always)]
    fn empty_lanes(self) -> Self {
        // SAFETY: `self` proves NEON.
        Self::of_words(unsafe { vceqzq_u64(self.words()) }, self.1)
    }

    #[inline(always)]
    fn mirror(self) -> Self {
        // SAFETY: `self` proves NEON.
        Self(unsafe { vrbitq_u8(self.0) }, self.1)
    }

    #[inline(always)]
    fn west(self) -> Self {
        // SAFETY: `self` proves NEON.
        Self(unsafe { vshrq_n_u8::<1>(self.0) }, self.1)
    }

    #[inline(always)]
    fn insert(self, a: Self, mask: Self) -> Self {
        // SAFETY: `self` proves NEON.
        Self(unsafe { vbslq_u8(mask.0, a.0, self.0) }, self.1)
    }

    /// In assembly, because the compiler chooses among the three forms of the instruction so late that it has to
    /// copy a register for most of them.
    #[inline(always)]
    fn insert_outside(self, a: Self, mask: Self) -> Self {
        let mut x = a.0;
        // SAFETY: `self` proves NEON; the instruction works on nothing but these registers.
        unsafe {
            asm!(
                "bit {x:v}.16b, {set:v}.16b, {mask:v}.16b",
                x = inout(vreg) x, set = in(vreg) self.0, mask = in(vreg) mask.0,
                options(pure, nomem, nostack, preserves_flags),
            );
        }
        Self(x, self.1)
    }

    /// BIT overwrites `a`, which then has to be copied first; BCAX does not. The intrinsic wants to be in a function with the
    /// target feature, which this method cannot have.
    #[inline(always)]
    fn insert_outside_keeping(self, a: Self, mask: Self) -> Self {
        if !T::SHA3 {
            return self.insert_outside(a, mask);
        }
        #[inline]
        #[target_feature(enable = "neon,sha3")]
        fn bcax(set: uint8x16_t, a: uint8x16_t, mask: uint8x16_t) -> uint8x16_t {
            vbcaxq_u8(set, a, mask)
        }
        // SAFETY: the token in `self` proves SHA3.
        Self(unsafe { bcax(self.0, a.0, mask.0) }, self.1)
    }

    /// Four rounds of interleaving are three of the opposite, and two of those can be had with the load, if the
    /// bytes in memory go from the first rank to the last.
    #[cfg(target_endian = "little")]
    #[inline(always)]
    fn load_ranks(proof: T, boards: &[u64]) -> [Self; 8] {
        let short;
        let all = match boards.first_chunk::<16>() {
            Some(all) => all,
            None => {
                short = padded::<16>(boards);
                &short
            }
        };
        let [a, b] = [&all[..8], &all[8..]];
        // SAFETY: the token proves NEON; either half of the array holds 64 bytes.
        unsafe {
            let (a, b) = (vld4q_u8(a.as_ptr().cast()), vld4q_u8(b.as_ptr().cast()));
            [
                Self(vuzp1q_u8(a.0, b.0), proof),
                Self(vuzp1q_u8(a.1, b.1), proof),
                Self(vuzp1q_u8(a.2, b.2), proof),
                Self(vuzp1q_u8(a.3, b.3), proof),
                Self(vuzp2q_u8(a.0, b.0), proof),
                Self(vuzp2q_u8(a.1, b.1), proof),
                Self(vuzp2q_u8(a.2, b.2), proof),
                Self(vuzp2q_u8(a.3, b.3), proof),
            ]
        }
    }

    /// An assembly block without an instruction, that is said to reach memory and to change the registers.
    #[inline(always)]
    fn settle(mut x: [Self; 8]) -> [Self; 8] {
        // SAFETY: nothing is done.
        unsafe {
            asm!(
                "/* {:v} {:v} {:v} {:v} {:v} {:v} {:v} {:v} */",
                inout(vreg) x[0].0, inout(vreg) x[1].0, inout(vreg) x[2].0, inout(vreg) x[3].0,
                inout(vreg) x[4].0, inout(vreg) x[5].0, inout(vreg) x[6].0, inout(vreg) x[7].0,
                options(nostack, preserves_flags),
            );
        }
        x
    }

    #[inline(always)]
    fn count_bytes(self) -> Self {
        // SAFETY: `self` proves NEON.
        Self(unsafe { vcntq_u8(self.0) }, self.1)
    }

    #[inline(always)]
    fn count_lanes(self) -> Self {
        // SAFETY: `self` proves NEON.
        let sums = unsafe { vpaddlq_u32(vpaddlq_u16(vpaddlq_u8(self.count_bytes().0))) };
        Self::of_words(sums, self.1)
    }

    #[inline(always)]
    fn union_of_lanes(self) -> u64 {
        let words = self.words();
        // SAFETY: `self` proves NEON.
        unsafe { vgetq_lane_u64::<0>(words) | vgetq_lane_u64::<1>(words) }
    }
}
