//! The classical approach: the ray on the empty board, less the ray beyond its first blocker.
//!
//! On a positive ray the first blocker is the lowest one, on a negative ray the highest. The six
//! forms differ in how they find it, and in what they do if there is none. The programs Chess
//! (Slate, Atkin) and Kaissa (Donskoy, Arlazarov and others) probably used the approach first, in
//! the 1970s. Gerd Isenberg collected the forms in the Chessprogramming wiki.

use super::rays::{COUNTED, first, ray};
use super::system::{About, ByRay, Instruction, system};
use crate::{direction::Direction, square::Square};

const A1: u64 = 1;
const H8: u64 = 1 << 63;

/// Conditional: scans for the first blocker if there is one.
///
/// ```
/// use setwise_core::{Direction, Square, piecewise::classical};
/// const FROM_E5: u64 = classical::conditional(
///     Square::E5, Square::E3.bit() | Square::E1.bit(), Direction::South);
/// assert_eq!(FROM_E5, Square::E4.bit() | Square::E3.bit());
/// ```
#[cfg_attr(not(unoptimized), inline(always))]
pub const fn conditional(square: Square, occupied: u64, direction: Direction) -> u64 {
    let empty_board = ray(square, direction);
    let blockers = empty_board & occupied;
    match first(blockers, direction) {
        Some(first) => empty_board ^ ray(first, direction),
        None => empty_board,
    }
}

/// Branchless: adds a guard bit on the square that is last in scan order, h8 for positive and a1
/// for negative rays. The ray from that square is empty in each direction of the same sign, so
/// finding the guard removes nothing.
#[cfg_attr(not(unoptimized), inline(always))]
pub const fn branchless(square: Square, occupied: u64, direction: Direction) -> u64 {
    let empty_board = ray(square, direction);
    let blockers = empty_board & occupied;
    let first = if direction.is_positive() {
        (blockers | H8).trailing_zeros()
    } else {
        63 - (blockers | A1).leading_zeros()
    };
    empty_board ^ ray(Square::wrapping(first as usize), direction)
}

/// Returns the nearest square of a set on a ray, by the same instructions for both signs: the
/// lowest for positive, the highest for negative directions. Returns `None` for the empty set.
///
/// ```
/// use setwise_core::{Direction, Square, piecewise::classical::nearest};
/// let set = Square::A4.bit() | Square::A6.bit() | Square::A7.bit();
/// assert_eq!(nearest(set, Direction::North), Some(Square::A4));
/// assert_eq!(nearest(set, Direction::South), Some(Square::A7));
/// assert_eq!(nearest(0, Direction::South), None);
/// ```
#[cfg_attr(not(unoptimized), inline(always))]
pub const fn nearest(set: u64, direction: Direction) -> Option<Square> {
    Square::highest(nearest_is_highest(set, direction))
}

/// Keeps only the lowest bit for positive directions, so that the nearest square is the highest.
#[cfg_attr(not(unoptimized), inline(always))]
const fn nearest_is_highest(set: u64, direction: Direction) -> u64 {
    let keep = if direction.is_positive() { 0 } else { !0 };
    set & (set.wrapping_neg() | keep)
}

/// Generalized, conditional: one form for all eight directions, so the direction may be a variable.
#[cfg_attr(not(unoptimized), inline(always))]
pub const fn generalized_conditional(square: Square, occupied: u64, direction: Direction) -> u64 {
    let empty_board = ray(square, direction);
    match nearest(empty_board & occupied, direction) {
        Some(first) => empty_board ^ ray(first, direction),
        None => empty_board,
    }
}

/// Generalized, branchless: inserts the guard *before* it isolates the lowest bit. In the opposite
/// order, the scan for the highest bit would find only the guard on a positive ray.
#[cfg_attr(not(unoptimized), inline(always))]
pub const fn generalized_branchless(square: Square, occupied: u64, direction: Direction) -> u64 {
    let empty_board = ray(square, direction);
    let guard = if direction.is_positive() { H8 } else { A1 };
    let blockers = nearest_is_highest(empty_board & occupied | guard, direction);
    let first = blockers.leading_zeros() ^ 63;
    empty_board ^ ray(Square::wrapping(first as usize), direction)
}

