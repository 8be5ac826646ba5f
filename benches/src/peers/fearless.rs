//! Kogge-Stone with the crate `fearless_simd`, as a Rust programmer writes it today: vectors as
//! wide as the CPU has them, a board in each lane.

use super::fills::{Filled, KoggeStone, PLAIN};
use crate::calls::{Calls, Outcome};
use crate::inputs::sliders;
use fearless_simd::{Level, dispatch, prelude::*};
use setwise::{Batch, Direction};

/// It has `batch_attacks` only.
#[derive(Clone, Copy)]
pub(crate) struct Fearless(pub(crate) Level);

impl Calls for Fearless {
    #[inline(always)]
    fn batch_attacks(self, batch: Batch<'_>, out: &mut [u64]) -> Outcome {
        dispatch!(self.0, simd => attacks(simd, batch, out));
        Ok(())
    }
}

#[inline(always)]
fn attacks<S: Simd>(simd: S, batch: Batch<'_>, out: &mut [u64]) {
    let whole = out.len() / S::u64s::LEN * S::u64s::LEN;
    for start in (0..whole).step_by(S::u64s::LEN) {
        let lanes = start..start + S::u64s::LEN;
        let load = |boards: &[u64]| S::u64s::from_slice(simd, &boards[lanes.clone()]);
        let [orthogonal, diagonal] = [load(batch.orthogonal), load(batch.diagonal)];
        let occupied = load(batch.occupied);
        let rays = by_direction!(d => ray::<S>(d, if d.is_diagonal() { diagonal } else { orthogonal }, occupied));
        let [n, ne, e, se, s, sw, w, nw] = rays;
        ((n | ne) | (e | se) | ((s | sw) | (w | nw))).store_slice(&mut out[lanes]);
    }
    for i in whole..out.len() {
        let sliders = sliders(batch.orthogonal[i], batch.diagonal[i]);
        out[i] = Filled::<_, PLAIN>(KoggeStone).attacks(sliders, batch.occupied[i]);
    }
}

#[inline(always)]
fn ray<S: Simd>(direction: Direction, mut g: S::u64s, occupied: S::u64s) -> S::u64s {
    let mut p = !occupied & direction.arrivals();
    g = g | p & shift::<S>(direction, g, 1);
    p = p & shift::<S>(direction, p, 1);
    g = g | p & shift::<S>(direction, g, 2);
    p = p & shift::<S>(direction, p, 2);
    g = g | p & shift::<S>(direction, g, 4);
    shift::<S>(direction, g, 1) & direction.arrivals()
}

#[inline(always)]
fn shift<S: Simd>(direction: Direction, boards: S::u64s, steps: i32) -> S::u64s {
    let by = i32::from(direction.delta()) * steps;
    if by > 0 {
        boards << by.unsigned_abs()
    } else {
        boards >> by.unsigned_abs()
    }
}
