//! What is legal, found without a branch: danger, checks, pins (DirGolem).

use crate::Frame;
use crate::sets::{king_attacks, knight_attacks, more_than_one};
use crate::sight::{Fills, Sight};
use setwise_core::{Direction, FILE_A, Line, Pack, RANK_1};

/// What limits the moves of the side to move, for every position of a pack, in the frame of the side to move.
///
/// The algorithm is DirGolem (Gerd Isenberg, Chess Programming Wiki): rays from the enemy's sliders and rays from the
/// king, taken as a slider, meet on the squares between them. What lies there is a pinned man, or the squares on
/// which a check is blocked; no square is ever looked up.
#[derive(Clone, Copy, Debug)]
pub struct Legality<P> {
    /// The squares that the king must not go to: attacked by the other side, the king itself taken off the
    /// board. Men of the other side that are protected are among them.
    pub danger: P,
    /// The men that give check.
    pub checkers: P,
    /// By [`Line`]: the squares between the king and an enemy slider that only one man, or none, stands
    /// between, as far as rays from both ends see them. A man there is alone between them: pinned, if it is ours.
    pub between: [P; 4],
    /// Where a man that is not the king may go: anywhere but to its own men; in check to the checker
    /// or between; in double check nowhere.
    pub targets: P,
    /// All ones where the king is not in check.
    pub safe: P,
    /// All ones where there are not two checkers or more.
    pub single: P,
}

/// What the rays have met so far.
#[derive(Clone, Copy)]
struct Met<P> {
    danger: P,
    checkers: P,
}

impl<P: Pack> Legality<P> {
    /// Finds it for the positions of a frame.
    #[inline(always)]
    pub fn new(frame: &Frame<P>) -> Self {
        let king = frame.king();
        let occupied = frame.occupied();
        let theirs = Fills {
            orthogonal: frame.orthogonal & frame.their,
            diagonal: frame.diagonal & frame.their,
            // The king must not flee along the ray that gives check.
            occupied: occupied & !king,
        };
        let sees = Fills {
            orthogonal: king,
            diagonal: king,
            occupied,
        };
        Self::seen(frame, &theirs, &sees)
    }

    /// The same from the rays of their sliders, which pass through the king, and of the king as a slider.
    #[inline(always)]
    pub(crate) fn seen(frame: &Frame<P>, theirs: &impl Sight<P>, sees: &impl Sight<P>) -> Self {
        let king = frame.king();
        let their_pawns = frame.pawns & frame.their;
        let their_knights = frame.knights & frame.their;
        let pawn_attacks =
            their_pawns.step(Direction::SouthEast) | their_pawns.step(Direction::SouthWest);
        let mut met = Met {
            danger: pawn_attacks
                | knight_attacks(their_knights)
                | king_attacks(frame.kings & frame.their),
            checkers: (king.step(Direction::NorthEast) | king.step(Direction::NorthWest))
                & their_pawns
                | knight_attacks(king) & their_knights,
        };
        let orthogonal = frame.orthogonal & frame.their;
        let diagonal = frame.diagonal & frame.their;
        let between = [
            met.along(Line::Rank, orthogonal, theirs, sees),
            met.along(Line::File, orthogonal, theirs, sees),
            met.along(Line::Diagonal, diagonal, theirs, sees),
            met.along(Line::Antidiagonal, diagonal, theirs, sees),
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
            targets: !frame.own & (checkers | blocks | safe) & single,
            safe,
            single,
        }
    }

    /// The squares between the king and enemy sliders on any line.
    #[inline(always)]
    pub fn all_between(&self) -> P {
        (self.between[0] | self.between[1]) | (self.between[2] | self.between[3])
    }

    /// Where a man must stand to be free to move along a line: not pinned, or pinned along that very line.
    #[inline(always)]
    pub fn free_along(&self, line: Line) -> P {
        !(self.all_between() ^ self.between[line as usize])
    }