/// Zero count, without a guard. The count of the empty set is 64, which selects an empty 65th entry
/// of [`COUNTED`]. Negative rays count leading zeros, and their half of the table is reversed.
#[cfg_attr(not(unoptimized), inline(always))]
pub const fn zero_count(square: Square, occupied: u64, direction: Direction) -> u64 {
    let table = &COUNTED[direction.index()];
    if direction.is_positive() {
        let empty_board = table[square.index()];
        empty_board ^ table[(empty_board & occupied).trailing_zeros() as usize]
    } else {
        let empty_board = table[63 - square.index()];
        empty_board ^ table[(empty_board & occupied).leading_zeros() as usize]
    }
}

/// Zero count with a table of 64. `n - (n >> 6)` maps the count 64 to 63, which is h8 in trailing
/// and a1 in leading zeros. (`n & 63` would map it to 0, and `n ^ 63` to 127.)
#[cfg_attr(not(unoptimized), inline(always))]
pub const fn zero_count_folded(square: Square, occupied: u64, direction: Direction) -> u64 {
    let empty_board = ray(square, direction);
    let blockers = empty_board & occupied;
    let first = if direction.is_positive() {
        fold(blockers.trailing_zeros())
    } else {
        63 - fold(blockers.leading_zeros())
    };
    empty_board ^ ray(Square::wrapping(first as usize), direction)
}

#[cfg_attr(not(unoptimized), inline(always))]
const fn fold(zeros: u32) -> u32 {
    zeros - (zeros >> 6)
}

const WIKI: &str = "Chessprogramming wiki: Classical Approach";
const SCANS: &[Instruction] = &[Instruction::TrailingZeros, Instruction::LeadingZeros];

system! {
    /// The system of [`conditional`] rays.
    Conditional: ByRay {
        fn ray(square: Square, occupied: u64, direction: Direction)
            = conditional(square, occupied, direction);
    }
    About {
        name: "classical/conditional",
        author: "programs Chess (Slate, Atkin) and Kaissa (Donskoy, Arlazarov et al.)",
        year: "1970s",
        reference: "Slate, Atkin: Chess 4.5 (in Chess Skill in Man and Machine, 1977); Chessprogramming wiki: Classical Approach",
        table_bytes: 4096,
        wants: SCANS,
    };

    /// The system of [`branchless`] rays.
    Branchless: ByRay {
        fn ray(square: Square, occupied: u64, direction: Direction)
            = branchless(square, occupied, direction);
    }
    About { name: "classical/branchless", ..collected() };

    /// The system of [`generalized_conditional`] rays.
    GeneralizedConditional: ByRay {
        fn ray(square: Square, occupied: u64, direction: Direction)
            = generalized_conditional(square, occupied, direction);
    }
    About {
        name: "classical/generalized-conditional",
        wants: &[Instruction::LeadingZeros, Instruction::IsolateLowest],
        ..collected()
    };

    /// The system of [`generalized_branchless`] rays.
    GeneralizedBranchless: ByRay {
        fn ray(square: Square, occupied: u64, direction: Direction)
            = generalized_branchless(square, occupied, direction);
    }
    About {
        name: "classical/generalized-branchless",
        wants: &[Instruction::LeadingZeros, Instruction::IsolateLowest],
        ..collected()
    };

    /// The system of [`zero_count`] rays.
    ZeroCount: ByRay {
        fn ray(square: Square, occupied: u64, direction: Direction)
            = zero_count(square, occupied, direction);
    }
    About {
        name: "classical/zero-count",
        table_bytes: 4160,
        ..collected()
    };

    /// The system of [`zero_count_folded`] rays.
    ZeroCountFolded: ByRay {
        fn ray(square: Square, occupied: u64, direction: Direction)
            = zero_count_folded(square, occupied, direction);
    }
    About { name: "classical/zero-count-folded", ..collected() };
}

/// The description that the collected forms share. The page is of 2018, and older in parts.
const fn collected() -> About {
    About {
        name: "",
        author: "collected by Gerd Isenberg",
        year: "by 2018",
        reference: WIKI,
        table_bytes: 4096,
        wants: SCANS,
    }
}
