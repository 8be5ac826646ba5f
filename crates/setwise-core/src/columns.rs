//! Boards in slices: positions to read, and memory to write with ordinary or non-temporal stores.

use crate::vector::{NonTemporal, Vector};
use crate::{isa::Isa, pack::Pack, sliders::Sliders};
use core::{fmt, marker::PhantomData, ops::Deref};

/// Many positions as three slices of one length. Board `i` of each slice belongs to position `i`.
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

    /// Iterates over the positions, as sliders and occupied squares, within the shortest slice.
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

/// A [`Batch`] whose slices have one length. Kernels take it, so that the check is compiled once.
#[derive(Clone, Copy, Debug)]
pub struct CheckedBatch<'a>(Batch<'a>);

impl<'a> Deref for CheckedBatch<'a> {
    type Target = Batch<'a>;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn deref(&self) -> &Batch<'a> {
        &self.0
    }
}

impl CheckedBatch<'_> {
    /// Returns the position of a batch that has only one.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn only(&self) -> Option<(Sliders, u64)> {
        let (&[orthogonal], &[diagonal], &[occupied]) =
            (self.orthogonal, self.diagonal, self.occupied)
        else {
            return None;
        };
        let sliders = Sliders {
            orthogonal,
            diagonal,
        };
        Some((sliders, occupied))
    }
}

/// The occupied squares of some positions as the union of three slices: all pieces, and both sets
/// of sliders, because callers may leave these out of the first.
#[derive(Clone, Copy, Debug)]
pub struct Occupied<'a>(pub &'a [u64], pub &'a [u64], pub &'a [u64]);

impl Occupied<'_> {
    /// Loads the union of the three, board by board.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn load<P: Pack>(self, token: P::Token) -> P {
        P::load_union(token, self.0, self.1, self.2)
    }

    /// Loads a register of boards from `at` onward.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn load_at<V: Vector>(self, token: V::Token, at: usize) -> V {
        let Self(a, b, c) = self;
        let (a, b, c) = (tail(a, at), tail(b, at), tail(c, at));
        let load = |boards| <V as Vector>::load(token, boards);
        load(a) | load(b) | load(c)
    }
}

/// Returns the boards starting at position `at`; at the end of the slice and beyond, an empty slice
/// that points to its end. A masked load from an unmapped address, such as that of `&[]`, costs a
/// hundred cycles even if the mask is empty (docs/notes/batch-calls.md).
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn tail(boards: &[u64], at: usize) -> &[u64] {
    boards.split_at(at.min(boards.len())).1
}

/// A slice to which packs of boards are written. With `NON_TEMPORAL` the stores bypass the caches,
/// which is faster only for results far larger than the caches.
///
/// Non-temporal stores are not ordered with other accesses, so a fence must come before any other
/// access to the memory. Only the drivers of this crate make such a writer. They borrow the memory,
/// and fence before they give it back. A write consumes the writer, which stays on its thread:
///
/// ```compile_fail,E0277
/// fn to_another_thread<T: Send>() {}
/// to_another_thread::<setwise_core::PackWriter<'static, setwise_core::Scalar, true>>();
/// ```
#[derive(Debug)]
pub struct PackWriter<'a, I, const NON_TEMPORAL: bool> {
    boards: &'a mut [u64],
    isa: PhantomData<*const I>,
}

impl<'a, I: Isa> PackWriter<'a, I, false> {
    /// Returns a writer with ordinary stores.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn new(boards: &'a mut [u64]) -> Self {
        Self::over(boards)
    }
}

impl<'a, I: Isa, const NON_TEMPORAL: bool> PackWriter<'a, I, NON_TEMPORAL> {
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) const fn over(boards: &'a mut [u64]) -> Self {
        Self {
            boards,
            isa: PhantomData,
        }
    }

    /// Splits off the first `boards` boards, or all if there are fewer.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn split(self, boards: usize) -> (Self, Self) {
        let (first, rest) = self.boards.split_at_mut(boards.min(self.boards.len()));
        (Self::over(first), Self::over(rest))
    }

    /// Writes boards to the front of the slice. Boards that do not fit are left out.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn write<P: Pack<Token = I>>(self, boards: P) {
        if NON_TEMPORAL {
            boards.stream(PackWriter::over(self.boards));
        } else {
            boards.store(self.boards);
        }
    }

    /// Writes a register to the front of the slice, as [`write`](Self::write) does.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn write_register<V: Vector<Token = I>>(self, register: V) {
        if NON_TEMPORAL {
            V::NonTemporal::store(register, PackWriter::over(self.boards));
        } else {
            Vector::store(register, self.boards);
        }
    }

    /// Returns the memory.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn into_slice(self) -> &'a mut [u64] {
        self.boards
    }
}

/// The lengths of two slices that belong together differ. Nothing was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LengthMismatch {
    /// The name of the slice, such as `diagonal` or `out[3] (south-east)`.
    pub what: &'static str,
    /// The given length.
    pub found: usize,
    /// The expected length: that of the first argument, or of the boards that are changed.
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
        // The loop takes the names by reference. By value it would keep `out` in memory.
        for (slice, what) in out.iter().zip(&OUT_NAMES) {
            Self::check(what, slice.len(), expected)?;
        }
        Ok(())
    }
}

impl fmt::Display for LengthMismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (what, found, expected) = (self.what, self.found, self.expected);
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
