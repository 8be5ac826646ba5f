//! Compressed sparse rows: [`Csr`] owns them, [`RowWriter`] is the memory after them that a set
//! writes to.

use crate::rows::index::Index;
use alloc::vec::Vec;
use core::iter::Zip;
use core::{fmt, slice};
use setwise_core::ByteVector;

/// Rows of indices without gaps (compressed sparse rows, CSR): two rows for each position, one per
/// perspective. Both perspectives of a position have the same number of features, so one array of
/// offsets is enough for both.
///
/// [`clear`](Self::clear) keeps the memory for the next batch.
pub struct Csr<T> {
    /// The features of the first perspectives, then unused memory.
    first: Vec<T>,
    /// The features of the second perspectives, then unused memory.
    second: Vec<T>,
    /// Row i begins at `offsets[i]` and ends at `offsets[i + 1]`.
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

    /// The offsets of the rows, of both perspectives: row i is from `offsets[i]` to
    /// `offsets[i + 1]`. There is one more of them than positions.
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

    /// Makes room for more rows and features, and returns the memory for them. The new rows are
    /// empty until their ends are written.
    pub(crate) fn room(&mut self, positions: usize, features: usize) -> Room<'_, T> {
        let (rows, base) = (self.offsets.len(), self.used());
        let room = base + features;
        if self.first.len() < room {
            // At least doubles the memory, so that batches of growing size seldom copy the rows.
            let room = room.max(2 * self.first.len());
            self.first.resize(room, T::default());
            self.second.resize(room, T::default());
        }
        self.offsets.resize(rows + positions, base);
        Room {
            first: &mut self.first[base..],
            second: &mut self.second[base..],
            ends: &mut self.offsets[rows..],
            base,
        }
    }

    /// Makes room for the rows of `positions` positions, of at most `features` features. Returns
    /// them, to be filled by a set.
    pub(crate) fn append(&mut self, positions: usize, features: usize) -> RowWriter<'_, T> {
        RowWriter {
            room: self.room(positions, features + RowWriter::<T>::SLACK),
            features: 0,
            rows: 0,
            shift: 0,
        }
    }
}

/// Rows of indices that a [`FeatureSet`](crate::FeatureSet) appends to: two rows for each position,
/// of equal length.
#[derive(Debug)]
pub struct RowWriter<'a, T> {
    room: Room<'a, T>,
    features: usize,
    rows: usize,
    /// This is added to all indices.
    shift: u32,
}

impl<'a, T: Index> RowWriter<'a, T> {
    /// The number of entries beyond the last feature that are overwritten.
    pub const SLACK: usize = 64;

    /// The rows of one position.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) const fn one(first: &'a mut [T], second: &'a mut [T]) -> Self {
        Self {
            room: Room {
                first,
                second,
                ends: &mut [],
                base: 0,
            },
            features: 0,
            rows: 0,
            shift: 0,
        }
    }

    /// The number of features per perspective so far, of all rows.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn features(&self) -> usize {
        self.features
    }

    /// Appends a feature to both rows of the position: its index in the first and in the second
    /// perspective. Does nothing if there is no room.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn push(&mut self, first: u32, second: u32) {
        self.fill(|out| out.push([first, second]));
    }

    /// Appends features by [`Tail::push`].
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn fill(&mut self, append: impl FnOnce(&mut Tail<'_, T>)) {
        let shift = self.shift;
        let (first, second) = self.tail();
        let out = first.iter_mut().zip(second);
        let room = out.len();
        let mut tail = Tail { out, shift };
        append(&mut tail);
        let features = room - tail.out.len();
        self.advance(features);
    }

    /// Adds a number to all indices from here on.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) const fn shift(&mut self, by: u32) {
        self.shift = self.shift.wrapping_add(by);
    }

    /// Stores features of a perspective, as many as a register has bytes, `after` the features so
    /// far. An index is a word plus `base`.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn store<V: ByteVector>(
        &mut self,
        perspective: usize,
        after: usize,
        words: [V; 2],
        base: u32,
    ) {
        let row = match perspective {
            0 => &mut *self.room.first,
            _ => &mut *self.room.second,
        };
        let out = row.get_mut(self.features + after..).unwrap_or_default();
        T::store(words, self.shift.wrapping_add(base), out);
    }

    /// Appends the features of a position from other rows.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn copy<U: Index>(&mut self, rows: &Csr<U>, index: usize) {
        let Some(&[start, end, ..]) = rows.offsets.get(index..) else {
            return;
        };
        let (at, by) = (self.features, self.shift);
        let first = (&rows.first, &mut *self.room.first);
        for (indices, out) in [first, (&rows.second, &mut *self.room.second)] {
            // Sixteen at a time, even past the end of the row: a fixed number needs no inner loop.
            let (indices, _) = indices.get(start..).unwrap_or_default().as_chunks::<16>();
            let (out, _) = out.get_mut(at..).unwrap_or_default().as_chunks_mut::<16>();
            let chunks = indices.iter().zip(out).take((end - start).div_ceil(16));
            for (indices, out) in chunks {
                // With the copy, the compiler knows that the two do not overlap.
                for (to, index) in out.iter_mut().zip(*indices) {
                    *to = T::from_index(index.to_index().wrapping_add(by));
                }
            }
        }
        self.advance(end - start);
    }

    /// Ends the row of a position.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn end_row(&mut self) {
        let features = self.features;
        self.end_row_at(features);
    }

    /// Ends the row of a position at a number of features, of all rows, that will be appended
    /// later.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn end_row_at(&mut self, features: usize) {
        if let Some(end) = self.room.ends.get_mut(self.rows) {
            *end = self.room.base + features;
            self.rows += 1;
        }
    }

    /// The memory after the features so far, of both perspectives. [`advance`](Self::advance)
    /// says how much of it has been filled.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn tail(&mut self) -> (&mut [T], &mut [T]) {
        let at = self.features;
        (
            self.room.first.get_mut(at..).unwrap_or_default(),
            self.room.second.get_mut(at..).unwrap_or_default(),
        )
    }

    /// Takes over features that were written to the [`tail`](Self::tail).
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn advance(&mut self, features: usize) {
        self.features += features;
    }
}

/// The memory after the features so far, in variables of one loop.
pub(crate) struct Tail<'a, T> {
    out: Zip<slice::IterMut<'a, T>, slice::IterMut<'a, T>>,
    shift: u32,
}

impl<T: Index> Tail<'_, T> {
    /// Appends a feature: its index in the first and in the second perspective.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn push(&mut self, [first, second]: [u32; 2]) {
        if let Some((one, two)) = self.out.next() {
            *one = T::from_index(self.shift.wrapping_add(first));
            *two = T::from_index(self.shift.wrapping_add(second));
        }
    }
}

/// Memory after the rows of a [`Csr`].
#[derive(Debug)]
pub(crate) struct Room<'a, T> {
    first: &'a mut [T],
    second: &'a mut [T],
    /// The offset at the end of each row.
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
