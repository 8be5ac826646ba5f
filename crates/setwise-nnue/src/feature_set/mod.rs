//! The trait of a set of features, [`FeatureSet`], and its optional parts.

pub(crate) mod changes;
pub(crate) mod describe;
pub(crate) mod extract;
pub(crate) mod memory;
pub(crate) mod pad;

use crate::error::PositionError;
use crate::inputs::{Boards, Input, Packed};
use crate::rows::{Index, Levels, RowWriter};
use core::{fmt, ops::Range};
use setwise_core::ByteVector;

/// A set of features. A feature is something that is true of a position as one side, the
/// perspective, sees it; it has an index below [`size`](Self::size).
///
/// The two perspectives of a position always have the same number of features. Feature k of one row
/// and feature k of the other are the same fact seen from both sides.
///
/// Implement it for your own set. `examples/own_set.rs` of this crate is a whole set with separate
/// memory.
pub trait FeatureSet: Clone + fmt::Debug + Send + Sync + 'static {
    /// Memory that [`extract`](Self::extract) needs besides the rows, such as lists; `()` for none.
    /// A call of an [`Extractor`](crate::Extractor) creates a value for each thread and part of the
    /// input, and passes it to `extract` for one batch after the other. The contents that a batch
    /// leaves in it are there for the next one.
    type Scratch: Default + Send;

    /// How rows are written one by one: [`Extracted`] in your own set.
    type Rows: ByRows<Self>;

    /// The name in lower case with hyphens, such as `full-threats`.
    fn name(&self) -> &'static str;

    /// The number of different features.
    fn size(&self) -> u32;

    /// A number of features per perspective that no position exceeds that passes
    /// [`check`](Self::check), however odd.
    fn max_active(&self) -> usize;

    /// Checks that a position has features of this set.
    ///
    /// # Errors
    /// The reason why it has none.
    fn check(&self, boards: &Boards) -> Result<(), PositionError>;

    /// Returns `true` only if all positions pass [`check`](Self::check): a fast test of many
    /// positions at once. After `false` each position is checked by itself. The provided method
    /// returns `false`.
    ///
    /// Mark it `#[inline(always)]`: it is compiled for each instruction set.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn known_to_pass<V: ByteVector>(&self, _token: V::Token, _boards: &[Boards]) -> bool {
        false
    }

    /// Appends the rows of some positions, each as its first perspective sees it: as White if that
    /// is the perspective of White, else [flipped](Boards::flipped). All positions pass
    /// [`check`](Self::check), and `rows` has room for [`max_active`](Self::max_active) features of
    /// each of them and [`RowWriter::SLACK`] more.
    ///
    /// Mark it `#[inline(always)]`: it is compiled for each instruction set.
    fn extract<V: ByteVector, T: Index>(
        &self,
        token: V::Token,
        boards: &[Boards],
        scratch: &mut Self::Scratch,
        rows: &mut RowWriter<'_, T>,
    );
}

/// How a set writes its rows one by one.
pub trait ByRows<S: FeatureSet> {
    /// Where it does so. Elsewhere rows are [extracted](FeatureSet::extract).
    const ON: Levels;

    /// The number of positions per kernel call for padded rows; [`list`](Self::list) gets parts of
    /// these positions (docs/notes/nnue-features.md).
    const PADDED_CHUNK: usize = 8;

    /// Returns whether a packed position passes [`check`](FeatureSet::check), and the methods below
    /// take packed positions.
    fn check_packed(_set: &S, _packed: &Packed) -> bool {
        false
    }

    /// Prepares [`write`](Self::write) for a few positions. The first call is for the first ones.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn list<V: ByteVector, T: Index>(
        _set: &S,
        _token: V::Token,
        _input: Input<'_>,
        _range: Range<usize>,
        _scratch: &mut S::Scratch,
    ) {
    }

    /// Appends the features of one of the positions that were listed last.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn write<V: ByteVector, T: Index>(
        _set: &S,
        _token: V::Token,
        _input: Input<'_>,
        _number: usize,
        _scratch: &S::Scratch,
        _rows: &mut RowWriter<'_, T>,
    ) {
    }
}

/// The [`Rows`](FeatureSet::Rows) of your own set: rows that are [extracted](FeatureSet::extract)
/// on every instruction set.
#[derive(Clone, Copy, Debug)]
pub enum Extracted {}

impl<S: FeatureSet> ByRows<S> for Extracted {
    const ON: Levels = Levels::None;
}
