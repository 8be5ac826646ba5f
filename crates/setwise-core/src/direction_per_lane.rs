//! One position in all eight directions at once. Each lane shifts in a separate direction.
//!
//! ```text
//! lane        0   1   2   3    4   5   6   7
//! direction   N  NE   E  NW    S  SW   W  SE       (registers of 4 lanes: left shifts, then right shifts)
//! shift       8   9   1   7    8   9   1   7
//! ```
//!
//! Even lanes are orthogonal and odd ones diagonal.
//!
//! Registers of eight lanes, and shifts that take a sign, use the directions in clockwise order. A
//! register of eight lanes rotates: a rotation to the left by 64 − 8 is a shift to the right by 8,
//! once the wrapped squares are masked.
//!
//! The measured choices of this module are in `docs/notes/one-position-calls.md`.

use crate::direction::{Direction, Direction::*};
use crate::sliders::{Rays, Sliders};
use crate::{const_for, vector::Vector};

/// The length of one step, and the squares that it may reach, for each lane.
#[repr(align(64))]
struct LaneTable {
    step: [u64; 8],
    arrivals: [u64; 8],
}

/// All directions shift, the first four to the left and the other four to the right.
const SHIFTS: LaneTable = LaneTable::new(
    [
        North, NorthEast, East, NorthWest, South, SouthWest, West, SouthEast,
    ],
    Motion::Left,
);
/// Clockwise from north; negative numbers shift to the right. A `static` and not a `const`: the
/// constants then lie next to each other, and are loaded in pairs.
static SIGNED: LaneTable = LaneTable::new(Direction::ALL, Motion::Signed);
/// Clockwise from north, all rotations to the left.
const ROTATIONS: LaneTable = LaneTable::new(Direction::ALL, Motion::Rotation);

impl LaneTable {
    const fn new(directions: [Direction; 8], motion: Motion) -> Self {
        let mut table = Self {
            step: [0; 8],
            arrivals: [0; 8],
        };
        const_for!(i, 8, {
            let direction = directions[i];
            let by = direction.delta() as i64;
            table.step[i] = match motion {
                Motion::Left | Motion::Right => by.unsigned_abs(),
                Motion::Signed => by as u64,
                Motion::Rotation => by as u64 & 63,
            };
            // Excludes wraps around all edges, the top and the bottom of the board included.
            table.arrivals[i] = !direction.opposite().edge();
        });
        table
    }
}

/// The operation that moves the lanes of a register.
#[derive(Clone, Copy)]
enum Motion {
    Left,
    Right,
    Signed,
    Rotation,
}

#[cfg_attr(not(unoptimized), inline(always))]
fn moved<V: Vector>(x: V, by: V, motion: Motion) -> V {
    match motion {
        Motion::Left => x.shl_each(by),
        Motion::Right => x.shr_each(by),
        Motion::Signed => x.shift_each(by),
        Motion::Rotation => x.rotate_each(by),
    }
}

/// Returns the operation for lanes in clockwise order, if the register has it.
#[cfg_attr(not(unoptimized), inline(always))]
fn clockwise<V: Vector>() -> Option<(&'static LaneTable, Motion)> {
    if V::LANES == 8 {
        return Some((&ROTATIONS, Motion::Rotation));
    }
    V::FAST_SHIFT_EACH.then_some((&SIGNED, Motion::Signed))
}

/// Returns the attacks of the lanes from `first` onward, by Kogge-Stone with a stride per lane.
#[cfg_attr(not(unoptimized), inline(always))]
fn lanes_from<V: Vector>(
    token: V::Token,
    sliders: Sliders,
    occupied: u64,
    table: &LaneTable,
    first: usize,
    motion: Motion,
) -> V {
    let Sliders {
        orthogonal: o,
        diagonal: d,
    } = sliders;
    let generators = V::load(token, &[o, d, o, d, o, d, o, d][first..]);
    lanes_of(generators, occupied | sliders.all(), table, first, motion)
}

/// Returns the attacks of the sliders of each lane. `occupied` contains the sliders.
#[cfg_attr(not(unoptimized), inline(always))]
fn lanes_of<V: Vector>(
    generators: V,
    occupied: u64,
    table: &LaneTable,
    first: usize,
    motion: Motion,
) -> V {
    let token = generators.token();
    let arrivals = V::load(token, &table.arrivals[first..]);
    // Two additions cost less than two more constants: the reads of the caller occupy the load
    // ports (docs/notes/one-position-calls.md).
    let by1 = V::load(token, &table.step[first..]).black_box();
    let by2 = by1.add_bytes(by1).black_box();
    let by4 = by2.add_bytes(by2);
    let free1 = arrivals & V::splat(token, !occupied);
    let filled = generators.insert(moved(generators, by1, motion), free1);
    let free2 = free1 & moved(free1, by1, motion);
    let filled = filled.insert(moved(filled, by2, motion), free2);
    let free4 = free2 & moved(free2, by2, motion);
    let filled = filled.insert(moved(filled, by4, motion), free4);
    moved(filled, by1, motion) & arrivals
}

