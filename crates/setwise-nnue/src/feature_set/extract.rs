//! The methods of a [`FeatureSet`] that are compiled for each instruction set.

use crate::feature_set::{ByRows, FeatureSet};
use crate::inputs::{Boards, Input};
use crate::rows::{Csr, Index, Levels, RowWriter, few};
use core::marker::PhantomData;
use setwise_core::{ByteVector, Function, Isa, Pack, Pointer};

/// Returns whether a set writes its rows one by one.
pub(crate) const fn by_rows<S: FeatureSet, V: ByteVector>() -> bool {
    match S::Rows::ON {
        Levels::None => false,
        Levels::WithoutWords => !V::FAST_WORDS,
        Levels::WithoutCompression => !V::FAST_COMPRESS,
        Levels::All => true,
    }
}

/// Appends rows one by one.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn append<S: FeatureSet, V: ByteVector, T: Index>(
    token: V::Token,
    set: &S,
    input: Input<'_>,
    scratch: &mut S::Scratch,
    rows: &mut RowWriter<'_, T>,
) {
    for range in few(input.len()) {
        S::Rows::list::<V, T>(set, token, input, range.clone(), scratch);
        for number in range {
            S::Rows::write::<V, T>(set, token, input, number, scratch, rows);
            rows.end_row();
        }
    }
}

/// Positions and the set of features to extract.
pub(crate) struct Job<'a, S> {
    set: &'a S,
    input: Input<'a>,
}

/// Memory to extract to.
pub(crate) struct Output<'a, S: FeatureSet, T> {
    scratch: &'a mut S::Scratch,
    rows: RowWriter<'a, T>,
}

/// [`FeatureSet::extract`], to be compiled for each instruction set.
pub(crate) struct Extract<S, T>(PhantomData<(S, T)>);

impl<S: FeatureSet, T: Index> Function for Extract<S, T> {
    type First<'a> = Job<'a, S>;
    type Second<'a> = Output<'a, S, T>;
    type Output = ();

    #[cfg_attr(not(unoptimized), inline(always))]
    fn call<P: Pack>(token: P::Token, job: Job<'_, S>, output: Output<'_, S, T>) {
        let Output { scratch, mut rows } = output;
        let Job { set, input } = job;
        if const { matches!(S::Rows::ON, Levels::All) } {
            append::<S, <P::Token as Isa>::Register, T>(token, set, input, scratch, &mut rows);
        } else if let Input::Boards(boards) = input {
            set.extract::<<P::Token as Isa>::Register, T>(token, boards, scratch, &mut rows);
        }
    }
}

/// [`FeatureSet::known_to_pass`], to be compiled for each instruction set.
pub(crate) struct KnownToPass<S>(PhantomData<S>);

impl<S: FeatureSet> Function for KnownToPass<S> {
    type First<'a> = &'a S;
    type Second<'a> = &'a [Boards];
    type Output = bool;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn call<P: Pack>(token: P::Token, set: &S, boards: &[Boards]) -> bool {
        set.known_to_pass::<<P::Token as Isa>::Register>(token, boards)
    }
}

/// Appends the rows of positions that have been checked, by an [`Extract`] that is compiled for
/// some instruction set.
pub(crate) fn append_with<S: FeatureSet, T: Index>(
    kernel: Pointer<Extract<S, T>>,
    set: &S,
    input: Input<'_>,
    scratch: &mut S::Scratch,
    rows: &mut Csr<T>,
) {
    let features = input.len() * set.max_active();
    let rows = rows.append(input.len(), features);
    kernel(Job { set, input }, Output { scratch, rows });
}
