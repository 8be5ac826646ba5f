//! Boards and positions after a move.

use super::castling::CastlingFiles;
use crate::frame::Frame;
use crate::position::{Move, MoveKind, Position, Role, key};
use setwise_core::{RANK_1, Square, const_array};

impl Frame<u64> {
    /// The boards after a legal move in the frame of the side to move, as the other side sees them.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn after(&self, made: Move) -> Self {
        let (from, to) = (made.source().bit(), made.target().bit());
        let next = match made.kind() {
            MoveKind::EnPassant => self.after_en_passant(from, to),
            MoveKind::Castling => self.after_castling(from, to),
            MoveKind::KnightPromotion => self.after_promotion(from, to, MoveKind::Knight),
            MoveKind::BishopPromotion => self.after_promotion(from, to, MoveKind::Bishop),
            MoveKind::RookPromotion => self.after_promotion(from, to, MoveKind::Rook),
            MoveKind::QueenPromotion => self.after_promotion(from, to, MoveKind::Queen),
            _ => self.after_plain_move(from, to),
        };
        next.flip()
    }

    /// Returns the boards after a plain move. Each board moves its bit, if any, without a branch.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn after_plain_move(&self, from: u64, to: u64) -> Self {
        let gone = !(from | to);
        let source = from.trailing_zeros();
        let target = to.trailing_zeros();
        let king_moves = 0u64.wrapping_sub(self.kings >> source & 1);
        Self {
            us: self.us & gone | to,
            them: self.them & !to,
            pawns: carry(self.pawns, source, target),
            knights: carry(self.knights, source, target),
            diagonal: carry(self.diagonal, source, target),
            orthogonal: carry(self.orthogonal, source, target),
            kings: carry(self.kings, source, target),
            en_passant: (from & self.pawns) << 8 & to >> 8,
            castling: self.castling & gone & !(king_moves & RANK_1),
        }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn after_en_passant(&self, from: u64, to: u64) -> Self {
        let captured = to >> 8;
        Self {
            us: self.us & !from | to,
            them: self.them & !captured,
            pawns: self.pawns & !(from | captured) | to,
            en_passant: 0,
            ..*self
        }
    }

    /// The boards after a promotion to the piece of a kind.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn after_promotion(&self, from: u64, to: u64, piece: MoveKind) -> Self {
        let gone = !(from | to);
        let to_if = |is_placed| if is_placed { to } else { 0 };
        let is_knight = matches!(piece, MoveKind::Knight);
        let is_diagonal = matches!(piece, MoveKind::Bishop | MoveKind::Queen);
        let is_orthogonal = matches!(piece, MoveKind::Rook | MoveKind::Queen);
        Self {
            us: self.us & gone | to,
            them: self.them & gone,
            pawns: self.pawns & gone,
            knights: self.knights & gone | to_if(is_knight),
            diagonal: self.diagonal & gone | to_if(is_diagonal),
            orthogonal: self.orthogonal & gone | to_if(is_orthogonal),
            kings: self.kings,
            en_passant: 0,
            castling: self.castling & gone,
        }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn after_castling(&self, king: u64, rook: u64) -> Self {
        let to = match rook > king {
            true => CastlingFiles::KING_SIDE,
            false => CastlingFiles::QUEEN_SIDE,
        };
        Self {
            us: self.us & !(king | rook) | to.king() | to.rook(),
            orthogonal: self.orthogonal & !rook | to.rook(),
            kings: self.kings & !king | to.king(),
            en_passant: 0,
            castling: self.castling & !RANK_1,
            ..*self
        }
    }

    /// The same boards with the other side to move, as it sees them.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn flip(&self) -> Self {
        Self {
            us: self.them.swap_bytes(),
            them: self.us.swap_bytes(),
            pawns: self.pawns.swap_bytes(),
            knights: self.knights.swap_bytes(),
            diagonal: self.diagonal.swap_bytes(),
            orthogonal: self.orthogonal.swap_bytes(),
            kings: self.kings.swap_bytes(),
            en_passant: self.en_passant.swap_bytes(),
            castling: self.castling.swap_bytes(),
        }
    }
}

impl Position {
    /// Plays a move that is known to be legal. For another move the result need not be a position
    /// of chess; nothing panics.
    ///
    /// The move overwrites the bits of a captured piece; only the key and the clock depend on it.
    #[must_use = "returns the new position"]
    #[doc(alias = "make_move")]
    #[doc(alias = "do_move")]
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn play_unchecked(&self, legal: Move) -> Self {
        let number = legal.number();
        if number > MoveKind::Queen as u16 {
            return self.play_special(legal);
        }
        let piece = self.turn().index() << 3 | usize::from(number);
        self.moved(legal, piece, piece)
    }

