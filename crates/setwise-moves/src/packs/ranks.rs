//! Positions of a batch, read rank by rank.

use crate::frame::Frame;
use setwise_core::{Sliced, Vector};

/// Positions as their side to move sees them, one byte of each register per position. A reader asks
/// for one rank at a time, so an implementation can compute the rank when it is needed.
pub(crate) trait Ranks<V: Vector>: Copy {
    /// The highest rank on which a king to move stands.
    const KING_TOP: usize;
    /// Whether en passant squares are possible.
    const EN_PASSANT: bool;
    /// Whether no side to move has more than two knights. [`shared_targets`](Self::shared_targets)
    /// then holds the targets that both attack.
    const AT_MOST_TWO_KNIGHTS: bool;

    fn occupied(&self, rank: usize) -> V;
    /// The pieces of the side to move.
    fn us(&self, rank: usize) -> V;
    fn king(&self, rank: usize) -> V;
    fn pawns(&self, rank: usize) -> V;
    fn knights(&self, rank: usize) -> V;
    /// Our bishops and queens.
    fn diagonal(&self, rank: usize) -> V;
    /// Our rooks and queens.
    fn orthogonal(&self, rank: usize) -> V;
    fn their_king(&self, rank: usize) -> V;
    fn their_pawns(&self, rank: usize) -> V;
    fn their_knights(&self, rank: usize) -> V;
    fn their_diagonal(&self, rank: usize) -> V;
    fn their_orthogonal(&self, rank: usize) -> V;
    /// The files of our rooks that may castle.
    fn castling(&self) -> V;
    /// The files of the en passant squares.
    fn en_passant(&self) -> V;

    /// Whether some position has squares that both knights attack.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn may_share_targets(&self) -> bool {
        false
    }
    /// The squares that both knights attack, where [`knight_missing`](Self::knight_missing) is 0.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn shared_targets(&self, rank: usize) -> V {
        self.us(rank).same(0)
    }
    /// All ones where one of the two knights is captured or not in `free`.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn knight_missing(&self, free: &[V; 8]) -> V {
        free[0].same(0)
    }
}

/// The pieces of one kind and side, by two boards of the frame.
macro_rules! pieces {
    ($($name:ident: $kind:ident & $side:ident),*) => {$(
        #[cfg_attr(not(unoptimized), inline(always))]
        fn $name(&self, rank: usize) -> V {
            self.0.$kind.0[rank] & self.0.$side.0[rank]
        }
    )*};
}

/// A frame whose kings to move stand on rank `KING_TOP` or below.
#[derive(Clone, Copy)]
pub(crate) struct FrameRanks<'a, V, const KING_TOP: usize>(pub(crate) &'a Frame<Sliced<V>>);

impl<V: Vector, const KING_TOP: usize> Ranks<V> for FrameRanks<'_, V, KING_TOP> {
    const KING_TOP: usize = KING_TOP;
    const EN_PASSANT: bool = true;
    const AT_MOST_TWO_KNIGHTS: bool = false;

    pieces! {
        king: kings & us, pawns: pawns & us, knights: knights & us,
        diagonal: diagonal & us, orthogonal: orthogonal & us,
        their_king: kings & them, their_pawns: pawns & them, their_knights: knights & them,
        their_diagonal: diagonal & them, their_orthogonal: orthogonal & them
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn occupied(&self, rank: usize) -> V {
        self.0.us.0[rank] | self.0.them.0[rank]
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn us(&self, rank: usize) -> V {
        self.0.us.0[rank]
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn castling(&self) -> V {
        self.0.castling.0[0]
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn en_passant(&self) -> V {
        self.0.en_passant.0[5]
    }
}
