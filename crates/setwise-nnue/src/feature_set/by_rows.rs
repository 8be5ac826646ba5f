//! How rows are written one by one.

use crate::feature_set::FeatureSet;
use crate::inputs::packed::{Input, Packed};
use crate::rows::csr::RowWriter;
use crate::rows::index::Index;
use core::ops::Range;
use setwise_core::ByteVector;

/// How a set writes its rows one by one.
pub trait ByRows<S: FeatureSet> {
    /// Where it does so. Elsewhere rows are [extracted](FeatureSet::extract).
    const ON: Levels;

    /// The number of positions of padded rows that [`list`](Self::list) gets parts of
    /// (docs/notes/nnue-features.md).
    const PADDED_CHUNK: usize = 8;

    /// Returns whether a packed position passes [`check`](FeatureSet::check), and the methods below
    /// take packed positions.
    fn check_packed(_set: &S, _packed: &Packed) -> bool {
        false
    }

    /// Computes what [`write`](Self::write) needs of a few of the positions, from the first on.
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

/// The rows of a set are [extracted](FeatureSet::extract) everywhere.
#[derive(Clone, Copy, Debug)]
pub enum Extracted {}

impl<S: FeatureSet> ByRows<S> for Extracted {
    const ON: Levels = Levels::None;
}

/// The instruction sets on which a set writes its rows one by one.
#[derive(Clone, Copy, Debug)]
pub enum Levels {
    /// None.
    None,
    /// Those without fast vectors of words.
    WithoutWords,
    /// Those that do not compress bytes.
    WithoutCompression,
    /// All.
    All,
}

/// Returns whether a set writes its rows one by one.
pub(crate) const fn by_rows<S: FeatureSet, V: ByteVector>() -> bool {
    match S::Rows::ON {
        Levels::None => false,
        Levels::WithoutWords => !V::FAST_WORDS,
        Levels::WithoutCompression => !V::FAST_COMPRESS,
        Levels::All => true,
    }
}

/// The number of positions that are listed before their rows are written. Few of them leave the
/// stores of rows time to reach the memory (docs/notes/nnue-features.md).
pub(crate) const AT_ONCE: usize = 4;

/// Divides positions into parts of at most [`AT_ONCE`].
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn few(positions: usize) -> impl Iterator<Item = Range<usize>> {
    let starts = (0..positions).step_by(AT_ONCE);
    starts.map(move |start| start..positions.min(start + AT_ONCE))
}
