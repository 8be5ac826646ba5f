//! Pawns, knights, castling: what does not slide.

use super::rays::{Between, along};
use super::{ALONG, Count, KNIGHTS, Meanwhile, PAWNS};
use crate::lanes::ranks::Ranks;
use crate::lanes::{every, sides, west_of};
use setwise_core::Lanes;

impl<L: Lanes, X: Ranks<L>, M: Meanwhile, const TOP: usize> Count<L, X, M, TOP> {
    /// The moves of the pawns on rank `R`. A push and a capture never have the same target.
    #[inline(always)]
    pub(super) fn count_pawns<const R: usize>(&mut self, between: &Between<L>) {
        let pawns = self.x.pawns(R);
        let (occupied, targets) = (self.occupied[R + 1], self.targets[R + 1]);
        let captures = occupied & targets;
        let single = between.free_on_file::<TOP>(R, pawns) & !occupied;
        let east = between.free_on_diagonal::<TOP>(R, pawns).east() & captures;
        let west = between.free_on_antidiagonal::<TOP>(R, pawns).west() & captures;
        let forward = east.or_and(single, targets);
        if R == 6 {
            let moves = forward.count_bytes().add_bytes(west.count_bytes());
            let two = moves.add_bytes(moves);
            self.tally[PAWNS] = self.tally[PAWNS].add_bytes(two.add_bytes(two));
            return;
        }
        self.add(PAWNS, forward);
        self.add(PAWNS, west);
        if R == 1 {
            self.add(PAWNS, single & !self.occupied[3] & self.targets[3]);
        }
    }

    /// Castling: the ways of king and rook without other men, the king's way not attacked, and a rook
    /// that does not shield the king. All on one rank, by arithmetic: below its bit a number has nothing.
    #[inline(always)]
    pub(super) fn castle(&mut self) {
        let rights = self.x.castling();
        if rights.occupied_bytes() == 0 {
            return;
        }
        let (zero, king) = (self.zero, self.x.king(0));
        let below = west_of(king);
        let (rook_east, rook_west) = sides(king, rights);
        let attacked = self.danger[0];

        let outside = below & every(zero, 0x1f);
        let way = (rook_east.or3(west_of(rook_east), every(zero, 0x7f))) & !outside;
        let hindered = way & self.occupied[0] & !(king | rook_east);
        let hindered = hindered
            .or_and(every(zero, 0x7f) & !below, attacked)
            .or_and(rook_east, self.on_rank[0]);
        let east = !(rook_east.empty_bytes()) & hindered.empty_bytes();

        let reach = king | below;
        let way = (reach | every(zero, 0x0f)) & !(west_of(rook_west) & every(zero, 0x03));
        let hindered = way & self.occupied[0] & !(king | rook_west);
        let hindered = hindered
            .or_and(
                (reach | every(zero, 0x07)) & !(below & every(zero, 0x03)),
                attacked,
            )
            .or_and(rook_west, self.on_rank[0]);
        let west = !(rook_west.empty_bytes()) & hindered.empty_bytes();
        // All ones is −1.
        let castles = self.zero.sub_bytes(east).sub_bytes(west);
        self.tally[ALONG] = self.tally[ALONG].add_bytes(castles);
    }

    /// See [`Legality::en_passant`](crate::Legality::en_passant).
    #[inline(always)]
    pub(super) fn capture_en_passant(&mut self) {
        let passed = self.x.en_passant();
        let pawns = self.x.pawns(4);
        if (pawns & passed.beside()).occupied_bytes() == 0 {
            return;
        }
        let (here, there) = (self.between[4], self.between[5]);
        let [a, b, c, d, e, f, g, h] = self.checkers;
        let others = a.or3(b, c).or3(d, f).or3(g, h).or_and_not(e, passed);
        let blocks = there.file.or3(there.diagonal, there.antidiagonal) | there.rank;
        let blocks_check = !(passed & blocks & !self.occupied[5]).empty_bytes();
        let ends_check = self.safe | self.single & (others.empty_bytes() | blocks_check);
        let not_discovering = (passed & (here.diagonal | here.antidiagonal)).empty_bytes();
        let target = passed & ends_check & not_discovering;
        let mut pawns = pawns & !here.file;
        if TOP >= 4 {
            let without = self.occupied[4] & !passed;
            let king = self.x.king(4);
            let (east, west) = along(self.x.their_orthogonal(4), without & !king);
            let (sees_east, sees_west) = along(king, without);
            pawns = pawns & !(here.rank | (sees_east & west).or_and(sees_west, east));
        }
        self.add(PAWNS, (pawns & !here.antidiagonal).east() & target);
        self.add(PAWNS, (pawns & !here.diagonal).west() & target);
    }

    #[inline(always)]
    pub(super) fn count_knights(&mut self) {
        if X::TWO_KNIGHTS {
            self.count_two_knights();
            return;
        }
        self.count_knights_on::<0>();
        self.count_knights_on::<1>();
        self.count_knights_on::<2>();
        self.count_knights_on::<3>();
        self.count_knights_on::<4>();
        self.count_knights_on::<5>();
        self.count_knights_on::<6>();
        self.count_knights_on::<7>();
    }

    #[inline(always)]
    fn count_knights_on<const R: usize>(&mut self) {
        let (east, west) = (self.knights[R].east(), self.knights[R].west());
        self.count_jumps(R + 2, east, west);
        self.count_jumps(R.wrapping_sub(2), east, west);
        let (east, west) = (east.east(), west.west());
        self.count_jumps(R + 1, east, west);
        self.count_jumps(R.wrapping_sub(1), east, west);
    }

    #[inline(always)]
    fn count_jumps(&mut self, to: usize, east: L, west: L) {
        if to < 8 {
            self.add(KNIGHTS, east & self.targets[to]);
            self.add(KNIGHTS, west & self.targets[to]);
        }
    }

    /// At most two knights: squares that one of them attacks, and twice those that both do.
    #[inline(always)]
    fn count_two_knights(&mut self) {
        self.count_once::<0>();
        self.count_once::<1>();
        self.count_once::<2>();
        self.count_once::<3>();
        self.count_once::<4>();
        self.count_once::<5>();
        self.count_once::<6>();
        self.count_once::<7>();
        if !self.x.may_attack_twice() {
            return;
        }
        let missing = self.x.knight_missing(&self.knights);
        let mut both = self.zero;
        for rank in 0..8 {
            both = both.add_bytes((self.x.twice(rank) & self.targets[rank]).count_bytes());
        }
        let both = both & !missing;
        self.tally[KNIGHTS] = self.tally[KNIGHTS].add_bytes(both).add_bytes(both);
    }

    /// The squares of rank `R` that one knight attacks and not two.
    #[inline(always)]
    fn count_once<const R: usize>(&mut self) {
        let mut once = self.zero;
        if R >= 2 {
            once = once ^ self.knights[R - 2].beside();
        }
        if R < 6 {
            once = once ^ self.knights[R + 2].beside();
        }
        if R >= 1 {
            once = once ^ self.knights[R - 1].two_beside();
        }
        if R < 7 {
            once = once ^ self.knights[R + 1].two_beside();
        }
        self.add(KNIGHTS, once & self.targets[R]);
    }
}
