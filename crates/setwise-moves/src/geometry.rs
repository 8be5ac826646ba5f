//! Lines of the board, from constant tables.

use crate::position::MoveDirection;
use setwise_core::piecewise::hyperbola::LINES;
pub use setwise_core::piecewise::rays::ray;
use setwise_core::{Direction, KnightDirection, Square, const_array, const_for, step};

/// The squares strictly between two squares of one line, 32,768 bytes.
static BETWEEN: [[u64; 64]; 64] = between_all();
/// The number of the direction from one square to another, 4096 bytes; [`NONE`] if there is none.
static DIRECTIONS: [[u8; 64]; 64] = directions();
const NONE: u8 = 16;
/// The squares that a pawn attacks, by color and square.
pub(crate) static PAWN_ATTACKS: [[u64; 64]; 2] = [
    pawn_attacks([Direction::NorthWest, Direction::NorthEast]),
    pawn_attacks([Direction::SouthWest, Direction::SouthEast]),
];

/// The squares strictly between two squares of one rank, file or diagonal; none for other squares.
///
/// ```
/// use setwise_moves::{Square, Squares, between};
/// let squares = Squares(between(Square::B2, Square::F6));
/// assert!(squares.eq([Square::C3, Square::D4, Square::E5]));
/// ```
#[cfg_attr(not(unoptimized), inline(always))]
pub fn between(a: Square, b: Square) -> u64 {
    BETWEEN[a.index()][b.index()]
}

/// The whole rank, file or diagonal through two squares, both included. The set is empty for two
/// squares that are the same or not on one line.
///
/// ```
/// use setwise_moves::line;
/// let [b2, f6] = ["b2", "f6"].map(|name| name.parse().unwrap());
/// assert_eq!(line(b2, f6), 0x8040_2010_0804_0201); // a1 to h8
/// ```
#[cfg_attr(not(unoptimized), inline(always))]
pub fn line(a: Square, b: Square) -> u64 {
    // At most one of the four lines through `a` has `b`. There is no branch.
    LINES.iter().fold(0, |found, lines| {
        let line = lines[a.index()];
        let on_line = line & b.bit() != 0;
        found | if on_line { line | a.bit() } else { 0 }
    })
}

/// The direction of moves from one square to another; `None` if no piece moves that way.
///
/// ```
/// use setwise_moves::{Direction, KnightDirection, direction_between};
/// let [a1, b3, h8] = ["a1", "b3", "h8"].map(|name| name.parse().unwrap());
/// assert_eq!(direction_between(a1, h8), Some(Direction::NorthEast.into()));
/// assert_eq!(direction_between(a1, b3), Some(KnightDirection::NorthNorthEast.into()));
/// assert_eq!(direction_between(b3, h8), None);
/// ```
#[cfg_attr(not(unoptimized), inline(always))]
pub fn direction_between(from: Square, to: Square) -> Option<MoveDirection> {
    let number = DIRECTIONS[from.index()][to.index()];
    (number < NONE).then_some(MoveDirection::wrapping(number as usize))
}

const fn directions() -> [[u8; 64]; 64] {
    let mut table = [[NONE; 64]; 64];
    const_for!(from, 64, {
        const_for!(d, 8, {
            let mut at = step(1 << from, Direction::ALL[d]);
            while at != 0 {
                table[from][at.trailing_zeros() as usize] = d as u8;
                at = step(at, Direction::ALL[d]);
            }
            let jump = KnightDirection::ALL[d];
            let to = from as i32 + jump.delta() as i32;
            if to >= 0 && to < 64 && jump.arrivals() >> to & 1 != 0 {
                table[from][to as usize] = jump.index() as u8;
            }
        });
    });
    table
}

const fn pawn_attacks([west, east]: [Direction; 2]) -> [u64; 64] {
    const_array!(
        square,
        64,
        step(1 << square, west) | step(1 << square, east)
    )
}

const fn between_all() -> [[u64; 64]; 64] {
    let mut table = [[0; 64]; 64];
    const_for!(from, 64, {
        const_for!(d, 8, {
            let direction = Direction::ALL[d];
            let mut passed = 0;
            let mut at = step(1 << from, direction);
            while at != 0 {
                table[from][at.trailing_zeros() as usize] = passed;
                passed |= at;
                at = step(at, direction);
            }
        });
    });
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use setwise_core::oracle;

    /// Every entry, against walks from square to square.
    #[test]
    fn tables_against_walks() {
        for a in Square::all() {
            for d in Direction::ALL {
                assert_eq!(ray(a, d), oracle::attacks(a.bit(), a.bit(), d));
            }
            for b in Square::all() {
                let direction = Direction::ALL
                    .into_iter()
                    .find(|&d| oracle::attacks(a.bit(), a.bit(), d) & b.bit() != 0);
                let (inner, whole) = direction.map_or((0, 0), |d| {
                    let seen = oracle::attacks(a.bit(), a.bit() | b.bit(), d) & !b.bit();
                    let back = oracle::attacks(a.bit(), a.bit(), d.opposite());
                    (seen, back | a.bit() | oracle::attacks(a.bit(), a.bit(), d))
                });
                assert_eq!(between(a, b), inner);
                assert_eq!(line(a, b), whole);
                assert_eq!(line(a, b), line(b, a));
                let files = b.file() as i32 - a.file() as i32;
                let ranks = b.rank() as i32 - a.rank() as i32;
                let jump = KnightDirection::ALL.into_iter().find(|jump| {
                    (files, ranks) == (jump.file_delta().into(), jump.rank_delta().into())
                });
                let expected = direction
                    .map(MoveDirection::Ray)
                    .or(jump.map(MoveDirection::Jump));
                assert_eq!(direction_between(a, b), expected);
            }
        }
    }
}
