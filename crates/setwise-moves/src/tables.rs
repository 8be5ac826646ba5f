//! Constant tables by square, made at compile time.

use crate::Heading;
use setwise_core::piecewise::rays::RAYS;
use setwise_core::{Direction, KnightDirection, Square, step};

/// The squares strictly between two squares of one line, 32,768 bytes.
static BETWEEN: [[u64; 64]; 64] = between_all();
/// The number of the heading from one square to another, 4096 bytes; [`NOWHERE`] if there is none.
static HEADINGS: [[u8; 64]; 64] = headings();
const NOWHERE: u8 = 16;
/// What a pawn attacks that moves up the board, 512 bytes.
static PAWN: [u64; 64] = pawn();

/// The squares of the ray that begins beyond `square`, up to the edge.
///
/// ```
/// use setwise_core::{Diagram, Direction};
/// let d4 = "d4".parse().unwrap();
/// assert_eq!(format!("{:#}", Diagram(setwise_moves::ray(d4, Direction::SouthEast))), "\
/// 8 . . . . . . . .
/// 7 . . . . . . . .
/// 6 . . . . . . . .
/// 5 . . . . . . . .
/// 4 . . . . . . . .
/// 3 . . . . 1 . . .
/// 2 . . . . . 1 . .
/// 1 . . . . . . 1 .
///   a b c d e f g h
/// ");
/// ```
#[inline(always)]
pub fn ray(square: Square, direction: Direction) -> u64 {
    RAYS[direction.index()][square.index()]
}

/// The squares strictly between two squares of one rank, file or diagonal; nothing for any other two.
///
/// ```
/// use setwise_core::Diagram;
/// let [b2, f6] = ["b2", "f6"].map(|name| name.parse().unwrap());
/// assert_eq!(format!("{:#}", Diagram(setwise_moves::between(b2, f6))), "\
/// 8 . . . . . . . .
/// 7 . . . . . . . .
/// 6 . . . . . . . .
/// 5 . . . . 1 . . .
/// 4 . . . 1 . . . .
/// 3 . . 1 . . . . .
/// 2 . . . . . . . .
/// 1 . . . . . . . .
///   a b c d e f g h
/// ");
/// ```
#[inline(always)]
pub fn between(a: Square, b: Square) -> u64 {
    BETWEEN[a.index()][b.index()]
}

/// The whole rank, file or diagonal through two squares, both included; nothing for two squares that are the
/// same or not on one line.
///
/// ```
/// use setwise_core::Diagram;
/// let [b2, f6] = ["b2", "f6"].map(|name| name.parse().unwrap());
/// assert_eq!(format!("{:#}", Diagram(setwise_moves::line(b2, f6))), "\
/// 8 . . . . . . . 1
/// 7 . . . . . . 1 .
/// 6 . . . . . 1 . .
/// 5 . . . . 1 . . .
/// 4 . . . 1 . . . .
/// 3 . . 1 . . . . .
/// 2 . 1 . . . . . .
/// 1 1 . . . . . . .
///   a b c d e f g h
/// ");
/// ```
pub fn line(a: Square, b: Square) -> u64 {
    for direction in Direction::ALL {
        if ray(a, direction) & b.bit() != 0 {
            return ray(a, direction) | ray(a, direction.opposite()) | a.bit();
        }
    }
    0
}

/// The heading that leads from one square to another.
#[inline(always)]
pub(crate) fn heading(from: Square, to: Square) -> Option<Heading> {
    let number = HEADINGS[from.index()][to.index()];
    (number < NOWHERE).then_some(Heading::wrapping(number as usize))
}

/// What a pawn attacks that moves up the board.
#[inline(always)]
pub(crate) fn pawn_attacks(square: Square) -> u64 {
    PAWN[square.index()]
}

const fn pawn() -> [u64; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let bit = 1 << square;
        table[square] = step(bit, Direction::NorthEast) | step(bit, Direction::NorthWest);
        square += 1;
    }
    table
}

const fn headings() -> [[u8; 64]; 64] {
    let mut table = [[NOWHERE; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut d = 0;
        while d < 8 {
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
            d += 1;
        }
        from += 1;
    }
    table
}

const fn between_all() -> [[u64; 64]; 64] {
    let mut table = [[0; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut d = 0;
        while d < 8 {
            let direction = Direction::ALL[d];
            let mut passed = 0;
            let mut at = step(1 << from, direction);
            while at != 0 {
                table[from][at.trailing_zeros() as usize] = passed;
                passed |= at;
                at = step(at, direction);
            }
            d += 1;
        }
        from += 1;
    }
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
            let mut steps = 0;
            for d in Direction::ALL {
                assert_eq!(ray(a, d), oracle::attacks(a.bit(), a.bit(), d));
                if d.rank_delta() > 0 && d.is_diagonal() {
                    steps |= oracle::step(a.bit(), d);
                }
            }
            assert_eq!(pawn_attacks(a), steps);
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
                let expected = direction.map(Heading::Ray).or(jump.map(Heading::Jump));
                assert_eq!(heading(a, b), expected);
            }
        }
    }
}
