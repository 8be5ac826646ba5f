//! All attacks along lines, found on whole sets of squares. Several positions are side by side, one in each lane of a register.
//!
//! A piece can attack only its neighbors on a line: the next piece on either side. In the order of an [`Axis`] the squares of a line
//! are consecutive bits of a byte. So one addition leads from all pieces of a set to their next neighbors: each carry runs through the
//! empty squares and stops at a piece. (The carry is that of o ^ (o − 2 r), for one slider on one line, which Gerd Isenberg and others
//! described; here it serves all lines of an axis.) Attackers and attacked pieces then are two sets in the same order: the first attacks the
//! first, and so on.

use super::geometry::{Axis, rotate_files, transpose};
use super::tables::{Tables, roles};
use crate::Boards;
use setwise_core::Vector;

/// The groups of a row: attackers of one axis on lower squares (of each [`Axis`] in turn), then those on upper squares.
pub(crate) const GROUPS: usize = 8;

/// By group, then the attackers and the attacked pieces: their places in the order of the axis, of the position in each lane.
pub(crate) type Groups = [[[u64; 8]; 2]; GROUPS];

/// Pieces of some positions, or their places along an axis, as planes of bits: plane k has bit k of a code. 0 is no piece, 1 and 2 are
/// pawns of White and of Black, 3 to 7 knights to kings of both. Three planes are turned with less work than seven sets.
type Planes<V> = [V; 3];

/// Finds the attacks in some positions, as many as the register has lanes.
#[inline(always)]
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
    let mut groups = [[[0; 8]; 2]; GROUPS];
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

/// Finds the two groups of an axis.
#[inline(always)]
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
        from_lower: a.same(0),
        to_upper: a.same(0),
        from_upper: a.same(0),
        to_lower: a.same(0),
    };
    let mover = if is_diagonal {
        roles::BISHOP
    } else {
        roles::ROOK
    };
    found.add_sliders(&lines, tables, &by_role, [mover, roles::QUEEN]);
    if is_diagonal {
        let targets = tables.targets[roles::PAWN];
        found.add_steps_up(&lines, white, any_of(&by_role, targets));
        // Of two pawns that attack each other White's, the lower one, counts.
        let others = any_of(&by_role, targets & !1);
        let own = any_of(&[black; 6], targets & 1);
        found.add_steps_down(&lines, black, others | own);
    }
    if tables.kings_attack {
        let kings = by_role[roles::KING];
        let targets = any_of(&by_role, tables.targets[roles::KING]);
        found.add_steps_up(&lines, kings, targets);
        found.add_steps_down(&lines, kings, targets);
    }
    let [lower, upper] = [axis as usize, axis as usize + 4];
    found.from_lower.store(&mut groups[lower][0][..V::LANES]);
    found.to_upper.store(&mut groups[lower][1][..V::LANES]);
    found.from_upper.store(&mut groups[upper][0][..V::LANES]);
    found.to_lower.store(&mut groups[upper][1][..V::LANES]);
}

/// The pieces of some roles, given as bits.
#[inline(always)]
fn any_of<V: Vector>(by_role: &[V; 6], set: u8) -> V {
    let mut any = by_role[0].same(0);
    for (role, pieces) in by_role.iter().enumerate() {
        if set & 1 << role != 0 {
            any = any | *pieces;
        }
    }
    any
}

/// The attacks along an axis: up from lower squares to upper ones, and down from upper squares to lower ones.
struct Found<V> {
    from_lower: V,
    to_upper: V,
    from_upper: V,
    to_lower: V,
}

impl<V: Vector> Found<V> {
    /// Adds the attacks of two roles of sliders, which attack the same ones of all other roles ([`Tables::new`] checks it).
    #[inline(always)]
    fn add_sliders(
        &mut self,
        lines: &Lines<V>,
        tables: &Tables,
        by_role: &[V; 6],
        roles: [usize; 2],
    ) {
        let sliders = 1 << roles[0] | 1 << roles[1];
        let rest = any_of(by_role, tables.targets[roles[0]] & !sliders);
        let (rest_next, rest_previous) = (lines.next(rest), lines.previous(rest));
        let pieces = [by_role[roles[0]], by_role[roles[1]]];
        let next = [lines.next(pieces[0]), lines.next(pieces[1])];
        let previous = [lines.previous(pieces[0]), lines.previous(pieces[1])];
        for (this, role) in roles.into_iter().enumerate() {
            let other = 1 - this;
            let counts = |slider: usize| tables.targets[role] & 1 << roles[slider] != 0;
            let (mut targets, mut above, mut below) = (rest, rest_next, rest_previous);
            if counts(other) {
                targets = targets | pieces[other];
                above = above | next[other];
                below = below | previous[other];
            }
            self.from_lower = self.from_lower.or_and(pieces[this], below);
            self.to_upper = self.to_upper.or_and(targets, next[this]);
            // Of two pieces of a role that attack each other only the upper one counts.
            if counts(this) {
                targets = targets | pieces[this];
                above = above | next[this];
            }
            self.from_upper = self.from_upper.or_and(pieces[this], above);
            self.to_lower = self.to_lower.or_and(targets, previous[this]);
        }
    }

    /// Adds attacks on the next place above.
    #[inline(always)]
    fn add_steps_up(&mut self, lines: &Lines<V>, attackers: V, targets: V) {
        self.from_lower = self.from_lower.or_and(attackers, lines.below(targets));
        self.to_upper = self.to_upper.or_and(targets, lines.above(attackers));
    }

    /// Adds attacks on the next place below.
    #[inline(always)]
    fn add_steps_down(&mut self, lines: &Lines<V>, attackers: V, targets: V) {
        self.from_upper = self.from_upper.or_and(attackers, lines.above(targets));
        self.to_lower = self.to_lower.or_and(targets, lines.below(attackers));
    }
}

/// The lines of an axis, and the occupied places.
struct Lines<V> {
    occupied: V,
    /// The places that are not the first of their line. (Those where a byte begins do not matter.)
    not_first: V,
    /// The places that are not the last of their line.
    not_last: V,
    /// The places from which one, two, four steps up lead through empty places only, on the same line.
    open: [V; 3],
}

impl<V: Vector> Lines<V> {
    #[inline(always)]
    fn new(axis: Axis, occupied: V) -> Self {
        let first = axis.first_places();
        let not_last = occupied.same(!(first >> 1) & 0x7f7f_7f7f_7f7f_7f7f);
        let one = (!occupied).shr(1) & not_last;
        let two = one & one.shr(1);
        Self {
            occupied,
            not_first: occupied.same(!first),
            not_last,
            open: [one, two, two & two.shr(2)],
        }
    }

    /// The places one above.
    #[inline(always)]
    fn above(&self, places: V) -> V {
        places.east() & self.not_first
    }

    /// The places one below.
    #[inline(always)]
    fn below(&self, places: V) -> V {
        places.shr(1) & self.not_last
    }

    /// The next occupied places above.
    #[inline(always)]
    fn next(&self, places: V) -> V {
        // The carry of each place runs through the empty ones, and ends at the first place of the next line at the latest.
        let carried = self
            .above(places)
            .add_bytes(!self.occupied & self.not_first);
        carried & (self.occupied & self.not_first)
    }

    /// The next occupied places below.
    #[inline(always)]
    fn previous(&self, places: V) -> V {
        let [one, two, four] = self.open;
        let below = self.below(places);
        let below = below.or_and(one, below.shr(1));
        let below = below.or_and(two, below.shr(2));
        below.or_and(four, below.shr(4)) & self.occupied
    }
}
