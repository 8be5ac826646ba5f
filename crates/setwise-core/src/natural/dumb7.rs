//! Dumb7fill.

use super::{Technique, join, shift, without_wraps};
use crate::{direction::Direction, vector::Vector};

/// Seven single steps, each from all squares reached so far to free ones: three operations per
/// step, or two where the register has three-input logic. (Described by Gerd Isenberg, 2004.)
///
/// ```text
/// . . . . . . . .      . . . . . . . .      . . . . . . . .
/// R . . x . . . .  ->  R 1 . x . . . .  ->  R 1 1 x . . . .   and no further
/// . . . . . . . .      . . . . . . . .      . . . . . . . .
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Dumb7;

/// Makes `CYCLES` single steps. `APART` says that no generator is a propagator.
#[cfg_attr(not(unoptimized), inline(always))]
fn cycles<V: Vector, const CYCLES: u32, const APART: bool>(
    generators: V,
    propagators: V,
    direction: Direction,
) -> V {
    let free = without_wraps(propagators, direction);
    let mut filled = generators;
    for _ in 0..CYCLES {
        filled = join::<V, APART>(generators, free, shift(filled, direction, 1));
    }
    filled
}

impl Technique for Dumb7 {
    const NAME: &'static str = "dumb7";

    #[cfg_attr(not(unoptimized), inline(always))]
    fn occluded_fill<V: Vector>(generators: V, propagators: V, direction: Direction) -> V {
        cycles::<V, 7, false>(generators, propagators, direction)
    }

    /// Six cycles are enough: the seventh step of the longest ray is the attack itself.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn run_up<V: Vector>(sliders: V, occupied: V, direction: Direction) -> V {
        cycles::<V, 6, true>(sliders, !occupied, direction)
    }
}
