//! The fill as it stands in textbooks, on one board in a general-purpose register.

use crate::calls::{Calls, Outcome, batch_ray_attacks};
use crate::fence::fence;
use setwise::{Batch, Direction, Rays, Sliders};

/// Kogge-Stone fills (Kogge and Stone 1973 as an adder; Steffen Westcott 2003 on bitboards):
/// strides 1, 2, 4.
#[derive(Clone, Copy)]
pub(crate) struct KoggeStone;

impl KoggeStone {
    /// Returns the squares that the generators reach over the propagators, which have no square
    /// that only a wrap round the edge reaches.
    #[inline(always)]
    fn fill(direction: Direction, mut g: u64, mut p: u64) -> u64 {
        g |= p & shift(direction, g, 1);
        p &= shift(direction, p, 1);
        g |= p & shift(direction, g, 2);
        p &= shift(direction, p, 2);
        g | p & shift(direction, g, 4)
    }
}

#[inline(always)]
fn shift(direction: Direction, board: u64, steps: i32) -> u64 {
    let by = i32::from(direction.delta()) * steps;
    if by > 0 { board << by } else { board >> -by }
}

/// Attacks by a fill, with a [`fence`] or without.
///
/// With a fence the compiler can pack neither boards nor directions into a vector. Without one this
/// is the plain loop that compilers vectorize by themselves.
#[derive(Clone, Copy)]
pub(crate) struct Filled<F, const IS_FENCED: bool>(pub(crate) F);

pub(crate) const FENCED: bool = true;
pub(crate) const PLAIN: bool = false;

impl<const IS_FENCED: bool> Filled<KoggeStone, IS_FENCED> {
    #[inline(always)]
    fn wall(board: u64) -> u64 {
        if IS_FENCED { fence(board) } else { board }
    }

    /// Returns the attacks in one direction. The wall applies to the arguments and to the result.
    #[inline(always)]
    fn ray(direction: Direction, sliders: u64, occupied: u64) -> u64 {
        let empty = !Self::wall(occupied) & direction.arrivals();
        let filled = KoggeStone::fill(direction, Self::wall(sliders), empty);
        Self::wall(shift(direction, filled, 1) & direction.arrivals())
    }
}

/// Boards of a block: three inputs and one output fill half of a first-level cache of 32 KiB.
const BLOCK: usize = 512;

impl<const IS_FENCED: bool> Calls for Filled<KoggeStone, IS_FENCED> {
    #[inline(always)]
    fn ray_attacks(self, sliders: Sliders, occupied: u64) -> Rays {
        Rays(by_direction!(d => Self::ray(d, sliders.of(d), occupied)))
    }

    #[inline(always)]
    fn occluded_fill(self, g: u64, p: u64, direction: Direction) -> u64 {
        let (g, p) = (Self::wall(g), Self::wall(p) & direction.arrivals());
        Self::wall(KoggeStone::fill(direction, g, p))
    }

    /// Without a fence, computes one direction after the other, in blocks that stay in the cache,
    /// so that a loop has one output. With eight outputs, the check that no slice overlaps another
    /// would take longer than a short batch.
    #[inline(always)]
    fn batch_ray_attacks(self, batch: Batch<'_>, out: [&mut [u64]; 8]) -> Outcome {
        if IS_FENCED {
            return batch_ray_attacks(self, batch, out);
        }
        for start in (0..batch.len()).step_by(BLOCK) {
            let block = start..batch.len().min(start + BLOCK);
            by_direction!(d => {
                let sliders = if d.is_diagonal() { batch.diagonal } else { batch.orthogonal };
                let (sliders, occupied) = (&sliders[block.clone()], &batch.occupied[block.clone()]);
                let out = &mut out[d.index()][block.clone()];
                for i in 0..out.len() {
                    out[i] = Self::ray(d, sliders[i], occupied[i]);
                }
            });
        }
        Ok(())
    }
}
