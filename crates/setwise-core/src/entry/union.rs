//! The entry point `batch_attacks`.

use super::drive::{Blocks, Outcome, drive, single_output, window};
use super::single::{POSITION, Register, one, sliders};
use super::stores::Stores;
use super::{EntryArguments as Columns, EntryFunction, Strategy};
use crate::columns::{CheckedBatch, LengthMismatch};
use crate::function::{Function, Pointer};
use crate::{direction::Direction, pack::Pack};
use crate::{direction_per_lane, oracle};
use core::marker::PhantomData;

/// Computes the union of all eight directions for many positions.
#[derive(Debug)]
pub struct BatchAttacks<S>(PhantomData<S>);

struct Union<'a, 'b> {
    batch: CheckedBatch<'a>,
    out: &'b mut [u64],
}

impl<'a> Blocks for Union<'a, '_> {
    type Again<'c>
        = Union<'a, 'c>
    where
        Self: 'c;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn again(&mut self) -> Union<'a, '_> {
        Union {
            batch: self.batch,
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
        let (Some((orthogonal, diagonal, occupied)), Some(out)) =
            (window(self.batch, at, len), self.out.get_mut(at..at + len))
        else {
            return;
        };
        P::store_attacks(token, orthogonal, diagonal, occupied, stores.writer(out));
    }
}

impl<S: Strategy> Function for BatchAttacks<S> {
    type First<'a> = CheckedBatch<'a>;
    type Second<'a> = &'a mut [u64];
    type Output = Outcome;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn call<P: Pack>(token: P::Token, batch: CheckedBatch<'_>, out: &mut [u64]) -> Outcome {
        LengthMismatch::check("out", out.len(), batch.len())?;
        if S::DIRECTION_PER_LANE {
            for ((sliders, occupied), out) in batch.positions().zip(out) {
                *out = direction_per_lane::attacks::<Register<P>>(token, sliders, occupied);
            }
        } else {
            drive::<S, P, _>(token, &mut Union { batch, out });
        }
        Ok(())
    }
}

impl<S: Strategy> EntryFunction for BatchAttacks<S> {
    const INPUTS: &'static [&'static str] = POSITION;
    const HAS_DIRECTION_PER_LANE: bool = true;
    const HAS_STREAMING: bool = true;

    fn call_columns(call: Pointer<Self>, columns: &Columns<'_>, out: &mut [&mut [u64]]) -> Outcome {
        call(columns.batch().check()?, single_output(out)?)
    }

    fn oracle(inputs: &[u64], _: Direction) -> [u64; 8] {
        one(oracle::ray_attacks(sliders(inputs), inputs[2]).union())
    }
}
