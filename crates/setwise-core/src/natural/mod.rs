//! Natural layout: a board per 64-bit lane, so that every register is a pack.
//!
//! A [`Technique`] is written once for all registers. [`Using`] makes a pack of a register that uses a given
//! technique whatever the register is good at; a register on its own uses [`Adaptive`].

mod adaptive;
mod dumb7;
mod kogge_stone;
mod pack;
mod subtraction;

pub use adaptive::Adaptive;
pub(crate) use adaptive::along_ranks;
pub use dumb7::Dumb7;
pub use kogge_stone::KoggeStone;
pub use pack::Using;
pub use subtraction::Subtraction;

use crate::{Direction, Direction::*, FILE_A, FILE_H, Vector};

/// A way to fill along rays, in natural layout.
pub trait Technique: Copy + Send + Sync + 'static {
    /// A short name, such as `kogge-stone`.
    const NAME: &'static str;

    /// The squares that `generators` reach over `propagators`; generators included, blockers not.
    fn occluded_fill<V: Vector>(generators: V, propagators: V, direction: Direction) -> V;

    /// What has to be stepped once more to give the attacks: the origins and the empty squares beyond them.
    /// A square that is seven steps away is only ever attacked, so one cycle less may do.
    #[inline(always)]
    fn run_up<V: Vector>(sliders: V, occupied: V, direction: Direction) -> V {
        Self::occluded_fill(sliders, !occupied, direction)
    }

    /// The squares attacked in one direction.
    #[inline(always)]
    fn attacks<V: Vector>(sliders: V, occupied: V, direction: Direction) -> V {
        step(Self::run_up(sliders, occupied, direction), direction)
    }

    /// North, east, south and west, in this order.
    #[inline(always)]
    fn orthogonal_rays<V: Vector>(sliders: V, occupied: V) -> [V; 4] {
        [
            Self::attacks(sliders, occupied, North),
            Self::attacks(sliders, occupied, East),
            Self::attacks(sliders, occupied, South),
            Self::attacks(sliders, occupied, West),
        ]
    }

    /// The union of [`orthogonal_rays`](Self::orthogonal_rays).
    #[inline(always)]
    fn orthogonal_attacks<V: Vector>(sliders: V, occupied: V) -> V {
        let [north, east, south, west] = Self::orthogonal_rays(sliders, occupied);
        (north | south).or3(east, west)
    }

    /// The four diagonal directions, added to `attacks`. Both eastern ones share one edge mask, and so do
    /// the western ones.
    #[inline(always)]
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

/// A shift by some steps, wraps round the file edges included.
#[inline(always)]
fn shift<V: Vector>(set: V, direction: Direction, steps: u32) -> V {
    let by = direction.delta().unsigned_abs() as u32 * steps;
    if direction.is_positive() {
        set.shl(by)
    } else {
        set.shr(by)
    }
}

/// Every square one step on.
#[inline(always)]
fn step<V: Vector>(set: V, direction: Direction) -> V {
    match direction {
        North | South => shift(set, direction, 1),
        East => set.east(),
        West => set.west(),
        _ => shift(set, direction, 1) & set.same(direction.arrivals()),
    }
}

/// What can be arrived on: propagators without the squares that only a wrap reaches.
#[inline(always)]
fn without_wraps<V: Vector>(propagators: V, direction: Direction) -> V {
    match direction {
        North | South => propagators,
        _ => propagators & propagators.same(direction.arrivals()),
    }
}

/// `filled | (free & moved)`. `APART` says that no square is both filled and free.
#[inline(always)]
fn join<V: Vector, const APART: bool>(filled: V, free: V, moved: V) -> V {
    if APART {
        filled.insert(moved, free)
    } else {
        filled.or_and(free, moved)
    }
}

/// The squares that a number of steps at once may arrive on without a wrap.
const fn arrivals_after(steps: u32, direction: Direction) -> u64 {
    match direction.file_delta() {
        1 => !(FILE_A * ((1 << steps) - 1)),
        -1 => FILE_A * ((1 << (8 - steps)) - 1),
        _ => !0,
    }
}

/// One stride of a fill over the empty board.
#[inline(always)]
fn stride<V: Vector>(set: V, direction: Direction, steps: u32) -> V {
    let moved = shift(set, direction, steps);
    match direction {
        North | South => set | moved,
        _ => set.or_and(moved, set.same(arrivals_after(steps, direction))),
    }
}

/// Every member and all squares beyond it: strides of 1, 2 and 4 over the empty board.
#[inline(always)]
fn fill<V: Vector>(set: V, direction: Direction) -> V {
    let set = stride(set, direction, 1);
    let set = stride(set, direction, 2);
    stride(set, direction, 4)
}
