//! Memory of a batch.

use setwise_ffi::{Failure, Output, disjoint};
use setwise_loader::{Batch, FeatureMemory};

/// Memory for a batch. Labels are as the side to move sees them.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct BatchMemory {
    /// The size of this structure in bytes.
    pub size: usize,
    /// The number of rows that there is memory for.
    pub rows: usize,
    /// The indices of the features of the first perspective.
    pub first: *mut i32,
    /// The indices of the features of the second perspective.
    pub second: *mut i32,
    /// The number of entries of each perspective.
    pub entries: usize,
    /// Row i begins at entry i * stride; -1 follows its features. 0: rows without gaps.
    pub stride: usize,
    /// Without gaps: rows + 1 offsets. Row i is from `offsets[i]` to `offsets[i + 1]`. Else null.
    pub offsets: *mut i32,
    /// The scores, in the units of the file.
    pub score: *mut f32,
    /// The outcomes as points: 0, 0.5 or 1.
    pub outcome: *mut f32,
    /// 1: White is to move.
    pub white: *mut f32,
    /// The numbers of pieces.
    pub pieces: *mut i32,
}

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
