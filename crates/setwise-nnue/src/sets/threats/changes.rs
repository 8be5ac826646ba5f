//! The threats that a move changes.
//!
//! A threat is an attack of one piece on another, with empty squares between them. It changes if
//! and only if the piece on one of its ends or the emptiness of a square between them does. So the
//! removed threats are those of the position before the move that start at, end on or cross a
//! changed square; the added ones are those of the position after it.

use super::geometry::{ATTACKS, BISHOP, BLACK_PAWN, KING, KNIGHT, ROOK, WHITE_PAWN};
use super::indices::index;
use super::tables::kind;
use super::{ThreatRule, Threats};
use crate::feature_set::changes::{Changes, Incremental, changed_squares};
use crate::inputs::boards::Boards;
use crate::sets::pairs::view::orientation;
use crate::sets::pieces::{PIECES, piece};
use core::marker::PhantomData;
use setwise_core::piecewise::{classical::nearest, rays::ray};
use setwise_core::{Direction, Square};
use setwise_moves::Color;

impl<R: ThreatRule> Incremental for Threats<R> {
    #[inline]
    fn refreshes(&self, before: &Boards, after: &Boards, perspective: Color) -> bool {
        orientation(before, perspective) != orientation(after, perspective)
    }

    #[inline]
    fn append_changes(&self, before: &Boards, after: &Boards, changes: &mut Changes) {
        let changed = changed_squares(before, after);
        let views = Color::ALL.map(|color| orientation(after, color));
        View::<R>::new(before, views).each(changed, |indices| changes.remove(indices));
        View::<R>::new(after, views).each(changed, |indices| changes.add(indices));
    }
}

/// Directions along ranks and files, then along diagonals; the opposite ones are the next two.
const ORTHOGONAL: [Direction; 4] = [
    Direction::North,
    Direction::East,
    Direction::South,
    Direction::West,
];
const DIAGONAL: [Direction; 4] = [
    Direction::NorthEast,
    Direction::SouthEast,
    Direction::SouthWest,
    Direction::NorthWest,
];

/// A position with what its threats need.
struct View<'a, R> {
    boards: &'a Boards,
    occupied: u64,
    /// By role: the pieces on which an attack counts. The last two stand for no role.
    targets: [u64; 8],
    /// Bit k of the numbers of the roles.
    roles: [u64; 3],
    /// By perspective: the orientation.
    views: [u8; 2],
    rule: PhantomData<R>,
}

impl<'a, R: ThreatRule> View<'a, R> {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn new(boards: &'a Boards, views: [u8; 2]) -> Self {
        let [_, knights, bishops, rooks, queens, kings] = boards.roles;
        let mut targets = [0; 8];
        for (targets, counts) in targets.iter_mut().zip(&R::TARGETS) {
            for (pieces, number) in boards.roles.iter().zip(counts) {
                if *number >= 0 {
                    *targets |= pieces;
                }
            }
        }
        Self {
            boards,
            occupied: boards.occupied(),
            targets,
            roles: [knights | rooks | kings, bishops | rooks, queens | kings],
            views,
            rule: PhantomData,
        }
    }

