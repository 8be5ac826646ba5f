//! Sets one after the other.

use crate::feature_set::extract::{Extract, append_with};
use crate::{
    Boards, Changes, Csr, Describe, Feature, FeatureSet, Incremental, Index, Problem, Rows,
};
use setwise_core::{ByteVector, Isa};
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
    type Scratch = (A::Scratch, B::Scratch, JoinedRows);

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
    fn check(&self, boards: &Boards) -> Result<(), Problem> {
        self.first.check(boards)?;
        self.second.check(boards)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn known_to_pass<V: ByteVector>(&self, token: V::Token, boards: &[Boards]) -> bool {
        self.first.known_to_pass::<V>(token, boards)
            && self.second.known_to_pass::<V>(token, boards)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn bound(&self, boards: &Boards) -> usize {
        self.first.bound(boards) + self.second.bound(boards)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn extract<V: ByteVector, T: Index>(
        &self,
        token: V::Token,
        boards: &[Boards],
        (first, second, parts): &mut Self::Scratch,
        rows: &mut Rows<'_, T>,
    ) {
        let scratch = (first, second);
        if const { size_of::<T>() == 0 } {
            self.join::<V, T, ()>(token, boards, scratch, &mut parts.counts, rows);
        } else {
            self.join::<V, T, u32>(token, boards, scratch, &mut parts.indices, rows);
        }
    }
}

impl<A: FeatureSet, B: FeatureSet> Joined<A, B> {
    /// Appends the rows of both sets, by way of `parts`.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn join<V: ByteVector, T: Index, U: Index>(
        &self,
        token: V::Token,
        boards: &[Boards],
        scratch: (&mut A::Scratch, &mut B::Scratch),
        parts: &mut [Csr<U>; 2],
        rows: &mut Rows<'_, T>,
    ) {
        // Separate functions, so that each set is compiled once for an instruction set and not
        // again for all that it is joined to.
        let one = token.pointer::<<V::Token as Isa>::Register, Extract<A, U>>();
        let two = token.pointer::<<V::Token as Isa>::Register, Extract<B, U>>();
        let [first, second] = parts;
        first.clear();
        append_with(one, &self.first, boards, scratch.0, first);
        second.clear();
        append_with(two, &self.second, boards, scratch.1, second);
        for index in 0..boards.len() {
            rows.extend(&first.part(index), 0);
            rows.extend(&second.part(index), self.first.size());
            rows.end_row();
        }
    }
}

/// The features of both sets of some positions.
#[derive(Debug, Default)]
pub struct JoinedRows {
    indices: [Csr<u32>; 2],
    /// If features are only counted.
    counts: [Csr<()>; 2],
}

/// A perspective is refreshed if it is in one of both sets. An engine that keeps an accumulator for
/// each set asks them separately.
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
