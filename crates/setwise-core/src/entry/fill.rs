//! The entry point `batch_occluded_fill`.

use super::drive::{Blocks, Outcome, drive_range, single_output};
use super::single::one;
use super::{EntryArguments, EntryFunction, Strategy};
use crate::columns::Stores;
use crate::{Direction, Function, LengthMismatch, Pack, Pointer, oracle};
use core::marker::PhantomData;

/// The boards of a fill, and its direction.
#[derive(Clone, Copy, Debug)]
pub struct Fill<'a> {
    /// The squares that the fill starts from.
    pub generators: &'a [u64],
    /// The squares that the fill may enter.
    pub propagators: &'a [u64],
    /// The direction.
    pub direction: Direction,
}

/// Computes an occluded fill in one direction for many boards.
#[derive(Debug)]
pub struct BatchOccludedFill<S>(PhantomData<S>);

/// A fill in a constant direction, so that the direction folds away.
struct FillTowards<'a, 'b, const DIRECTION: usize> {
    generators: &'a [u64],
    propagators: &'a [u64],
    out: &'b mut [u64],
}

impl<'a, const DIRECTION: usize> Blocks for FillTowards<'a, '_, DIRECTION> {
    type Again<'c>
        = FillTowards<'a, 'c, DIRECTION>
    where
        Self: 'c;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn again(&mut self) -> FillTowards<'a, '_, DIRECTION> {
        FillTowards {
            generators: self.generators,
            propagators: self.propagators,
            out: self.out,
        }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn out(&self) -> &[u64] {
        self.out
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn block<P: Pack, const NON_TEMPORAL: bool>(
        &mut self,
        token: P::Token,
        at: usize,
        len: usize,
        stores: &Stores<P::Token, NON_TEMPORAL>,
    ) {
        let range = at..at + len;
        let (Some(generators), Some(propagators), Some(out)) = (
            self.generators.get(range.clone()),
            self.propagators.get(range.clone()),
            self.out.get_mut(range),
        ) else {
            return;
        };
        let direction = const { Direction::ALL[DIRECTION] };
        let filled =
            P::load(token, generators).occluded_fill(P::load(token, propagators), direction);
        stores.writer(out).write(filled);
    }
}

#[cfg_attr(not(unoptimized), inline(always))]
fn fill_towards<P: Pack, const DIRECTION: usize>(token: P::Token, fill: Fill<'_>, out: &mut [u64]) {
    let boards = out.len();
    let mut blocks = FillTowards::<DIRECTION> {
        generators: fill.generators,
        propagators: fill.propagators,
        out,
    };
    // A fill is so short that with few boards the test of the alignment would cost more than it
    // saves.
    drive_range::<P, _>(token, &mut blocks, 0..boards);
}

impl<S: Strategy> Function for BatchOccludedFill<S> {
    type First<'a> = Fill<'a>;
    type Second<'a> = &'a mut [u64];
    type Output = Outcome;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn call<P: Pack>(token: P::Token, fill: Fill<'_>, out: &mut [u64]) -> Outcome {
        let n = fill.generators.len();
        LengthMismatch::check("propagators", fill.propagators.len(), n)?;
        LengthMismatch::check("out", out.len(), n)?;
        match fill.direction {
            Direction::North => fill_towards::<P, 0>(token, fill, out),
            Direction::NorthEast => fill_towards::<P, 1>(token, fill, out),
            Direction::East => fill_towards::<P, 2>(token, fill, out),
            Direction::SouthEast => fill_towards::<P, 3>(token, fill, out),
            Direction::South => fill_towards::<P, 4>(token, fill, out),
            Direction::SouthWest => fill_towards::<P, 5>(token, fill, out),
            Direction::West => fill_towards::<P, 6>(token, fill, out),
            Direction::NorthWest => fill_towards::<P, 7>(token, fill, out),
        }
        Ok(())
    }
}

impl<S: Strategy> EntryFunction for BatchOccludedFill<S> {
    const INPUTS: &'static [&'static str] = &["generators", "propagators"];
    const DIRECTED: bool = true;

    fn call_columns(
        batch_occluded_fill: Pointer<Self>,
        columns: &EntryArguments<'_>,
        out: &mut [&mut [u64]],
    ) -> Outcome {
        let [generators, propagators, ..] = columns.inputs;
        let fill = Fill {
            generators,
            propagators,
            direction: columns.direction,
        };
        batch_occluded_fill(fill, single_output(out)?)
    }

    fn oracle(inputs: &[u64], direction: Direction) -> [u64; 8] {
        one(oracle::occluded_fill(inputs[0], inputs[1], direction))
    }
}
