//! Dumb7fill.

use super::{Technique, join, shift, without_wraps};
use crate::{Direction, Lanes};

/// Seven single steps, each from the squares reached so far on to free ones: three operations per step, two where
/// the register has three-input logic. (Described by Gerd Isenberg, 2004.)
///
/// ```text
/// . . . . . . . .      . . . . . . . .      . . . . . . . .
/// R . . x . . . .  ->  R 1 . x . . . .  ->  R 1 1 x . . . .   and no further
/// . . . . . . . .      . . . . . . . .      . . . . . . . .
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Dumb7;

/// `CYCLES` single steps. `APART` says that no generator is a propagator itself.
#[inline(always)]
fn cycles<L: Lanes, const CYCLES: u32, const APART: bool>(
    generators: L,
    propagators: L,
    direction: Direction,
) -> L {
    let free = without_wraps(propagators, direction);
    let mut filled = generators;
    for _ in 0..CYCLES {
        filled = join::<L, APART>(generators, free, shift(filled, direction, 1));
    }
    filled
}

impl Technique for Dumb7 {
    #[inline(always)]
    fn occluded_fill<L: Lanes>(generators: L, propagators: L, direction: Direction) -> L {
        cycles::<L, 7, false>(generators, propagators, direction)
    }

    /// Six cycles: the seventh step of the longest ray is the one that attacks.
    #[inline(always)]
    fn run_up<L: Lanes>(sliders: L, occupied: L, direction: Direction) -> L {
        cycles::<L, 6, true>(sliders, !occupied, direction)
    }
}
