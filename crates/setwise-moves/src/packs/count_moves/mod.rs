//! The number of legal moves of many positions, rank by rank.
//!
//! The rules are those of [`Legality`](crate::rules::legality::Legality) and
//! [`Targets`](crate::rules::targets::Targets). Ranks replace whole boards, in an order that keeps
//! few registers alive. docs/notes/perft-leaves.md has the measurements of that order:
//!
//! 1. Rays from the king, north and south, find the checks ([`king`]).
//! 2. The southward pass goes from the last rank to the first. On each rank, enemy rays to the
//!    south meet the rays of the king, which gives the pins and the targets. Then the moves on that
//!    rank are counted, except rays to the north.
//! 3. The northward pass counts those rays.

mod castling;
mod king;
mod knights;
mod pawns;
mod ray_set;
mod sliders;

use crate::packs::ranks::Ranks;
use ray_set::{Between, RaySet};
use setwise_core::Vector;

/// Numbers of moves, one byte per position, in five parts. No part overflows: rays to the north (at
/// most 154), rays to the south (154), rays along ranks and the king's moves (122), pawns (178),
/// knights (252).
#[derive(Clone, Copy)]
pub(crate) struct MoveCounts<V>(pub(crate) [V; 5]);

const NORTH: usize = 0;
const SOUTH: usize = 1;
const RANK_AND_KING: usize = 2;
const PAWNS: usize = 3;
const KNIGHTS: usize = 4;

impl<V: Vector> MoveCounts<V> {
    /// Returns the sums of the high and of the low four bits of the parts. Neither overflows.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn split(self) -> (V, V) {
        let [a, b, c, d, e] = self.0;
        let mask = a.same(0x0f0f_0f0f_0f0f_0f0f);
        let low = (a & mask).add_bytes(b & mask).add_bytes(c & mask);
        let low = low.add_bytes(d & mask).add_bytes(e & mask);
        let high = (a.shr(4) & mask).add_bytes(b.shr(4) & mask);
        let high = high.add_bytes(c.shr(4) & mask);
        let high = high.add_bytes(d.shr(4) & mask);
        (high.add_bytes(e.shr(4) & mask), low)
    }
}

/// Loads and stores that overlap with counting, which is arithmetic only
/// (docs/notes/count-legal-moves.md). The work has eight parts; [`count_moves`] runs part `k` after
/// rank `k` of the southward pass.
pub(crate) trait Overlapped {
    fn part(&mut self, number: usize);
}

/// Nothing to overlap.
impl Overlapped for () {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn part(&mut self, _: usize) {}
}

struct Counter<V, X> {
    position: X,
    zero: V,
    occupied: [V; 8],
    /// The king's rays to the north and to the south, by the rank on which they arrive.
    king_north: [RaySet<V>; 8],
    king_south: [RaySet<V>; 8],
    /// Enemy rays to the north, on the ranks next to the king.
    their_north: [RaySet<V>; 8],
    /// Enemy rays to the south, on the current rank of the southward pass.
    their_south: RaySet<V>,
    /// The squares between the king and enemy sliders on the king's rank.
    between_on_rank: [V; 8],
    checkers: [V; 8],
    /// Attacked squares, on the ranks next to the king.
    danger: [V; 8],
    /// All ones where the king is not in check.
    safe: V,
    /// All ones where there is at most one checker.
    single: V,
    /// The targets of pieces other than the king.
    targets: [V; 8],
    between: [Between<V>; 8],
    /// Our sliders that may move north, by ray.
    sources: [RaySet<V>; 8],
    /// Our knights that are not pinned.
    knights: [V; 8],
    /// Our rays on the current rank of a pass.
    our_rays: RaySet<V>,
    counts: [V; 5],
}

/// Calls a step for each rank. (LLVM does not unroll a loop over steps of this size.)
macro_rules! for_ranks {
    ($counter:ident.$step:ident: $($rank:literal)*) => { $($counter.$step::<$rank>();)* };
}
use for_ranks;

/// Counts the legal moves of positions, and does other work between the ranks.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn count_moves<V: Vector, X: Ranks<V>>(
    position: X,
    overlapped: &mut impl Overlapped,
) -> MoveCounts<V> {
    let mut counter = Counter::new(position);
    for_ranks!(counter.king_rays_north: 0 1 2 3 4 5 6);
    for_ranks!(counter.king_rays_south: 7 6 5 4 3 2 1);
    for_ranks!(counter.king_zone: 0 1 2 3 4 5 6 7);
    counter.count_checkers();
    macro_rules! southward {
        ($($rank:literal)*) => { $(
            counter.count_rank::<$rank>();
            overlapped.part($rank);
            counter.advance_south::<$rank>();
        )* };
    }
    southward!(7 6 5 4 3 2 1 0);
    counter.count_castling();
    if X::EN_PASSANT {
        counter.count_en_passant();
    }
    counter.our_rays = RaySet::splat(counter.zero);
    for_ranks!(counter.count_rays_north: 0 1 2 3 4 5 6);
    counter.count_knights();
    MoveCounts(counter.counts)
}

