//! Directions of moves.

use super::Color;
use setwise_core::{Direction, KnightDirection};

/// One of the sixteen directions in which pieces move: eight rays, eight knight's jumps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MoveDirection {
    /// Along a ray.
    Ray(Direction),
    /// A knight's jump.
    Jump(KnightDirection),
}

impl MoveDirection {
    /// All sixteen in the order of their numbers.
    pub fn all() -> impl Iterator<Item = Self> {
        let rays = Direction::ALL.into_iter().map(Self::Ray);
        rays.chain(KnightDirection::ALL.into_iter().map(Self::Jump))
    }

    /// Number 0 to 7 of a ray, 8 to 15 of a jump, clockwise.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn index(self) -> usize {
        match self {
            Self::Ray(direction) => direction.index(),
            Self::Jump(direction) => direction.index(),
        }
    }

    /// The direction of a number, taken modulo 16.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn wrapping(index: usize) -> Self {
        if index & 8 == 0 {
            Self::Ray(Direction::ALL[index & 7])
        } else {
            Self::Jump(KnightDirection::ALL[index & 7])
        }
    }

    /// The same direction with the ranks reversed.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn flip_ranks(self) -> Self {
        match self {
            Self::Ray(direction) => Self::Ray(direction.flip_ranks()),
            Self::Jump(direction) => Self::Jump(direction.flip_ranks()),
        }
    }

    /// Returns the direction as a color sees it. The function is its own inverse.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) const fn seen_by(self, color: Color) -> Self {
        match color {
            Color::White => self,
            Color::Black => self.flip_ranks(),
        }
    }
}

impl From<Direction> for MoveDirection {
    fn from(direction: Direction) -> Self {
        Self::Ray(direction)
    }
}

impl From<KnightDirection> for MoveDirection {
    fn from(direction: KnightDirection) -> Self {
        Self::Jump(direction)
    }
}
