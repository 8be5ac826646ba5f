//! Our sliders.

use super::ray_set::{RaySet, along_rank};
use super::{Counter, NORTH, RANK_AND_KING, SOUTH};
use crate::packs::ranks::Ranks;
use setwise_core::Vector;

impl<V: Vector, X: Ranks<V>> Counter<V, X> {
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn count_rays_along_rank<const R: usize>(&mut self) {
        let rooks = self.position.orthogonal(R) & !self.between[R].off_rank();
        let (east, west) = along_rank(rooks, self.occupied[R]);
        self.add(RANK_AND_KING, east & self.targets[R]);
        self.add(RANK_AND_KING, west & self.targets[R]);
    }

    /// Finds the sliders that may leave rank `R`, by the ray to the north that they cast.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn find_sources<const R: usize>(&mut self) {
        let between = self.between[R];
        let rooks = self.position.orthogonal(R);
        let bishops = self.position.diagonal(R);
        self.sources[R] = RaySet {
            straight: self.not_pinned_on_rank::<R>(between.free_on_file(rooks)),
            east: self.not_pinned_on_rank::<R>(between.free_on_diagonal(bishops)),
            west: self.not_pinned_on_rank::<R>(between.free_on_antidiagonal(bishops)),
        };
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn not_pinned_on_rank<const R: usize>(&self, pieces: V) -> V {
        if Self::is_king_rank(R) {
            pieces & !self.between[R].rank
        } else {
            pieces
        }
    }

    /// Counts the rays that arrive on rank `R` from the north.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn count_rays_south<const R: usize>(&mut self) {
        if R < 7 {
            self.add_rays(SOUTH, R);
        }
    }

    /// Advances the rays to rank `R + 1` and counts them there.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn count_rays_north<const R: usize>(&mut self) {
        self.our_rays = if R == 0 {
            RaySet::start(self.sources[R])
        } else {
            self.our_rays.advance(self.sources[R], self.occupied[R])
        };
        self.add_rays(NORTH, R + 1);
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn add_rays(&mut self, part: usize, rank: usize) {
        let targets = self.targets[rank];
        self.add(part, self.our_rays.straight & targets);
        self.add(part, self.our_rays.east & targets);
        self.add(part, self.our_rays.west & targets);
    }
}