    /// Calls `act` with the indices of each threat that starts at, ends on or crosses one of some
    /// squares, once.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn each(&self, changed: u64, mut act: impl FnMut([u32; 2])) {
        let mut left = changed;
        while left != 0 {
            let square = Square::wrapping(left.trailing_zeros() as usize);
            // The threats of squares below have had their turn.
            let done = changed ^ left;
            if self.occupied & square.bit() == 0 {
                self.across(square, done, &mut act);
            } else {
                self.at(square, done, &mut act);
            }
            left &= left - 1;
        }
    }

    /// The nearest pieces in four directions. Those behind or on a square of `done` are left out.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn nearest(&self, directions: [Direction; 4], square: Square, done: u64) -> [u64; 4] {
        let stops = self.occupied | done;
        let near = |direction| {
            nearest(ray(square, direction) & stops, direction).map_or(0, Square::bit) & !done
        };
        // Not by `map`, which is not inlined here.
        let [a, b, c, d] = directions;
        [near(a), near(b), near(c), near(d)]
    }

    /// Threats over an empty square.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn across(&self, square: Square, done: u64, act: &mut impl FnMut([u32; 2])) {
        let [_, _, bishops, rooks, queens, _] = self.boards.roles;
        for (directions, sliders) in [(ORTHOGONAL, rooks | queens), (DIAGONAL, bishops | queens)] {
            if reach(directions, square) & sliders == 0 {
                continue;
            }
            let near = self.nearest(directions, square, done);
            for (a, b) in [(near[0], near[2]), (near[1], near[3])] {
                if (a | b) & sliders == 0 || a == 0 || b == 0 {
                    continue;
                }
                let (low, high) = (a.min(b), a.max(b));
                if high & sliders != 0 {
                    self.tell(high, low, act);
                }
                // Of mutual attacks the one from the greater square is told.
                if low & sliders != 0 && self.role(low) != self.role(high) {
                    self.tell(low, high, act);
                }
            }
        }
    }

    /// Threats from and to a piece.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn at(&self, square: Square, done: u64, act: &mut impl FnMut([u32; 2])) {
        let [pawns, knights, bishops, rooks, queens, kings] = self.boards.roles;
        let [white, black] = self.boards.colors;
        let (at, bit) = (square.index(), square.bit());
        let role = self.role(bit);
        let kind = kind(self.piece(bit));
        let near = |directions, sliders: u64| {
            if (reach(directions, square) | bit) & sliders == 0 {
                return 0;
            }
            let [a, b, c, d] = self.nearest(directions, square, done);
            a | b | c | d
        };
        let orthogonal = near(ORTHOGONAL, rooks | queens);
        let diagonal = near(DIAGONAL, bishops | queens);
        let leaps = ATTACKS[kind][at] & self.occupied & !done;
        let mut attacked = match role {
            2 => diagonal,
            3 => orthogonal,
            4 => orthogonal | diagonal,
            _ => leaps,
        } & self.targets[role];
        let mut attackers = orthogonal & (rooks | queens)
            | diagonal & (bishops | queens)
            | (ATTACKS[KNIGHT][at] & knights
                | ATTACKS[BLACK_PAWN][at] & pawns & white
                | ATTACKS[WHITE_PAWN][at] & pawns & black
                | ATTACKS[KING][at] & kings)
                & !done;
        // Of mutual attacks the one from the greater square is told.
        let mutual = match role {
            0 if white & bit != 0 => pawns & black,
            0 => pawns & white,
            _ => self.boards.roles.get(role).copied().unwrap_or_default(),
        };
        attacked &= !mutual | (bit - 1);
        attackers &= !(mutual & (bit - 1));
        while attacked != 0 {
            let to = attacked & attacked.wrapping_neg();
            self.tell_counted(bit, to, act);
            attacked ^= to;
        }
        while attackers != 0 {
            let from = attackers & attackers.wrapping_neg();
            self.tell(from, bit, act);
            attackers ^= from;
        }
    }

    /// The number of the role of the piece on a square, at most 7.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn role(&self, bit: u64) -> usize {
        let [a, b, c] = self.roles.map(|plane| usize::from(plane & bit != 0));
        a | b << 1 | c << 2
    }

    /// The number of the piece on a square.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn piece(&self, bit: u64) -> usize {
        piece(
            usize::from(self.boards.colors[1] & bit != 0),
            self.role(bit),
        )
    }

    /// Tells an attack, if it counts.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn tell(&self, from: u64, to: u64, act: &mut impl FnMut([u32; 2])) {
        if self.targets[self.role(from)] & to != 0 {
            self.tell_counted(from, to, act);
        }
    }

    /// Tells an attack that counts.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn tell_counted(&self, from: u64, to: u64, act: &mut impl FnMut([u32; 2])) {
        let pair = (PIECES * self.piece(from) + self.piece(to)) as u8;
        let [from, to] = [from, to].map(|bit| bit.trailing_zeros() as u8);
        let [white, black] = self.views;
        act([
            index::<0>(R::TABLES, from ^ white, to ^ white, pair),
            index::<1>(R::TABLES, from ^ black, to ^ black, pair),
        ]);
    }
}

/// The squares that a piece which moves in four directions attacks on the empty board.
#[cfg_attr(not(unoptimized), inline(always))]
fn reach(directions: [Direction; 4], square: Square) -> u64 {
    let kind = if directions == ORTHOGONAL {
        ROOK
    } else {
        BISHOP
    };
    ATTACKS[kind][square.index()]
}
