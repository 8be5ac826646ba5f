//! Rays that move from rank to rank, and the squares where two of them meet.

use setwise_core::natural::{Adaptive, Technique};
use setwise_core::{Direction, Vector};

/// Three rays on one rank (along the file, towards the h-file, the a-file), or their sliders.
#[derive(Clone, Copy)]
pub(super) struct RaySet<V> {
    pub(super) straight: V,
    pub(super) east: V,
    pub(super) west: V,
}

impl<V: Vector> RaySet<V> {
    /// Uses the same squares for all three rays.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn splat(squares: V) -> Self {
        Self {
            straight: squares,
            east: squares,
            west: squares,
        }
    }

    /// The sliders of a rank, as sources.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn sources(orthogonal: V, diagonal: V) -> Self {
        Self {
            straight: orthogonal,
            east: diagonal,
            west: diagonal,
        }
    }

    /// The same sources for rays in the opposite vertical direction: a ray to the north-east and a
    /// ray to the south-west run on one line.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn swap_sides(self) -> Self {
        Self {
            straight: self.straight,
            east: self.west,
            west: self.east,
        }
    }

    /// The rays on the next rank, where no ray arrives on the rank of `sources`.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn start(sources: Self) -> Self {
        Self {
            straight: sources.straight,
            east: sources.east.east(),
            west: sources.west.west(),
        }
    }

    /// The rays on the next rank: they start from `sources`, or pass empty squares of this rank.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn advance(self, sources: Self, occupied: V) -> Self {
        Self::start(Self {
            straight: sources.straight.insert_outside(self.straight, occupied),
            east: sources.east.insert_outside(self.east, occupied),
            west: sources.west.insert_outside(self.west, occupied),
        })
    }

    /// The rays on the next rank, where this rank has no sources.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn pass(self, occupied: V) -> Self {
        Self::start(Self {
            straight: self.straight & !occupied,
            east: self.east & !occupied,
            west: self.west & !occupied,
        })
    }

    /// All three rays united.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn union(self) -> V {
        self.straight.or3(self.east, self.west)
    }
}

/// The squares of one rank between the king and enemy sliders, by line.
#[derive(Clone, Copy)]
pub(super) struct Between<V> {
    pub(super) file: V,
    pub(super) rank: V,
    pub(super) diagonal: V,
    pub(super) antidiagonal: V,
}

impl<V: Vector> Between<V> {
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn none(zero: V) -> Self {
        Self {
            file: zero,
            rank: zero,
            diagonal: zero,
            antidiagonal: zero,
        }
    }

    /// The squares on the three lines that leave the rank.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn off_rank(&self) -> V {
        self.file.or3(self.diagonal, self.antidiagonal)
    }

    /// Returns the pieces that may move along the file: not pinned, or pinned on it. The caller
    /// handles pins on the rank.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn free_on_file(&self, pieces: V) -> V {
        pieces & !(self.diagonal | self.antidiagonal)
    }

    /// The same for the diagonal.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn free_on_diagonal(&self, pieces: V) -> V {
        pieces & !(self.file | self.antidiagonal)
    }

    /// The same for the antidiagonal.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn free_on_antidiagonal(&self, pieces: V) -> V {
        pieces & !(self.file | self.diagonal)
    }
}

/// The attacks to the east and to the west along a rank.
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn along_rank<V: Vector>(sliders: V, occupied: V) -> (V, V) {
    let east = Adaptive::attacks(sliders, occupied, Direction::East);
    (east, Adaptive::attacks(sliders, occupied, Direction::West))
}
