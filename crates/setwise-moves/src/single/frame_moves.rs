//! Moves with source and target, for walks through trees.

use crate::position::source;
use crate::rules::make_move::{CASTLING, EN_PASSANT, FrameMove, PROMOTION};
use crate::{Frame, MAX_MOVES, MoveDirection, Targets};
use setwise_core::{Direction, KnightDirection, Squares};

/// All moves of a position.
pub(crate) struct FrameMoves {
    moves: [FrameMove; MAX_MOVES],
    len: usize,
}

impl FrameMoves {
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) const fn empty() -> Self {
        Self {
            moves: [FrameMove::coded(0, 0, 0); MAX_MOVES],
            len: 0,
        }
    }

    pub(crate) fn new(frame: &Frame<u64>) -> Self {
        let mut moves = Self::empty();
        moves.fill(frame, &Targets::new(frame));
        moves
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn iter(&self) -> core::slice::Iter<'_, FrameMove> {
        self.moves[..self.len.min(MAX_MOVES)].iter()
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn push(&mut self, from: usize, to: usize, code: u16) {
        if let Some(place) = self.moves.get_mut(self.len) {
            *place = FrameMove::coded(from, to, code);
            self.len += 1;
        }
    }

    /// Replaces the list by the moves of a position.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn fill(&mut self, frame: &Frame<u64>, targets: &Targets<u64>) {
        self.len = 0;
        self.push_plain_moves(frame.occupied(), targets);
        self.push_pawn_moves(targets);
        let king = frame.king().trailing_zeros() as usize;
        for rook in Squares(targets.castles) {
            self.push(king, rook.index(), CASTLING);
        }
    }

    /// Adds the moves without a code.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn push_plain_moves(&mut self, occupied: u64, targets: &Targets<u64>) {
        let (promotions, en_passant) = (targets.promotions, targets.en_passant);
        for direction in Direction::ALL {
            let coded = match direction {
                Direction::NorthWest => promotions.north_west | en_passant.north_west,
                Direction::North => promotions.north,
                Direction::NorthEast => promotions.north_east | en_passant.north_east,
                _ => 0,
            };
            for to in Squares(targets.rays[direction.index()] & !coded) {
                if let Some(from) = source(to, MoveDirection::Ray(direction), occupied) {
                    self.push(from.index(), to.index(), 0);
                }
            }
        }
        for jump in KnightDirection::ALL {
            for to in Squares(targets.along(jump)) {
                let from = to.index().wrapping_sub(jump.delta() as usize);
                self.push(from, to.index(), 0);
            }
        }
    }

    /// Adds promotions and en passant captures. Their sources are one step away.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn push_pawn_moves(&mut self, targets: &Targets<u64>) {
        let promotions = targets.promotions;
        for (set, back) in [
            (promotions.north_west, 7),
            (promotions.north, 8),
            (promotions.north_east, 9),
        ] {
            for to in Squares(set) {
                for role in 0..4 {
                    self.push(to.index() - back, to.index(), PROMOTION + (role << 12));
                }
            }
        }
        let en_passant = targets.en_passant;
        for (set, back) in [(en_passant.north_west, 7), (en_passant.north_east, 9)] {
            for to in Squares(set) {
                self.push(to.index() - back, to.index(), EN_PASSANT);
            }
        }
    }
}
