//! Arrays of boards for measurements.

use std::ops::{Deref, DerefMut};

/// Boards on the heap that begin at a 64-byte boundary.
pub(crate) struct Boards {
    storage: Box<[u64]>,
    start: usize,
    len: usize,
}

/// Boards in a cache line of 64 bytes, and in a page.
const LINE: usize = 8;
const PAGE: usize = 512;

/// The offsets of the arrays of a measurement within a page, in cache lines: four columns and eight
/// outputs.
///
/// Offsets that the allocator chooses change from process to process, and the times with them.
/// Arrays with the same offset compete for the same sets of a cache. A load also waits for an
/// earlier store if both have the same offset in a page, because the CPU compares only these bits
/// at first. With these offsets, stores are far from the next loads.
const PLACES: [usize; 12] = [0, 5, 10, 15, 56, 52, 48, 44, 40, 36, 32, 28];

impl Boards {
    /// Makes `len` boards; board `i` is `board(i)`. Arrays that are used together need different
    /// places below 12: 0 to 3 for inputs, 4 to 11 for outputs.
    pub(crate) fn from_fn(len: usize, place: usize, board: impl FnMut(usize) -> u64) -> Self {
        let mut storage = vec![0; len + PAGE].into_boxed_slice();
        let to_page = storage.as_ptr().align_offset(PAGE * size_of::<u64>());
        let start = (to_page + PLACES[place % PLACES.len()] * LINE) % PAGE;
        let places = storage[start..start + len].iter_mut();
        let boards = (0..).map(board);
        places.zip(boards).for_each(|(to, from)| *to = from);
        Self {
            storage,
            start,
            len,
        }
    }
}

impl Deref for Boards {
    type Target = [u64];

    fn deref(&self) -> &[u64] {
        &self.storage[self.start..self.start + self.len]
    }
}

impl DerefMut for Boards {
    fn deref_mut(&mut self) -> &mut [u64] {
        &mut self.storage[self.start..self.start + self.len]
    }
}
