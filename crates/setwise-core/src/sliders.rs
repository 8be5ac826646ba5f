//! The arguments and results of slider attacks.

use crate::direction::Direction;
use core::ops::{Deref, Index, IndexMut};

/// The sliding pieces of a position as two sets. A queen is a member of both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(C)]
pub struct Sliders {
    /// Rooks and queens.
    pub orthogonal: u64,
    /// Bishops and queens.
    pub diagonal: u64,
}

impl Sliders {
    /// Returns the set that slides in this direction.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn of(self, direction: Direction) -> u64 {
        if direction.is_diagonal() {
            self.diagonal
        } else {
            self.orthogonal
        }
    }

    /// Returns the union of both sets.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn all(self) -> u64 {
        self.orthogonal | self.diagonal
    }
}

/// Eight boards, one per [`Direction`], clockwise from north.
///
/// The value is aligned to 64 bytes. A vector store across cache lines could not be forwarded to
/// the reader, which would make a call for one position three times as slow.
///
/// ```
/// use setwise_core::{Direction, Rays};
/// let rays = Rays([8, 9, 1, 57, 56, 55, 63, 7]);
/// assert_eq!(rays[Direction::East], 1);
/// assert_eq!(rays.iter().max(), Some(&63));
/// assert_eq!(rays.union(), 63);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(C, align(64))]
pub struct Rays(pub [u64; 8]);

impl Rays {
    /// Returns the union of all directions.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn union(self) -> u64 {
        let [n, ne, e, se, s, sw, w, nw] = self.0;
        ((n | ne) | (e | se)) | ((s | sw) | (w | nw))
    }

    /// Writes each direction to index `i` of its slice. Slices that are too short stay as they are.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn write(self, i: usize, out: &mut [&mut [u64]; 8]) {
        for (slice, board) in out.iter_mut().zip(self.0) {
            if let Some(to) = slice.get_mut(i) {
                *to = board;
            }
        }
    }
}

impl Index<Direction> for Rays {
    type Output = u64;
    #[cfg_attr(not(unoptimized), inline(always))]
    fn index(&self, direction: Direction) -> &u64 {
        &self.0[direction.index()]
    }
}

impl IndexMut<Direction> for Rays {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn index_mut(&mut self, direction: Direction) -> &mut u64 {
        &mut self.0[direction.index()]
    }
}

impl Deref for Rays {
    type Target = [u64; 8];
    #[cfg_attr(not(unoptimized), inline(always))]
    fn deref(&self) -> &[u64; 8] {
        &self.0
    }
}
