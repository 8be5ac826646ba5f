//! Memory of a batch.

use crate::memory::output;
use crate::status::{Failure, Status};
use core::mem::offset_of;
use setwise_loader::{Batch, Rows};
use std::ops::Range;

/// Memory of the caller for a batch, as C states it.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct BatchMemory {
    /// The size of the structure.
    pub size: usize,
    /// The number of rows that there is memory for.
    pub rows: usize,
    /// The features of the first perspective.
    pub first: *mut i32,
    /// The features of the second perspective.
    pub second: *mut i32,
    /// The number of entries of the features of each perspective.
    pub entries: usize,
    /// The number of entries of a padded row; 0 for rows without gaps.
    pub stride: usize,
    /// For rows without gaps: `rows + 1` offsets. Else null.
    pub offsets: *mut i32,
    /// The scores.
    pub score: *mut f32,
    /// The outcomes.
    pub outcome: *mut f32,
    /// Whether White is to move.
    pub white: *mut f32,
    /// The numbers of pieces.
    pub pieces: *mut i32,
}

// The header asserts the same numbers.
#[cfg(target_pointer_width = "64")]
const _: () = {
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
        let is_padded = self.stride > 0;
        let offsets = match is_padded {
            true => 0,
            false => self.rows.saturating_add(1),
        };
        self.check_overlap(offsets)?;
        // SAFETY: the caller promises the memory, which does not overlap.
        let batch = unsafe {
            let first = output("first", self.first, self.entries)?;
            let second = output("second", self.second, self.entries)?;
            let offsets = output("offsets", self.offsets, offsets)?;
            Batch {
                rows: match is_padded {
                    true => Rows::Padded {
                        first,
                        second,
                        stride: self.stride,
                    },
                    false => Rows::Csr {
                        first,
                        second,
                        offsets,
                    },
                },
                score: output("score", self.score, self.rows)?,
                outcome: output("outcome", self.outcome, self.rows)?,
                white: output("white", self.white, self.rows)?,
                pieces: output("pieces", self.pieces, self.rows)?,
            }
        };
        Ok(batch)
    }

    /// All outputs have entries of four bytes.
    fn check_overlap(&self, offsets: usize) -> Result<(), Failure> {
        let span = |address: usize, count: usize| -> Range<usize> {
            address..address.saturating_add(count.saturating_mul(4))
        };
        let mut spans = [
            span(self.first.addr(), self.entries),
            span(self.second.addr(), self.entries),
            span(self.offsets.addr(), offsets),
            span(self.score.addr(), self.rows),
            span(self.outcome.addr(), self.rows),
            span(self.white.addr(), self.rows),
            span(self.pieces.addr(), self.rows),
        ];
        spans.sort_by_key(|span| (span.start, span.end));
        let used = || {
            spans
                .iter()
                .filter(|span| !span.is_empty() && span.start != 0)
        };
        match used().zip(used().skip(1)).any(|(a, b)| b.start < a.end) {
            true => Err(Failure::new(
                Status::Overlap,
                "outputs of the batch overlap",
            )),
            false => Ok(()),
        }
    }
}
