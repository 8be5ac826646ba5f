//! Constant tables by square, made at compile time.

use setwise_core::{Direction, KnightDirection, Square, fill, step};

/// The squares beyond a square in each direction: `RAYS[direction][square]`, 4096 bytes.
pub(crate) static RAYS: [[u64; 64]; 8] = rays();
/// A knight's attacks from each square, 512 bytes.
pub(crate) static KNIGHT: [u64; 64] = knight();
/// A king's attacks from each square, 512 bytes.
pub(crate) static KING: [u64; 64] = king();
/// The squares strictly between two squares of one line, 32,768 bytes.
static BETWEEN: [[u64; 64]; 64] = between_all();

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

const fn rays() -> [[u64; 64]; 8] {
    let mut table = [[0; 64]; 8];
    let mut d = 0;
    while d < 8 {
        let mut square = 0;
        while square < 64 {
            table[d][square] = fill(1 << square, Direction::ALL[d]) & !(1 << square);
            square += 1;
        }
        d += 1;
    }
    table
}

const fn king() -> [u64; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut d = 0;
        while d < 8 {
            table[square] |= step(1 << square, Direction::ALL[d]);
            d += 1;
        }
        square += 1;
    }
    table
}

const fn knight() -> [u64; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut d = 0;
        while d < 8 {
            table[square] |= jump(1 << square, KnightDirection::ALL[d]);
            d += 1;
        }
        square += 1;
    }
    table
}

/// Every square one knight's jump on.
const fn jump(set: u64, direction: KnightDirection) -> u64 {
    let by = direction.delta();
    let moved = if by > 0 {
        set << by.unsigned_abs()
    } else {
        set >> by.unsigned_abs()
    };
    moved & direction.arrivals()
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
    use setwise_core::{Squares, oracle};

    /// Every entry, against walks from square to square.
    #[test]
    fn tables_against_walks() {
        for a in Square::all() {
            let mut steps = 0;
            for d in Direction::ALL {
                assert_eq!(ray(a, d), oracle::attacks(a.bit(), a.bit(), d));
                steps |= oracle::step(a.bit(), d);
            }
            assert_eq!(KING[a.index()], steps);
            let jumps = Square::all().filter(|b| {
                let files = (a.file() as i32 - b.file() as i32).abs();
                let ranks = (a.rank() as i32 - b.rank() as i32).abs();
                files * ranks == 2
            });
            assert_eq!(KNIGHT[a.index()], jumps.fold(0, |all, b| all | b.bit()));
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
                assert_eq!(Squares(between(a, b)).len(), inner.count_ones() as usize);
            }
        }
    }
}
