//! The entry point `batch_ray_attacks`.

use super::drive::{Blocks, Outcome, drive, window};
use super::single::{POSITION, Register, sliders};
use super::stores::Stores;
use super::{EntryArguments as Columns, EntryFunction, Strategy};
use crate::columns::{CheckedBatch, LengthMismatch, PackWriter};
use crate::function::{Function, Pointer};
use crate::{direction::Direction, pack::Pack};
use crate::{direction_per_lane, oracle};
use core::marker::PhantomData;

/// Computes the eight directions for many positions, each into a separate slice.
#[derive(Debug)]
pub struct BatchRayAttacks<S>(PhantomData<S>);

struct ByDirection<'a, 'b> {
    batch: CheckedBatch<'a>,
    out: [&'b mut [u64]; 8],
}

impl<'a> Blocks for ByDirection<'a, '_> {
    type Again<'c>
        = ByDirection<'a, 'c>
    where
        Self: 'c;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn again(&mut self) -> ByDirection<'a, '_> {
        let [n, ne, e, se, s, sw, w, nw] = &mut self.out;
        ByDirection {
            batch: self.batch,
            out: [n, ne, e, se, s, sw, w, nw],
        }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn out(&self) -> &[u64] {
        self.out[0]
    }

    /// Only full packs are faster: a pack transposes eight results besides three arguments.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn min_boards<P: Pack>(&self) -> usize {
        P::BOARDS
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn block<P: Pack, const NON_TEMPORAL: bool>(
        &mut self,
        token: P::Token,
        at: usize,
        len: usize,
        stores: &Stores<P::Token, NON_TEMPORAL>,
    ) {
        let Some((orthogonal, diagonal, occupied)) = window(self.batch, at, len) else {
            return;
        };
        let range = at..at + len;
        let [n, ne, e, se, s, sw, w, nw] = &mut self.out;
        let (Some(n), Some(ne), Some(e), Some(se), Some(s), Some(sw), Some(w), Some(nw)) = (
            n.get_mut(range.clone()),
            ne.get_mut(range.clone()),
            e.get_mut(range.clone()),
            se.get_mut(range.clone()),
            s.get_mut(range.clone()),
            sw.get_mut(range.clone()),
            w.get_mut(range.clone()),
            nw.get_mut(range),
        ) else {
            return;
        };
        let out: [PackWriter<'_, P::Token, NON_TEMPORAL>; 8] = [
            stores.writer(n),
            stores.writer(ne),
            stores.writer(e),
            stores.writer(se),
            stores.writer(s),
            stores.writer(sw),
            stores.writer(w),
            stores.writer(nw),
        ];
        P::store_rays(token, orthogonal, diagonal, occupied, out);
    }
}

impl<S: Strategy> Function for BatchRayAttacks<S> {
    type First<'a> = CheckedBatch<'a>;
    type Second<'a> = [&'a mut [u64]; 8];
    type Output = Outcome;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn call<P: Pack>(
        token: P::Token,
        batch: CheckedBatch<'_>,
        mut out: [&mut [u64]; 8],
    ) -> Outcome {
        LengthMismatch::check_outputs(&out, batch.len())?;
        if S::DIRECTION_PER_LANE {
            for (i, (sliders, occupied)) in batch.positions().enumerate() {
                direction_per_lane::ray_attacks::<Register<P>>(token, sliders, occupied)
                    .write(i, &mut out);
            }
        } else {
            drive::<S, P, _>(token, &mut ByDirection { batch, out });
        }
        Ok(())
    }
}

impl<S: Strategy> EntryFunction for BatchRayAttacks<S> {
    const INPUTS: &'static [&'static str] = POSITION;
    const OUTPUTS: usize = 8;
    const HAS_DIRECTION_PER_LANE: bool = true;
    const HAS_STREAMING: bool = true;

    fn call_columns(call: Pointer<Self>, columns: &Columns<'_>, out: &mut [&mut [u64]]) -> Outcome {
        let outputs = out.len();
        let [n, ne, e, se, s, sw, w, nw] = out else {
            return LengthMismatch::check("outputs", outputs, Self::OUTPUTS);
        };
        call(columns.batch().check()?, [n, ne, e, se, s, sw, w, nw])
    }

    fn oracle(inputs: &[u64], _: Direction) -> [u64; 8] {
        oracle::ray_attacks(sliders(inputs), inputs[2]).0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{columns::Batch, sliced::Sliced};

    #[test]
    fn partly_filled_packs_do_not_pay_for_eight_outputs() {
        let batch = Batch {
            orthogonal: &[],
            diagonal: &[],
            occupied: &[],
        };
        let by_direction = ByDirection {
            batch: batch.check().unwrap(),
            out: Default::default(),
        };
        assert_eq!(by_direction.min_boards::<Sliced<u64>>(), 8);
        assert_eq!(<Sliced<u64> as Pack>::MIN_BOARDS, 5);
    }
}
