//! Rows of equal length.

use crate::Index;
use crate::set::Part;
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
    pub(crate) fn write<T: Index>(&mut self, part: &Part<'_, T>) {
        let features = part.features;
        for (indices, row) in [
            (part.first, self.first.next()),
            (part.second, self.second.next()),
        ] {
            let Some(row) = row else { continue };
            // Sixteen at a time, also beyond the end of the features: a fixed number needs no loop.
            let (chunks, rest) = row.as_chunks_mut::<CHUNK>();
            let (sources, _) = indices.as_chunks::<CHUNK>();
            let full = features
                .div_ceil(CHUNK)
                .min(chunks.len())
                .min(sources.len());
            let (used, unused) = chunks.split_at_mut(full);
            for (number, (out, source)) in used.iter_mut().zip(sources).enumerate() {
                let left = features - CHUNK * number;
                // The copy tells the compiler that the two do not overlap.
                for (i, (entry, index)) in out.iter_mut().zip(*source).enumerate() {
                    let index = E::from_index(index.to_index());
                    *entry = if i < left { index } else { self.filler };
                }
            }
            unused.as_flattened_mut().fill(self.filler);
            let at = CHUNK * chunks.len();
            for (i, entry) in rest.iter_mut().enumerate() {
                *entry = match indices.get(at + i) {
                    Some(index) if at + i < features => E::from_index(index.to_index()),
                    _ => self.filler,
                };
            }
        }
    }
}

/// The number of entries that are written at a time.
const CHUNK: usize = 16;
