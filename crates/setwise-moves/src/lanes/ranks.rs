//! Positions in lanes, as they are asked for rank by rank.

use crate::Frame;
use setwise_core::{Lanes, Sliced};

/// Many positions, a byte of each register for each of them, as the side to move sees them. Ranks are asked
/// for one at a time, so that what is computed for an answer need not be kept.
pub(super) trait Ranks<L: Lanes>: Copy {
    /// Can there be en passant squares at all?
    const PASSING: bool;
    /// Two own knights at most, whose common targets [`twice`](Self::twice) knows?
    const TWO_KNIGHTS: bool;

    /// All men.
    fn occupied(&self, rank: usize) -> L;
    /// The men of the side to move.
    fn own(&self, rank: usize) -> L;
    /// Its king.
    fn king(&self, rank: usize) -> L;
    /// Its pawns.
    fn pawns(&self, rank: usize) -> L;
    /// Its knights.
    fn knights(&self, rank: usize) -> L;
    /// Its bishops and queens.
    fn diagonal(&self, rank: usize) -> L;
    /// Its rooks and queens.
    fn orthogonal(&self, rank: usize) -> L;
    /// The other king.
    fn their_king(&self, rank: usize) -> L;
    /// The other side's pawns.
    fn their_pawns(&self, rank: usize) -> L;
    /// The other side's knights.
    fn their_knights(&self, rank: usize) -> L;
    /// The other side's bishops and queens.
    fn their_diagonal(&self, rank: usize) -> L;
    /// The other side's rooks and queens.
    fn their_orthogonal(&self, rank: usize) -> L;
    /// The files of the own rooks that may castle.
    fn castling(&self) -> L;
    /// The files of the squares that a pawn has just passed over.
    fn en_passant(&self) -> L;
    /// Can there be squares that both own knights attack? This and the next two only matter with
    /// [`TWO_KNIGHTS`](Self::TWO_KNIGHTS).
    #[inline(always)]
    fn may_attack_twice(&self) -> bool {
        false
    }
    /// What both own knights attack, in positions where they do and both are there; in others nothing.
    #[inline(always)]
    fn twice(&self, rank: usize) -> L {
        self.own(rank).same(0)
    }
    /// All ones where a knight of the position that [`twice`](Self::twice) was made for is gone or not among
    /// `free`.
    #[inline(always)]
    fn knight_missing(&self, free: &[L; 8]) -> L {
        free[0].same(0)
    }
}

impl<L: Lanes> Ranks<L> for &Frame<Sliced<L>> {
    const PASSING: bool = true;
    const TWO_KNIGHTS: bool = false;

    #[inline(always)]
    fn occupied(&self, rank: usize) -> L {
        self.own.0[rank] | self.their.0[rank]
    }

    #[inline(always)]
    fn own(&self, rank: usize) -> L {
        self.own.0[rank]
    }

    #[inline(always)]
    fn king(&self, rank: usize) -> L {
        self.kings.0[rank] & self.own.0[rank]
    }

    #[inline(always)]
    fn pawns(&self, rank: usize) -> L {
        self.pawns.0[rank] & self.own.0[rank]
    }

    #[inline(always)]
    fn knights(&self, rank: usize) -> L {
        self.knights.0[rank] & self.own.0[rank]
    }

    #[inline(always)]
    fn diagonal(&self, rank: usize) -> L {
        self.diagonal.0[rank] & self.own.0[rank]
    }

    #[inline(always)]
    fn orthogonal(&self, rank: usize) -> L {
        self.orthogonal.0[rank] & self.own.0[rank]
    }

    #[inline(always)]
    fn their_king(&self, rank: usize) -> L {
        self.kings.0[rank] & self.their.0[rank]
    }

    #[inline(always)]
    fn their_pawns(&self, rank: usize) -> L {
        self.pawns.0[rank] & self.their.0[rank]
    }

    #[inline(always)]
    fn their_knights(&self, rank: usize) -> L {
        self.knights.0[rank] & self.their.0[rank]
    }

    #[inline(always)]
    fn their_diagonal(&self, rank: usize) -> L {
        self.diagonal.0[rank] & self.their.0[rank]
    }

    #[inline(always)]
    fn their_orthogonal(&self, rank: usize) -> L {
        self.orthogonal.0[rank] & self.their.0[rank]
    }

    #[inline(always)]
    fn castling(&self) -> L {
        self.castling.0[0]
    }

    #[inline(always)]
    fn en_passant(&self) -> L {
        self.en_passant.0[5]
    }
}
