//! [`FeatureSet`], and the rows that it writes.

use crate::boards::Boards;
use crate::error::Problem;
use core::fmt;
use setwise_core::ByteVector;

/// A set of input features. A feature is something that is true of a position as one side, the perspective, sees it; it has an index
/// below [`size`](Self::size).
///
/// The two perspectives of a position always have the same number of features. Feature k of one row and feature k of the other are
/// the same fact seen from both sides.
///
/// Implement it for a set of your own. `examples/own_set.rs` of this crate is a whole set with memory of its own.
///
/// ```
/// use setwise_moves::Position;
/// use setwise_nnue::{
///     Boards, ByteVector, Csr, Extractor, FeatureSet, Index, Problem, Rows,
/// };
///
/// /// Pawns by file: 0 to 7 for own pawns, 8 to 15 for those of the opponent.
/// #[derive(Clone, Debug)]
/// struct PawnFiles;
///
/// impl FeatureSet for PawnFiles {
///     type Scratch = ();
///
///     fn name(&self) -> &'static str { "pawn-files" }
///     fn size(&self) -> u32 { 16 }
///     fn max_active(&self) -> usize { 64 }
///     fn check(&self, boards: &Boards) -> Result<(), Problem> { boards.check_pieces() }
///
///     #[inline(always)]
///     fn extract<V: ByteVector, T: Index>(
///         &self, _: V::Token, batch: &[Boards], (): &mut (), rows: &mut Rows<'_, T>,
///     ) {
///         for boards in batch {
///             for square in (0..64).filter(|square| boards.roles[0] >> square & 1 != 0) {
///                 let black = (boards.colors[1] >> square & 1) as u32;
///                 rows.push(square % 8 + 8 * black, square % 8 + 8 * (1 - black));
///             }
///             rows.end_row();
///         }
///     }
/// }
///
/// let mut rows = Csr::<u16>::new();
/// Extractor::new(PawnFiles).append(&[Position::startpos()], &mut rows)?;
/// let (white, black) = rows.row(0).unwrap();
/// assert_eq!((white[0], black[0]), (0, 8)); // the pawn on a2
/// # Ok::<(), setwise_nnue::Error>(())
/// ```
pub trait FeatureSet: Clone + fmt::Debug + Send + Sync + 'static {
    /// Memory that [`extract`](Self::extract) needs besides the rows, such as lists; `()` for none. A call of an
    /// [`Extractor`](crate::Extractor) creates a value for each thread and part of the input, and passes it to `extract` for one batch
    /// after the other. The contents that a batch leaves in it are there for the next one.
    type Scratch: Default + Send;

    /// The name in lower case with hyphens, such as `full-threats`.
    fn name(&self) -> &'static str;

    /// The number of different features.
    fn size(&self) -> u32;

    /// A number of features per perspective that no position exceeds that passes [`check`](Self::check), however odd.
    fn max_active(&self) -> usize;

    /// Checks that a position has features of this set.
    ///
    /// # Errors
    /// The reason why it has none.
    fn check(&self, boards: &Boards) -> Result<(), Problem>;

    /// Returns `true` only if all positions pass [`check`](Self::check): a fast test of many positions at once. After `false` each
    /// position is checked by itself. The provided method returns `false`.
    ///
    /// Mark it `#[inline(always)]`: it is compiled for each instruction set.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn known_to_pass<V: ByteVector>(&self, _token: V::Token, _boards: &[Boards]) -> bool {
        false
    }

    /// An upper bound of the number of features of a position, cheaper than counting them.
    fn bound(&self, _boards: &Boards) -> usize {
        self.max_active()
    }

    /// Appends the rows of some positions, each as its first perspective sees it: as White if that is the perspective of White, else
    /// [flipped](Boards::flipped). All positions pass [`check`](Self::check), and `rows` has room for
    /// [`max_active`](Self::max_active) features of each of them and [`Rows::SLACK`] more.
    ///
    /// Mark it `#[inline(always)]`: it is compiled for each instruction set.
    fn extract<V: ByteVector, T: Index>(
        &self,
        token: V::Token,
        boards: &[Boards],
        scratch: &mut Self::Scratch,
        rows: &mut Rows<'_, T>,
    );
}

/// A type of indices: `u16` for sets of at most 65,536 features, `u32` for all, and `()` for rows that are only counted.
pub trait Index:
    Copy + Default + Send + Sync + fmt::Debug + Eq + Ord + sealed::Sealed + 'static
{
    /// The greatest index.
    const MAX: u32;

    /// Converts an index that is at most [`MAX`](Self::MAX).
    fn from_index(index: u32) -> Self;

    /// The index as a number.
    fn to_index(self) -> u32;

    /// Stores indices of 16 bits, as many as a register has bytes, to the front of a slice that has room for them.
    fn store<V: ByteVector>(words: [V; 2], out: &mut [Self]);
}

