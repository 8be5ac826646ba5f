//! The legal moves of a side by direction, and the captures among them.

use crate::{frame::Frame, rules::legality::Legality, rules::targets::PawnTargets};
use KnightDirection::*;
use setwise_core::{Counts, Direction, KnightDirection, Line, Pack, RANK_8};

/// The jumps of knights to the east, from north to south.
pub(super) const EASTERN_JUMPS: [KnightDirection; 4] =
    [NorthNorthEast, EastNorthEast, EastSouthEast, SouthSouthEast];

/// Those to the west, from south to north.
pub(super) const WESTERN_JUMPS: [KnightDirection; 4] =
    [SouthSouthWest, WestSouthWest, WestNorthWest, NorthNorthWest];

/// A frame and its limits, from which the moves of the side to move are found.
pub(super) struct Movers<'a, P> {
    pub(super) frame: &'a Frame<P>,
    pub(super) legality: &'a Legality<P>,
}

/// The targets of moves in a direction, without promotions and en passant captures.
#[derive(Clone, Copy)]
pub(super) struct Ray<P> {
    pub(super) direction: Direction,
    pub(super) slides: P,
    pub(super) steps_of_king: P,
    pub(super) pushes: P,
}

/// The number of squares of four sets.
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn count<P: Pack>([a, b, c, d]: [P; 4]) -> P::Counts {
    a.count().plus(b.count()).plus(c.count()).plus(d.count())
}

impl<P: Pack> Ray<P> {
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn targets(&self) -> P {
        self.slides | self.steps_of_king | self.pushes
    }
}

impl<P: Pack> Movers<'_, P> {
    /// The moves in both directions of two lines.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn rays(&self, one: Line, other: Line) -> [Ray<P>; 4] {
        let [a, b] = one.directions();
        let [c, d] = other.directions();
        [self.ray(a), self.ray(b), self.ray(c), self.ray(d)]
    }

    /// The moves of sliders, pawns and the king in a direction.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn ray(&self, direction: Direction) -> Ray<P> {
        let (frame, legality) = (self.frame, self.legality);
        let slides = self.sliders(direction).attacks(frame.occupied(), direction);
        let pushes = self.pawn_moves(frame.pawns & frame.us, direction);
        Ray {
            direction,
            slides: slides & legality.targets,
            steps_of_king: frame.king().step(direction) & self.king_targets(),
            pushes: pushes & !pushes.same(RANK_8),
        }
    }

    /// Our sliders that may move in a direction.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn sliders(&self, direction: Direction) -> P {
        let line = direction.line();
        let sliders = if line.is_diagonal() {
            self.frame.diagonal
        } else {
            self.frame.orthogonal
        };
        self.frame.us & sliders & self.legality.free_along(line)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn king_targets(&self) -> P {
        !(self.frame.us | self.legality.danger)
    }

    /// The number of captures among the moves in four directions.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn captures_along(&self, rays: &[Ray<P>; 4]) -> P::Counts {
        let [a, b, c, d] = rays;
        self.captures([a.targets(), b.targets(), c.targets(), d.targets()])
    }

    /// The number of captures among targets.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn captures(&self, [a, b, c, d]: [P; 4]) -> P::Counts {
        let them = self.frame.them;
        count([a & them, b & them, c & them, d & them])
    }

    /// The targets of knights in four directions.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn jumps(&self, [a, b, c, d]: [KnightDirection; 4]) -> [P; 4] {
        let (knights, targets) = (self.knights(), self.legality.targets);
        [
            knights.jump(a) & targets,
            knights.jump(b) & targets,
            knights.jump(c) & targets,
            knights.jump(d) & targets,
        ]
    }

    /// Our knights that are not pinned.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn knights(&self) -> P {
        self.frame.knights & self.frame.us & !self.legality.all_between()
    }

    /// The targets of some of our pawns in a direction, without en passant captures.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn pawn_moves(&self, pawns: P, direction: Direction) -> P {
        match direction {
            Direction::North => PawnTargets::pushes(pawns, self.frame, self.legality),
            Direction::NorthEast | Direction::NorthWest => {
                PawnTargets::captures(pawns, direction, self.frame, self.legality)
            }
            _ => pawns.same(0),
        }
    }

    /// Our pawns that may promote.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn promoting_pawns(&self) -> P {
        self.frame.pawns & self.frame.us & self.frame.us.same(RANK_8 >> 8)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn promotions(&self, direction: Direction) -> P {
        self.pawn_moves(self.promoting_pawns(), direction)
    }
}
