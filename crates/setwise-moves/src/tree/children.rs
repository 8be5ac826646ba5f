//! Positions after a move.

use super::parents::{self as parent, BOARDS, ParentBatch};
use super::streams::{self as moves, MoveRegisters};
use crate::packs::bytes::{every_byte, split_at_king};
use crate::{frame::Frame, packs::ranks::Ranks, rules::castling::CastlingFiles};
use setwise_core::{Sliced, Vector};

/// The moves that lead to the children of a batch.
#[derive(Clone, Copy)]
pub(super) enum LastMoves {
    /// Moves of pawns, knights and kings, without castling.
    Steps,
    /// Moves of sliders.
    Slides,
    /// Any moves.
    All,
}

impl LastMoves {
    const fn has_steps(self) -> bool {
        matches!(self, Self::Steps | Self::All)
    }

    const fn has_slides(self) -> bool {
        matches!(self, Self::Slides | Self::All)
    }

    const fn has_castling(self) -> bool {
        matches!(self, Self::All)
    }
}

/// Properties that all children of a batch share, as constants. Each class has separate code
/// (docs/notes/perft-leaves.md).
pub(super) trait ChildClass: 'static {
    const LAST_MOVES: LastMoves;
    /// See [`Ranks`].
    const KING_TOP: usize;
    /// See [`Ranks`].
    const AT_MOST_TWO_KNIGHTS: bool;
}

/// Defines classes by last moves, highest rank of kings to move, whether at most two knights.
macro_rules! classes {
    ($($name:ident: $moves:ident, $top:literal, $two:literal;)*) => {$(
        pub(super) struct $name;
        impl ChildClass for $name {
            const LAST_MOVES: LastMoves = LastMoves::$moves;
            const KING_TOP: usize = $top;
            const AT_MOST_TWO_KNIGHTS: bool = $two;
        }
    )*};
}

classes! {
    HomeAfterStep: Steps, 0, true;
    HomeAfterSlide: Slides, 0, true;
    Home: All, 0, true;
    NearHome: All, 1, true;
    Anywhere: All, 7, false;
}

/// Children of the positions of a parent batch, one per byte. A child is the boards of its parent,
/// shuffled to its lane, and the bits of one move.
pub(super) struct ChildBatch<'a, V, C> {
    parents: &'a ParentBatch<V>,
    /// The parent of each child.
    lanes: V,
    /// The boards of the parents, gathered if the register has no fast byte shuffle.
    gathered: [[V; 8]; BOARDS],
    from: [V; 8],
    to: [V; 8],
    /// All ones where a piece of this role has moved to the target.
    pawn: V,
    knight: V,
    diagonal: V,
    orthogonal: V,
    moved_king: V,
    /// Pawns captured en passant, on the fourth rank.
    captured: V,
    /// Rooks that have castled, on the last rank.
    rook_from: V,
    rook_to: V,
    share_targets: bool,
    class: core::marker::PhantomData<C>,
}

impl<V: Copy, C> Clone for ChildBatch<'_, V, C> {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn clone(&self) -> Self {
        *self
    }
}

impl<V: Copy, C> Copy for ChildBatch<'_, V, C> {}

/// Distributes one square per byte over eight ranks. Three bits of `ranks`, the lowest at `BIT`,
/// number the rank; the ranks are reversed, because the other side is to move. An example of one
/// byte: with `squares` = d and rank 2, element 5 of the result is d, the others are empty.
#[cfg_attr(not(unoptimized), inline(always))]
fn distribute<V: Vector, const BIT: u32>(squares: V, ranks: V) -> [V; 8] {
    let (one, two, four) = (
        ranks.spread_bit(BIT),
        ranks.spread_bit(BIT + 1),
        ranks.spread_bit(BIT + 2),
    );
    let rank_0_or_1 = squares & !(four | two);
    let rank_2_or_3 = squares & (two & !four);
    let rank_4_or_5 = squares & (four & !two);
    let rank_6_or_7 = squares & (four & two);
    [
        rank_6_or_7 & one,
        rank_6_or_7 & !one,
        rank_4_or_5 & one,
        rank_4_or_5 & !one,
        rank_2_or_3 & one,
        rank_2_or_3 & !one,
        rank_0_or_1 & one,
        rank_0_or_1 & !one,
    ]
}

