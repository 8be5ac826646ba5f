//! Rows of equal length.

use crate::Index;
use core::slice::ChunksExactMut;

/// Memory for rows of equal length: row i of a perspective begins at entry `i * stride`. The entries behind the features of a row are
/// set to the filler.
#[derive(Debug)]
pub struct Padded<'a, E> {
    /// For the first perspective of each position.
    pub first: &'a mut [E],
    /// For the second perspective of each position.
    pub second: &'a mut [E],
    /// The number of entries of a row.
    pub stride: usize,
    /// The value of the entries behind the features of a row, -1 for example.
    pub filler: E,
}

/// A type of entries of padded rows.
pub trait Entry: Copy + Send + Sync + 'static {
    /// The greatest index.
    const MAX: u32;

    /// Converts an index that is at most [`MAX`](Self::MAX).
    fn from_index(index: u32) -> Self;
}

macro_rules! entries {
    ($($type:ty: $max:expr;)*) => {$(
        impl Entry for $type {
            const MAX: u32 = $max;

            #[inline(always)]
            fn from_index(index: u32) -> Self {
                index as Self
            }
        }
    )*};
}

entries! {
    u16: u16::MAX as u32;
    u32: u32::MAX;
    i32: i32::MAX as u32;
    u64: u32::MAX;
    i64: u32::MAX;
}

impl<'a, E: Entry> Padded<'a, E> {
    /// Returns the rows in turn.
    pub(crate) fn rows(self) -> PaddedRows<'a, E> {
        // Of a stride of 0 there are no rows to write.
        let stride = self.stride.max(1);
        PaddedRows {
            first: self.first.chunks_exact_mut(stride),
            second: self.second.chunks_exact_mut(stride),
            filler: self.filler,
        }
    }
}

/// The rows that are still to be written.
pub(crate) struct PaddedRows<'a, E> {
    first: ChunksExactMut<'a, E>,
    second: ChunksExactMut<'a, E>,
    filler: E,
}

impl<E: Entry> PaddedRows<'_, E> {
    /// Writes the rows of the next position.
    #[inline(always)]
    pub(crate) fn write<T: Index>(&mut self, first: &[T], second: &[T]) {
        for (features, row) in [(first, self.first.next()), (second, self.second.next())] {
            let Some(row) = row else { continue };
            let (used, rest) = row.split_at_mut(features.len().min(row.len()));
            for (entry, index) in used.iter_mut().zip(features) {
                *entry = E::from_index(index.to_index());
            }
            rest.fill(self.filler);
        }
    }
}
