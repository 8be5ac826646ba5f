//! A list of moves with source and target, for walking trees.

use crate::step::{CASTLING, EN_PASSANT, PROMOTION, Step};
use crate::{Frame, MAX_MOVES, Targets};
use setwise_core::piecewise::rays::RAYS;
use setwise_core::{Direction, KnightDirection, Squares};

/// All moves of a position.
pub(crate) struct Steps {
    steps: [Step; MAX_MOVES],
    len: usize,
}

impl Steps {
    #[inline(always)]
    pub(crate) const fn empty() -> Self {
        Self {
            steps: [Step::new(0, 0, 0); MAX_MOVES],
            len: 0,
        }
    }

    pub(crate) fn new(frame: &Frame<u64>) -> Self {
        let mut steps = Self::empty();
        steps.fill(frame, &Targets::new(frame));
        steps
    }

    #[inline(always)]
    pub(crate) fn iter(&self) -> core::slice::Iter<'_, Step> {
        self.steps[..self.len.min(MAX_MOVES)].iter()
    }

    #[inline(always)]
    fn push(&mut self, step: Step) {
        if let Some(place) = self.steps.get_mut(self.len) {
            *place = step;
            self.len += 1;
        }
    }

    /// Reads the sets of targets; what was in the list is forgotten.
    #[inline(always)]
    pub(crate) fn fill(&mut self, frame: &Frame<u64>, targets: &Targets<u64>) {
        self.len = 0;
        let occupied = frame.occupied();
        let [west, north, east] = targets.promotions;
        let [passing_east, passing_west] = targets.en_passant;
        let special = [
            north,
            east | passing_east,
            0,
            0,
            0,
            0,
            0,
            west | passing_west,
        ];
        for direction in Direction::ALL {
            let d = direction.index();
            let back = &RAYS[direction.opposite().index()];
            for to in Squares(targets.rays[d] & !special[d]) {
                let way = back[to.index()] & occupied;
                let from = if direction.is_positive() {
                    63 - way.leading_zeros()
                } else {
                    way.trailing_zeros()
                };
                self.push(Step::new(from as usize, to.index(), 0));
            }
        }
        for direction in KnightDirection::ALL {
            for to in Squares(targets.jumps[direction.index() - 8]) {
                let from = to.index().wrapping_sub(direction.delta() as usize);
                self.push(Step::new(from, to.index(), 0));
            }
        }
        for (set, back) in [(west, 7), (north, 8), (east, 9)] {
            for to in Squares(set) {
                for kind in 0..4 {
                    let code = PROMOTION + (kind << 12);
                    self.push(Step::new(to.index() - back, to.index(), code));
                }
            }
        }
        for (set, back) in [(passing_west, 7), (passing_east, 9)] {
            for to in Squares(set) {
                self.push(Step::new(to.index() - back, to.index(), EN_PASSANT));
            }
        }
        let king = frame.king().trailing_zeros() as usize;
        for rook in Squares(targets.castles) {
            self.push(Step::new(king, rook.index(), CASTLING));
        }
    }
}
