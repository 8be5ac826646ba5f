//! Memory that boards are written to, with ordinary or with non-temporal stores.

use crate::vector::NonTemporal;
use crate::{Isa, Pack};
use core::marker::PhantomData;

/// A slice to which packs of boards are written. With `NON_TEMPORAL` the stores bypass the caches, which pays only for
/// results far larger than the caches.
///
/// Non-temporal stores are not ordered with other accesses, so a fence must stand before any other access to the
/// memory. Only the drivers of this crate make such a writer. They borrow the memory, and fence before they give it
/// back. A write consumes the writer, and a writer stays on its thread:
///
/// ```compile_fail,E0277
/// fn to_another_thread<T: Send>() {}
/// to_another_thread::<setwise_core::PackWriter<'static, setwise_core::Scalar, true>>();
/// ```
#[derive(Debug)]
pub struct PackWriter<'a, I, const NON_TEMPORAL: bool> {
    boards: &'a mut [u64],
    isa: PhantomData<*const I>,
}

impl<'a, I: Isa> PackWriter<'a, I, false> {
    /// Returns a writer with ordinary stores.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn new(boards: &'a mut [u64]) -> Self {
        Self::over(boards)
    }
}

impl<'a, I: Isa, const NON_TEMPORAL: bool> PackWriter<'a, I, NON_TEMPORAL> {
    #[cfg_attr(not(unoptimized), inline(always))]
    const fn over(boards: &'a mut [u64]) -> Self {
        Self {
            boards,
            isa: PhantomData,
        }
    }

    /// Splits off the first `boards` boards, or all if there are fewer.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn split(self, boards: usize) -> (Self, Self) {
        let (first, rest) = self.boards.split_at_mut(boards.min(self.boards.len()));
        (Self::over(first), Self::over(rest))
    }

    /// Writes boards to the front of the slice. Boards that do not fit are left out.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn write<P: Pack<Token = I>>(self, boards: P) {
        if NON_TEMPORAL {
            boards.stream(PackWriter::over(self.boards));
        } else {
            boards.store(self.boards);
        }
    }

    /// Returns the memory.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn into_slice(self) -> &'a mut [u64] {
        self.boards
    }
}

/// Makes the writers of a driver. No [`PackWriter`] outlives it. Dropping it, also after a panic, runs a fence, which
/// orders the non-temporal stores before everything that follows. Until then the driver must not read or write the memory
/// of writers that are used up. The borrow checker does not see that.
pub(crate) struct Stores<I: Isa, const NON_TEMPORAL: bool>(I);

impl<I: Isa, const NON_TEMPORAL: bool> Stores<I, NON_TEMPORAL> {
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) const fn new(isa: I) -> Self {
        Self(isa)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn writer<'a>(&'a self, boards: &'a mut [u64]) -> PackWriter<'a, I, NON_TEMPORAL> {
        PackWriter::over(boards)
    }
}

impl<I: Isa, const NON_TEMPORAL: bool> Drop for Stores<I, NON_TEMPORAL> {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn drop(&mut self) {
        if NON_TEMPORAL {
            <I::Register as crate::Vector>::NonTemporal::fence(self.0);
        }
    }
}
