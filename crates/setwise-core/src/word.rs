//! One board in a plain `u64`, as `const fn`: for tables made at compile time, and for code outside
//! of batches.

use crate::direction::Direction;
use crate::sliders::{Rays, Sliders};

/// Moves every square one step. Squares that would leave the board are dropped.
#[cfg_attr(not(unoptimized), inline(always))]
pub const fn step(set: u64, direction: Direction) -> u64 {
    shift(set, direction, 1) & direction.arrivals()
}

/// Returns the squares that `generators` reach over `propagators`. Generators are included,
/// blockers are not. (Kogge-Stone, after the parallel-prefix adder; Steffen Westcott 2003 for
/// bitboards.)
///
/// ```
/// use setwise_core::{Direction, occluded_fill};
/// // A generator on b2; all is free but e5.
/// let fill = occluded_fill(1 << 9, !(1 << 36), Direction::NorthEast);
/// assert_eq!(fill, 1 << 9 | 1 << 18 | 1 << 27); // b2, c3, d4
/// ```
#[cfg_attr(not(unoptimized), inline(always))]
pub const fn occluded_fill(generators: u64, propagators: u64, direction: Direction) -> u64 {
    let (mut g, mut p) = (generators, propagators & direction.arrivals());
    g |= p & shift(g, direction, 1);
    p &= shift(p, direction, 1);
    g |= p & shift(g, direction, 2);
    p &= shift(p, direction, 2);
    g | p & shift(g, direction, 4)
}

/// Returns the generators and every square beyond them up to the edge: the occluded fill of the
/// empty board.
#[cfg_attr(not(unoptimized), inline(always))]
pub const fn fill(generators: u64, direction: Direction) -> u64 {
    occluded_fill(generators, !0, direction)
}

/// Returns the squares that a set of sliders attacks in one direction. The first blocker of each
/// ray is included. The squares of the sliders are not, unless another slider attacks them.
///
/// ```
/// use setwise_core::{Diagram, Direction, attacks};
/// // Rooks on a3 and d3, a piece on g3.
/// let rooks = 1 << 16 | 1 << 19;
/// assert_eq!(format!("{:#}", Diagram(attacks(rooks, rooks | 1 << 22, Direction::East))), "\
/// 8 . . . . . . . .
/// 7 . . . . . . . .
/// 6 . . . . . . . .
/// 5 . . . . . . . .
/// 4 . . . . . . . .
/// 3 . 1 1 1 1 1 1 .
/// 2 . . . . . . . .
/// 1 . . . . . . . .
///   a b c d e f g h
/// ");
/// ```
#[cfg_attr(not(unoptimized), inline(always))]
pub const fn attacks(sliders: u64, occupied: u64, direction: Direction) -> u64 {
    step(occluded_fill(sliders, !occupied, direction), direction)
}

/// Returns the eight directions of one position. `occupied` need not contain the sliders.
#[cfg_attr(not(unoptimized), inline(always))]
pub const fn ray_attacks(sliders: Sliders, occupied: u64) -> Rays {
    let occupied = occupied | sliders.all();
    let mut rays = [0; 8];
    let mut i = 0;
    while i < 8 {
        let direction = Direction::ALL[i];
        rays[i] = attacks(sliders.of(direction), occupied, direction);
        i += 1;
    }
    Rays(rays)
}

#[cfg_attr(not(unoptimized), inline(always))]
const fn shift(set: u64, direction: Direction, steps: u32) -> u64 {
    let by = direction.delta().unsigned_abs() as u32 * steps;
    if direction.is_positive() {
        set << by
    } else {
        set >> by
    }
}
