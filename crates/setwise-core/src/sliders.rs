//! The arguments and results of slider attacks.

use crate::Direction;
use core::fmt;
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
/// The value is aligned to 64 bytes. A vector store across cache lines could not be forwarded to the reader, which
/// would make a call for one position three times as slow.
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

/// The lengths of two slices that belong together differ. Nothing was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LengthMismatch {
    /// The name of the slice, such as `diagonal` or `out[3] (south-east)`.
    pub what: &'static str,
    /// The given length.
    pub found: usize,
    /// The expected length: that of the first argument of the call, or of the boards that are changed.
    pub expected: usize,
}

impl LengthMismatch {
    /// Returns `Ok` if the lengths are the same.
    ///
    /// # Errors
    /// The lengths differ.
    #[inline]
    pub fn check(what: &'static str, found: usize, expected: usize) -> Result<(), Self> {
        if found == expected {
            Ok(())
        } else {
            Err(Self {
                what,
                found,
                expected,
            })
        }
    }

    /// Returns `Ok` if all outputs of a call by direction have this length.
    ///
    /// # Errors
    /// The first output of another length, by its name ([`OUT_NAMES`]).
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn check_outputs(out: &[&mut [u64]; 8], expected: usize) -> Result<(), Self> {
        // The loop takes the names by reference. By value it would keep `out` in memory, to be copied as a whole.
        for (slice, what) in out.iter().zip(&OUT_NAMES) {
            Self::check(what, slice.len(), expected)?;
        }
        Ok(())
    }
}

impl fmt::Display for LengthMismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            what,
            found,
            expected,
        } = self;
        write!(f, "`{what}` has length {found}, but goes with {expected}")
    }
}

impl core::error::Error for LengthMismatch {}

/// The names of the eight outputs of a call by direction, for error messages.
pub const OUT_NAMES: [&str; 8] = [
    "out[0] (north)",
    "out[1] (north-east)",
    "out[2] (east)",
    "out[3] (south-east)",
    "out[4] (south)",
    "out[5] (south-west)",
    "out[6] (west)",
    "out[7] (north-west)",
];

/// Many positions as three slices of the same length. Board `i` of each slice belongs to position `i`.
///
/// Every call [checks](Self::check) the lengths before it writes.
///
/// ```
/// use setwise_core::Batch;
/// let batch = Batch { orthogonal: &[1, 2], diagonal: &[0, 0], occupied: &[4, 5] };
/// assert_eq!(batch.len(), 2);
/// assert!(batch.check().is_ok());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Batch<'a> {
    /// Rooks and queens.
    pub orthogonal: &'a [u64],
    /// Bishops and queens.
    pub diagonal: &'a [u64],
    /// All pieces. The sliders may be left out, because every kernel adds them.
    pub occupied: &'a [u64],
}

impl<'a> Batch<'a> {
    /// Checks that the three slices have the same length.
    ///
    /// # Errors
    /// The slice that is not as long as `orthogonal`.
    ///
    /// ```
    /// use setwise_core::Batch;
    /// let batch = Batch { orthogonal: &[1, 2], diagonal: &[0], occupied: &[4, 5] };
    /// let mismatch = batch.check().unwrap_err();
    /// assert_eq!(mismatch.to_string(), "`diagonal` has length 1, but goes with 2");
    /// ```
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn check(self) -> Result<CheckedBatch<'a>, LengthMismatch> {
        LengthMismatch::check("diagonal", self.diagonal.len(), self.len())?;
        LengthMismatch::check("occupied", self.occupied.len(), self.len())?;
        Ok(CheckedBatch(self))
    }

    /// Returns the number of positions: the length of `orthogonal`.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn len(&self) -> usize {
        self.orthogonal.len()
    }

    /// Returns whether there is no position.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn is_empty(&self) -> bool {
        self.orthogonal.is_empty()
    }

    /// Iterates over the positions, as sliders and occupied squares. It ends with the shortest slice.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn positions(&self) -> impl Iterator<Item = (Sliders, u64)> + use<'a> {
        let sliders = self.orthogonal.iter().zip(self.diagonal);
        sliders
            .zip(self.occupied)
            .map(|((&orthogonal, &diagonal), &occupied)| {
                let sliders = Sliders {
                    orthogonal,
                    diagonal,
                };
                (sliders, occupied)
            })
    }
}

/// A [`Batch`] whose slices have the same length: what kernels take, so that the check is compiled once and not in each of them.
#[derive(Clone, Copy, Debug)]
pub struct CheckedBatch<'a>(Batch<'a>);

impl<'a> Deref for CheckedBatch<'a> {
    type Target = Batch<'a>;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn deref(&self) -> &Batch<'a> {
        &self.0
    }
}
