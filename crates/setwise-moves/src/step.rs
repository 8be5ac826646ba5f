//! Making moves.

use crate::position::{KING_SIDE, QUEEN_SIDE, source};
use crate::{Frame, Kind, Move};
use setwise_core::RANK_1;

/// A move in the frame of the side to move: source (6 bits), target (6 bits), and what is special (4 bits).
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(transparent)]
pub(crate) struct Step(u16);

/// Beside the source stands the captured pawn.
pub(crate) const EN_PASSANT: u16 = 1 << 12;
/// The king with the rook of the target.
pub(crate) const CASTLING: u16 = 2 << 12;
/// Promotion to a knight; bishop, rook and queen follow.
pub(crate) const PROMOTION: u16 = 4 << 12;

impl Step {
    #[inline(always)]
    pub(crate) const fn new(from: usize, to: usize, code: u16) -> Self {
        Self((from & 63) as u16 | (to as u16) << 6 | code)
    }

    #[inline(always)]
    pub(crate) const fn from(self) -> u64 {
        1 << (self.0 & 63)
    }

    #[inline(always)]
    pub(crate) const fn to(self) -> u64 {
        1 << (self.0 >> 6 & 63)
    }

    /// The step of a move in the frame of the side to move; `None` if no man can be its source.
    pub(crate) fn of(seen: Move, frame: &Frame<u64>) -> Option<Self> {
        let target = seen.target();
        if seen.is_castling() {
            let king = frame.king().trailing_zeros();
            return Some(Self::new(king as usize, target.index(), CASTLING));
        }
        let source = source(target, seen.heading(), frame.occupied())?;
        if source.bit() & frame.own == 0 {
            return None;
        }
        let passes = source.bit() & frame.pawns != 0
            && target.bit() & frame.en_passant != 0
            && source.file() != target.file();
        let code = match seen.promoted() {
            Some(Kind::Knight) => PROMOTION,
            Some(Kind::Bishop) => PROMOTION + (1 << 12),
            Some(Kind::Rook) => PROMOTION + (2 << 12),
            Some(_) => PROMOTION + (3 << 12),
            None if passes => EN_PASSANT,
            None => 0,
        };
        Some(Self::new(source.index(), target.index(), code))
    }
}

impl Frame<u64> {
    /// The position after a legal move, as the other side sees it.
    #[inline(always)]
    pub(crate) fn after(&self, step: Step) -> Self {
        let (from, to) = (step.from(), step.to());
        let next = match step.0 >> 12 {
            0 => self.moved(from, to),
            1 => self.passed(from, to),
            2 => self.castled(from, to),
            kind => self.promoted(from, to, kind & 3),
        };
        next.turned()
    }

    /// Any man but a king that castles; the board that holds it is found without a branch.
    #[inline(always)]
    fn moved(&self, from: u64, to: u64) -> Self {
        let gone = !(from | to);
        let source = from.trailing_zeros();
        let target = to.trailing_zeros();
        let king_moves = 0u64.wrapping_sub(self.kings >> source & 1);
        Self {
            own: self.own & gone | to,
            their: self.their & !to,
            pawns: carried(self.pawns, source, target),
            knights: carried(self.knights, source, target),
            diagonal: carried(self.diagonal, source, target),
            orthogonal: carried(self.orthogonal, source, target),
            kings: carried(self.kings, source, target),
            en_passant: (from & self.pawns) << 8 & to >> 8,
            castling: self.castling & gone & !(king_moves & RANK_1),
        }
    }

    #[inline(always)]
    fn passed(&self, from: u64, to: u64) -> Self {
        let captured = to >> 8;
        Self {
            own: self.own & !from | to,
            their: self.their & !captured,
            pawns: self.pawns & !(from | captured) | to,
            en_passant: 0,
            ..*self
        }
    }

    #[inline(always)]
    fn promoted(&self, from: u64, to: u64, kind: u16) -> Self {
        let gone = !(from | to);
        let [knight, bishop, rook] = [0, 1, 2].map(|k| if kind == k || kind == 3 { to } else { 0 });
        Self {
            own: self.own & gone | to,
            their: self.their & gone,
            pawns: self.pawns & gone,
            knights: self.knights & gone | if kind == 0 { knight } else { 0 },
            diagonal: self.diagonal & gone | bishop,
            orthogonal: self.orthogonal & gone | rook,
            kings: self.kings,
            en_passant: 0,
            castling: self.castling & gone,
        }
    }

    #[inline(always)]
    fn castled(&self, king: u64, rook: u64) -> Self {
        let (king_to, rook_to) = if rook > king { KING_SIDE } else { QUEEN_SIDE };
        Self {
            own: self.own & !(king | rook) | king_to | rook_to,
            orthogonal: self.orthogonal & !rook | rook_to,
            kings: self.kings & !king | king_to,
            en_passant: 0,
            castling: self.castling & !RANK_1,
            ..*self
        }
    }

    /// The other side to move, and seen by it.
    #[inline(always)]
    fn turned(&self) -> Self {
        Self {
            own: self.their.swap_bytes(),
            their: self.own.swap_bytes(),
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

/// A board after a man has gone from one square to another: whatever stood there is gone, and who stood on the source
/// stands on the target.
#[inline(always)]
const fn carried(board: u64, source: u32, target: u32) -> u64 {
    board & !(1 << source | 1 << target) | (board >> source & 1) << target
}
