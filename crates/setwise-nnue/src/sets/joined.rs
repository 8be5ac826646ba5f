//! Sets one after the other.

use crate::error::PositionError;
use crate::feature_set::changes::{Changes, Incremental};
use crate::feature_set::describe::{Describe, Feature};
use crate::feature_set::{ByRows, FeatureSet};
use crate::inputs::{Boards, Input};
use crate::rows::{Index, Levels, RowWriter};
use crate::{feature_set::extract::append, feature_set::memory::Memory};
use core::ops::Range;
use setwise_core::ByteVector;
use setwise_moves::Color;

/// The features of two sets. The indices of the second set follow those of the first, and so do its
/// features in a row.
///
/// ```
/// use setwise_nnue::{FeatureSet, FullThreats, HalfKaV2Hm, Joined, PawnPairs};
/// // The inputs of a network of Stockfish in the order of nnue-pytorch's `Full_Threats+PP_3Wide+HalfKAv2_hm`.
/// let inputs = Joined::new(Joined::new(FullThreats::new(), PawnPairs), HalfKaV2Hm);
/// assert_eq!(inputs.size(), 59_808 + 4_560 + 22_528);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Joined<A, B> {
    first: A,
    second: B,
    name: &'static str,
}

impl<A: FeatureSet, B: FeatureSet> Joined<A, B> {
    /// Joins two sets.
    pub const fn new(first: A, second: B) -> Self {
        Self::named("joined", first, second)
    }

    pub(super) const fn named(name: &'static str, first: A, second: B) -> Self {
        Self {
            first,
            second,
            name,
        }
    }
}

impl<A: FeatureSet, B: FeatureSet> FeatureSet for Joined<A, B> {
    type Scratch = (Memory<A>, Memory<B>);
    type Rows = Self;

    fn name(&self) -> &'static str {
        self.name
    }

    /// The sum of both sizes, at most 2³² − 1.
    fn size(&self) -> u32 {
        self.first.size().saturating_add(self.second.size())
    }

    fn max_active(&self) -> usize {
        self.first.max_active() + self.second.max_active()
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn check(&self, boards: &Boards) -> Result<(), PositionError> {
        self.first.check(boards)?;
        self.second.check(boards)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn known_to_pass<V: ByteVector>(&self, token: V::Token, boards: &[Boards]) -> bool {
        self.first.known_to_pass::<V>(token, boards)
            && self.second.known_to_pass::<V>(token, boards)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn extract<V: ByteVector, T: Index>(
        &self,
        token: V::Token,
        boards: &[Boards],
        scratch: &mut Self::Scratch,
        rows: &mut RowWriter<'_, T>,
    ) {
        append::<Self, V, T>(token, self, Input::Boards(boards), scratch, rows);
    }
}

impl<A: FeatureSet, B: FeatureSet> ByRows<Self> for Joined<A, B> {
    const PADDED_CHUNK: usize = 64;
    const ON: Levels = Levels::All;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn list<V: ByteVector, T: Index>(
        set: &Self,
        token: V::Token,
        input: Input<'_>,
        range: Range<usize>,
        (first, second): &mut (Memory<A>, Memory<B>),
    ) {
        first.list::<V, T>(token, &set.first, input, range.clone());
        second.list::<V, T>(token, &set.second, input, range);
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn write<V: ByteVector, T: Index>(
        set: &Self,
        token: V::Token,
        input: Input<'_>,
        number: usize,
        (first, second): &(Memory<A>, Memory<B>),
        rows: &mut RowWriter<'_, T>,
    ) {
        let by = set.first.size();
        first.write::<V, T>(token, &set.first, input, number, rows);
        rows.shift(by);
        second.write::<V, T>(token, &set.second, input, number, rows);
        rows.shift(by.wrapping_neg());
    }
}

/// A perspective is refreshed if either set refreshes it. An engine that keeps an accumulator for
/// each set calls the sets separately.
impl<A: Incremental, B: Incremental> Incremental for Joined<A, B> {
    #[inline]
    fn refreshes(&self, before: &Boards, after: &Boards, perspective: Color) -> bool {
        self.first.refreshes(before, after, perspective)
            || self.second.refreshes(before, after, perspective)
    }

    #[inline]
    fn append_changes(&self, before: &Boards, after: &Boards, changes: &mut Changes) {
        self.first.append_changes(before, after, changes);
        changes.shifted(self.first.size(), |changes| {
            self.second.append_changes(before, after, changes);
        });
    }
}

impl<A: Describe, B: Describe> Describe for Joined<A, B> {
    fn describe(&self, index: u32) -> Option<Feature> {
        match index.checked_sub(self.first.size()) {
            None => self.first.describe(index),
            Some(index) => self.second.describe(index),
        }
    }

    fn locate(&self, index: u32, boards: &Boards, perspective: Color) -> Option<Feature> {
        match index.checked_sub(self.first.size()) {
            None => self.first.locate(index, boards, perspective),
            Some(index) => self.second.locate(index, boards, perspective),
        }
    }
}
