//! Rows of equal length.

use crate::Csr;
use core::marker::PhantomData;
use setwise_core::{Function, Pack};

/// Memory for rows of equal length: row i of a perspective begins at entry `i * stride`. The
/// entries after the features of a row are set to the filler.
#[derive(Debug)]
pub struct Padded<'a, E> {
    /// For the first perspective of each position.
    pub first: &'a mut [E],
    /// For the second perspective of each position.
    pub second: &'a mut [E],
    /// The number of entries of a row.
    pub stride: usize,
    /// The value of the entries after the features of a row, -1 for example.
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

            #[cfg_attr(not(unoptimized), inline(always))]
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
    /// Splits off the memory of the first rows, of each perspective.
    pub(crate) fn split(&mut self, rows: usize) -> Self {
        let take = |memory: &mut &'a mut [E]| {
            let entries = rows.saturating_mul(self.stride).min(memory.len());
            let (taken, rest) = core::mem::take(memory).split_at_mut(entries);
            *memory = rest;
            taken
        };
        Self {
            first: take(&mut self.first),
            second: take(&mut self.second),
            ..*self
        }
    }
}

/// Writes padded rows, to be compiled for each instruction set.
pub(crate) struct WriteRows<E>(PhantomData<E>);

impl<E: Entry> Function for WriteRows<E> {
    type First<'a> = &'a Csr<u32>;
    type Second<'a> = Padded<'a, E>;
    type Output = ();

    #[cfg_attr(not(unoptimized), inline(always))]
    fn call<P: Pack>(_: P::Token, rows: &Csr<u32>, padded: Padded<'_, E>) {
        // Of a stride of 0 there are no rows to write.
        let stride = padded.stride.max(1);
        let first = padded.first.chunks_exact_mut(stride);
        let second = padded.second.chunks_exact_mut(stride);
        for (index, (first, second)) in first.zip(second).enumerate() {
            let part = rows.part(index);
            write(part.first, part.features, first, padded.filler);
            write(part.second, part.features, second, padded.filler);
        }
    }
}

/// Writes a row: the first `features` of the indices, then the filler.
#[cfg_attr(not(unoptimized), inline(always))]
fn write<E: Entry>(indices: &[u32], features: usize, row: &mut [E], filler: E) {
    // Sixteen at a time, even beyond the end of the features: a fixed number needs no loop.
    let (chunks, rest) = row.as_chunks_mut::<CHUNK>();
    let whole = chunks.len();
    let (sources, _) = indices.as_chunks::<CHUNK>();
    let full = features
        .div_ceil(CHUNK)
        .min(chunks.len())
        .min(sources.len());
    let (used, unused) = chunks.split_at_mut(full);
    for (number, (out, source)) in used.iter_mut().zip(sources).enumerate() {
        let left = features - CHUNK * number;
        // With the copy, the compiler knows that the two do not overlap.
        for (i, (entry, index)) in out.iter_mut().zip(*source).enumerate() {
            let index = E::from_index(index);
            *entry = if i < left { index } else { filler };
        }
    }
    for chunk in unused {
        *chunk = [filler; CHUNK];
    }
    let at = CHUNK * whole;
    for (i, entry) in rest.iter_mut().enumerate() {
        *entry = match indices.get(at + i) {
            Some(&index) if at + i < features => E::from_index(index),
            _ => filler,
        };
    }
}

/// The number of entries that are written at a time.
const CHUNK: usize = 16;
