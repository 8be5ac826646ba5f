//! Compressed sparse rows.

use crate::set::Part;
use crate::{Index, Rows};
use alloc::vec::Vec;

/// Rows of indices without gaps (compressed sparse rows, CSR): two rows for each position, one per perspective. Both perspectives of
/// a position have the same number of features, so one array of offsets serves both.
///
/// It keeps its memory when it is [cleared](Self::clear), for the next batch.
#[derive(Clone, Debug)]
pub struct Csr<T> {
    /// The features of the first perspectives. Longer than what is in use.
    first: Vec<T>,
    /// The features of the second perspectives. Longer than what is in use.
    second: Vec<T>,
    /// Row i is from entry i to entry i + 1.
    offsets: Vec<usize>,
}

impl<T: Index> Csr<T> {
    /// Returns no rows.
    pub fn new() -> Self {
        Self {
            first: Vec::new(),
            second: Vec::new(),
            offsets: alloc::vec![0],
        }
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The offsets of the rows, of both perspectives: row i is from `offsets[i]` to `offsets[i + 1]`. There is one more of them
    /// than positions.
    pub fn offsets(&self) -> &[usize] {
        &self.offsets
    }

    /// The features of the first perspectives of all positions.
    pub fn first(&self) -> &[T] {
        &self.first[..self.used()]
    }

    /// The features of the second perspectives of all positions.
    pub fn second(&self) -> &[T] {
        &self.second[..self.used()]
    }

    /// The rows of a position, first perspective first; `None` if there is no such position.
    pub fn row(&self, index: usize) -> Option<(&[T], &[T])> {
        let [start, end] = *self.offsets.get(index..)?.first_chunk::<2>()?;
        Some((self.first.get(start..end)?, self.second.get(start..end)?))
    }

    /// The rows of a position, in memory that goes on behind them; empty if there is no such position.
    #[inline(always)]
    pub(crate) fn part(&self, index: usize) -> Part<'_, T> {
        let [start, end] = match self.offsets.get(index..) {
            Some(&[start, end, ..]) => [start, end],
            _ => [0, 0],
        };
        Part {
            first: self.first.get(start..).unwrap_or_default(),
            second: self.second.get(start..).unwrap_or_default(),
            features: end - start,
        }
    }

    /// Removes all rows, and keeps the memory.
    pub fn clear(&mut self) {
        self.truncate(0);
    }

    /// Keeps the rows of the first `positions` positions.
    pub fn truncate(&mut self, positions: usize) {
        self.offsets.truncate(positions.saturating_add(1));
    }

    /// The number of features per perspective.
    fn used(&self) -> usize {
        self.offsets.last().copied().unwrap_or(0)
    }

    /// Makes room for more rows and features. Returns the numbers of offsets and of features per perspective so far.
    fn make_room(&mut self, positions: usize, features: usize) -> (usize, usize) {
        let (rows, used) = (self.offsets.len(), self.used());
        let room = used + features;
        if self.first.len() < room {
            // Not exactly what is needed, so that batches of growing size do not copy again and again.
            let room = room.max(2 * self.first.len());
            self.first.resize(room, T::default());
            self.second.resize(room, T::default());
        }
        self.offsets.resize(rows + positions, used);
        (rows, used)
    }

    /// Appends the rows of others, with the threads of the current rayon pool.
    #[cfg(feature = "rayon")]
    pub(crate) fn extend_parallel(&mut self, parts: &[Self]) {
        use rayon::prelude::*;

        let positions = parts.iter().map(Self::len).sum();
        let features = parts.iter().map(Self::used).sum();
        let (rows, mut base) = self.make_room(positions, features);
        let (mut first, mut second) = (&mut self.first[base..], &mut self.second[base..]);
        let mut ends = &mut self.offsets[rows..];
        let mut copies = Vec::with_capacity(parts.len());
        for part in parts {
            let (one, two, of_rows);
            (one, first) = first.split_at_mut(part.used());
            (two, second) = second.split_at_mut(part.used());
            (of_rows, ends) = ends.split_at_mut(part.len());
            copies.push((part, base, one, two, of_rows));
            base += part.used();
        }
        copies
            .into_par_iter()
            .for_each(|(part, base, first, second, ends)| {
                first.copy_from_slice(part.first());
                second.copy_from_slice(part.second());
                for (end, of_part) in ends.iter_mut().zip(&part.offsets[1..]) {
                    *end = base + of_part;
                }
            });
    }

    /// Appends rows: `fill` writes those of `positions` positions, of at most `features` features.
    pub(crate) fn append(
        &mut self,
        positions: usize,
        features: usize,
        fill: impl FnOnce(Rows<'_, T>),
    ) {
        let (rows, used) = self.make_room(positions, features + Rows::<T>::SLACK);
        let ends = &mut self.offsets[rows..];
        fill(Rows::new(
            &mut self.first[used..],
            &mut self.second[used..],
            ends,
        ));
        for end in ends {
            *end += used;
        }
    }
}

impl<T: Index> Default for Csr<T> {
    fn default() -> Self {
        Self::new()
    }
}
