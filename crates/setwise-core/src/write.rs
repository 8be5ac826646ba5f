//! How results get to memory.

use crate::Boards;

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Stores {}
    impl Sealed for super::Streams {}
}

/// A way to write boards: [`Stores`] or [`Streams`].
pub trait Write: sealed::Sealed + Copy {
    /// Writes boards to the front of a slice, as far as it goes.
    fn put<B: Boards>(self, boards: B, out: &mut [u64]);
}

/// Ordinary stores.
#[derive(Clone, Copy, Debug)]
pub struct Stores;

impl Write for Stores {
    #[inline(always)]
    fn put<B: Boards>(self, boards: B, out: &mut [u64]) {
        boards.store(out);
    }
}

/// Stores past the caches: they pay only for results far larger than those.
///
/// They are not ordered with other accesses, so nobody may reach the memory before a [`Boards::fence`]. The
/// value stands for that promise; only the drivers of this crate ([`batch`](crate::batch)), which keep it, can make one.
/// They keep it for the slices that they hand out: a [`Boards::stream`] of your own must write to its slice and nowhere else.
#[derive(Clone, Copy, Debug)]
pub struct Streams(());

impl Streams {
    /// Whoever asks for it keeps the promise.
    #[inline(always)]
    pub(crate) const fn promise() -> Self {
        Self(())
    }
}

impl Write for Streams {
    #[inline(always)]
    fn put<B: Boards>(self, boards: B, out: &mut [u64]) {
        boards.stream(out, self);
    }
}