impl<V: Vector, X: Ranks<V>> Counter<V, X> {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn new(position: X) -> Self {
        let x = position;
        let zero = x.occupied(0).same(0);
        let none = RaySet::splat(zero);
        Self {
            position,
            zero,
            #[rustfmt::skip]
            occupied: [
                x.occupied(0), x.occupied(1), x.occupied(2), x.occupied(3),
                x.occupied(4), x.occupied(5), x.occupied(6), x.occupied(7),
            ],
            king_north: [none; 8],
            king_south: [none; 8],
            their_north: [none; 8],
            their_south: none,
            between_on_rank: [zero; 8],
            checkers: [zero; 8],
            danger: [zero; 8],
            safe: zero,
            single: zero,
            targets: [zero; 8],
            between: [Between::none(zero); 8],
            sources: [none; 8],
            knights: [zero; 8],
            our_rays: none,
            counts: [zero; 5],
        }
    }

    /// Whether a king to move can stand on a rank.
    #[cfg_attr(not(unoptimized), inline(always))]
    const fn is_king_rank(rank: usize) -> bool {
        rank <= X::KING_TOP
    }

    /// Whether a king to move can stand on a rank or next to it.
    #[cfg_attr(not(unoptimized), inline(always))]
    const fn is_king_zone(rank: usize) -> bool {
        rank <= X::KING_TOP + 1
    }

    /// The occupied squares of a rank without our king. Enemy rays pass through the king, because
    /// it cannot flee along them.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn occupied_without_king(&self, rank: usize) -> V {
        if Self::is_king_rank(rank) {
            self.occupied[rank] & !self.position.king(rank)
        } else {
            self.occupied[rank]
        }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn add(&mut self, part: usize, targets: V) {
        self.counts[part] = self.counts[part].add_bytes(targets.count_bytes());
    }

    /// One rank of the southward pass: everything on it except rays to the north.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn count_rank<const R: usize>(&mut self) {
        self.find_between::<R>();
        self.find_targets::<R>();
        self.count_king::<R>();
        self.count_rays_along_rank::<R>();
        self.find_sources::<R>();
        self.count_rays_south::<R>();
        self.knights[R] = self.position.knights(R) & !self.pins::<R>();
        if R >= 1 && R <= 6 {
            self.count_pawns::<R>();
        }
    }

    /// Finds the squares between the king and enemy sliders. The rays of both meet there.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn find_between<const R: usize>(&mut self) {
        let (king, theirs) = (self.king_north[R], self.their_south);
        let mut between = Between {
            file: king.straight & theirs.straight,
            rank: self.between_on_rank[R],
            diagonal: king.east & theirs.west,
            antidiagonal: king.west & theirs.east,
        };
        if R < X::KING_TOP {
            let (king, theirs) = (self.king_south[R], self.their_north[R]);
            between.file = between.file.or_and(king.straight, theirs.straight);
            between.diagonal = between.diagonal.or_and(king.west, theirs.east);
            between.antidiagonal = between.antidiagonal.or_and(king.east, theirs.west);
        }
        self.between[R] = between;
    }

    /// The squares between the king and enemy sliders on any line. Our pieces on them are pinned.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn pins<const R: usize>(&self) -> V {
        let off_rank = self.between[R].off_rank();
        if Self::is_king_rank(R) {
            off_rank | self.between[R].rank
        } else {
            off_rank
        }
    }

    /// Finds the targets of pieces other than the king; in check, the checker and blocking squares.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn find_targets<const R: usize>(&mut self) {
        let blocks = self.checkers[R].or_and_not(self.pins::<R>(), self.occupied[R]);
        self.targets[R] = (blocks | self.safe) & self.single & !self.position.us(R);
    }

    /// Advances our rays and the enemy's to rank `R - 1`.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn advance_south<const R: usize>(&mut self) {
        if R == 0 {
            return;
        }
        let ours = self.sources[R].swap_sides();
        let theirs = RaySet::sources(
            self.position.their_orthogonal(R),
            self.position.their_diagonal(R),
        );
        if R == 7 {
            self.our_rays = RaySet::start(ours);
            self.their_south = RaySet::start(theirs);
        } else {
            self.our_rays = self.our_rays.advance(ours, self.occupied[R]);
            let occupied = self.occupied_without_king(R);
            self.their_south = self.their_south.advance(theirs, occupied);
        }
        self.schedule_barrier();
    }

    /// Forces the counts of a rank to be computed before the next rank. Otherwise the compiler
    /// postpones them and spills their operands (docs/notes/perft-leaves.md).
    #[cfg_attr(not(unoptimized), inline(always))]
    fn schedule_barrier(&mut self) {
        let (ours, theirs) = (&mut self.our_rays, &mut self.their_south);
        [
            ours.straight,
            ours.east,
            ours.west,
            theirs.straight,
            theirs.east,
            theirs.west,
            self.counts[SOUTH],
            self.counts[PAWNS],
        ] = V::schedule_barrier([
            ours.straight,
            ours.east,
            ours.west,
            theirs.straight,
            theirs.east,
            theirs.west,
            self.counts[SOUTH],
            self.counts[PAWNS],
        ]);
    }
}
