//! The technique with the fewest operations for a register.

use super::{KoggeStone, Subtraction, Technique, subtraction};
use crate::direction::{Direction, Direction::*};
use crate::vector::Vector;

/// Subtraction where the register makes it cheap, Kogge-Stone elsewhere. East always uses
/// subtraction. West uses it where one instruction reverses the bits of a byte, north and south
/// where one instruction reflects the board.
#[derive(Clone, Copy, Debug, Default)]
pub struct Adaptive;

/// Returns the attacks to the east and west together. Rank-sliced boards use it as well.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn along_ranks<V: Vector>(sliders: V, occupied: V) -> V {
    if V::FAST_BIT_REVERSAL {
        subtraction::along_ranks(sliders, occupied)
    } else {
        Adaptive::attacks(sliders, occupied, East) | Adaptive::attacks(sliders, occupied, West)
    }
}

impl Technique for Adaptive {
    const NAME: &'static str = "adaptive";

    #[cfg_attr(not(unoptimized), inline(always))]
    fn occluded_fill<V: Vector>(generators: V, propagators: V, direction: Direction) -> V {
        match direction {
            East => Subtraction::occluded_fill(generators, propagators, East),
            West if V::FAST_BIT_REVERSAL => {
                Subtraction::occluded_fill(generators, propagators, West)
            }
            _ => KoggeStone::occluded_fill(generators, propagators, direction),
        }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn run_up<V: Vector>(sliders: V, occupied: V, direction: Direction) -> V {
        KoggeStone::run_up(sliders, occupied, direction)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn attacks<V: Vector>(sliders: V, occupied: V, direction: Direction) -> V {
        match direction {
            East => subtraction::east(sliders, occupied),
            West if V::FAST_BIT_REVERSAL => subtraction::west(sliders, occupied),
            _ => KoggeStone::attacks(sliders, occupied, direction),
        }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn orthogonal_rays<V: Vector>(sliders: V, occupied: V) -> [V; 4] {
        if V::FAST_FLIP {
            return Subtraction::orthogonal_rays(sliders, occupied);
        }
        [
            Self::attacks(sliders, occupied, North),
            Self::attacks(sliders, occupied, East),
            Self::attacks(sliders, occupied, South),
            Self::attacks(sliders, occupied, West),
        ]
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn orthogonal_attacks<V: Vector>(sliders: V, occupied: V) -> V {
        if V::FAST_FLIP {
            return Subtraction::orthogonal_attacks(sliders, occupied);
        }
        along_ranks(sliders, occupied).or3(
            Self::attacks(sliders, occupied, North),
            Self::attacks(sliders, occupied, South),
        )
    }
}
