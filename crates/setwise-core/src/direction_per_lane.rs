//! One position, all eight directions at once: a direction per lane, each lane shifting by its own amount.
//!
//! ```text
//! lane        0   1   2   3    4   5   6   7
//! direction   N  NE   E  NW    S  SW   W  SE       (registers of 4 lanes: left shifts, then right shifts)
//! shift       8   9   1   7    8   9   1   7
//! ```
//!
//! Even lanes are orthogonal and odd ones diagonal.
//!
//! Where shifts take a sign, and in a register of eight lanes, the directions are in clockwise order: such a
//! register rotates, and a rotation by 64 − 8 is a shift to the right by 8, once the squares that it wraps to
//! are masked.

use crate::{Direction, Direction::*, FILE_A, FILE_H, RANK_1, RANK_8, Rays, Sliders, Vector};

/// By lane: how far one step moves, and what it may arrive on.
#[repr(align(64))]
struct Needle {
    step: [u64; 8],
    arrivals: [u64; 8],
}

/// All directions shift, the first four to the left and the other four to the right.
const SHIFTS: Needle = Needle::new(
    [
        North, NorthEast, East, NorthWest, South, SouthWest, West, SouthEast,
    ],
    Motion::Left,
);
/// Clockwise from north, negative numbers to the right. (Not `const`: constants next to each other are loaded in
/// pairs.)
static SIGNED: Needle = Needle::new(Direction::ALL, Motion::Signed);
/// Clockwise from north, all rotations to the left.
const ROTATIONS: Needle = Needle::new(Direction::ALL, Motion::Rotation);

impl Needle {
    const fn new(directions: [Direction; 8], motion: Motion) -> Self {
        let mut needle = Self {
            step: [0; 8],
            arrivals: [0; 8],
        };
        let mut i = 0;
        while i < 8 {
            let direction = directions[i];
            let by = direction.delta() as i64;
            needle.step[i] = match motion {
                Motion::Left | Motion::Right => by.unsigned_abs(),
                Motion::Signed => by as u64,
                Motion::Rotation => by as u64 & 63,
            };
            needle.arrivals[i] = arrivals(direction);
            i += 1;
        }
        needle
    }
}

/// The squares that one step may arrive on, wraps over the top and bottom of the board excluded too.
const fn arrivals(direction: Direction) -> u64 {
    let file = match direction.file_delta() {
        1 => !FILE_A,
        -1 => !FILE_H,
        _ => !0,
    };
    let rank = match direction.rank_delta() {
        1 => !RANK_1,
        -1 => !RANK_8,
        _ => !0,
    };
    file & rank
}

/// How a register moves its lanes.
#[derive(Clone, Copy)]
enum Motion {
    Left,
    Right,
    Signed,
    Rotation,
}

#[inline(always)]
fn moved<V: Vector>(x: V, by: V, motion: Motion) -> V {
    match motion {
        Motion::Left => x.shl_each(by),
        Motion::Right => x.shr_each(by),
        Motion::Signed => x.shift_each(by),
        Motion::Rotation => x.rotate_each(by),
    }
}

/// How a register moves in all directions, if it can take them in order.
#[inline(always)]
fn clockwise<V: Vector>() -> Option<(&'static Needle, Motion)> {
    if V::LANES == 8 {
        Some((&ROTATIONS, Motion::Rotation))
    } else if V::SIGNED {
        Some((&SIGNED, Motion::Signed))
    } else {
        None
    }
}

/// The attacks in the directions of the lanes from `first` on: Kogge-Stone with a stride per lane.
#[inline(always)]
fn lanes_from<V: Vector>(
    token: V::Token,
    sliders: Sliders,
    occupied: u64,
    needle: &Needle,
    first: usize,
    motion: Motion,
) -> V {
    let Sliders {
        orthogonal: o,
        diagonal: d,
    } = sliders;
    let generators = V::load(token, &[o, d, o, d, o, d, o, d][first..]);
    lanes_of(generators, occupied | sliders.all(), needle, first, motion)
}

/// The attacks of the sliders of each lane. `occupied` contains the sliders.
#[inline(always)]
fn lanes_of<V: Vector>(
    generators: V,
    occupied: u64,
    needle: &Needle,
    first: usize,
    motion: Motion,
) -> V {
    let token = generators.token();
    let arrivals = V::load(token, &needle.arrivals[first..]);
    // Two additions cost less than two more constants to load: the load ports are busy with the caller's reads.
    let by1 = V::load(token, &needle.step[first..]).black_box();
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

/// The eight directions of one position, in registers of one to eight lanes.
///
/// ```
/// use setwise_core::{Direction, Scalar, Sliders, direction_per_lane};
/// let rook_a1 = Sliders { orthogonal: 1, diagonal: 0 };
/// let rays = direction_per_lane::ray_attacks::<u64>(Scalar, rook_a1, 1 << 3);
/// assert_eq!(rays[Direction::East], 0b1110);
/// ```
#[inline(always)]
pub fn ray_attacks<V: Vector>(token: V::Token, sliders: Sliders, occupied: u64) -> Rays {
    rays::<V, false>(token, sliders, occupied)
}

/// The same; `HANDED_OVER` if they go through memory to somebody who reads them one by one.
#[inline(always)]
pub(crate) fn rays<V: Vector, const HANDED_OVER: bool>(
    token: V::Token,
    sliders: Sliders,
    occupied: u64,
) -> Rays {
    let mut rays = Rays::default();
    if let Some((needle, motion)) = clockwise::<V>() {
        for first in (0..8).step_by(V::LANES) {
            let some: V = lanes_from(token, sliders, occupied, needle, first, motion);
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

/// The union of the eight directions of one position.
#[inline(always)]
pub fn attacks<V: Vector>(token: V::Token, sliders: Sliders, occupied: u64) -> u64 {
    let mut all = V::splat(token, 0);
    if let Some((needle, motion)) = clockwise::<V>() {
        for first in (0..8).step_by(V::LANES) {
            all = all | lanes_from(token, sliders, occupied, needle, first, motion);
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

/// What the sliders of one position attack through `blockers`, all directions united
/// ([`BatchXrayAttacks`](crate::entry::BatchXrayAttacks)).
#[inline(always)]
pub fn xray_attacks<V: Vector>(
    token: V::Token,
    sliders: Sliders,
    blockers: u64,
    occupied: u64,
) -> u64 {
    let occupied = occupied | sliders.all();
    let blockers = blockers & occupied;
    let mut all = V::splat(token, 0);
    if let Some((needle, motion)) = clockwise::<V>() {
        for first in (0..8).step_by(V::LANES) {
            all = all | through(token, sliders, [blockers, occupied], needle, first, motion);
        }
        return all.union_of_lanes();
    }
    let boards = [blockers, occupied];
    for first in (0..4).step_by(V::LANES) {
        let left: V = through(token, sliders, boards, &SHIFTS, first, Motion::Left);
        let right: V = through(token, sliders, boards, &SHIFTS, first + 4, Motion::Right);
        all = all.or3(left, right);
    }
    all.union_of_lanes()
}

/// The attacks of the lanes from `first` on through blockers.
#[inline(always)]
fn through<V: Vector>(
    token: V::Token,
    sliders: Sliders,
    [blockers, occupied]: [u64; 2],
    needle: &Needle,
    first: usize,
    motion: Motion,
) -> V {
    let attacks: V = lanes_from(token, sliders, occupied, needle, first, motion);
    let seen = attacks & V::splat(token, blockers);
    lanes_of(seen, occupied, needle, first, motion)
}
