//! What rays see on a rank.

use setwise_core::natural::{Adaptive, Technique};
use setwise_core::{Direction, Lanes};

/// The squares of three rays on one rank: straight, towards the h-file, towards the a-file.
#[derive(Clone, Copy)]
pub(super) struct Fan<L> {
    pub(super) straight: L,
    pub(super) east: L,
    pub(super) west: L,
}

impl<L: Lanes> Fan<L> {
    #[inline(always)]
    pub(super) fn none(zero: L) -> Self {
        Self {
            straight: zero,
            east: zero,
            west: zero,
        }
    }

    /// The rays on the next rank: those that start on this one and those that find nothing there.
    #[inline(always)]
    pub(super) fn on(self, orthogonal: L, diagonal: L, occupied: L) -> Self {
        Self {
            straight: orthogonal.insert_outside(self.straight, occupied),
            east: diagonal.insert_outside(self.east, occupied).east(),
            west: diagonal.insert_outside(self.west, occupied).west(),
        }
    }

    /// The same where nothing starts.
    #[inline(always)]
    pub(super) fn past(self, occupied: L) -> Self {
        Self {
            straight: self.straight & !occupied,
            east: (self.east & !occupied).east(),
            west: (self.west & !occupied).west(),
        }
    }

    /// The same from the first rank of all.
    #[inline(always)]
    pub(super) fn start(orthogonal: L, diagonal: L) -> Self {
        Self {
            straight: orthogonal,
            east: diagonal.east(),
            west: diagonal.west(),
        }
    }

    #[inline(always)]
    pub(super) fn all(self) -> L {
        self.straight.or3(self.east, self.west)
    }
}

/// Squares between the king and their sliders, on one rank, by line.
#[derive(Clone, Copy)]
pub(super) struct Between<L> {
    pub(super) file: L,
    pub(super) rank: L,
    pub(super) diagonal: L,
    pub(super) antidiagonal: L,
}

impl<L: Lanes> Between<L> {
    #[inline(always)]
    pub(super) fn none(zero: L) -> Self {
        Self {
            file: zero,
            rank: zero,
            diagonal: zero,
            antidiagonal: zero,
        }
    }

    /// Those of some men who may go along the file: not pinned, or pinned on it. The king stands on rank `TOP` or
    /// below.
    #[inline(always)]
    pub(super) fn free_on_file<const TOP: usize>(&self, rank: usize, men: L) -> L {
        let free = men & !(self.diagonal | self.antidiagonal);
        self.off_rank::<TOP>(rank, free)
    }

    #[inline(always)]
    pub(super) fn free_on_diagonal<const TOP: usize>(&self, rank: usize, men: L) -> L {
        let free = men & !(self.file | self.antidiagonal);
        self.off_rank::<TOP>(rank, free)
    }

    #[inline(always)]
    pub(super) fn free_on_antidiagonal<const TOP: usize>(&self, rank: usize, men: L) -> L {
        let free = men & !(self.file | self.diagonal);
        self.off_rank::<TOP>(rank, free)
    }

    #[inline(always)]
    fn off_rank<const TOP: usize>(&self, rank: usize, men: L) -> L {
        if rank <= TOP { men & !self.rank } else { men }
    }
}

/// East and west attacks along a rank.
#[inline(always)]
pub(super) fn along<L: Lanes>(sliders: L, occupied: L) -> (L, L) {
    let east = Adaptive::attacks(sliders, occupied, Direction::East);
    (east, Adaptive::attacks(sliders, occupied, Direction::West))
}
