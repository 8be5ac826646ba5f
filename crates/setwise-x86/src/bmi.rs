//! 64-bit words on CPUs with BMI1, LZCNT and POPCNT.
//!
//! The compiler chooses the instructions (ANDN, TZCNT, LZCNT, POPCNT). A [`Word`] works like a
//! `u64` and holds the token.

use crate::tokens::Bmi2;
use core::arch::x86_64::{_pdep_u64, _pext_u64};
use setwise_core::{Isa, Ordinary, Scalar, Vector};

#[expect(
    unnameable_types,
    reason = "nobody else can implement a trait without a name"
)]
pub(crate) mod sealed {
    pub trait Sealed {}
}

/// An instruction set that computes in 64-bit words.
pub trait WordLevel: sealed::Sealed + Isa {}

/// One board, and the token of its instruction set.
#[derive(Clone, Copy, Debug)]
pub struct Word<T>(u64, T);

setwise_core::operators! { [T: WordLevel] Word<T>, |a, b|
    and Self(a.0 & b.0, a.1), or Self(a.0 | b.0, a.1), xor Self(a.0 ^ b.0, a.1), not Self(!a.0, a.1)
}

setwise_core::portable_byte_vector!(Word<T>, T: WordLevel);

impl<T> setwise_core::internal::Sealed for Word<T> {}

/// Writes methods that compute as those of `u64`.
macro_rules! as_word {
    ($($name:ident($($other:ident)?))+) => {$(
        #[cfg_attr(not(unoptimized), inline(always))]
        fn $name(self $(, $other: Self)?) -> Self {
            Self(self.0.$name($($other.0)?), self.1)
        }
    )+};
}

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

    as_word! { shl_each(by) shr_each(by) rotate_each(by) add_bytes(other) sub_bytes(other) }
    as_word! { interleave_low(other) interleave_high(other) empty_bytes() empty_lanes() }
    as_word! { east() west() count_lanes() }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn union_of_lanes(self) -> u64 {
        self.0
    }
}

/// The operations of `setwise-binpack`.
impl Bmi2 {
    /// Moves the lowest bits of a word to those of a mask (PDEP).
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn deposit(self, word: u64, mask: u64) -> u64 {
        Bmi2!(self, fn(word: u64 = word, mask: u64 = mask) -> u64 { _pdep_u64(word, mask) })
    }

    /// Moves the bits of a mask to the lowest ones (PEXT).
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn extract(self, word: u64, mask: u64) -> u64 {
        Bmi2!(self, fn(word: u64 = word, mask: u64 = mask) -> u64 { _pext_u64(word, mask) })
    }
}
