//! Functions that are written over packs and compiled once for each instruction set.

use crate::{isa::Isa, pack::Pack};

/// A function with a fixed signature, written over packs. [`Isa::pointer`]
/// compiles it for an instruction set and returns a plain function pointer. (A
/// [`Task`](crate::Task) carries data; a `Function` is only code.)
pub trait Function: 'static {
    /// The first argument. There are two, so that the words of a position travel in registers
    /// (docs/notes/one-position-calls.md).
    type First<'a>;
    /// The second argument.
    type Second<'a>;
    /// The result.
    type Output;
    /// Computes the result. Mark it `#[inline(always)]`.
    fn call<P: Pack>(
        token: P::Token,
        first: Self::First<'_>,
        second: Self::Second<'_>,
    ) -> Self::Output;
}

/// A function of two slices into a third, written over packs. All three pointers and lengths travel
/// in registers (docs/notes/fills.md). [`Isa::slice_pointer`] compiles it.
pub trait SliceFunction: 'static {
    /// Computes each board of `out` from those of `first` and `second` with the same index. The
    /// slices have the same length. Mark it `#[inline(always)]`.
    fn call<P: Pack>(token: P::Token, first: &[u64], second: &[u64], out: &mut [u64]);
}

/// A pointer to a [`SliceFunction`] that is compiled for some instruction set.
pub type SlicePointer = for<'a> fn(&'a [u64], &'a [u64], &'a mut [u64]);

/// Code and data for a single instruction set. Unlike a [`Task`](crate::Task) or a [`Function`], it
/// may use operations that only this register has. [`Isa::run_hand_written`] compiles it.
pub trait HandWritten<I: Isa> {
    /// The result.
    type Output;
    /// Computes the result. Mark it `#[inline(always)]`.
    fn run(self, token: I) -> Self::Output;
}

/// A pointer to a [`Function`] that is compiled for some instruction set.
pub type Pointer<F> =
    for<'a> fn(<F as Function>::First<'a>, <F as Function>::Second<'a>) -> <F as Function>::Output;
