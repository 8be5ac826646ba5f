//! What makes rare moves legal: castling, captures en passant.

use crate::kernel::words;
use crate::position::{ChainPosition, castling_targets};
use crate::tables::{ALONG, BISHOP, KING, KNIGHT, ROOK, TABLES};
use setwise_core::Squares;
use setwise_moves::Role;

impl ChainPosition {
    /// The pieces of the other side that attack a square.
    pub(crate) fn attackers(&self, square: usize, occupied: u64) -> u64 {
        let straight = words::along(square, occupied, &ALONG[ROOK as usize]);
        let diagonal = words::along(square, occupied, &ALONG[BISHOP as usize]);
        let [straight_sliders, diagonal_sliders] = self.sliders();
        let far = straight & straight_sliders | diagonal & diagonal_sliders;
        (far | self.near_attackers(square, self.turn)) & self.them
    }

    /// Rooks and queens, bishops and queens.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn sliders(&self) -> [u64; 2] {
        let [a, b, c] = self.planes;
        [c & !a, b & !a]
    }

    /// The pawns, knights and kings of both sides that attack a square, pawns as enemies of a side.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn near_attackers(&self, square: usize, side: usize) -> u64 {
        let [a, b, c] = self.planes;
        let pawns = TABLES.pawns[side & 1][square & 63] & !(b | c);
        let knights = TABLES.steps[KNIGHT as usize][square & 63] & b;
        let kings = TABLES.steps[KING as usize][square & 63] & c;
        (pawns | knights | kings) & a
    }

    /// A pawn has passed a square. Sets the en passant square if a capture there is legal.
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

    /// Whether a capture leaves the king of the side to move unattacked.
    #[cold]
    #[inline(never)]
    pub(crate) fn is_legal_en_passant(&self, from: usize, to: usize, taken: usize) -> bool {
        let occupied = self.occupied() & !(1 << from | 1 << taken) | 1 << to;
        self.attackers(self.king(), occupied) & !(1 << taken) == 0
    }

    /// Whether castling with a rook is possible: its right is there, and the way is free and not
    /// attacked.
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

/// The squares between two squares of a rank, and both.
fn span(a: usize, b: usize) -> u64 {
    u64::MAX >> (63 - a.max(b)) & u64::MAX << a.min(b)
}
