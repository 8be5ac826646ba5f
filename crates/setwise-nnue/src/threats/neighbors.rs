//! All attacks along lines, found on whole sets of squares. Several positions are side by side, one in each lane of a register.
//!
//! A piece can attack only its neighbors on a line: the next piece on either side. In the order of an [`Axis`] the squares of a line
//! are consecutive bits of a byte. So one addition leads from all pieces of a set to their next neighbors: each carry runs through the
//! empty squares and stops at a piece. Attackers and attacked pieces then are two sets in the same order: the first attacks the
//! first, and so on.

use super::geometry::Axis;
use super::tables::{Tables, roles};
use crate::Boards;
use core::array::from_fn;
use setwise_core::Vector;
use setwise_moves::{Color, Role};

/// The groups of a row: attackers of one axis on lower squares (of each [`Axis`] in turn), then those on upper squares.
pub(crate) const GROUPS: usize = 8;

/// By group, then the attackers and the attacked pieces: their places in the order of the axis, of the position in each lane.
pub(crate) type Groups = [[[u64; 8]; 2]; GROUPS];

/// Pieces of some positions, or their places along an axis: the pawns of White and of Black, then knights to kings of both.
type Pieces<V> = [V; 7];

/// Finds the attacks in some positions, as many as the register has lanes.
#[inline(always)]
pub(crate) fn groups<V: Vector>(token: V::Token, tables: &Tables, boards: &[Boards]) -> Groups {
    let mut lanes = [[0; 8]; 7];
    for (lane, boards) in boards.iter().enumerate().take(V::LANES) {
        lanes[0][lane] = boards.pieces(Color::White, Role::Pawn);
        lanes[1][lane] = boards.pieces(Color::Black, Role::Pawn);
        for role in 1..6 {
            lanes[role + 1][lane] = boards.roles[role];
        }
    }
    let by_rank: Pieces<V> = from_fn(|i| V::load(token, &lanes[i][..V::LANES]));
    let by_file = by_rank.map(|board| Axis::Files.ordered(board));
    let mut groups = [[[0; 8]; 2]; GROUPS];
    // Written out, so that the axis is a constant in each call.
    find(tables, Axis::Ranks, &by_rank, &mut groups);
    find(tables, Axis::Files, &by_file, &mut groups);
    let by_diagonal = by_rank.map(|board| Axis::Diagonals.ordered(board));
    find(tables, Axis::Diagonals, &by_diagonal, &mut groups);
    let by_anti_diagonal = by_file.map(|board| Axis::AntiDiagonals.ordered_from_files(board));
    find(tables, Axis::AntiDiagonals, &by_anti_diagonal, &mut groups);
    groups
}

/// Finds the two groups of an axis.
#[inline(always)]
fn find<V: Vector>(tables: &Tables, axis: Axis, pieces: &Pieces<V>, groups: &mut Groups) {
    let [white, black, knights, bishops, rooks, queens, kings] = *pieces;
    let by_role = [white | black, knights, bishops, rooks, queens, kings];
    let occupied = by_role[0] | knights | bishops | rooks | queens | kings;
    let lines = Lines::new(axis, occupied);
    let none = white.same(0);
    let any_of = |set: u8| {
        let of = |role: usize| {
            if set & 1 << role != 0 {
                by_role[role]
            } else {
                none
            }
        };
        of(0) | of(1) | of(2) | of(3) | of(4) | of(5)
    };
    let is_diagonal = matches!(axis, Axis::Diagonals | Axis::AntiDiagonals);
    // What attacks up and down: the attackers and what they attack.
    let [mut from_lower, mut to_upper, mut from_upper, mut to_lower] = [none; 4];
    let line_mover = if is_diagonal {
        roles::BISHOP
    } else {
        roles::ROOK
    };
    for role in [line_mover, roles::QUEEN] {
        let (attackers, targets) = (by_role[role], tables.targets[role]);
        // Of two pieces of a role that attack each other only the upper one counts.
        let others = any_of(targets & !(1 << role));
        let targets = any_of(targets);
        from_lower = from_lower.or_and(attackers, lines.previous(others));
        to_upper = to_upper.or_and(others, lines.next(attackers));
        from_upper = from_upper.or_and(attackers, lines.next(targets));
        to_lower = to_lower.or_and(targets, lines.previous(attackers));
    }
    let mut adjacent = |up: Option<(V, V)>, down: Option<(V, V)>| {
        if let Some((attackers, targets)) = up {
            from_lower = from_lower.or_and(attackers, lines.below(targets));
            to_upper = to_upper.or_and(targets, lines.above(attackers));
        }
        if let Some((attackers, targets)) = down {
            from_upper = from_upper.or_and(attackers, lines.above(targets));
            to_lower = to_lower.or_and(targets, lines.below(attackers));
        }
    };
    if is_diagonal {
        let targets = tables.targets[roles::PAWN];
        // Of two pawns that attack each other White's, the lower one, counts.
        let others = any_of(targets & !1);
        let own = if targets & 1 != 0 { black } else { none };
        adjacent(Some((white, any_of(targets))), Some((black, others | own)));
    }
    if tables.kings_attack {
        let targets = any_of(tables.targets[roles::KING]);
        adjacent(Some((kings, targets)), Some((kings, targets)));
    }
    for (group, [from, to]) in [
        (axis as usize, [from_lower, to_upper]),
        (axis as usize + 4, [from_upper, to_lower]),
    ] {
        from.store(&mut groups[group][0][..V::LANES]);
        to.store(&mut groups[group][1][..V::LANES]);
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
