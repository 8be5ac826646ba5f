//! Our king: checks, attacked squares around it, its steps.

use super::ray_set::{RaySet, along_rank};
use super::{Counter, RANK_AND_KING};
use crate::packs::ranks::Ranks;
use setwise_core::Vector;

impl<V: Vector, X: Ranks<V>> Counter<V, X> {
    /// Advances the king's rays from rank `R` to the next north of it, and finds checkers there.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn king_rays_north<const R: usize>(&mut self) {
        let rays = if R == 0 {
            RaySet::start(RaySet::splat(self.position.king(0)))
        } else if Self::is_king_rank(R) {
            let king = RaySet::splat(self.position.king(R));
            self.king_north[R].advance(king, self.occupied[R])
        } else {
            self.king_north[R].pass(self.occupied[R])
        };
        self.king_north[R + 1] = rays;
        self.find_checking_sliders(R + 1, rays);
    }

    /// Advances the king's rays from rank `R` to the next south of it, and finds checkers there.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn king_rays_south<const R: usize>(&mut self) {
        if !Self::is_king_rank(R) {
            return;
        }
        let king = RaySet::splat(self.position.king(R));
        let rays = if R == X::KING_TOP {
            RaySet::start(king)
        } else {
            self.king_south[R].advance(king, self.occupied[R])
        };
        self.king_south[R - 1] = rays;
        self.find_checking_sliders(R - 1, rays);
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn find_checking_sliders(&mut self, rank: usize, rays: RaySet<V>) {
        let x = self.position;
        let checkers = self.checkers[rank].or_and(rays.straight, x.their_orthogonal(rank));
        self.checkers[rank] = checkers.or_and(rays.east | rays.west, x.their_diagonal(rank));
    }

    /// Rank `R`, if it is the king's or next to it: checks along the rank and by knights and pawns,
    /// and the attacked squares. Attacks from the north by sliders follow in the southward pass
    /// ([`count_king`](Self::count_king)).
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn king_zone<const R: usize>(&mut self) {
        if !Self::is_king_zone(R) {
            return;
        }
        let x = self.position;
        let occupied = self.occupied_without_king(R);
        let rooks = x.their_orthogonal(R);
        if R < 7 && Self::is_king_zone(R + 1) {
            let sources = RaySet::sources(rooks, x.their_diagonal(R));
            self.their_north[R + 1] = if R == 0 {
                RaySet::start(sources)
            } else {
                self.their_north[R].advance(sources, occupied)
            };
        }
        let (east, west) = along_rank(rooks, occupied);
        self.danger[R] = self.their_north[R].union().or3(east, west);
        if Self::is_king_rank(R) {
            self.find_checks_on_rank::<R>(east, west);
            self.find_checks_by_knights_and_pawns::<R>();
        }
        self.add_danger_of_steppers::<R>();
    }

    /// Finds checks along rank `R`, where rays of the king and of enemy rooks meet. `east` and
    /// `west` are the rays of the rooks.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn find_checks_on_rank<const R: usize>(&mut self, east: V, west: V) {
        let x = self.position;
        let (king_east, king_west) = along_rank(x.king(R), self.occupied[R]);
        self.between_on_rank[R] = (king_east & west).or_and(king_west, east);
        let rooks = x.their_orthogonal(R);
        self.checkers[R] = self.checkers[R].or_and(king_east | king_west, rooks);
    }

    /// Casts the king's moves as a knight and as a pawn. A knight or pawn on a target gives check.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn find_checks_by_knights_and_pawns<const R: usize>(&mut self) {
        let x = self.position;
        let king = x.king(R);
        let (one, two) = (king.beside(), king.two_beside());
        self.find_checking_knights(R + 2, one);
        self.find_checking_knights(R.wrapping_sub(2), one);
        self.find_checking_knights(R + 1, two);
        self.find_checking_knights(R.wrapping_sub(1), two);
        if R < 7 {
            self.checkers[R + 1] = self.checkers[R + 1].or_and(one, x.their_pawns(R + 1));
        }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn find_checking_knights(&mut self, rank: usize, squares: V) {
        if rank < 8 {
            let knights = self.position.their_knights(rank);
            self.checkers[rank] = self.checkers[rank].or_and(squares, knights);
        }
    }

    /// Adds the attacks of enemy knights, pawns and king to the danger on rank `R`.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn add_danger_of_steppers<const R: usize>(&mut self) {
        let x = self.position;
        let mut danger = self.danger[R]
            .or3(self.far_knight(R + 2), self.far_knight(R.wrapping_sub(2)))
            .or3(self.near_knight(R + 1), self.near_knight(R.wrapping_sub(1)));
        if R < 7 {
            let pawns = x.their_pawns(R + 1);
            danger = danger.or3(pawns.east(), pawns.west());
        }
        danger = danger | x.their_king(R).beside();
        self.danger[R] = danger.or3(self.near_king(R + 1), self.near_king(R.wrapping_sub(1)));
    }

    /// The attacks of the enemy knights of a rank on the ranks two away from it.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn far_knight(&self, rank: usize) -> V {
        if rank > 7 {
            return self.zero;
        }
        let knights = self.position.their_knights(rank);
        knights.east() | knights.west()
    }

    /// The attacks of the enemy knights of a rank on the ranks next to it.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn near_knight(&self, rank: usize) -> V {
        if rank > 7 {
            return self.zero;
        }
        let knights = self.position.their_knights(rank);
        knights.east().east() | knights.west().west()
    }

    /// The attacks of the enemy king of a rank on the ranks next to it.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn near_king(&self, rank: usize) -> V {
        if rank > 7 {
            return self.zero;
        }
        let king = self.position.their_king(rank);
        king | king.beside()
    }

    /// Finds the positions without a checker and those with at most one.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn count_checkers(&mut self) {
        let (mut one, mut two) = (self.checkers[0], self.zero);
        for rank in 1..8 {
            two = two.or_and(one, self.checkers[rank]);
            one = one | self.checkers[rank];
        }
        // The files of the checkers without the lowest one.
        let rest = one & one.add_bytes(self.zero.same(!0));
        self.safe = one.empty_bytes();
        self.single = (two | rest).empty_bytes();
    }

    /// Adds attacks from the north to the danger on rank `R`, and counts the king's steps to it.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn count_king<const R: usize>(&mut self) {
        if !Self::is_king_zone(R) {
            return;
        }
        let x = self.position;
        let mut steps = if Self::is_king_rank(R) {
            x.king(R).beside()
        } else {
            self.zero
        };
        if R >= 1 && Self::is_king_rank(R - 1) {
            let king = x.king(R - 1);
            steps = steps.or3(king, king.beside());
        }
        if R < X::KING_TOP {
            let king = x.king(R + 1);
            steps = steps.or3(king, king.beside());
        }
        self.danger[R] = self.danger[R] | self.their_south.union();
        self.add(RANK_AND_KING, steps & !(x.us(R) | self.danger[R]));
    }
}
