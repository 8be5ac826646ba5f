//! All attacks along lines, found on whole sets of squares. Several positions are side by side, one
//! in each lane of a register.
//!
//! A piece can attack only its neighbors on a line: the next piece on either side. In the order of
//! an [`Axis`] the squares of a line are consecutive bits of a byte. So one addition leads from all
//! pieces of a set to their next neighbors: each carry runs through the empty squares and stops at
//! a piece. (The carry is that of o ^ (o − 2 r), for one slider on one line, which Gerd Isenberg
//! and others described; here it works for all lines of an axis.) The upper piece of a pair of
//! neighbors determines the lower one, which is the next piece below.

use super::geometry::{Axis, rotate_files, transpose};
use super::tables::{Tables, roles};
use crate::inputs::Boards;
use setwise_core::Vector;

/// The attacks along an axis, as sets of places in its order, of the position in each lane.
#[derive(Clone, Copy)]
pub(crate) struct Neighbors {
    /// The upper ends of attacks: of those from lower places up, then of those down.
    pub(crate) uppers: [[u64; 8]; 2],
    /// All pieces.
    pub(crate) occupied: [u64; 8],
}

impl Neighbors {
    const NONE: Self = Self {
        uppers: [[0; 8]; 2],
        occupied: [0; 8],
    };
}

/// The attacks along each [`Axis`].
pub(crate) type Groups = [Neighbors; 4];

/// Pieces of some positions, or their places along an axis, as planes of bits: plane k has bit k of
/// a code. 0 is no piece, 1 and 2 are pawns of White and of Black, 3 to 7 knights to kings of both.
/// Transposing and rotating three planes takes less work than seven sets would.
type Planes<V> = [V; 3];

/// Finds the attacks in some positions, as many as the register has lanes.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn groups<V: Vector>(token: V::Token, tables: &Tables, boards: &[Boards]) -> Groups {
    let mut lanes = [[0; 8]; 3];
    for (lane, boards) in boards.iter().enumerate().take(V::LANES) {
        let [pawns, knights, bishops, rooks, queens, kings] = boards.roles;
        let [white, black] = boards.colors.map(|color| color & pawns);
        lanes[0][lane] = white | knights | rooks | kings;
        lanes[1][lane] = black | knights | queens | kings;
        lanes[2][lane] = bishops | rooks | queens | kings;
    }
    let by_rank = [
        V::load(token, &lanes[0][..V::LANES]),
        V::load(token, &lanes[1][..V::LANES]),
        V::load(token, &lanes[2][..V::LANES]),
    ];
    let mut groups = [Neighbors::NONE; 4];
    // Written out, so that the axis is a constant in each call.
    find(tables, Axis::Ranks, &by_rank, &mut groups);
    let mut planes = by_rank;
    for plane in &mut planes {
        *plane = transpose(*plane);
    }
    find(tables, Axis::Files, &planes, &mut groups);
    for plane in &mut planes {
        *plane = rotate_files(*plane, false);
    }
    find(tables, Axis::AntiDiagonals, &planes, &mut groups);
    for (plane, by_rank) in planes.iter_mut().zip(by_rank) {
        *plane = rotate_files(by_rank, true);
    }
    find(tables, Axis::Diagonals, &planes, &mut groups);
    groups
}

