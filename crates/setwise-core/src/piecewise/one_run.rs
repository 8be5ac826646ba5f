//! In one run: the classical approach for all rays of a piece at once. It starts with the attacks
//! of the piece on the empty board, and removes the squares beyond the first blocker of each ray.

use super::piece::union;
use super::rays::{RAYS, first, ray};
use super::system::{About, Instruction, System, system};
use crate::direction::{Direction, Direction::*};
use crate::square::Square;
use crate::{const_array, const_for};

/// The squares that a rook attacks on the empty board, by square: 512 bytes.
pub static ROOK: [u64; 64] = on_the_empty_board(0);
/// The squares that a bishop attacks on the empty board, by square: 512 bytes.
pub static BISHOP: [u64; 64] = on_the_empty_board(1);

const fn on_the_empty_board(first_direction: usize) -> [u64; 64] {
    const_array!(square, 64, union(square, 0, first_direction, 2))
}

/// Removes the squares beyond the first blocker of one ray from `attacks`.
#[cfg_attr(not(unoptimized), inline(always))]
const fn cut(attacks: u64, square: Square, occupied: u64, direction: Direction) -> u64 {
    let blockers = ray(square, direction) & occupied;
    match first(blockers, direction) {
        Some(first) => attacks ^ ray(first, direction),
        None => attacks,
    }
}

/// Returns the attacks of a rook, conditional (Hyatt).
#[cfg_attr(not(unoptimized), inline(always))]
pub const fn rook(square: Square, occupied: u64) -> u64 {
    let mut attacks = ROOK[square.index()];
    attacks = cut(attacks, square, occupied, North);
    attacks = cut(attacks, square, occupied, East);
    attacks = cut(attacks, square, occupied, South);
    cut(attacks, square, occupied, West)
}

/// Returns the attacks of a bishop, conditional (Hyatt).
#[cfg_attr(not(unoptimized), inline(always))]
pub const fn bishop(square: Square, occupied: u64) -> u64 {
    let mut attacks = BISHOP[square.index()];
    attacks = cut(attacks, square, occupied, NorthEast);
    attacks = cut(attacks, square, occupied, SouthEast);
    attacks = cut(attacks, square, occupied, SouthWest);
    cut(attacks, square, occupied, NorthWest)
}

system! {
    /// The system of [`rook`] and [`bishop`]: rays and two tables of the empty board, 5120 bytes.
    OneRun: System {
        fn rook(square: Square, occupied: u64) = rook(square, occupied);
        fn bishop(square: Square, occupied: u64) = bishop(square, occupied);
    }
    About {
        name: "one-run/conditional",
        author: "Robert Hyatt",
        year: "2009",
        reference: "Re: Yet another bitboard attack generator, CCC, 28 October 2009; Chessprogramming wiki: Classical Approach",
        table_bytes: size_of_val(&RAYS) + size_of_val(&ROOK) + size_of_val(&BISHOP),
        wants: &[Instruction::TrailingZeros, Instruction::LeadingZeros],
    };
}

/// The tables of one piece for the branchless form, 4608 bytes. The four directions are in the
/// order of [`directions`](Self::directions): two positive ones, two negative ones.
#[derive(Clone, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Stops {
    /// The squares that the piece attacks on the empty board, by square.
    pub attacks: [u64; 64],
    /// The mask of each of the four scans, by square: the ray, and the guard of its sign (h8 for
    /// positive, a1 for negative directions). So no scan is ever empty.
    pub scans: [[u64; 4]; 64],
    /// The squares beyond a blocker, by direction and square: the rays.
    pub beyond: [[u64; 64]; 4],
}

const _: () = assert!(size_of::<Stops>() == 4608);

const ORTHOGONAL: [Direction; 4] = [North, East, South, West];
const DIAGONAL: [Direction; 4] = [NorthEast, NorthWest, SouthEast, SouthWest];
/// The guards a1 and h8, where scans end.
const STOPS: u64 = 1 << 63 | 1;

/// The rook's tables.
pub static ROOK_STOPS: Stops = Stops::new(ORTHOGONAL, ROOK);
/// The bishop's tables.
pub static BISHOP_STOPS: Stops = Stops::new(DIAGONAL, BISHOP);

impl Stops {
    const fn new(directions: [Direction; 4], attacks: [u64; 64]) -> Self {
        let mut stops = Self {
            attacks,
            scans: [[0; 4]; 64],
            beyond: [[0; 64]; 4],
        };
        const_for!(i, 4, {
            let direction = directions[i];
            let stop = if direction.is_positive() { 1 << 63 } else { 1 };
            stops.beyond[i] = RAYS[direction.index()];
            const_for!(square, 64, {
                stops.scans[square][i] = stops.beyond[i][square] | stop;
            });
        });
        stops
    }

    /// Returns the directions of the rook's (`diagonal` false) or the bishop's tables, in order.
    pub const fn directions(diagonal: bool) -> [Direction; 4] {
        if diagonal { DIAGONAL } else { ORTHOGONAL }
    }

    /// Returns the attacks of the piece, without a branch: thirteen operations (Sherwin).
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn piece(&self, square: Square, occupied: u64) -> u64 {
        let occupied = occupied | STOPS;
        let [a, b, c, d] = self.scans[square.index()];
        self.attacks[square.index()]
            ^ self.beyond[0][lowest(occupied & a)]
            ^ self.beyond[1][lowest(occupied & b)]
            ^ self.beyond[2][highest(occupied & c)]
            ^ self.beyond[3][highest(occupied & d)]
    }
}

#[cfg_attr(not(unoptimized), inline(always))]
const fn lowest(set: u64) -> usize {
    Square::wrapping(set.trailing_zeros() as usize).index()
}

#[cfg_attr(not(unoptimized), inline(always))]
const fn highest(set: u64) -> usize {
    Square::wrapping(set.leading_zeros() as usize ^ 63).index()
}

system! {
    /// The system of [`ROOK_STOPS`] and [`BISHOP_STOPS`].
    BranchlessOneRun: System {
        fn rook(square: Square, occupied: u64) = ROOK_STOPS.piece(square, occupied);
        fn bishop(square: Square, occupied: u64) = BISHOP_STOPS.piece(square, occupied);
    }
    About {
        name: "one-run/branchless",
        author: "Michael Sherwin",
        year: "2009",
        reference: "Modified old 64 bit attack getter, CCC, 6 December 2009; Chessprogramming wiki: Classical Approach",
        table_bytes: 2 * size_of::<Stops>(),
        wants: &[Instruction::TrailingZeros, Instruction::LeadingZeros],
    };
}