/// Returns the eight directions of one position, from registers of one to eight lanes.
///
/// ```
/// use setwise_core::{Direction, Scalar, Sliders, direction_per_lane};
/// let rook_a1 = Sliders { orthogonal: 1, diagonal: 0 };
/// let rays = direction_per_lane::ray_attacks::<u64>(Scalar, rook_a1, 1 << 3);
/// assert_eq!(rays[Direction::East], 0b1110);
/// ```
#[cfg_attr(not(unoptimized), inline(always))]
pub fn ray_attacks<V: Vector>(token: V::Token, sliders: Sliders, occupied: u64) -> Rays {
    rays::<V, false>(token, sliders, occupied)
}

/// Computes [`ray_attacks`]. `HANDED_OVER` says that the caller reads single words from memory.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn rays<V: Vector, const HANDED_OVER: bool>(
    token: V::Token,
    sliders: Sliders,
    occupied: u64,
) -> Rays {
    let mut rays = Rays::default();
    if let Some((table, motion)) = clockwise::<V>() {
        for first in (0..8).step_by(V::LANES) {
            let some: V = lanes_from(token, sliders, occupied, table, first, motion);
            if HANDED_OVER {
                some.store_to_read(&mut rays.0[first..]);
            } else {
                some.store(&mut rays.0[first..]);
            }
        }
        return rays;
    }
    for first in (0..4).step_by(V::LANES) {
        let left: V = lanes_from(token, sliders, occupied, &SHIFTS, first, Motion::Left);
        left.store(&mut rays.0[first..]);
        let right: V = lanes_from(token, sliders, occupied, &SHIFTS, first + 4, Motion::Right);
        right.store(&mut rays.0[first + 4..]);
    }
    rays.0.swap(3, 7);
    rays
}

/// Returns the union of the eight directions of one position.
#[cfg_attr(not(unoptimized), inline(always))]
pub fn attacks<V: Vector>(token: V::Token, sliders: Sliders, occupied: u64) -> u64 {
    let mut all = V::splat(token, 0);
    if let Some((table, motion)) = clockwise::<V>() {
        for first in (0..8).step_by(V::LANES) {
            all = all | lanes_from(token, sliders, occupied, table, first, motion);
        }
        return all.union_of_lanes();
    }
    for first in (0..4).step_by(V::LANES) {
        let left: V = lanes_from(token, sliders, occupied, &SHIFTS, first, Motion::Left);
        let right: V = lanes_from(token, sliders, occupied, &SHIFTS, first + 4, Motion::Right);
        all = all.or3(left, right);
    }
    all.union_of_lanes()
}

/// Returns the union of the x-ray attacks of one position through `blockers`.
#[cfg_attr(not(unoptimized), inline(always))]
pub fn xray_attacks<V: Vector>(
    token: V::Token,
    sliders: Sliders,
    occupied: u64,
    blockers: u64,
) -> u64 {
    let occupied = occupied | sliders.all();
    let blockers = blockers & occupied;
    let mut all = V::splat(token, 0);
    if let Some((table, motion)) = clockwise::<V>() {
        for first in (0..8).step_by(V::LANES) {
            all = all | through(token, sliders, [occupied, blockers], table, first, motion);
        }
        return all.union_of_lanes();
    }
    let boards = [occupied, blockers];
    for first in (0..4).step_by(V::LANES) {
        let left: V = through(token, sliders, boards, &SHIFTS, first, Motion::Left);
        let right: V = through(token, sliders, boards, &SHIFTS, first + 4, Motion::Right);
        all = all.or3(left, right);
    }
    all.union_of_lanes()
}

/// Returns the attacks through blockers, of the lanes from `first` onward.
#[cfg_attr(not(unoptimized), inline(always))]
fn through<V: Vector>(
    token: V::Token,
    sliders: Sliders,
    [occupied, blockers]: [u64; 2],
    table: &LaneTable,
    first: usize,
    motion: Motion,
) -> V {
    let attacks: V = lanes_from(token, sliders, occupied, table, first, motion);
    let seen = attacks & V::splat(token, blockers);
    lanes_of(seen, occupied, table, first, motion)
}