impl<'a, V: Vector, C: ChildClass> ChildBatch<'a, V, C> {
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn new(
        parents: &'a ParentBatch<V>,
        moves: MoveRegisters<V>,
        share_targets: bool,
    ) -> Self {
        let MoveRegisters {
            lanes,
            from,
            to,
            ranks,
            roles,
        } = moves;
        let zero = lanes.same(0);
        let is = |role: u8| roles.spread_bit(role.trailing_zeros());
        let mut gathered = [[zero; 8]; BOARDS];
        if !V::FAST_SHUFFLE {
            let lanes = lanes.to_bytes();
            for board in 0..BOARDS {
                gathered[board] = parents.gather(board, &lanes);
            }
        }
        let mut children = Self {
            parents,
            lanes,
            gathered,
            to: distribute::<V, 0>(to, ranks),
            from: distribute::<V, 3>(from, ranks),
            pawn: is(moves::PAWN),
            knight: is(moves::KNIGHT),
            diagonal: is(moves::DIAGONAL),
            orthogonal: is(moves::ORTHOGONAL),
            moved_king: is(moves::KING),
            captured: zero,
            rook_from: zero,
            rook_to: zero,
            share_targets,
            class: core::marker::PhantomData,
        };
        if C::LAST_MOVES.has_steps() {
            let passed = parents.en_passant.shuffle_bytes(lanes);
            children.captured = children.to[2] & passed & children.pawn;
        }
        if C::LAST_MOVES.has_castling() {
            let (east, west) = (is(moves::CASTLES_EAST), is(moves::CASTLES_WEST));
            children.castle(east, west);
        }
        children
    }

    /// Sets the rooks that castle: to the f-file where `east` has ones, to the d-file with `west`.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn castle(&mut self, east: V, west: V) {
        let rights = self.parents.their_castling.shuffle_bytes(self.lanes);
        let (rooks_east, rooks_west) = split_at_king(self.from[7], rights);
        self.rook_from = east & rooks_east | west & rooks_west;
        let f = every_byte(east, CastlingFiles::KING_SIDE.rook() as u8);
        let d = every_byte(west, CastlingFiles::QUEEN_SIDE.rook() as u8);
        self.rook_to = east & f | west & d;
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn parent(&self, board: usize, rank: usize) -> V {
        if V::FAST_SHUFFLE {
            self.parents.boards[board][rank].shuffle_bytes(self.lanes)
        } else {
            self.gathered[board][rank]
        }
    }

