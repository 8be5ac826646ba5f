//! Danger, checks and pins.

use super::ray_sources::{Fills, RaySource};
use crate::frame::Frame;
use crate::sets::{king_attacks, knight_attacks};
use setwise_core::{Direction::*, Line, Pack};

/// The limits on the moves of the side to move, for every position of a pack, in its frame.
///
/// The algorithm is DirGolem (Gerd Isenberg, Chess Programming Wiki). Rays from the enemy's sliders
/// and rays from the king, taken as a slider, meet on the squares between them. A piece there is
/// pinned; without a piece these squares block a check.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Legality<P> {
    /// The squares that the king must not go to: attacked by the other side with the king itself
    /// taken off the board. Protected pieces of the other side are among them.
    pub danger: P,
    /// The pieces that give check.
    pub checkers: P,
    /// The targets of pieces other than the king. Without check these are all squares not occupied
    /// by us, in check the checker and the squares that block it, in double check none.
    pub targets: P,
    /// All ones where the king is not in check.
    pub safe: P,
    /// All ones where there is at most one checker.
    pub single: P,
    /// By [`Line`].
    between: [P; 4],
}

/// The results that grow line by line.
#[derive(Clone, Copy)]
struct Met<P> {
    danger: P,
    checkers: P,
}

impl<P: Pack> Legality<P> {
    /// Finds the limits for the positions of a frame.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn new(frame: &Frame<P>) -> Self {
        Self::from_rays(frame, &Fills::of_them(frame), &Fills::of_king(frame))
    }

    /// Finds the limits from the rays of our king and those of their sliders, which pass our king.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn from_rays(
        frame: &Frame<P>,
        their_rays: &impl RaySource<P>,
        king_rays: &impl RaySource<P>,
    ) -> Self {
        let king = frame.king();
        let their_pawns = frame.pawns & frame.them;
        let their_knights = frame.knights & frame.them;
        let pawn_attacks = their_pawns.step(SouthEast) | their_pawns.step(SouthWest);
        let near = pawn_attacks | knight_attacks(their_knights);
        let mut met = Met {
            danger: near | king_attacks(frame.kings & frame.them),
            checkers: (king.step(NorthEast) | king.step(NorthWest)) & their_pawns
                | knight_attacks(king) & their_knights,
        };
        let orthogonal = frame.orthogonal & frame.them;
        let diagonal = frame.diagonal & frame.them;
        let between = [
            met.along(Line::Rank, orthogonal, their_rays, king_rays),
            met.along(Line::File, orthogonal, their_rays, king_rays),
            met.along(Line::Diagonal, diagonal, their_rays, king_rays),
            met.along(Line::Antidiagonal, diagonal, their_rays, king_rays),
        ];
        let Met { danger, checkers } = met;
        let all_between = between[0] | between[1] | between[2] | between[3];
        let safe = (danger & king).empty();
        let single = more_than_one(checkers).empty();
        let blocks = all_between & !frame.occupied();
        Self {
            danger,
            checkers,
            between,
            targets: !frame.us & (checkers | blocks | safe) & single,
            safe,
            single,
        }
    }

    /// The squares on a line that rays from the king and from an enemy slider both reach. At most
    /// one piece stands between the two. If it stands on such a square and is ours, it is pinned.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn between(&self, line: Line) -> P {
        self.between[line as usize]
    }

    /// The squares of [`between`](Self::between) on all lines.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn all_between(&self) -> P {
        (self.between[0] | self.between[1]) | (self.between[2] | self.between[3])
    }

    /// The squares from which a piece is free to move along a line: not pinned, or pinned on it.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn free_along(&self, line: Line) -> P {
        !(self.all_between() ^ self.between(line))
    }

    /// Our pinned pieces.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn pinned(&self, frame: &Frame<P>) -> P {
        self.all_between() & frame.us
    }
}

impl<P: Pack> Met<P> {
    /// Adds attacks and checkers in both directions of a line. Returns the squares where rays meet.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn along(
        &mut self,
        line: Line,
        sliders: P,
        their_rays: &impl RaySource<P>,
        king_rays: &impl RaySource<P>,
    ) -> P {
        let [up, down] = line.directions();
        let (attacks_up, attacks_down) = (their_rays.attacks(up), their_rays.attacks(down));
        let (king_up, king_down) = (king_rays.attacks(up), king_rays.attacks(down));
        self.danger = self.danger | attacks_up | attacks_down;
        self.checkers = self.checkers | (king_up | king_down) & sliders;
        attacks_up & king_down | attacks_down & king_up
    }
}

/// Returns an empty board for each board with at most one square, a nonempty one for the others.
#[cfg_attr(not(unoptimized), inline(always))]
fn more_than_one<P: Pack>(boards: P) -> P {
    if P::BOARDS == 1 {
        let mut board = [0];
        boards.store(&mut board);
        return P::load(boards.token(), &[board[0] & board[0].wrapping_sub(1)]);
    }
    // Packs cannot subtract. A square remains if another one lies west of it on its rank, or on a
    // lower rank.
    let east = boards.fill(East);
    let rows = east | boards.fill(West);
    let higher = rows.fill(North).step(North);
    boards & (higher | east.step(East))
}
