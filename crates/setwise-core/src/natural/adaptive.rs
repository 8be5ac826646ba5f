//! What the register at hand does best.

use super::{KoggeStone, Subtraction, Technique, subtraction};
use crate::{Direction, Direction::*, Lanes};

/// Subtraction where the register makes it cheap, Kogge-Stone elsewhere: east always (bytes subtract
/// everywhere), west where a byte is mirrored in one instruction, north and south where a bit matrix is.
#[derive(Clone, Copy, Debug, Default)]
pub struct Adaptive;

/// East and west together; also what rank-sliced boards do with each rank.
#[inline(always)]
pub(crate) fn along_ranks<L: Lanes>(sliders: L, occupied: L) -> L {
    if L::MIRROR {
        subtraction::along_ranks(sliders, occupied)
    } else {
        Adaptive::attacks(sliders, occupied, East) | Adaptive::attacks(sliders, occupied, West)
    }
}

impl Technique for Adaptive {
    #[inline(always)]
    fn occluded_fill<L: Lanes>(generators: L, propagators: L, direction: Direction) -> L {
        match direction {
            East => Subtraction::occluded_fill(generators, propagators, East),
            West if L::MIRROR => Subtraction::occluded_fill(generators, propagators, West),
            _ => KoggeStone::occluded_fill(generators, propagators, direction),
        }
    }

    #[inline(always)]
    fn run_up<L: Lanes>(sliders: L, occupied: L, direction: Direction) -> L {
        KoggeStone::run_up(sliders, occupied, direction)
    }

    #[inline(always)]
    fn attacks<L: Lanes>(sliders: L, occupied: L, direction: Direction) -> L {
        match direction {
            East => subtraction::east(sliders, occupied),
            West if L::MIRROR => subtraction::west(sliders, occupied),
            _ => KoggeStone::attacks(sliders, occupied, direction),
        }
    }

    #[inline(always)]
    fn orthogonal_rays<L: Lanes>(sliders: L, occupied: L) -> [L; 4] {
        if L::MATRIX {
            return Subtraction::orthogonal_rays(sliders, occupied);
        }
        [
            Self::attacks(sliders, occupied, North),
            Self::attacks(sliders, occupied, East),
            Self::attacks(sliders, occupied, South),
            Self::attacks(sliders, occupied, West),
        ]
    }

    #[inline(always)]
    fn orthogonal_attacks<L: Lanes>(sliders: L, occupied: L) -> L {
        if L::MATRIX {
            return Subtraction::orthogonal_attacks(sliders, occupied);
        }
        along_ranks(sliders, occupied).or3(
            Self::attacks(sliders, occupied, North),
            Self::attacks(sliders, occupied, South),
        )
    }
}
