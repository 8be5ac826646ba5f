//! What peers answer, and how.

use crate::calls::Calls;
use crate::loops::sliders;
use setwise::{Batch, Direction, LengthMismatch, Rays, Sliders};
use setwise_core::step;

/// Code for one position at a time, as peers have it. Calls for many positions are loops over it: with slices of one length and
/// nothing else in the loop, the compiler vectorizes them if the method lets it.
pub trait Solver: Copy + 'static {
    /// Returns the union of all directions.
    fn attacks(self, sliders: Sliders, occupied: u64) -> u64;

    /// Returns all directions.
    fn ray_attacks(self, sliders: Sliders, occupied: u64) -> Rays;

    /// Returns the squares reached in one direction.
    fn occluded_fill(self, direction: Direction, generators: u64, propagators: u64) -> u64;

    /// Returns the attacks of a bishop or a rook; the set has one square.
    #[inline(always)]
    fn piece_attacks<const BISHOP: bool>(self, piece: u64, occupied: u64) -> u64 {
        let sliders = if BISHOP {
            sliders(0, piece)
        } else {
            sliders(piece, 0)
        };
        self.attacks(sliders, occupied)
    }

    /// Writes the union of each position; all slices are as long as `out`.
    #[inline(always)]
    fn batch_attacks(self, batch: Batch<'_>, out: &mut [u64]) {
        let n = out.len();
        let (orthogonal, diagonal) = (&batch.orthogonal()[..n], &batch.diagonal()[..n]);
        let occupied = &batch.occupied()[..n];
        for i in 0..n {
            out[i] = self.attacks(sliders(orthogonal[i], diagonal[i]), occupied[i]);
        }
    }

    /// Writes all directions of each position; all slices are as long as `out[0]`.
    #[inline(always)]
    fn batch_ray_attacks(self, batch: Batch<'_>, out: [&mut [u64]; 8]) {
        let n = out[0].len();
        let (orthogonal, diagonal) = (&batch.orthogonal()[..n], &batch.diagonal()[..n]);
        let occupied = &batch.occupied()[..n];
        let out = out.map(|slice| &mut slice[..n]);
        for i in 0..n {
            let rays = self.ray_attacks(sliders(orthogonal[i], diagonal[i]), occupied[i]);
            for d in 0..8 {
                out[d][i] = rays.0[d];
            }
        }
    }
}

impl<S: Solver> Calls for S {
    #[inline(always)]
    fn attacks(self, sliders: Sliders, occupied: u64) -> u64 {
        Solver::attacks(self, sliders, occupied)
    }

    #[inline(always)]
    fn ray_attacks(self, sliders: Sliders, occupied: u64) -> Rays {
        Solver::ray_attacks(self, sliders, occupied)
    }

    #[inline(always)]
    fn occluded_fill(self, direction: Direction, generators: u64, propagators: u64) -> u64 {
        Solver::occluded_fill(self, direction, generators, propagators)
    }

    #[inline(always)]
    fn piece_attacks<const BISHOP: bool>(self, piece: u64, occupied: u64) -> u64 {
        Solver::piece_attacks::<BISHOP>(self, piece, occupied)
    }

    #[inline(always)]
    fn batch_attacks(self, batch: Batch<'_>, out: &mut [u64]) -> Result<(), LengthMismatch> {
        Solver::batch_attacks(self, batch, out);
        Ok(())
    }

    #[inline(always)]
    fn batch_ray_attacks(
        self,
        batch: Batch<'_>,
        out: [&mut [u64]; 8],
    ) -> Result<(), LengthMismatch> {
        Solver::batch_ray_attacks(self, batch, out);
        Ok(())
    }

    #[inline(always)]
    fn batch_occluded_fill(
        self,
        direction: Direction,
        generators: &[u64],
        propagators: &[u64],
        out: &mut [u64],
    ) -> Result<(), LengthMismatch> {
        let n = out.len();
        let (generators, propagators) = (&generators[..n], &propagators[..n]);
        for i in 0..n {
            out[i] = Solver::occluded_fill(self, direction, generators[i], propagators[i]);
        }
        Ok(())
    }

    #[inline(always)]
    fn batch_xray_attacks(
        self,
        batch: Batch<'_>,
        blockers: &[u64],
        out: &mut [u64],
    ) -> Result<(), LengthMismatch> {
        let n = out.len();
        let (orthogonal, diagonal) = (&batch.orthogonal()[..n], &batch.diagonal()[..n]);
        let (occupied, blockers) = (&batch.occupied()[..n], &blockers[..n]);
        for i in 0..n {
            let sliders = sliders(orthogonal[i], diagonal[i]);
            out[i] = xray_attacks(self, sliders, occupied[i], blockers[i]);
        }
        Ok(())
    }
}

/// Returns the union of all directions through the first blocker of each ray: the blockers among the attacks act as sliders.
#[inline(always)]
fn xray_attacks(solver: impl Solver, sliders: Sliders, occupied: u64, blockers: u64) -> u64 {
    let through = by_direction!(d => {
        let first = step(solver.occluded_fill(d, sliders.of(d), !occupied), d);
        step(solver.occluded_fill(d, first & blockers, !occupied), d)
    });
    Rays(through).union()
}
