//! One position, all eight directions at once: a direction per lane, each lane shifting by its own amount.
//!
//! ```text
//! lane        0   1   2   3    4   5   6   7
//! direction   N  NE   E  NW    S  SW   W  SE       (registers of 4 lanes: left shifts, then right shifts)
//! shift       8   9   1   7    8   9   1   7
//! ```
//!
//! A register of eight lanes rotates instead, clockwise from north: a rotation by 64 − 8 is a shift to the
//! right by 8, once the squares that it wraps to are masked.

use crate::{Direction, Direction::*, FILE_A, FILE_H, Lanes, RANK_1, RANK_8, Rays, Sliders};

/// By lane: how far one stride moves, what it may arrive on, and which sliders move in this direction.
struct Needle {
    strides: [[u64; 8]; 3],
    arrivals: [u64; 8],
    diagonal: [u64; 8],
}

/// All directions shift, the first four to the left and the other four to the right.
const SHIFTS: Needle = Needle::new(
    [
        North, NorthEast, East, NorthWest, South, SouthWest, West, SouthEast,
    ],
    false,
);
/// All directions rotate to the left, clockwise from north.
const ROTATIONS: Needle = Needle::new(Direction::ALL, true);

impl Needle {
    const fn new(directions: [Direction; 8], rotates: bool) -> Self {
        let mut needle = Self {
            strides: [[0; 8]; 3],
            arrivals: [0; 8],
            diagonal: [0; 8],
        };
        let mut i = 0;
        while i < 8 {
            let direction = directions[i];
            let mut stride = 0;
            while stride < 3 {
                let by = (direction.delta() as i64) << stride;
                needle.strides[stride][i] = if rotates {
                    by as u64 & 63
                } else {
                    by.unsigned_abs()
                };
                stride += 1;
            }
            needle.arrivals[i] = arrivals(direction);
            needle.diagonal[i] = if direction.is_diagonal() { !0 } else { 0 };
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
    Rotation,
}

#[inline(always)]
fn moved<L: Lanes>(x: L, by: L, motion: Motion) -> L {
    match motion {
        Motion::Left => x.shl_each(by),
        Motion::Right => x.shr_each(by),
        Motion::Rotation => x.rotate_each(by),
    }
}

/// The attacks in the directions of the lanes from `first` on: Kogge-Stone with a stride per lane.
#[inline(always)]
fn lanes_from<L: Lanes>(
    proof: L::Proof,
    sliders: Sliders,
    occupied: u64,
    needle: &Needle,
    first: usize,
    motion: Motion,
) -> L {
    let diagonal = L::load(proof, &needle.diagonal[first..]);
    let arrivals = L::load(proof, &needle.arrivals[first..]);
    let by1 = L::load(proof, &needle.strides[0][first..]);
    let by2 = L::load(proof, &needle.strides[1][first..]);
    let by4 = L::load(proof, &needle.strides[2][first..]);
    let o = L::splat(proof, sliders.orthogonal);
    let d = L::splat(proof, sliders.diagonal);
    let generators = (o & !diagonal).or_and(d, diagonal);
    let free1 = arrivals & !L::splat(proof, occupied | sliders.all());
    let filled = generators.or_and(free1, moved(generators, by1, motion));
    let free2 = free1 & moved(free1, by1, motion);
    let filled = filled.or_and(free2, moved(filled, by2, motion));
    let free4 = free2 & moved(free2, by2, motion);
    let filled = filled.or_and(free4, moved(filled, by4, motion));
    moved(filled, by1, motion) & arrivals
}

/// The eight directions of one position, in registers of one to eight lanes.
///
/// ```
/// use setwise_core::{Direction, Scalar, Sliders, compass};
/// let rook_a1 = Sliders { orthogonal: 1, diagonal: 0 };
/// let rays = compass::ray_attacks::<u64>(Scalar, rook_a1, 1 << 3);
/// assert_eq!(rays[Direction::East], 0b1110);
/// ```
#[inline(always)]
pub fn ray_attacks<L: Lanes>(proof: L::Proof, sliders: Sliders, occupied: u64) -> Rays {
    let mut rays = Rays::default();
    if L::COUNT == 8 {
        lanes_from::<L>(proof, sliders, occupied, &ROTATIONS, 0, Motion::Rotation)
            .store(&mut rays.0);
        return rays;
    }
    for first in (0..4).step_by(L::COUNT) {
        let left: L = lanes_from(proof, sliders, occupied, &SHIFTS, first, Motion::Left);
        left.store(&mut rays.0[first..]);
        let right: L = lanes_from(proof, sliders, occupied, &SHIFTS, first + 4, Motion::Right);
        right.store(&mut rays.0[first + 4..]);
    }
    rays.0.swap(3, 7);
    rays
}

/// The union of the eight directions of one position.
#[inline(always)]
pub fn attacks<L: Lanes>(proof: L::Proof, sliders: Sliders, occupied: u64) -> u64 {
    if L::COUNT == 8 {
        return lanes_from::<L>(proof, sliders, occupied, &ROTATIONS, 0, Motion::Rotation)
            .union_of_lanes();
    }
    let mut all = L::splat(proof, 0);
    for first in (0..4).step_by(L::COUNT) {
        let left: L = lanes_from(proof, sliders, occupied, &SHIFTS, first, Motion::Left);
        let right: L = lanes_from(proof, sliders, occupied, &SHIFTS, first + 4, Motion::Right);
        all = all.or3(left, right);
    }
    all.union_of_lanes()
}
