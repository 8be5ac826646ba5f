//! The definition of the right answer: a walk from square to square. It is slow and plain, and
//! every kernel is tested against it.

use crate::direction::Direction;
use crate::sliders::{Rays, Sliders};
use crate::square::{Square, Squares};

/// Returns the squares attacked by `sliders` in one direction. The walk goes on from each slider to
/// the first occupied square, which is included, or to the edge of the board.
///
/// ```
/// use setwise_core::{Direction, oracle};
/// // A rook on a1, a piece on a5.
/// let a2_to_a5 = 1 << 8 | 1 << 16 | 1 << 24 | 1 << 32;
/// assert_eq!(oracle::attacks(1, 1 << 32, Direction::North), a2_to_a5);
/// ```
pub fn attacks(sliders: u64, occupied: u64, direction: Direction) -> u64 {
    let mut attacked = 0;
    for slider in Squares(sliders) {
        let mut at = slider;
        while let Some(next) = neighbour(at, direction) {
            attacked |= next.bit();
            if occupied & next.bit() != 0 {
                break;
            }
            at = next;
        }
    }
    attacked
}

/// Returns the squares that `generators` reach over `propagators`, generators included.
pub fn occluded_fill(generators: u64, propagators: u64, direction: Direction) -> u64 {
    let mut filled = generators;
    for generator in Squares(generators) {
        let mut at = generator;
        while let Some(next) = neighbour(at, direction) {
            if propagators & next.bit() == 0 {
                break;
            }
            filled |= next.bit();
            at = next;
        }
    }
    filled
}

/// Moves every square one step.
pub fn step(set: u64, direction: Direction) -> u64 {
    Squares(set)
        .filter_map(|square| neighbour(square, direction))
        .fold(0, |all, square| all | square.bit())
}

/// Returns all eight directions: orthogonal sliders in the even ones, diagonal sliders in the odd
/// ones. As in every kernel, the sliders count as occupied squares.
pub fn ray_attacks(sliders: Sliders, occupied: u64) -> Rays {
    let occupied = occupied | sliders.orthogonal | sliders.diagonal;
    Rays(Direction::ALL.map(|direction| attacks(sliders.of(direction), occupied, direction)))
}

fn neighbour(square: Square, direction: Direction) -> Option<Square> {
    Square::at(
        square.file() as i32 + direction.file_delta() as i32,
        square.rank() as i32 + direction.rank_delta() as i32,
    )
}
