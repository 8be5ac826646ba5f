//! Memory of batches.

use crate::batch::{Batch, FeatureMemory};

/// Memory for a [`Batch`], for callers that have none of their own.
///
/// ```
/// use setwise_loader::Memory;
/// let mut memory = Memory::padded(64, 32);
/// assert_eq!(memory.batch().mover_score.len(), 64);
/// assert_eq!(memory.first.len(), 64 * 32);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Memory {
    /// The features of the first perspective.
    pub first: Vec<i32>,
    /// The features of the second perspective.
    pub second: Vec<i32>,
    /// The number of entries of a padded row; `None` for rows without gaps.
    pub stride: Option<usize>,
    /// The offsets of rows without gaps.
    pub offsets: Vec<i32>,
    /// [`Batch::mover_score`].
    pub mover_score: Vec<f32>,
    /// [`Batch::outcome`].
    pub outcome: Vec<f32>,
    /// [`Batch::white`].
    pub white: Vec<f32>,
    /// [`Batch::pieces`].
    pub pieces: Vec<i32>,
}

impl Memory {
    /// Makes memory for padded rows of `stride` entries.
    pub fn padded(rows: usize, stride: usize) -> Self {
        let entries = rows.saturating_mul(stride);
        Self {
            stride: Some(stride),
            ..Self::of(rows, entries, 0)
        }
    }

    /// Makes memory for rows without gaps, of `features` features in all.
    pub fn csr(rows: usize, features: usize) -> Self {
        Self::of(rows, features, rows.saturating_add(1))
    }

    fn of(rows: usize, entries: usize, offsets: usize) -> Self {
        Self {
            first: vec![0; entries],
            second: vec![0; entries],
            stride: None,
            offsets: vec![0; offsets],
            mover_score: vec![0.0; rows],
            outcome: vec![0.0; rows],
            white: vec![0.0; rows],
            pieces: vec![0; rows],
        }
    }

    /// Changes the number of rows of labels and offsets.
    pub(crate) fn set_rows(&mut self, rows: usize) {
        self.offsets.resize(rows + 1, 0);
        for labels in [&mut self.mover_score, &mut self.outcome, &mut self.white] {
            labels.resize(rows, 0.0);
        }
        self.pieces.resize(rows, 0);
    }

    /// Lends the memory to [`Loader::next_into`](crate::Loader::next_into).
    pub fn batch(&mut self) -> Batch<'_> {
        let (first, second) = (&mut self.first[..], &mut self.second[..]);
        let features = match self.stride {
            Some(stride) => FeatureMemory::Padded {
                first,
                second,
                stride,
            },
            None => FeatureMemory::Csr {
                first,
                second,
                offsets: &mut self.offsets,
            },
        };
        Batch {
            features,
            mover_score: &mut self.mover_score,
            outcome: &mut self.outcome,
            white: &mut self.white,
            pieces: &mut self.pieces,
        }
    }
}
