//! The legality of castling and of captures en passant.

use crate::kernel::words;
use crate::position::{ChainPosition, castling_targets};
use crate::tables::{ALONG, BISHOP, KING, KNIGHT, ROOK, TABLES};
use setwise_core::Squares;
use setwise_moves::Role;

impl ChainPosition {
    /// Returns the pieces of the other side that attack a square.
    pub(crate) fn attackers(&self, square: usize, occupied: u64) -> u64 {
        let straight = words::along(square, occupied, &ALONG[ROOK as usize]);
        let diagonal = words::along(square, occupied, &ALONG[BISHOP as usize]);
        let [straight_sliders, diagonal_sliders] = self.sliders();
        let far = straight & straight_sliders | diagonal & diagonal_sliders;
        (far | self.near_attackers(square, self.turn)) & self.them
    }

    /// Returns the rooks and queens, and the bishops and queens, of both sides.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn sliders(&self) -> [u64; 2] {
        let [a, b, c] = self.planes;
        [c & !a, b & !a]
    }

    /// Returns the pawns, knights and kings of both sides that attack a square. Pawns attack as
    /// enemies of `side`.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn near_attackers(&self, square: usize, side: usize) -> u64 {
        let [a, b, c] = self.planes;
        let pawns = TABLES.pawns[side & 1][square & 63] & !(b | c);
        let knights = TABLES.steps[KNIGHT as usize][square & 63] & b;
        let kings = TABLES.steps[KING as usize][square & 63] & c;
        (pawns | knights | kings) & a
    }

    /// Sets the en passant square to `passed` if a capture of the `pushed` pawn there is legal.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn pass(&mut self, passed: usize, pushed: usize) {
        let beside = TABLES.pawns[self.turn & 1 ^ 1][passed & 63];
        let pawns = beside & self.us & self.by_role(Role::Pawn);
        if pawns != 0 {
            self.set_en_passant(passed, pushed, pawns);
        }
    }

    #[cold]
    #[inline(never)]
    fn set_en_passant(&mut self, passed: usize, pushed: usize, pawns: u64) {
        let mut pawns = Squares(pawns);
        if pawns.any(|pawn| self.is_legal_en_passant(pawn.index(), passed, pushed)) {
            self.en_passant = 1 << passed;
        }
    }

    /// Whether a capture en passant leaves the king of the side to move unattacked.
    #[cold]
    #[inline(never)]
    pub(crate) fn is_legal_en_passant(&self, from: usize, to: usize, taken: usize) -> bool {
        let occupied = self.occupied() & !(1 << from | 1 << taken) | 1 << to;
        self.attackers(self.king(), occupied) & !(1 << taken) == 0
    }

    /// Whether castling with a rook is legal: the right exists, the paths of king and rook are
    /// free, and no square of the king's path is attacked.
    pub(crate) fn may_castle(&self, from: usize, rook: usize) -> bool {
        if self.castling & self.us & 1 << rook == 0 {
            return false;
        }
        let [king_to, rook_to] = castling_targets(self.turn & 1, rook > from);
        let others = self.occupied() & !(1 << from | 1 << rook);
        let way = span(from, king_to);
        others & (way | span(rook, rook_to)) == 0
            && !Squares(way).any(|square| self.attackers(square.index(), others) != 0)
    }
}

/// Returns the squares from one square of a rank to another, both included.
fn span(a: usize, b: usize) -> u64 {
    u64::MAX >> (63 - a.max(b)) & u64::MAX << a.min(b)
}