#[expect(
    unnameable_types,
    reason = "a trait that nobody can name cannot be implemented elsewhere"
)]
mod sealed {
    pub trait Sealed {}
    impl Sealed for u16 {}
    impl Sealed for u32 {}
    impl Sealed for () {}
}

impl Index for u16 {
    const MAX: u32 = Self::MAX as u32;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn from_index(index: u32) -> Self {
        index as Self
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn to_index(self) -> u32 {
        u32::from(self)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn store<V: ByteVector>(words: [V; 2], out: &mut [Self]) {
        V::store_words(words, out);
    }
}

impl Index for u32 {
    const MAX: u32 = Self::MAX;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn from_index(index: u32) -> Self {
        index
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn to_index(self) -> u32 {
        self
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn store<V: ByteVector>(words: [V; 2], out: &mut [Self]) {
        V::store_words_wide(words, out);
    }
}

/// No index, for rows that are only counted. A set may leave out what computes indices where a type has the size 0.
impl Index for () {
    const MAX: u32 = u32::MAX;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn from_index(_: u32) -> Self {}

    #[cfg_attr(not(unoptimized), inline(always))]
    fn to_index(self) -> u32 {
        0
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn store<V: ByteVector>(_: [V; 2], _: &mut [Self]) {}
}

/// The rows of a position, in memory that goes on behind them.
pub(crate) struct Part<'a, T> {
    pub(crate) first: &'a [T],
    pub(crate) second: &'a [T],
    pub(crate) features: usize,
}

/// Rows of indices that a [`FeatureSet`] appends to: two rows for each position, of equal length.
#[derive(Debug)]
pub struct Rows<'a, T> {
    first: &'a mut [T],
    second: &'a mut [T],
    ends: &'a mut [usize],
    features: usize,
    rows: usize,
}

impl<'a, T: Index> Rows<'a, T> {
    /// The number of entries beyond the last feature that are overwritten.
    pub const SLACK: usize = 64;

    /// Returns empty rows in some memory. `ends` gets the number of features up to the end of each row.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) const fn new(
        first: &'a mut [T],
        second: &'a mut [T],
        ends: &'a mut [usize],
    ) -> Self {
        Self {
            first,
            second,
            ends,
            features: 0,
            rows: 0,
        }
    }

    /// The number of features per perspective so far, of all rows.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn features(&self) -> usize {
        self.features
    }

    /// Appends a feature to both rows of the position: its index in the first and in the second perspective. Does nothing if there
    /// is no room.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn push(&mut self, first: u32, second: u32) {
        let at = self.features;
        if let (Some(one), Some(two)) = (self.first.get_mut(at), self.second.get_mut(at)) {
            *one = T::from_index(first);
            *two = T::from_index(second);
            self.features += 1;
        }
    }

    /// Ends the row of a position.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn end_row(&mut self) {
        let features = self.features;
        self.end_row_at(features);
    }

    /// Ends the row of a position at a number of features, of all rows, that will be appended later.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn end_row_at(&mut self, features: usize) {
        if let Some(end) = self.ends.get_mut(self.rows) {
            *end = features;
            self.rows += 1;
        }
    }

    /// Appends the features of a row, with a number added to each index.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn extend<U: Index>(&mut self, row: &Part<'_, U>, by: u32) {
        let (first, second) = self.tail();
        let sides = [(row.first, first), (row.second, second)];
        for (indices, out) in sides {
            // Sixteen at a time, also beyond the end of the row: a fixed number needs no loop.
            let (indices, _) = indices.as_chunks::<16>();
            let (out, _) = out.as_chunks_mut::<16>();
            let chunks = indices.iter().zip(out).take(row.features.div_ceil(16));
            for (indices, out) in chunks {
                // The copy tells the compiler that the two do not overlap.
                for (to, index) in out.iter_mut().zip(*indices) {
                    *to = T::from_index(index.to_index().wrapping_add(by));
                }
            }
        }
        self.advance(row.features);
    }

    /// The memory behind the features so far, of both perspectives. [`advance`](Self::advance) tells how much of it has been filled.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn tail(&mut self) -> (&mut [T], &mut [T]) {
        let at = self.features;
        (
            self.first.get_mut(at..).unwrap_or_default(),
            self.second.get_mut(at..).unwrap_or_default(),
        )
    }

    /// Takes over features that were written to the [`tail`](Self::tail).
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn advance(&mut self, features: usize) {
        self.features += features;
    }
}
