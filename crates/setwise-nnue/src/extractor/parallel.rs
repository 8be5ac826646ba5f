//! Extraction with several threads.

use super::{in_order, threads::each};
use crate::inputs::{Boards, Packed, Positions};
use crate::rows::{Csr, Index, Padded, PaddedInt};
use crate::{error::Error, extractor::Extractor, feature_set::FeatureSet};
use core::ops::Range;

/// The number of positions that a thread takes at a time. Their boards and rows stay in its cache.
const PART: usize = 1024;

/// Some of the positions of an input.
struct Part<'a, P: ?Sized> {
    positions: &'a P,
    range: Range<usize>,
}

impl<'a, P: Positions + ?Sized> Part<'a, P> {
    fn new(positions: &'a P, number: usize) -> Self {
        let start = number * PART;
        let range = start..positions.len().min(start + PART);
        Self { positions, range }
    }

    /// Runs something on the part. Its errors number the positions of the whole input.
    fn run<R>(&self, act: impl FnOnce(&Self) -> Result<R, Error>) -> Result<R, Error> {
        act(self).map_err(|error| error.shifted(self.range.start))
    }
}

impl<P: Positions + ?Sized> Positions for Part<'_, P> {
    fn len(&self) -> usize {
        self.range.len()
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn boards(&self, index: usize) -> Boards {
        self.positions.boards(self.range.start + index)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn as_boards(&self) -> Option<&[Boards]> {
        self.positions.as_boards()?.get(self.range.clone())
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn packed(&self, index: usize) -> Option<Packed> {
        self.positions.packed(self.range.start + index)
    }
}

/// The calls of an extractor with several threads. They give what the calls with one thread give.
impl<S: FeatureSet> Extractor<S> {
    /// [`Extractor::append`], for a type of indices that has been checked.
    pub(super) fn append_parts<T: Index, P: Positions + ?Sized>(
        &self,
        positions: &P,
        rows: &mut Csr<T>,
    ) -> Result<(), Error> {
        let parts = positions.len().div_ceil(PART);
        in_order::append(self.threads, parts, PART, rows, &|number, rows| {
            Part::new(positions, number).run(|part| self.append_all(part, rows))
        })
    }

    pub(super) fn count_parts<P: Positions + ?Sized>(
        &self,
        positions: &P,
        counts: &mut [u32],
    ) -> Result<(), Error> {
        self.check_parts(positions)?;
        each(self.threads, counts.chunks_mut(PART), |number, counts| {
            self.count_checked(&Part::new(positions, number), counts)
        })
        .map(drop)
    }

    /// [`Extractor::pad`], to memory that has been checked.
    pub(super) fn pad_parts<E: PaddedInt, P: Positions + ?Sized>(
        &self,
        positions: &P,
        padded: Padded<'_, E>,
    ) -> Result<(), Error> {
        let Padded { stride, filler, .. } = padded;
        let packed = self.check_parts(positions)?;
        let Some(part) = stride.checked_mul(PART).filter(|&entries| entries > 0) else {
            return self.pad_checked(positions, padded, false);
        };
        let first = padded.first.chunks_mut(part);
        let rows = first.zip(padded.second.chunks_mut(part));
        each(self.threads, rows, |number, (first, second)| {
            let rows = Padded {
                first,
                second,
                stride,
                filler,
            };
            Part::new(positions, number).run(|part| self.pad_checked(part, rows, packed))
        })
        .map(drop)
    }

    /// Checks all parts as [`check_padded`](Self::check_padded) does.
    fn check_parts<P: Positions + ?Sized>(&self, positions: &P) -> Result<bool, Error> {
        let parts = 0..positions.len().div_ceil(PART);
        each(self.threads, parts, |number, _| {
            Part::new(positions, number).run(|part| self.check_padded(part))
        })
        .map(|packed| packed.into_iter().all(|packed| packed))
    }
}
