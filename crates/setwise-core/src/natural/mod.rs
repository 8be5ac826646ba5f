//! Natural layout: a board per 64-bit lane, so that every register is a pack.
//!
//! A [`Technique`] is written once for all registers. [`Using`] is a pack of one register that uses
//! a given technique in all directions. A register by itself uses [`Adaptive`].

mod adaptive;
mod dumb7;
mod kogge_stone;
pub(crate) mod pack;
mod subtraction;

pub use adaptive::Adaptive;
pub(crate) use adaptive::along_ranks;
pub use dumb7::Dumb7;
pub use kogge_stone::KoggeStone;
pub use pack::Using;
pub use subtraction::Subtraction;

use crate::direction::{Direction, Direction::*};
use crate::square::{FILE_A, FILE_H};
use crate::vector::Vector;

/// A way to fill along rays, in natural layout.
pub trait Technique: Copy + Send + Sync + 'static {
    /// A short name, such as `kogge-stone`.
    const NAME: &'static str;

    /// Returns the squares that `generators` reach over `propagators`, generators included.
    fn occluded_fill<V: Vector>(generators: V, propagators: V, direction: Direction) -> V;

    /// Returns the fill before its final step: the sliders and the empty squares that they reach. A
    /// square at a distance of seven steps is only ever attacked, so one cycle may be left out.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn run_up<V: Vector>(sliders: V, occupied: V, direction: Direction) -> V {
        Self::occluded_fill(sliders, !occupied, direction)
    }

    /// Returns the squares attacked in one direction.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn attacks<V: Vector>(sliders: V, occupied: V, direction: Direction) -> V {
        step(Self::run_up(sliders, occupied, direction), direction)
    }

    /// Returns the attacks to the north, east, south and west, in this order.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn orthogonal_rays<V: Vector>(sliders: V, occupied: V) -> [V; 4] {
        [
            Self::attacks(sliders, occupied, North),
            Self::attacks(sliders, occupied, East),
            Self::attacks(sliders, occupied, South),
            Self::attacks(sliders, occupied, West),
        ]
    }

    /// Returns the union of [`orthogonal_rays`](Self::orthogonal_rays).
    #[cfg_attr(not(unoptimized), inline(always))]
    fn orthogonal_attacks<V: Vector>(sliders: V, occupied: V) -> V {
        let [north, east, south, west] = Self::orthogonal_rays(sliders, occupied);
        (north | south).or3(east, west)
    }

    /// Adds the attacks in the four diagonal directions to `attacks`. The two eastern directions
    /// share one edge mask, and so do the two western ones.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn or_diagonal_attacks<V: Vector>(attacks: V, sliders: V, occupied: V) -> V {
        let east = shift(Self::run_up(sliders, occupied, NorthEast), NorthEast, 1)
            | shift(Self::run_up(sliders, occupied, SouthEast), SouthEast, 1);
        let west = shift(Self::run_up(sliders, occupied, NorthWest), NorthWest, 1)
            | shift(Self::run_up(sliders, occupied, SouthWest), SouthWest, 1);
        attacks
            .or_and(east, attacks.same(!FILE_A))
            .or_and(west, attacks.same(!FILE_H))
    }
}

/// Shifts by some steps. Squares wrap around the file edges.
#[cfg_attr(not(unoptimized), inline(always))]
fn shift<V: Vector>(set: V, direction: Direction, steps: u32) -> V {
    shifted(set, direction.delta(), steps)
}

#[cfg_attr(not(unoptimized), inline(always))]
fn shifted<V: Vector>(set: V, delta: i8, steps: u32) -> V {
    let by = delta.unsigned_abs() as u32 * steps;
    if delta > 0 { set.shl(by) } else { set.shr(by) }
}

#[cfg_attr(not(unoptimized), inline(always))]
fn step<V: Vector>(set: V, direction: Direction) -> V {
    match direction {
        North | South => shift(set, direction, 1),
        East => set.east(),
        West => set.west(),
        _ => shift(set, direction, 1) & set.same(direction.arrivals()),
    }
}

/// Returns the propagators without the squares that a shift reaches only by a wrap.
#[cfg_attr(not(unoptimized), inline(always))]
fn without_wraps<V: Vector>(propagators: V, direction: Direction) -> V {
    match direction {
        North | South => propagators,
        _ => propagators & propagators.same(direction.arrivals()),
    }
}

/// Returns `filled | (free & moved)`. `APART` says that no square is both filled and free.
#[cfg_attr(not(unoptimized), inline(always))]
fn join<V: Vector, const APART: bool>(filled: V, free: V, moved: V) -> V {
    if APART {
        filled.insert(moved, free)
    } else {
        filled.or_and(free, moved)
    }
}

/// Returns the squares that some steps at once may reach without a wrap.
const fn arrivals_after(steps: u32, direction: Direction) -> u64 {
    match direction.file_delta() {
        1 => !(FILE_A * ((1 << steps) - 1)),
        -1 => FILE_A * ((1 << (8 - steps)) - 1),
        _ => !0,
    }
}

/// Makes one stride of a fill over the empty board.
#[cfg_attr(not(unoptimized), inline(always))]
fn stride<V: Vector>(set: V, direction: Direction, steps: u32) -> V {
    let moved = shift(set, direction, steps);
    match direction {
        North | South => set | moved,
        _ => set.or_and(moved, set.same(arrivals_after(steps, direction))),
    }
}

/// Returns every member and all squares beyond it, by strides of 1, 2 and 4 over the empty board.
#[cfg_attr(not(unoptimized), inline(always))]
fn fill<V: Vector>(set: V, direction: Direction) -> V {
    let set = stride(set, direction, 1);
    let set = stride(set, direction, 2);
    stride(set, direction, 4)
}
