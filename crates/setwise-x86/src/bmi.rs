//! 64-bit words on CPUs with BMI1, LZCNT and POPCNT.
//!
//! The compiler chooses the instructions (ANDN, TZCNT, LZCNT, POPCNT). A [`Word`] works like a
//! `u64` and holds the token.

use core::ops::{BitAnd, BitOr, BitXor, Not};
use setwise_core::{Isa, Ordinary, Scalar, Vector};

#[expect(
    unnameable_types,
    reason = "a trait that nobody can name cannot be implemented elsewhere"
)]
pub(crate) mod sealed {
    pub trait Sealed {}
}

/// An instruction set that computes in 64-bit words.
pub trait WordLevel: sealed::Sealed + Isa {}

/// One board, and the token of its instruction set.
#[derive(Clone, Copy, Debug)]
pub struct Word<T>(u64, T);

impl<T: WordLevel> BitAnd for Word<T> {
    type Output = Self;
    #[cfg_attr(not(unoptimized), inline(always))]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0, self.1)
    }
}

impl<T: WordLevel> BitOr for Word<T> {
    type Output = Self;
    #[cfg_attr(not(unoptimized), inline(always))]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0, self.1)
    }
}

impl<T: WordLevel> BitXor for Word<T> {
    type Output = Self;
    #[cfg_attr(not(unoptimized), inline(always))]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0, self.1)
    }
}

impl<T: WordLevel> Not for Word<T> {
    type Output = Self;
    #[cfg_attr(not(unoptimized), inline(always))]
    fn not(self) -> Self {
        Self(!self.0, self.1)
    }
}

setwise_core::portable_byte_vector!(Word<T>, T: WordLevel);

impl<T> setwise_core::sealed::Sealed for Word<T> {}

impl<T> Vector for Word<T>
where
    T: WordLevel + Isa<Register = Self>,
{
    type Token = T;
    type NonTemporal = Ordinary;
    const LANES: usize = 1;
    const PART: usize = 8;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn token(self) -> T {
        self.1
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn splat(token: T, board: u64) -> Self {
        Self(board, token)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn load(token: T, boards: &[u64]) -> Self {
        Self(Vector::load(Scalar, boards), token)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn store(self, boards: &mut [u64]) {
        Vector::store(self.0, boards);
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn shl(self, by: u32) -> Self {
        Self(self.0 << by, self.1)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn shr(self, by: u32) -> Self {
        Self(self.0 >> by, self.1)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn shl_each(self, by: Self) -> Self {
        Self(self.0.shl_each(by.0), self.1)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn shr_each(self, by: Self) -> Self {
        Self(self.0.shr_each(by.0), self.1)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn rotate_each(self, by: Self) -> Self {
        Self(self.0.rotate_each(by.0), self.1)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn add_bytes(self, other: Self) -> Self {
        Self(self.0.add_bytes(other.0), self.1)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn sub_bytes(self, other: Self) -> Self {
        Self(self.0.sub_bytes(other.0), self.1)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn interleave_low(self, other: Self) -> Self {
        Self(self.0.interleave_low(other.0), self.1)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn interleave_high(self, other: Self) -> Self {
        Self(self.0.interleave_high(other.0), self.1)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn empty_bytes(self) -> Self {
        Self(self.0.empty_bytes(), self.1)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn empty_lanes(self) -> Self {
        Self(self.0.empty_lanes(), self.1)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn east(self) -> Self {
        Self(self.0.east(), self.1)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn west(self) -> Self {
        Self(self.0.west(), self.1)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn count_lanes(self) -> Self {
        Self(self.0.count_lanes(), self.1)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn union_of_lanes(self) -> u64 {
        self.0
    }
}
