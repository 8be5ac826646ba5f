//! Our pawns.

use super::{Counter, PAWNS, ray_set::along_rank};
use crate::packs::ranks::Ranks;
use setwise_core::Vector;

impl<V: Vector, X: Ranks<V>> Counter<V, X> {
    /// Counts the moves of the pawns on rank `R`, except en passant.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn count_pawns<const R: usize>(&mut self) {
        let between = self.between[R];
        let pawns = self.position.pawns(R);
        let (occupied, targets) = (self.occupied[R + 1], self.targets[R + 1]);
        let captures = occupied & targets;
        let single = self.not_pinned_on_rank::<R>(between.free_on_file(pawns)) & !occupied;
        let east = self.not_pinned_on_rank::<R>(between.free_on_diagonal(pawns));
        let east = east.east() & captures;
        let west = self.not_pinned_on_rank::<R>(between.free_on_antidiagonal(pawns));
        let west = west.west() & captures;
        // A push and a capture never have the same target, so one set holds both.
        let forward = east.or_and(single, targets);
        if R == 6 {
            self.add_promotions(forward, west);
            return;
        }
        self.add(PAWNS, forward);
        self.add(PAWNS, west);
        if R == 1 {
            self.add(PAWNS, single & !self.occupied[3] & self.targets[3]);
        }
    }

    /// Counts four moves for each target.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn add_promotions(&mut self, forward: V, west: V) {
        let one = forward.count_bytes().add_bytes(west.count_bytes());
        let two = one.add_bytes(one);
        self.counts[PAWNS] = self.counts[PAWNS].add_bytes(two.add_bytes(two));
    }

    /// Counts captures en passant by the rules of
    /// [`Legality::en_passant`](crate::rules::legality::Legality::en_passant). The capturers and
    /// the captured pawn stand on rank 4 (counted from 0), the target is on rank 5.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn count_en_passant(&mut self) {
        let captured = self.position.en_passant();
        let pawns = self.position.pawns(4);
        if (pawns & captured.beside()).nonzero_mask() == 0 {
            return;
        }
        let (here, target) = (self.between[4], self.between[5]);
        let blocks = target.off_rank() | target.rank;
        let blocks_check = !(captured & blocks & !self.occupied[5]).empty_bytes();
        let captures_checker = self.checkers_except(captured).empty_bytes();
        let ends_check = self.safe | self.single & (captures_checker | blocks_check);
        let not_discovering = (captured & (here.diagonal | here.antidiagonal)).empty_bytes();
        let target = captured & ends_check & not_discovering;
        let pawns = pawns & !here.file & !self.pinned_with(captured);
        self.add(PAWNS, (pawns & !here.antidiagonal).east() & target);
        self.add(PAWNS, (pawns & !here.diagonal).west() & target);
    }

    /// The files of the checkers, without the captured pawn on rank 4.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn checkers_except(&self, captured: V) -> V {
        let [r0, r1, r2, r3, r4, r5, r6, r7] = self.checkers;
        let others = r0.or3(r1, r2).or3(r3, r5).or3(r6, r7);
        others.or_and_not(r4, captured)
    }

    /// The pawns on rank 4 that are pinned along it, or that stand there together with the captured
    /// pawn between the king and an enemy rook or queen.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn pinned_with(&self, captured: V) -> V {
        if !Self::is_king_rank(4) {
            return self.zero;
        }
        let without = self.occupied[4] & !captured;
        let king = self.position.king(4);
        let (east, west) = along_rank(self.position.their_orthogonal(4), without & !king);
        let (king_east, king_west) = along_rank(king, without);
        self.between[4].rank | (king_east & west).or_and(king_west, east)
    }
}
