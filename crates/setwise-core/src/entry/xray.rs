//! X-ray attacks: attacks through the first blocker of a given set.
//!
//! The attacks of one direction end on the first occupied square of each ray. The blockers among
//! these act as sliders in the same direction; their attacks are the result. (For one slider:
//! "X-ray attacks" in the Chess Programming Wiki; for sets: this project, 2026.)

use super::drive::{Blocks, Outcome, drive, single_output, window};
use super::single::{Register, one, sliders};
use super::stores::Stores;
use super::{EntryArguments as Columns, EntryFunction, Strategy};
use crate::columns::{CheckedBatch, LengthMismatch};
use crate::direction::{Direction, Direction::*};
use crate::function::{Function, Pointer};
use crate::{direction_per_lane, oracle};
use crate::{pack::Pack, square::Squares};
use core::marker::PhantomData;

/// Computes the x-ray attacks of many positions, all directions united.
#[derive(Debug)]
pub struct BatchXrayAttacks<S>(PhantomData<S>);

struct Xray<'a, 'b> {
    batch: CheckedBatch<'a>,
    blockers: &'a [u64],
    out: &'b mut [u64],
}

#[cfg_attr(not(unoptimized), inline(always))]
fn through<P: Pack>(sliders: P, occupied: P, blockers: P, direction: Direction) -> P {
    (sliders.attacks(occupied, direction) & blockers).attacks(occupied, direction)
}

impl<'a> Blocks for Xray<'a, '_> {
    type Again<'c>
        = Xray<'a, 'c>
    where
        Self: 'c;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn again(&mut self) -> Xray<'a, '_> {
        Xray {
            batch: self.batch,
            blockers: self.blockers,
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
        let (Some((orthogonal, diagonal, occupied)), Some(blockers), Some(out)) = (
            window(self.batch, at, len),
            self.blockers.get(at..at + len),
            self.out.get_mut(at..at + len),
        ) else {
            return;
        };
        let o: P = occupied.load(token);
        let b = P::load(token, blockers) & o;
        let s = P::load(token, orthogonal);
        let x = through(s, o, b, North) | through(s, o, b, East);
        let x = x | through(s, o, b, South) | through(s, o, b, West);
        let s = P::load(token, diagonal);
        let x = x | through(s, o, b, NorthEast) | through(s, o, b, SouthEast);
        let x = x | through(s, o, b, SouthWest) | through(s, o, b, NorthWest);
        stores.writer(out).write(x);
    }
}

impl<S: Strategy> Function for BatchXrayAttacks<S> {
    /// Positions and blockers.
    type First<'a> = (CheckedBatch<'a>, &'a [u64]);
    type Second<'a> = &'a mut [u64];
    type Output = Outcome;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn call<P: Pack>(
        token: P::Token,
        (batch, blockers): (CheckedBatch<'_>, &[u64]),
        out: &mut [u64],
    ) -> Outcome {
        let n = batch.len();
        LengthMismatch::check("blockers", blockers.len(), n)?;
        LengthMismatch::check("out", out.len(), n)?;
        if S::DIRECTION_PER_LANE {
            for (((sliders, occupied), blockers), out) in batch.positions().zip(blockers).zip(out) {
                *out = direction_per_lane::xray_attacks::<Register<P>>(
                    token, sliders, occupied, *blockers,
                );
            }
        } else {
            let mut blocks = Xray {
                batch,
                blockers,
                out,
            };
            drive::<S, P, _>(token, &mut blocks);
        }
        Ok(())
    }
}

impl<S: Strategy> EntryFunction for BatchXrayAttacks<S> {
    const INPUTS: &'static [&'static str] = &["orthogonal", "diagonal", "occupied", "blockers"];
    const HAS_DIRECTION_PER_LANE: bool = true;
    const HAS_STREAMING: bool = true;

    fn call_columns(call: Pointer<Self>, columns: &Columns<'_>, out: &mut [&mut [u64]]) -> Outcome {
        call(
            (columns.batch().check()?, columns.inputs[3]),
            single_output(out)?,
        )
    }

    /// Walks from each slider to the first occupied square, and on from there if that is a blocker.
    fn oracle(inputs: &[u64], _: Direction) -> [u64; 8] {
        let (sliders, blockers) = (sliders(inputs), inputs[3]);
        let occupied = inputs[2] | sliders.all();
        let mut seen = 0;
        for &direction in &Direction::ALL {
            for slider in Squares(sliders.of(direction)) {
                let first = oracle::attacks(slider.bit(), occupied, direction) & occupied;
                seen |= oracle::attacks(first & blockers, occupied, direction);
            }
        }
        one(seen)
    }
}
