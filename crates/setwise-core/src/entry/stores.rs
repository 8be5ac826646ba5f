//! Writers of results, and the fence after them.

use crate::vector::{NonTemporal, Vector};
use crate::{columns::PackWriter, isa::Isa};

/// Makes the writers of a driver. No [`PackWriter`] outlives it. Dropping it, even after a panic,
/// runs a fence, which orders the non-temporal stores before everything that follows. Until then
/// the driver must not access the memory of used writers, which the borrow checker does not see.
pub(super) struct Stores<I: Isa, const NON_TEMPORAL: bool>(I);

impl<I: Isa, const NON_TEMPORAL: bool> Stores<I, NON_TEMPORAL> {
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) const fn new(isa: I) -> Self {
        Self(isa)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn writer<'a>(&'a self, boards: &'a mut [u64]) -> PackWriter<'a, I, NON_TEMPORAL> {
        PackWriter::over(boards)
    }
}

impl<I: Isa, const NON_TEMPORAL: bool> Drop for Stores<I, NON_TEMPORAL> {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn drop(&mut self) {
        if NON_TEMPORAL {
            <I::Register as Vector>::NonTemporal::fence(self.0);
        }
    }
}