    /// A board of the side to move, without captured pieces.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn after_captures(&self, board: usize, rank: usize) -> V {
        let left = self.parent(board, rank) & !self.to[rank];
        if C::LAST_MOVES.has_steps() && rank == 3 {
            left & !self.captured
        } else {
            left
        }
    }

    /// Returns a board of the side that moved. `arrived` has ones where a piece of the board moved.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn after_move(&self, board: usize, rank: usize, arrived: V) -> V {
        (self.parent(board, rank) & !self.from[rank]).or_and(arrived, self.to[rank])
    }

    /// Returns such a board of pawns, knights or kings, which slides do not change.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn after_step(&self, board: usize, rank: usize, arrived: V) -> V {
        if C::LAST_MOVES.has_steps() {
            self.after_move(board, rank, arrived)
        } else {
            self.parent(board, rank)
        }
    }

    /// Returns such a board of sliders. Of the steps, only promotions on rank 0 change it.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn after_slide(&self, board: usize, rank: usize, arrived: V) -> V {
        if C::LAST_MOVES.has_slides() || rank == 0 {
            self.after_move(board, rank, arrived)
        } else {
            self.parent(board, rank)
        }
    }

    /// The last rank of a board with rooks on it, after castling.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn after_castling(&self, rank: usize, board: V) -> V {
        if C::LAST_MOVES.has_castling() && rank == 7 {
            (board & !self.rook_from) | self.rook_to
        } else {
            board
        }
    }

    /// The files of their rooks that may still castle, on the last rank.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn their_castling(&self) -> V {
        let rights = self.parents.their_castling.shuffle_bytes(self.lanes);
        rights & !(self.from[7] | self.moved_king)
    }

    /// The children as a frame; empty boards where `valid` has zeros.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn frame(&self, valid: V) -> Frame<Sliced<V>> {
        let mut frame = Frame::splat(Sliced([valid.same(0); 8]));
        for rank in 0..8 {
            let us = self.us(rank);
            frame.us.0[rank] = us & valid;
            frame.them.0[rank] = self.occupied(rank) & !us & valid;
            frame.pawns.0[rank] = (self.pawns(rank) | self.their_pawns(rank)) & valid;
            frame.knights.0[rank] = (self.knights(rank) | self.their_knights(rank)) & valid;
            frame.diagonal.0[rank] = (self.diagonal(rank) | self.their_diagonal(rank)) & valid;
            frame.orthogonal.0[rank] =
                (self.orthogonal(rank) | self.their_orthogonal(rank)) & valid;
            frame.kings.0[rank] = (self.king(rank) | self.their_king(rank)) & valid;
        }
        frame.en_passant.0[5] = self.en_passant() & valid;
        frame.castling.0[0] = self.castling() & valid;
        frame.castling.0[7] = self.their_castling() & valid;
        frame
    }
}

/// Defines boards of a kind and side by a function that changes a board of the parents.
macro_rules! boards {
    ($($name:ident: $after:ident($board:ident $(, $arrived:ident)?)),*) => {$(
        #[cfg_attr(not(unoptimized), inline(always))]
        fn $name(&self, rank: usize) -> V {
            self.$after(parent::$board, rank $(, self.$arrived)?)
        }
    )*};
}

impl<V: Vector, C: ChildClass> Ranks<V> for ChildBatch<'_, V, C> {
    const KING_TOP: usize = C::KING_TOP;
    const EN_PASSANT: bool = C::LAST_MOVES.has_steps();
    const AT_MOST_TWO_KNIGHTS: bool = C::AT_MOST_TWO_KNIGHTS;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn occupied(&self, rank: usize) -> V {
        let mut left = self.parent(parent::OCCUPIED, rank) & !self.from[rank];
        if C::LAST_MOVES.has_steps() && rank == 3 {
            left = left & !self.captured;
        }
        self.after_castling(rank, left) | self.to[rank]
    }

    boards! {
        us: after_captures(US), king: parent(OUR_KING), pawns: after_captures(PAWNS),
        knights: after_captures(KNIGHTS), diagonal: after_captures(DIAGONAL),
        orthogonal: after_captures(ORTHOGONAL), shared_targets: parent(SHARED_TARGETS),
        their_king: after_step(THEIR_KING, moved_king), their_pawns: after_step(THEIR_PAWNS, pawn),
        their_knights: after_step(THEIR_KNIGHTS, knight),
        their_diagonal: after_slide(THEIR_DIAGONAL, diagonal)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn their_orthogonal(&self, rank: usize) -> V {
        let rooks = self.after_slide(parent::THEIR_ORTHOGONAL, rank, self.orthogonal);
        self.after_castling(rank, rooks)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn castling(&self) -> V {
        self.parents.castling.shuffle_bytes(self.lanes) & !self.to[0]
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn en_passant(&self) -> V {
        self.to[4] & self.from[6] & self.pawn
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn may_share_targets(&self) -> bool {
        self.share_targets
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn knight_missing(&self, free: &[V; 8]) -> V {
        let mut missing = self.lanes.same(0);
        for rank in 0..8 {
            missing = missing | free[rank] ^ self.parent(parent::KNIGHTS, rank);
        }
        !missing.empty_bytes()
    }
}
