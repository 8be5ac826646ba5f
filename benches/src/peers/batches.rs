//! Calls for many positions as loops over the call for one position. The slices have one length and
//! the loop does nothing else, so that the compiler can vectorize it.

use crate::calls::Calls;
use crate::loops::sliders;
use setwise::{Batch, Direction, LengthMismatch, Rays, Sliders};
use setwise_core::step;

type Outcome = Result<(), LengthMismatch>;

/// Writes the union of each position; all slices are as long as `out`.
#[inline(always)]
pub(crate) fn batch_attacks(code: impl Calls, batch: Batch<'_>, out: &mut [u64]) -> Outcome {
    let n = out.len();
    let (orthogonal, diagonal) = (&batch.orthogonal[..n], &batch.diagonal[..n]);
    let occupied = &batch.occupied[..n];
    for i in 0..n {
        out[i] = code.attacks(sliders(orthogonal[i], diagonal[i]), occupied[i]);
    }
    Ok(())
}

/// Writes all directions of each position; all slices are as long as `out[0]`.
#[inline(always)]
pub(crate) fn batch_ray_attacks(
    code: impl Calls,
    batch: Batch<'_>,
    out: [&mut [u64]; 8],
) -> Outcome {
    let n = out[0].len();
    let (orthogonal, diagonal) = (&batch.orthogonal[..n], &batch.diagonal[..n]);
    let occupied = &batch.occupied[..n];
    let out = out.map(|slice| &mut slice[..n]);
    for i in 0..n {
        let rays = code.ray_attacks(sliders(orthogonal[i], diagonal[i]), occupied[i]);
        for d in 0..8 {
            out[d][i] = rays.0[d];
        }
    }
    Ok(())
}

/// Writes one direction of each pair of generators and propagators; all slices are as long as
/// `out`.
#[inline(always)]
pub(crate) fn batch_occluded_fill(
    code: impl Calls,
    generators: &[u64],
    propagators: &[u64],
    direction: Direction,
    out: &mut [u64],
) -> Outcome {
    let n = out.len();
    let (generators, propagators) = (&generators[..n], &propagators[..n]);
    for i in 0..n {
        out[i] = code.occluded_fill(generators[i], propagators[i], direction);
    }
    Ok(())
}

/// Writes the union of each position through the first blocker of each ray; all slices are as long
/// as `out`.
#[inline(always)]
pub(crate) fn batch_xray_attacks(
    code: impl Calls,
    batch: Batch<'_>,
    blockers: &[u64],
    out: &mut [u64],
) -> Outcome {
    let n = out.len();
    let (orthogonal, diagonal) = (&batch.orthogonal[..n], &batch.diagonal[..n]);
    let (occupied, blockers) = (&batch.occupied[..n], &blockers[..n]);
    for i in 0..n {
        let sliders = sliders(orthogonal[i], diagonal[i]);
        out[i] = xray_attacks(code, sliders, occupied[i], blockers[i]);
    }
    Ok(())
}

/// Returns the union of all directions through the first blocker of each ray: the blockers among
/// the attacks act as sliders.
#[inline(always)]
fn xray_attacks(code: impl Calls, sliders: Sliders, occupied: u64, blockers: u64) -> u64 {
    let through = by_direction!(d => {
        let first = step(code.occluded_fill(sliders.of(d), !occupied, d), d);
        step(code.occluded_fill(first & blockers, !occupied, d), d)
    });
    Rays(through).union()
}