    /// The own men that are pinned.
    #[inline(always)]
    pub fn pinned(&self, frame: &Frame<P>) -> P {
        self.all_between() & frame.own
    }

    /// The squares next to the own pawns on which an en passant capture is legal: captures to the
    /// north-east, captures to the north-west.
    ///
    /// Three things may forbid it besides an ordinary pin of the capturer: a check that it does not end, the
    /// captured pawn alone on a diagonal between king and slider, and both pawns alone on a rank between them.
    #[inline(always)]
    pub fn en_passant(&self, frame: &Frame<P>) -> [P; 2] {
        let king = frame.king();
        let captured = frame.en_passant.step(Direction::South);
        let blocks = self.all_between() & !frame.occupied();
        let captures_checker = (self.checkers & !captured).empty();
        let blocks_check = !(frame.en_passant & blocks).empty();
        let ends_check = self.safe | self.single & (captures_checker | blocks_check);
        let not_discovering = (captured & (self.between[2] | self.between[3])).empty();
        let target = frame.en_passant & ends_check & not_discovering;

        let without = frame.occupied() & !captured;
        let rooks = frame.orthogonal & frame.their;
        let pinned_on_rank = rooks.attacks(without, Direction::East)
            & king.attacks(without, Direction::West)
            | rooks.attacks(without, Direction::West) & king.attacks(without, Direction::East);
        let pawns = frame.pawns & frame.own & !pinned_on_rank;
        [
            (pawns & self.free_along(Line::Diagonal)).step(Direction::NorthEast) & target,
            (pawns & self.free_along(Line::Antidiagonal)).step(Direction::NorthWest) & target,
        ]
    }

    /// The own rooks that the king may castle with now, orthodox or Chess960.
    ///
    /// King and rook go to g1 and f1 (c1 and d1). The ways of both must be free of other men, the king's way
    /// of attacks; the rook's way may be attacked. A rook that shields the king from another one on the first
    /// rank is pinned, which only Chess960 knows.
    #[inline(always)]
    pub fn castles(&self, frame: &Frame<P>) -> P {
        let king = frame.king();
        let rights = frame.castling & frame.own;
        let home = king.same(RANK_1);
        let (eastward, westward) = (king.fill(Direction::East), king.fill(Direction::West));
        let king_side = rights & eastward & home;
        let queen_side = rights & westward & home;
        self.castle(frame, king_side, eastward, westward, (6, 5))
            | self.castle(frame, queen_side, eastward, westward, (2, 3))
    }

    /// `rook` where the king may castle with it to these files; the fills are the king's.
    #[inline(always)]
    fn castle(&self, frame: &Frame<P>, rook: P, east: P, west: P, to: (u32, u32)) -> P {
        let king = frame.king();
        let home = rook.same(RANK_1);
        let (king_to, rook_to) = to;
        let king_way = (east & king.same(up_to(king_to)) | west & king.same(from(king_to))) & home;
        let rook_way = rook.fill(Direction::East) & rook.same(up_to(rook_to))
            | rook.fill(Direction::West) & rook.same(from(rook_to));
        let in_the_way = (king_way | rook_way & home) & frame.occupied() & !(king | rook);
        let hindered = in_the_way | king_way & self.danger | rook & self.between[0];
        rook & hindered.empty()
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
    /// Both directions of a line: adds attacks and checkers, returns the squares where rays from both ends
    /// meet.
    #[inline(always)]
    fn along(&mut self, line: Line, sliders: P, theirs: &impl Sight<P>, sees: &impl Sight<P>) -> P {
        let [up, down] = line.directions();
        let (attacks_up, attacks_down) = (theirs.attacks(up), theirs.attacks(down));
        let (sees_up, sees_down) = (sees.attacks(up), sees.attacks(down));
        self.danger = self.danger | attacks_up | attacks_down;
        self.checkers = self.checkers | (sees_up | sees_down) & sliders;
        attacks_up & sees_down | attacks_down & sees_up
    }
}