    #[inline(never)]
    fn play_special(&self, legal: Move) -> Self {
        if legal.is_castling() {
            return self.castled(legal);
        }
        let black = self.turn().index() << 3;
        let pawn = black | Role::Pawn.code();
        let mut next = self.moved(legal, pawn, black | legal.placed_code());
        let (source, target) = (legal.source(), legal.target());
        if legal.is_en_passant() {
            let captured = Square::wrapping(target.index() ^ 8);
            next.board.planes = next.board.planes.map(|plane| plane & !captured.bit());
            let key = next.key_without_passed() ^ key::piece(pawn ^ 8, captured.index());
            return Self::with_key(next.board.planes, next.board.state, key);
        }
        match legal.kind() {
            MoveKind::DoublePush => {
                next.with_passed(usize::midpoint(source.index(), target.index()))
            }
            _ => next,
        }
    }

    /// Returns the position after piece `moved` has left its square, with `placed` on the target.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn moved(&self, played: Move, moved: usize, placed: usize) -> Self {
        let (source, target) = (played.source(), played.target());
        let captured = self.code_on(target);
        let (from, to) = (source.bit(), target.bit());
        let gone = from | to;
        let mut planes = self.board.planes;
        for (plane, mask) in planes.iter_mut().zip(&MASKS[placed & 15]) {
            *plane = *plane & !gone | to & mask;
        }
        let mut key = self.key_without_passed() ^ key::TURN;
        key ^= key::piece(moved, source.index()) ^ key::piece(placed, target.index());
        key ^= key::piece(captured, target.index());
        let resets = captured != 0 || moved & 7 == Role::Pawn.code();
        let mut state = self.board.state.next(resets);
        let mut lost = gone;
        if moved & 7 == Role::King.code() {
            lost |= self.turn().view(RANK_1);
        }
        lost &= self.castling();
        if lost != 0 {
            state = state.with_castling(self.castling() ^ lost);
            key ^= key::castling(lost);
        }
        Self::with_key(planes, state, key)
    }

    fn castled(&self, legal: Move) -> Self {
        let turn = self.turn();
        let (king, rook) = (legal.source(), legal.target());
        let king_to = legal.destination();
        let rook_to = legal.rook_move().map_or(rook, |(_, to)| to);
        let mut planes = self.board.planes;
        let mut key = self.key_without_passed() ^ key::TURN;
        for plane in &mut planes {
            *plane &= !(king.bit() | rook.bit());
        }
        for (role, from, to) in [(Role::King, king, king_to), (Role::Rook, rook, rook_to)] {
            let code = turn.index() << 3 | role.code();
            for (plane, mask) in planes.iter_mut().zip(&MASKS[code & 15]) {
                *plane |= to.bit() & mask;
            }
            key ^= key::piece(code, from.index()) ^ key::piece(code, to.index());
        }
        let lost = self.castling() & turn.view(RANK_1);
        let state = self
            .board
            .state
            .next(false)
            .with_castling(self.castling() ^ lost);
        Self::with_key(planes, state, key ^ key::castling(lost))
    }

    /// This position after a null move: the other side is to move, without en passant captures.
    pub(crate) fn passed(&self) -> Self {
        let key = self.key_without_passed() ^ key::TURN;
        Self::with_key(self.board.planes, self.board.state.next(false), key)
    }

    /// This position with a square that a pawn has just passed, 0 for none.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn with_passed(self, square: usize) -> Self {
        let passed = Square::wrapping(square);
        let counts =
            square != 0 && self.pawns_beside(passed) != 0 && self.en_passant_captors(passed) != 0;
        let state = self.board.state.with_passed(square, counts);
        Self::with_key(self.board.planes, state, self.key_without_passed())
    }
}

/// By code of a piece: all ones for each bit of it.
static MASKS: [[u64; 4]; 16] = const_array!(code, 16, {
    const_array!(bit, 4, (code as u64 >> bit & 1).wrapping_neg())
});

/// A board after a move from one square to another: a bit on the source is carried to the target, a
/// bit on the target is removed.
#[cfg_attr(not(unoptimized), inline(always))]
const fn carry(board: u64, source: u32, target: u32) -> u64 {
    board & !(1 << source | 1 << target) | (board >> source & 1) << target
}
