//! Subtraction along ranks, and along files after a reflection.

use super::{KoggeStone, Technique};
use crate::direction::{Direction, Direction::*};
use crate::vector::Vector;

/// Subtraction for the four orthogonal directions, Kogge-Stone for the diagonal ones.
///
/// Within one byte, with sliders s among occupied squares o, the attacks towards higher bits are
/// `o ^ ((o & !s) - s)`. The borrow of each slider runs through the empty squares to the next
/// occupied square. If another slider stands there, 0 − 1 − borrow leaves 0 and passes the borrow
/// on. So the result is exact for any number of sliders. West is the same between two reversals of
/// the bits in each byte, north and south between two reflections of the board.
///
/// ```text
/// file        a b c d e f g h
/// sliders s   . 1 . . . . . .
/// occupied o  . 1 . . . 1 . 1
/// o & !s      . . . . . 1 . 1
/// minus s     . 1 1 1 1 . . 1     the borrow from b ran up to f
/// xor o       . . 1 1 1 1 . .     the attacks
/// ```
///
/// (Gerd Isenberg and others found o ^ (o − 2r) for one slider, about 2006. The form for sets of
/// sliders, with bytes as numbers and bit-matrix reflections, was found for this project, 2026.)
#[derive(Clone, Copy, Debug, Default)]
pub struct Subtraction;

/// Returns the differences for east and west, before the exclusive-or with the occupied squares.
#[cfg_attr(not(unoptimized), inline(always))]
fn borrows<V: Vector>(others: V, sliders: V) -> (V, V) {
    (others.sub_bytes(sliders), borrow_west(others, sliders))
}

#[cfg_attr(not(unoptimized), inline(always))]
fn borrow_west<V: Vector>(others: V, sliders: V) -> V {
    let (others, sliders) = (
        others.reverse_bits_in_bytes(),
        sliders.reverse_bits_in_bytes(),
    );
    others.sub_bytes(sliders).reverse_bits_in_bytes()
}

#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn east<V: Vector>(sliders: V, occupied: V) -> V {
    occupied ^ (occupied & !sliders).sub_bytes(sliders)
}

#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn west<V: Vector>(sliders: V, occupied: V) -> V {
    occupied ^ borrow_west(occupied & !sliders, sliders)
}

#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn along_ranks<V: Vector>(sliders: V, occupied: V) -> V {
    let (east, west) = borrows(occupied & !sliders, sliders);
    occupied.differs(east, west)
}

impl Technique for Subtraction {
    const NAME: &'static str = "subtraction";

    #[cfg_attr(not(unoptimized), inline(always))]
    fn occluded_fill<V: Vector>(generators: V, propagators: V, direction: Direction) -> V {
        if direction.is_diagonal() {
            return KoggeStone::occluded_fill(generators, propagators, direction);
        }
        let occupied = generators | !propagators;
        generators.or_and(Self::attacks(generators, occupied, direction), propagators)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn run_up<V: Vector>(sliders: V, occupied: V, direction: Direction) -> V {
        KoggeStone::run_up(sliders, occupied, direction)
    }

    /// The reflection takes rank r to file 7 − r: north becomes west.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn attacks<V: Vector>(sliders: V, occupied: V, direction: Direction) -> V {
        match direction {
            East => east(sliders, occupied),
            West => west(sliders, occupied),
            North => west(sliders.flip_anti_diagonal(), occupied.flip_anti_diagonal())
                .flip_anti_diagonal(),
            South => east(sliders.flip_anti_diagonal(), occupied.flip_anti_diagonal())
                .flip_anti_diagonal(),
            _ => KoggeStone::attacks(sliders, occupied, direction),
        }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn orthogonal_rays<V: Vector>(sliders: V, occupied: V) -> [V; 4] {
        let others = occupied & !sliders;
        let (east, west) = borrows(others, sliders);
        let (south, north) = borrows(others.flip_anti_diagonal(), sliders.flip_anti_diagonal());
        [
            occupied ^ north.flip_anti_diagonal(),
            occupied ^ east,
            occupied ^ south.flip_anti_diagonal(),
            occupied ^ west,
        ]
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn orthogonal_attacks<V: Vector>(sliders: V, occupied: V) -> V {
        let others = occupied & !sliders;
        let (east, west) = borrows(others, sliders);
        let (others, sliders) = (others.flip_anti_diagonal(), sliders.flip_anti_diagonal());
        let (south, north) = borrows(others, sliders);
        let vertical = (others | sliders)
            .differs(south, north)
            .flip_anti_diagonal();
        vertical | occupied.differs(east, west)
    }
}
