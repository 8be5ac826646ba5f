//! Boards and positions after a move.

use super::castling::CastlingFiles;
use crate::frame::Frame;
use crate::position::{Color, Move, MoveKind, Position};
use setwise_core::RANK_1;

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

    /// The boards after a plain move. The board of the piece is found without a branch: every board
    /// carries its bit.
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
        let to = if rook > king {
            CastlingFiles::KING_SIDE
        } else {
            CastlingFiles::QUEEN_SIDE
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
    pub fn play_unchecked(&self, legal: Move) -> Self {
        let found = legal.seen_by(self.turn);
        let quiet = self.pawns & found.source().bit() == 0 && self.them & found.target().bit() == 0;
        Self {
            halfmoves: if quiet {
                self.halfmoves.saturating_add(1)
            } else {
                0
            },
            ..self.next(&Frame::from(self).after(found))
        }
    }

    /// The other side to move on boards that it sees. The clock for captures and pawn moves stays.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn next(&self, frame: &Frame<u64>) -> Self {
        Self {
            turn: self.turn.other(),
            fullmove: self.fullmove.saturating_add(match self.turn {
                Color::White => 0,
                Color::Black => 1,
            }),
            ..self.with_boards(frame)
        }
    }
}

/// A board after a move from one square to another: a bit on the source is carried to the target, a
/// bit on the target is removed.
#[cfg_attr(not(unoptimized), inline(always))]
const fn carry(board: u64, source: u32, target: u32) -> u64 {
    board & !(1 << source | 1 << target) | (board >> source & 1) << target
}
