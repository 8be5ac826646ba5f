//! Extraction with several threads.

mod in_order;

use crate::boards::{Boards, Perspectives};
use crate::csr::Csr;
use crate::error::Error;
use crate::extractor::Extractor;
use crate::padded::{Entry, Padded};
use crate::positions::{Positions, check_length};
use crate::set::{FeatureSet, Index};
use alloc::vec::Vec;
use core::ops::Range;
use rayon::prelude::*;

/// The number of positions that a thread takes at a time. Their boards and rows stay in its cache.
const PART: usize = 1024;

/// Some of the positions of an input.
struct Part<'a, P: ?Sized> {
    positions: &'a P,
    number: usize,
    range: Range<usize>,
}

impl<'a, P: Positions + ?Sized> Part<'a, P> {
    /// Returns the part of some number.
    fn new(positions: &'a P, number: usize) -> Self {
        let start = number * PART;
        let range = start..positions.len().min(start + PART);
        Self {
            positions,
            number,
            range,
        }
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
    fn boards_of_first(&self, index: usize, perspectives: Perspectives) -> Boards {
        let index = self.range.start + index;
        self.positions.boards_of_first(index, perspectives)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn as_boards(&self) -> Option<&[Boards]> {
        self.positions.as_boards()?.get(self.range.clone())
    }
}

/// Runs something with each element and its number, on several threads. Returns the results, or the first error in the order of the
/// elements.
fn each<I: IndexedParallelIterator, R: Send>(
    items: I,
    act: impl Fn(usize, I::Item) -> Result<R, Error> + Sync,
) -> Result<Vec<R>, Error> {
    let results: Vec<_> = items
        .enumerate()
        .map(|(number, item)| act(number, item))
        .collect();
    results.into_iter().collect()
}

/// Runs a check on all parts. Returns what it tells of each.
fn check_parts<P: Positions + Sync + ?Sized, R: Send>(
    positions: &P,
    check: impl Fn(&Part<'_, P>) -> Result<R, Error> + Sync,
) -> Result<Vec<R>, Error> {
    let parts = (0..positions.len().div_ceil(PART)).into_par_iter();
    each(parts, |number, _| Part::new(positions, number).run(&check))
}

impl<S: FeatureSet> Extractor<S> {
    /// Does the same as [`append`](Self::append), with the threads of the current rayon pool.
    ///
    /// # Errors
    /// As for [`append`](Self::append).
    ///
    /// ```
    /// use setwise_moves::Position;
    /// use setwise_nnue::{Csr, Extractor, FullThreats};
    /// let mut rows = Csr::<u16>::new();
    /// let positions = vec![Position::startpos(); 10_000];
    /// Extractor::new(FullThreats::new()).append_parallel(&positions[..], &mut rows)?;
    /// assert_eq!(rows.len(), 10_000);
    /// # Ok::<(), setwise_nnue::Error>(())
    /// ```
    pub fn append_parallel<T: Index, P: Positions + Sync + ?Sized>(
        &self,
        positions: &P,
        rows: &mut Csr<T>,
    ) -> Result<(), Error> {
        self.check_index::<T>()?;
        in_order::append(
            positions.len().div_ceil(PART),
            PART,
            rows,
            |number, rows| Part::new(positions, number).run(|part| self.append(part, rows)),
        )
    }

    /// Does the same as [`count`](Self::count), with the threads of the current rayon pool.
    ///
    /// # Errors
    /// As for [`count`](Self::count).
    pub fn count_parallel<P: Positions + Sync + ?Sized>(
        &self,
        positions: &P,
        counts: &mut [u32],
    ) -> Result<(), Error> {
        check_length("counts", counts.len(), positions.len())?;
        check_parts(positions, |part| self.check_all(part))?;
        each(counts.par_chunks_mut(PART), |number, counts| {
            self.count_checked(&Part::new(positions, number), counts)
        })
        .map(drop)
    }

    /// Does the same as [`pad`](Self::pad), with the threads of the current rayon pool.
    ///
    /// # Errors
    /// As for [`pad`](Self::pad).
    pub fn pad_parallel<E: Entry, P: Positions + Sync + ?Sized>(
        &self,
        positions: &P,
        padded: Padded<'_, E>,
    ) -> Result<(), Error> {
        let Padded { stride, filler, .. } = padded;
        self.check_memory(positions, &padded)?;
        let fits = check_parts(positions, |part| self.check_and_bound(part, stride))?;
        check_parts(positions, |part| match fits[part.number] {
            true => Ok(()),
            false => self.check_counts(part, stride),
        })?;
        // Rows without entries need no work.
        let Some(part) = stride.checked_mul(PART).filter(|&entries| entries > 0) else {
            return Ok(());
        };
        let first = padded.first.par_chunks_mut(part);
        let rows = first.zip(padded.second.par_chunks_mut(part));
        each(rows, |number, (first, second)| {
            let rows = Padded {
                first,
                second,
                stride,
                filler,
            };
            self.pad_checked(&Part::new(positions, number), rows)
        })
        .map(drop)
    }
}
