//! Memory of a batch.

use crate::status::Failure;
use setwise_ffi::{Output, disjoint};
use setwise_loader::{Batch, FeatureMemory};

/// Memory of the caller for a batch, as C states it.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
#[expect(missing_docs, reason = "the header describes the fields")]
pub struct BatchMemory {
    pub size: usize,
    pub rows: usize,
    pub first: *mut i32,
    pub second: *mut i32,
    pub entries: usize,
    pub stride: usize,
    pub offsets: *mut i32,
    pub score: *mut f32,
    pub outcome: *mut f32,
    pub white: *mut f32,
    pub pieces: *mut i32,
}

// The header asserts the same numbers.
#[cfg(target_pointer_width = "64")]
const _: () = {
    use core::mem::offset_of;
    assert!(size_of::<BatchMemory>() == 88 && offset_of!(BatchMemory, entries) == 32);
    assert!(offset_of!(BatchMemory, pieces) == 80);
};

impl BatchMemory {
    /// Returns the memory as slices.
    ///
    /// # Safety
    /// Pointers that are neither null nor misaligned point to as many values as the fields state,
    /// which nothing else uses during `'a`.
    pub(crate) unsafe fn batch<'a>(&self) -> Result<Batch<'a>, Failure> {
        let (rows, stride) = (self.rows, self.stride);
        let ends = match stride {
            0 => rows.saturating_add(1),
            _ => 0,
        };
        let first = Output::checked("first", self.first, self.entries)?;
        let second = Output::checked("second", self.second, self.entries)?;
        let offsets = Output::checked("offsets", self.offsets, ends)?;
        let score = Output::checked("score", self.score, rows)?;
        let outcome = Output::checked("outcome", self.outcome, rows)?;
        let white = Output::checked("white", self.white, rows)?;
        let pieces = Output::checked("pieces", self.pieces, rows)?;
        let ints = [&first, &second, &offsets, &pieces].map(Output::span);
        let floats = [&score, &outcome, &white].map(Output::span);
        disjoint(&[ints.as_slice(), &floats].concat(), &[])?;
        // SAFETY: the caller promises the memory, which does not overlap.
        unsafe {
            let (first, second) = (first.slice(), second.slice());
            let features = match offsets.slice() {
                [] => FeatureMemory::Padded {
                    first,
                    second,
                    stride,
                },
                offsets => FeatureMemory::Csr {
                    first,
                    second,
                    offsets,
                },
            };
            Ok(Batch {
                features,
                mover_score: score.slice(),
                outcome: outcome.slice(),
                white: white.slice(),
                pieces: pieces.slice(),
            })
        }
    }
}
