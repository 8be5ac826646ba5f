//! Boards after a move.

use super::CastlingFiles;
use crate::position::source;
use crate::{Color, Frame, Move, ResolvedMove, Role};
use setwise_core::RANK_1;

/// A move in the frame of the side to move: source (6 bits), target (6 bits), code (4 bits).
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(transparent)]
pub(crate) struct FrameMove(u16);

/// The code of an en passant capture. The captured pawn stands south of the target.
pub(crate) const EN_PASSANT: u16 = 1 << 12;
/// The code of castling with the rook on the target.
pub(crate) const CASTLING: u16 = 2 << 12;
/// The code of a promotion to a knight; bishop, rook and queen follow.
pub(crate) const PROMOTION: u16 = 4 << 12;

impl FrameMove {
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) const fn coded(from: usize, to: usize, code: u16) -> Self {
        Self((from & 63) as u16 | (to as u16) << 6 | code)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) const fn from(self) -> u64 {
        1 << (self.0 & 63)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) const fn to(self) -> u64 {
        1 << (self.0 >> 6 & 63)
    }

    /// Finds the source of a move in the frame of the side to move. Returns `None` if no piece of that side is there.
    pub(crate) fn new(wanted: Move, frame: &Frame<u64>) -> Option<Self> {
        let target = wanted.target();
        if wanted.is_castling() {
            let king = frame.king().trailing_zeros();
            return Some(Self::coded(king as usize, target.index(), CASTLING));
        }
        let source = source(target, wanted.direction(), frame.occupied())?;
        if source.bit() & frame.us == 0 {
            return None;
        }
        let en_passant = source.bit() & frame.pawns != 0
            && target.bit() & frame.en_passant != 0
            && source.file() != target.file();
        let code = match wanted.promoted() {
            Some(role) => promotion(role),
            None if en_passant => EN_PASSANT,
            None => 0,
        };
        Some(Self::coded(source.index(), target.index(), code))
    }

    /// The move of a side.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn resolved(found: &ResolvedMove, turn: Color) -> Self {
        let [source, target] = [found.source, found.target].map(|square| turn.view_square(square));
        let (target, code) = match (found.rook, found.promoted, found.captured) {
            (Some((rook, _)), ..) => (turn.view_square(rook), CASTLING),
            (_, Some(role), _) => (target, promotion(role)),
            (.., Some((_, square))) if square != found.target => (target, EN_PASSANT),
            _ => (target, 0),
        };
        Self::coded(source.index(), target.index(), code)
    }
}

/// The code of a promotion. A role that no pawn can promote to makes a queen.
const fn promotion(role: Role) -> u16 {
    match role {
        Role::Knight => PROMOTION,
        Role::Bishop => PROMOTION + (1 << 12),
        Role::Rook => PROMOTION + (2 << 12),
        _ => PROMOTION + (3 << 12),
    }
}

impl Frame<u64> {
    /// The boards after a legal move, as the other side sees them.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn after(&self, made: FrameMove) -> Self {
        let (from, to) = (made.from(), made.to());
        let next = match made.0 >> 12 {
            0 => self.after_plain_move(from, to),
            1 => self.after_en_passant(from, to),
            2 => self.after_castling(from, to),
            code => self.after_promotion(from, to, code & 3),
        };
        next.flip()
    }

    /// The boards after a plain move. The board of the piece is found without a branch: every board carries its bit.
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

    /// The boards after a promotion to a knight (0), bishop (1), rook (2) or queen (3).
    #[cfg_attr(not(unoptimized), inline(always))]
    fn after_promotion(&self, from: u64, to: u64, role: u16) -> Self {
        let gone = !(from | to);
        let [bishop, rook] = [1, 2].map(|one| if role == one || role == 3 { to } else { 0 });
        Self {
            us: self.us & gone | to,
            them: self.them & gone,
            pawns: self.pawns & gone,
            knights: self.knights & gone | if role == 0 { to } else { 0 },
            diagonal: self.diagonal & gone | bishop,
            orthogonal: self.orthogonal & gone | rook,
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
    fn flip(&self) -> Self {
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

/// A board after a move from one square to another: a bit on the source is carried to the target, a bit on the target is
/// removed.
#[cfg_attr(not(unoptimized), inline(always))]
const fn carry(board: u64, source: u32, target: u32) -> u64 {
    board & !(1 << source | 1 << target) | (board >> source & 1) << target
}
