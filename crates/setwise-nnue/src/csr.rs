//! Compressed sparse rows.

use crate::set::{Index, Part, Rows};
use alloc::vec::Vec;
use core::fmt;

/// Rows of indices without gaps (compressed sparse rows, CSR): two rows for each position, one per perspective. Both perspectives of
/// a position have the same number of features, so one array of offsets serves both.
///
/// It keeps its memory when it is [cleared](Self::clear), for the next batch.
pub struct Csr<T> {
    /// The features of the first perspectives. Longer than what is in use.
    first: Vec<T>,
    /// The features of the second perspectives. Longer than what is in use.
    second: Vec<T>,
    /// Row i is from entry i to entry i + 1.
    offsets: Vec<usize>,
    /// Memory that threads extract to. It is kept, because new pages cost more than the rows.
    #[cfg(feature = "rayon")]
    pub(crate) spare: Vec<Self>,
}

impl<T: Index> Csr<T> {
    /// Returns no rows.
    pub fn new() -> Self {
        Self {
            first: Vec::new(),
            second: Vec::new(),
            offsets: alloc::vec![0],
            #[cfg(feature = "rayon")]
            spare: Vec::new(),
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
    #[cfg_attr(not(unoptimized), inline(always))]
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

    /// Makes room for more rows and features, to be given to parts one after the other. There are as many more rows then, which are
    /// empty as long as no part has them.
    #[cfg(feature = "rayon")]
    pub(crate) fn room(&mut self, positions: usize, features: usize) -> Room<'_, T> {
        let (rows, base) = self.make_room(positions, features);
        Room {
            first: &mut self.first[base..],
            second: &mut self.second[base..],
            ends: &mut self.offsets[rows..],
            base,
        }
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

/// Memory behind the rows of a [`Csr`].
#[cfg(feature = "rayon")]
#[derive(Debug)]
pub(crate) struct Room<'a, T> {
    first: &'a mut [T],
    second: &'a mut [T],
    ends: &'a mut [usize],
    /// The number of features before the memory.
    base: usize,
}

#[cfg(feature = "rayon")]
impl<'a, T: Index> Room<'a, T> {
    /// Splits off the memory that some rows need. Returns `None` if there is not enough.
    pub(crate) fn take(&mut self, rows: &Csr<T>) -> Option<Self> {
        let (features, base) = (rows.used(), self.base);
        let room = Room {
            first: self.first.split_off_mut(..features)?,
            second: self.second.split_off_mut(..features)?,
            ends: self.ends.split_off_mut(..rows.len())?,
            base,
        };
        self.base += features;
        Some(room)
    }

    /// Copies rows to the memory that was taken for them.
    pub(crate) fn copy(self, rows: &Csr<T>) {
        self.first.copy_from_slice(rows.first());
        self.second.copy_from_slice(rows.second());
        for (end, of_rows) in self.ends.iter_mut().zip(&rows.offsets[1..]) {
            *end = self.base + of_rows;
        }
    }
}

impl<T: Index> Clone for Csr<T> {
    fn clone(&self) -> Self {
        Self {
            first: self.first().to_vec(),
            second: self.second().to_vec(),
            offsets: self.offsets.clone(),
            #[cfg(feature = "rayon")]
            spare: Vec::new(),
        }
    }
}

impl<T: Index> fmt::Debug for Csr<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Csr")
            .field("first", &self.first())
            .field("second", &self.second())
            .field("offsets", &self.offsets)
            .finish()
    }
}

impl<T: Index> Default for Csr<T> {
    fn default() -> Self {
        Self::new()
    }
}
