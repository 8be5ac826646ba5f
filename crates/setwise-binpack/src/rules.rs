//! What makes rare moves legal: castling, captures en passant.

use crate::entry::{Entry, ROLES, castling_targets};
use crate::kernel::words;
use crate::tables::{ALONG, BISHOP, KING, KNIGHT, PAWN, ROOK, TABLES};
use setwise_core::Squares;

impl Entry {
    /// The pieces of the other side that attack a square.
    pub(crate) fn attackers(&self, square: usize, us: usize, occupied: u64) -> u64 {
        let straight = words::along(square, occupied, &ALONG[ROOK as usize]);
        let diagonal = words::along(square, occupied, &ALONG[BISHOP as usize]);
        let [bishops, rooks, queens] = [2, 3, 4].map(|role| self.boards[ROLES + role]);
        let far = straight & (rooks | queens) | diagonal & (bishops | queens);
        (far | near_attackers(&self.boards, square, us)) & self.boards[(us & 1) ^ 1]
    }

    /// A pawn has passed a square, if the mask is all ones. Sets the en passant square if a capture
    /// there is legal.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn pass(&mut self, passed: usize, pushed: usize, mask: u64) {
        let us = self.turn & 1;
        let pawns = TABLES.pawns[us ^ 1][passed & 63]
            & self.boards[ROLES + PAWN as usize]
            & self.boards[us]
            & mask;
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
        let us = self.turn & 1;
        let occupied = self.occupied() & !(1 << from | 1 << taken) | 1 << to;
        self.attackers(self.king(us), us, occupied) & !(1 << taken) == 0
    }

    /// Whether castling with a rook is possible: its right is there, and the way is free and not
    /// attacked.
    pub(crate) fn may_castle(&self, from: usize, rook: usize) -> bool {
        let us = self.turn & 1;
        if self.castling & self.boards[us] & 1 << rook == 0 {
            return false;
        }
        let [king_to, rook_to] = castling_targets(us, rook > from);
        let others = self.occupied() & !(1 << from | 1 << rook);
        let way = span(from, king_to);
        others & (way | span(rook, rook_to)) == 0
            && !Squares(way).any(|square| self.attackers(square.index(), us, others) != 0)
    }
}

/// The pawns, knights and kings of both sides that attack a square, pawns as enemies of a side.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn near_attackers(boards: &[u64; 10], square: usize, us: usize) -> u64 {
    let [_, _, pawns, knights, _, _, _, kings, ..] = *boards;
    TABLES.pawns[us & 1][square & 63] & pawns
        | TABLES.steps[KNIGHT as usize][square & 63] & knights
        | TABLES.steps[KING as usize][square & 63] & kings
}

/// The squares between two squares of a rank, and both.
fn span(a: usize, b: usize) -> u64 {
    u64::MAX >> (63 - a.max(b)) & u64::MAX << a.min(b)
}
