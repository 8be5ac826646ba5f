//! The memory of a set for rows that are written one by one.

use super::extract::{Extract, append_with, by_rows};
use crate::feature_set::{ByRows, FeatureSet};
use crate::inputs::Input;
use crate::rows::{Csr, Index, RowWriter};
use core::ops::Range;
use setwise_core::{ByteVector, Isa};

/// The memory of a set for rows that are written one by one. If the set does not write rows in this
/// way, they are extracted to this memory and then copied.
#[derive(Debug)]
pub struct Memory<S: FeatureSet> {
    scratch: S::Scratch,
    rows: Csr<u32>,
    /// Rows without indices, if features are only counted.
    counts: Csr<()>,
}

impl<S: FeatureSet> Default for Memory<S> {
    fn default() -> Self {
        Self {
            scratch: S::Scratch::default(),
            rows: Csr::new(),
            counts: Csr::new(),
        }
    }
}

impl<S: FeatureSet> Memory<S> {
    /// [`ByRows::list`]
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn list<V: ByteVector, T: Index>(
        &mut self,
        token: V::Token,
        set: &S,
        input: Input<'_>,
        range: Range<usize>,
    ) {
        let scratch = &mut self.scratch;
        // Separate functions, so that each set is compiled once for an instruction set and not
        // again for all that it is joined to.
        if const { by_rows::<S, V>() } {
            S::Rows::list::<V, T>(set, token, input, range, scratch);
        } else if range.start > 0 {
            // The call for the first positions has extracted all rows.
        } else if const { size_of::<T>() == 0 } {
            let extract = token.pointer::<<V::Token as Isa>::Register, Extract<S, ()>>();
            self.counts.clear();
            append_with(extract, set, input, scratch, &mut self.counts);
        } else {
            let extract = token.pointer::<<V::Token as Isa>::Register, Extract<S, u32>>();
            self.rows.clear();
            append_with(extract, set, input, scratch, &mut self.rows);
        }
    }

    /// [`ByRows::write`]
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn write<V: ByteVector, T: Index>(
        &self,
        token: V::Token,
        set: &S,
        input: Input<'_>,
        number: usize,
        rows: &mut RowWriter<'_, T>,
    ) {
        if const { by_rows::<S, V>() } {
            S::Rows::write::<V, T>(set, token, input, number, &self.scratch, rows);
        } else if const { size_of::<T>() == 0 } {
            rows.copy(&self.counts, number);
        } else {
            rows.copy(&self.rows, number);
        }
    }
}
