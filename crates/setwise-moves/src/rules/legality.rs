//! Danger, checks and pins.

use super::EnPassantTargets;
use super::ray_sources::{Fills, RaySource};
use crate::Frame;
use crate::sets::{king_attacks, knight_attacks, more_than_one};
use setwise_core::{Direction, FILE_A, Line, Pack, RANK_1};

/// The limits on the moves of the side to move, for every position of a pack, in the frame of the side to move.
///
/// The algorithm is DirGolem (Gerd Isenberg, Chess Programming Wiki). Rays from the enemy's sliders and rays from the
/// king, taken as a slider, meet on the squares between them. A piece there is pinned; without a piece these squares
/// block a check.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Legality<P> {
    /// The squares that the king must not go to: attacked by the other side with the king itself taken off the board.
    /// Protected pieces of the other side are among them.
    pub danger: P,
    /// The pieces that give check.
    pub checkers: P,
    /// The targets of pieces other than the king. Without check these are all squares not occupied by us, in check the
    /// checker and the squares that block it, in double check none.
    pub targets: P,
    /// All ones where the king is not in check.
    pub safe: P,
    /// All ones where there are not two checkers or more.
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

    /// Finds the limits from the rays of their sliders, which pass through our king, and of our king as a slider.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn from_rays(
        frame: &Frame<P>,
        their_rays: &impl RaySource<P>,
        king_rays: &impl RaySource<P>,
    ) -> Self {
        let king = frame.king();
        let their_pawns = frame.pawns & frame.them;
        let their_knights = frame.knights & frame.them;
        let pawn_attacks =
            their_pawns.step(Direction::SouthEast) | their_pawns.step(Direction::SouthWest);
        let mut met = Met {
            danger: pawn_attacks
                | knight_attacks(their_knights)
                | king_attacks(frame.kings & frame.them),
            checkers: (king.step(Direction::NorthEast) | king.step(Direction::NorthWest))
                & their_pawns
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

    /// The squares on a line that rays from the king and from an enemy slider both reach. At most one piece stands between
    /// the two. If it stands on such a square and is ours, it is pinned.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn between(&self, line: Line) -> P {
        self.between[line as usize]
    }

    /// The squares of [`between`](Self::between) on all lines.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn all_between(&self) -> P {
        (self.between[0] | self.between[1]) | (self.between[2] | self.between[3])
    }

    /// The squares from which a piece is free to move along a line: not pinned, or pinned along that line.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn free_along(&self, line: Line) -> P {
        !(self.all_between() ^ self.between(line))
    }

    /// Our pinned pieces.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn pinned(&self, frame: &Frame<P>) -> P {
        self.all_between() & frame.us
    }

    /// The targets of legal en passant captures.
    ///
    /// Besides an ordinary pin of the capturer, three conditions forbid the capture: a check that it does not end, the
    /// captured pawn alone on a diagonal between king and slider, and both pawns alone on a rank between them.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn en_passant(&self, frame: &Frame<P>) -> EnPassantTargets<P> {
        let king = frame.king();
        let captured = frame.en_passant.step(Direction::South);
        let blocks = self.all_between() & !frame.occupied();
        let captures_checker = (self.checkers & !captured).empty();
        let blocks_check = !(frame.en_passant & blocks).empty();
        let ends_check = self.safe | self.single & (captures_checker | blocks_check);
        let diagonals = self.between(Line::Diagonal) | self.between(Line::Antidiagonal);
        let not_discovering = (captured & diagonals).empty();
        let target = frame.en_passant & ends_check & not_discovering;

        let without = frame.occupied() & !captured;
        let rooks = frame.orthogonal & frame.them;
        let pinned_on_rank = rooks.attacks(without, Direction::East)
            & king.attacks(without, Direction::West)
            | rooks.attacks(without, Direction::West) & king.attacks(without, Direction::East);
        let pawns = frame.pawns & frame.us & !pinned_on_rank;
        EnPassantTargets {
            north_east: (pawns & self.free_along(Line::Diagonal)).step(Direction::NorthEast)
                & target,
            north_west: (pawns & self.free_along(Line::Antidiagonal)).step(Direction::NorthWest)
                & target,
        }
    }

    /// Our rooks that the king may castle with now, orthodox or Chess960.
    ///
    /// King and rook go to g1 and f1, or to c1 and d1. The paths of both must be free of other pieces, and the king's path
    /// free of attacks; the rook's path may be attacked. A rook that shields the king from another one on the first
    /// rank is pinned, which happens in Chess960 only.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn castles(&self, frame: &Frame<P>) -> P {
        let king = frame.king();
        let rights = frame.castling & frame.us;
        let home = king.same(RANK_1);
        let (eastward, westward) = (king.fill(Direction::East), king.fill(Direction::West));
        let king_side = rights & eastward & home;
        let queen_side = rights & westward & home;
        self.castle(
            frame,
            king_side,
            eastward,
            westward,
            CastlingFiles::KING_SIDE,
        ) | self.castle(
            frame,
            queen_side,
            eastward,
            westward,
            CastlingFiles::QUEEN_SIDE,
        )
    }

    /// `rook` where the king may castle with it; `east` and `west` are the fills from the king.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn castle(&self, frame: &Frame<P>, rook: P, east: P, west: P, to: CastlingFiles) -> P {
        let king = frame.king();
        let home = rook.same(RANK_1);
        let king_path = (east & king.same(up_to(to.king)) | west & king.same(from(to.king))) & home;
        let rook_path = rook.fill(Direction::East) & rook.same(up_to(to.rook))
            | rook.fill(Direction::West) & rook.same(from(to.rook));
        let blockers = (king_path | rook_path & home) & frame.occupied() & !(king | rook);
        let pinned = rook & self.between(Line::Rank);
        let hindered = blockers | king_path & self.danger | pinned;
        rook & hindered.empty()
    }
}

/// The files that king and rook castle to.
#[derive(Clone, Copy)]
pub(crate) struct CastlingFiles {
    king: u32,
    rook: u32,
}

impl CastlingFiles {
    /// The files g and f.
    pub(crate) const KING_SIDE: Self = Self { king: 6, rook: 5 };
    /// The files c and d.
    pub(crate) const QUEEN_SIDE: Self = Self { king: 2, rook: 3 };

    /// The square of the king on the first rank.
    pub(crate) const fn king(self) -> u64 {
        1 << self.king
    }

    /// The square of the rook on the first rank.
    pub(crate) const fn rook(self) -> u64 {
        1 << self.rook
    }
}

/// Files a to this one.
const fn up_to(file: u32) -> u64 {
    FILE_A * ((2 << file) - 1)
}

/// This file to h.
const fn from(file: u32) -> u64 {
    FILE_A * (0xff & !((1 << file) - 1))
}

impl<P: Pack> Met<P> {
    /// Adds the attacks and checkers in both directions of a line. Returns the squares where rays from both ends meet.
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
