//! The methods of a [`FeatureSet`] that are compiled for each instruction set.

use crate::{Boards, Csr, FeatureSet, Index, Rows};
use core::marker::PhantomData;
use setwise_core::{Function, Isa, Pack, Pointer};

/// Positions and the set of features to extract.
pub(crate) struct Job<'a, S> {
    set: &'a S,
    boards: &'a [Boards],
}

/// Memory to extract to.
pub(crate) struct Output<'a, S: FeatureSet, T> {
    scratch: &'a mut S::Scratch,
    rows: Rows<'a, T>,
}

/// [`FeatureSet::extract`], to be compiled for each instruction set.
pub(crate) struct Extract<S, T>(PhantomData<(S, T)>);

impl<S: FeatureSet, T: Index> Function for Extract<S, T> {
    type First<'a> = Job<'a, S>;
    type Second<'a> = Output<'a, S, T>;
    type Output = ();

    #[cfg_attr(not(unoptimized), inline(always))]
    fn call<P: Pack>(token: P::Token, job: Job<'_, S>, mut output: Output<'_, S, T>) {
        job.set.extract::<<P::Token as Isa>::Register, T>(
            token,
            job.boards,
            output.scratch,
            &mut output.rows,
        );
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
    boards: &[Boards],
    scratch: &mut S::Scratch,
    rows: &mut Csr<T>,
) {
    let features = boards.len() * set.max_active();
    let rows = rows.append(boards.len(), features);
    kernel(Job { set, boards }, Output { scratch, rows });
}
