//! Where results go, and how they get there.

use crate::{Boards, Isa};
use core::marker::PhantomData;

mod sealed {
    pub trait Sealed {}
    impl Sealed for &mut [u64] {}
    impl<I> Sealed for super::Uncached<'_, I> {}
}

/// Memory that a pack of boards is written to: a slice, or an [`Uncached`] one.
pub trait Destination<I: Isa>: sealed::Sealed + Sized {
    /// The first `boards` boards, as far as it goes, and the rest.
    fn split(self, boards: usize) -> (Self, Self);

    /// Writes boards to the front, as far as it goes.
    fn put<B: Boards<Proof = I>>(self, boards: B);
}

impl<I: Isa> Destination<I> for &mut [u64] {
    #[inline(always)]
    fn split(self, boards: usize) -> (Self, Self) {
        self.split_at_mut(boards.min(self.len()))
    }

    #[inline(always)]
    fn put<B: Boards<Proof = I>>(self, boards: B) {
        boards.store(self);
    }
}

/// A slice to be written past the caches ([`Boards::stream`], non-temporal stores), which pays only for results far larger
/// than those.
///
/// Such stores are not ordered with other accesses, so nobody may reach the memory before a [`fence`](Isa::fence) of the
/// instruction set and the thread that made them. Only the drivers of this crate ([`batch`](crate::batch)) make such a
/// value; they borrow the memory, and fence before they give it back. Whoever writes gives the value away, and cannot
/// look at the memory afterwards. It stays on its thread:
///
/// ```compile_fail,E0277
/// fn to_another_thread<T: Send>() {}
/// to_another_thread::<setwise_core::Uncached<'static, setwise_core::Scalar>>();
/// ```
#[derive(Debug)]
pub struct Uncached<'a, I> {
    boards: &'a mut [u64],
    by: PhantomData<*const I>,
}

impl<'a, I> Uncached<'a, I> {
    /// That only [`Streams`] gets one is what the vector files rest on.
    #[inline(always)]
    const fn new(boards: &'a mut [u64]) -> Self {
        Self {
            boards,
            by: PhantomData,
        }
    }

    /// The memory, to be written in whatever way.
    #[inline(always)]
    pub const fn into_slice(self) -> &'a mut [u64] {
        self.boards
    }
}

impl<I: Isa> Destination<I> for Uncached<'_, I> {
    #[inline(always)]
    fn split(self, boards: usize) -> (Self, Self) {
        let (first, rest) = Destination::<I>::split(self.boards, boards);
        (Self::new(first), Self::new(rest))
    }

    #[inline(always)]
    fn put<B: Boards<Proof = I>>(self, boards: B) {
        boards.stream(self);
    }
}

/// How the drivers write: makes a [`Destination`] of the memory of each pack.
pub(crate) trait Way<I: Isa>: Copy {
    /// What memory becomes.
    type Out<'a>: Destination<I>
    where
        Self: 'a;

    /// Such memory.
    fn to<'a>(self, boards: &'a mut [u64]) -> Self::Out<'a>
    where
        Self: 'a;
}

/// With ordinary stores.
#[derive(Clone, Copy)]
pub(crate) struct Stores;

impl<I: Isa> Way<I> for Stores {
    type Out<'a> = &'a mut [u64];

    #[inline(always)]
    fn to<'a>(self, boards: &'a mut [u64]) -> &'a mut [u64]
    where
        Self: 'a,
    {
        boards
    }
}

/// Past the caches. No [`Uncached`] outlives it, and when it is dropped, after a panic too, it orders what was written
/// before whatever follows.
pub(crate) struct Streams<I: Isa>(I);

impl<I: Isa> Streams<I> {
    #[inline(always)]
    pub(crate) const fn new(isa: I) -> Self {
        Self(isa)
    }
}

impl<I: Isa> Drop for Streams<I> {
    #[inline(always)]
    fn drop(&mut self) {
        self.0.fence();
    }
}

impl<'s, I: Isa> Way<I> for &'s Streams<I> {
    type Out<'a>
        = Uncached<'a, I>
    where
        's: 'a;

    #[inline(always)]
    fn to<'a>(self, boards: &'a mut [u64]) -> Uncached<'a, I>
    where
        's: 'a,
    {
        Uncached::new(boards)
    }
}
