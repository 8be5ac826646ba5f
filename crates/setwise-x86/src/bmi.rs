//! 64-bit words on CPUs with BMI1, LZCNT and POPCNT. All unsafe code of this tier is in this file.
//!
//! The instructions are chosen by the compiler (ANDN, TZCNT, LZCNT, POPCNT): a [`Word`] works like a `u64`, but
//! proves that the code around it may be compiled for them.

use core::ops::{BitAnd, BitOr, BitXor, Not};
use setwise_core::{Boards, Bytes, Lanes, Scalar};

setwise_core::instruction_set! {
    /// The CPU has BMI1, LZCNT and POPCNT. Both of the bit scans are asked for: on a CPU without them TZCNT and
    /// LZCNT silently execute as BSF and BSR.
    pub struct Bmi = "bmi", Word, std::arch::is_x86_feature_detected, ["bmi1", "lzcnt", "popcnt"];
    // SAFETY: the detector is the standard library's, and only the macro makes the token.
    unsafe impl Promise for Bmi {}
}

/// One board.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Word(u64);

impl BitAnd for Word {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Word {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitXor for Word {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl Not for Word {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl Boards for Word {
    type Proof = Bmi;
    const COUNT: usize = 1;

    #[inline(always)]
    fn proof(self) -> Bmi {
        // SAFETY: `here` asks for the features that `self` proves.
        unsafe { Bmi::here() }
    }

    #[inline(always)]
    fn splat(_: Bmi, board: u64) -> Self {
        Self(board)
    }

    #[inline(always)]
    fn load(_: Bmi, boards: &[u64]) -> Self {
        Self(u64::load(Scalar, boards))
    }

    #[inline(always)]
    fn store(self, boards: &mut [u64]) {
        Boards::store(self.0, boards);
    }
}

impl Bytes for Word {}

impl Lanes for Word {
    const PART: usize = 8;

    #[inline(always)]
    fn shl(self, by: u32) -> Self {
        Self(self.0 << by)
    }

    #[inline(always)]
    fn shr(self, by: u32) -> Self {
        Self(self.0 >> by)
    }

    #[inline(always)]
    fn shl_each(self, by: Self) -> Self {
        Self(self.0.shl_each(by.0))
    }

    #[inline(always)]
    fn shr_each(self, by: Self) -> Self {
        Self(self.0.shr_each(by.0))
    }

    #[inline(always)]
    fn rotate_each(self, by: Self) -> Self {
        Self(self.0.rotate_each(by.0))
    }

    #[inline(always)]
    fn add_bytes(self, other: Self) -> Self {
        Self(self.0.add_bytes(other.0))
    }

    #[inline(always)]
    fn sub_bytes(self, other: Self) -> Self {
        Self(self.0.sub_bytes(other.0))
    }

    #[inline(always)]
    fn interleave_low(self, other: Self) -> Self {
        Self(self.0.interleave_low(other.0))
    }

    #[inline(always)]
    fn interleave_high(self, other: Self) -> Self {
        Self(self.0.interleave_high(other.0))
    }

    #[inline(always)]
    fn empty_bytes(self) -> Self {
        Self(self.0.empty_bytes())
    }

    #[inline(always)]
    fn empty_lanes(self) -> Self {
        Self(self.0.empty_lanes())
    }

    #[inline(always)]
    fn east(self) -> Self {
        Self(self.0.east())
    }

    #[inline(always)]
    fn west(self) -> Self {
        Self(self.0.west())
    }

    #[inline(always)]
    fn count_lanes(self) -> Self {
        Self(self.0.count_lanes())
    }

    #[inline(always)]
    fn union_of_lanes(self) -> u64 {
        self.0
    }
}
