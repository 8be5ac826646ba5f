//! Attacks of kings and knights.

use setwise_core::{Direction, Pack};

/// The squares that a set of kings attacks.
///
/// ```
/// use setwise_core::Diagram;
/// // Kings on c6 and h1.
/// let attacked = setwise_moves::sets::king_attacks(1u64 << 42 | 1 << 7);
/// assert_eq!(format!("{:#}", Diagram(attacked)), "\
/// 8 . . . . . . . .
/// 7 . 1 1 1 . . . .
/// 6 . 1 . 1 . . . .
/// 5 . 1 1 1 . . . .
/// 4 . . . . . . . .
/// 3 . . . . . . . .
/// 2 . . . . . . 1 1
/// 1 . . . . . . 1 .
///   a b c d e f g h
/// ");
/// ```
#[cfg_attr(not(unoptimized), inline(always))]
pub fn king_attacks<P: Pack>(kings: P) -> P {
    let beside = kings.step(Direction::East) | kings.step(Direction::West);
    let row = beside | kings;
    beside | row.step(Direction::North) | row.step(Direction::South)
}

/// The squares that a set of knights attacks.
///
/// ```
/// use setwise_core::Diagram;
/// // Knights on d5 and g1.
/// let attacked = setwise_moves::sets::knight_attacks(1u64 << 35 | 1 << 6);
/// assert_eq!(format!("{:#}", Diagram(attacked)), "\
/// 8 . . . . . . . .
/// 7 . . 1 . 1 . . .
/// 6 . 1 . . . 1 . .
/// 5 . . . . . . . .
/// 4 . 1 . . . 1 . .
/// 3 . . 1 . 1 1 . 1
/// 2 . . . . 1 . . .
/// 1 . . . . . . . .
///   a b c d e f g h
/// ");
/// ```
#[cfg_attr(not(unoptimized), inline(always))]
pub fn knight_attacks<P: Pack>(knights: P) -> P {
    let (one, two) = files_beside(knights);
    let north = one.step(Direction::North) | two;
    let south = one.step(Direction::South) | two;
    north.step(Direction::North) | south.step(Direction::South)
}

/// The squares one file to both sides, and the squares two files to both sides.
#[cfg_attr(not(unoptimized), inline(always))]
fn files_beside<P: Pack>(set: P) -> (P, P) {
    let (east, west) = (set.step(Direction::East), set.step(Direction::West));
    let two = east.step(Direction::East) | west.step(Direction::West);
    (east | west, two)
}