#[cfg_attr(not(unoptimized), inline(always))]
fn find<V: Vector>(tables: &Tables, axis: Axis, planes: &Planes<V>, groups: &mut Groups) {
    let [a, b, c] = *planes;
    let (only_a, only_b, both) = (a & !b, b & !a, a & b);
    let (white, black) = (only_a & !c, only_b & !c);
    let any = a | b;
    let by_role = [
        any & !both & !c,
        both & !c,
        c & !any,
        only_a & c,
        only_b & c,
        both & c,
    ];
    let lines = Lines::new(axis, any | c);
    let is_diagonal = matches!(axis, Axis::Diagonals | Axis::AntiDiagonals);
    let mut found = Found {
        up: a.same(0),
        down: a.same(0),
    };
    let mover = if is_diagonal {
        roles::BISHOP
    } else {
        roles::ROOK
    };
    found.add_sliders(&lines, tables, &by_role, [mover, roles::QUEEN]);
    if is_diagonal {
        let targets = tables.targets[roles::PAWN];
        found.up = found
            .up
            .or_and(any_of(&by_role, targets), lines.above(white));
        // Of two pawns that attack each other White's, the lower one, counts.
        let others = any_of(&by_role, targets & !1);
        let own = any_of(&[black; 6], targets & 1);
        found.down = found.down.or_and(black, lines.above(others | own));
    }
    if tables.kings_attack {
        let kings = by_role[roles::KING];
        let targets = any_of(&by_role, tables.targets[roles::KING]);
        found.up = found.up.or_and(targets, lines.above(kings));
        found.down = found.down.or_and(kings, lines.above(targets));
    }
    let group = &mut groups[axis as usize];
    lines.occupied.store(&mut group.occupied[..V::LANES]);
    for (way, uppers) in [found.up, found.down].into_iter().enumerate() {
        uppers.store(&mut group.uppers[way][..V::LANES]);
    }
}

/// The pieces of some roles, given as bits.
#[cfg_attr(not(unoptimized), inline(always))]
fn any_of<V: Vector>(by_role: &[V; 6], set: u8) -> V {
    let mut any = by_role[0].same(0);
    for (role, pieces) in by_role.iter().enumerate() {
        if set & 1 << role != 0 {
            any = any | *pieces;
        }
    }
    any
}

/// The upper ends of the attacks along an axis: up from lower places, and down from upper ones.
struct Found<V> {
    up: V,
    down: V,
}

impl<V: Vector> Found<V> {
    /// Adds the attacks of two roles of sliders, which attack the same ones of all other roles
    /// ([`Tables::new`] checks it).
    #[cfg_attr(not(unoptimized), inline(always))]
    fn add_sliders(
        &mut self,
        lines: &Lines<V>,
        tables: &Tables,
        by_role: &[V; 6],
        roles: [usize; 2],
    ) {
        let sliders = 1 << roles[0] | 1 << roles[1];
        let rest = any_of(by_role, tables.targets[roles[0]] & !sliders);
        let rest_next = lines.next(rest);
        let pieces = [by_role[roles[0]], by_role[roles[1]]];
        let next = [lines.next(pieces[0]), lines.next(pieces[1])];
        for (this, role) in roles.into_iter().enumerate() {
            let other = 1 - this;
            let counts = |slider: usize| tables.targets[role] & 1 << roles[slider] != 0;
            let (mut targets, mut above) = (rest, rest_next);
            if counts(other) {
                targets = targets | pieces[other];
                above = above | next[other];
            }
            self.up = self.up.or_and(targets, next[this]);
            // Of two pieces of a role that attack each other only the upper one counts.
            if counts(this) {
                above = above | next[this];
            }
            self.down = self.down.or_and(pieces[this], above);
        }
    }
}

/// The lines of an axis, and the occupied places.
struct Lines<V> {
    occupied: V,
    /// The places that are not the first of their line. (Those where a byte begins do not matter.)
    not_first: V,
}

impl<V: Vector> Lines<V> {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn new(axis: Axis, occupied: V) -> Self {
        Self {
            occupied,
            not_first: occupied.same(!axis.first_places()),
        }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn above(&self, places: V) -> V {
        places.east() & self.not_first
    }

    /// The next occupied places above.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn next(&self, places: V) -> V {
        // The carry of each place runs through the empty ones, and ends at the first place of the
        // next line at the latest.
        let carried = places.east().add_bytes(!self.occupied & self.not_first);
        carried & (self.occupied & self.not_first)
    }
}
