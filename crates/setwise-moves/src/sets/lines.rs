//! Lines between squares, and through them.

use setwise_core::{Direction, Pack};

/// Returns the squares strictly between two squares (one in each board of `a` and `b`) of one rank,
/// file or diagonal, and an empty board for any other two. For larger sets, these are the squares
/// between any square of one and any of the other.
///
/// ```
/// use setwise_moves::{between, sets::between_sets};
/// let [b2, f6] = ["b2", "f6"].map(|name| name.parse::<setwise_core::Square>().unwrap());
/// assert_eq!(between_sets(b2.bit(), f6.bit()), between(b2, f6));
/// ```
#[cfg_attr(not(unoptimized), inline(always))]
pub fn between_sets<P: Pack>(a: P, b: P) -> P {
    use Direction::*;
    let orthogonal =
        (facing(a, b, North) | facing(a, b, East)) | (facing(a, b, South) | facing(a, b, West));
    let diagonal = (facing(a, b, NorthEast) | facing(a, b, SouthEast))
        | (facing(a, b, SouthWest) | facing(a, b, NorthWest));
    orthogonal | diagonal
}

/// The squares beyond `a` in a direction that lie before `b`.
#[cfg_attr(not(unoptimized), inline(always))]
fn facing<P: Pack>(a: P, b: P, direction: Direction) -> P {
    beyond(a, direction) & beyond(b, direction.opposite())
}

#[cfg_attr(not(unoptimized), inline(always))]
fn beyond<P: Pack>(set: P, direction: Direction) -> P {
    set.fill(direction).step(direction)
}

/// Returns the whole rank, file or diagonal through two squares (one in each board of `a` and `b`),
/// both included. The board is empty for two squares that are the same or not on one line.
///
/// ```
/// use setwise_moves::{line, sets::line_through};
/// let [g2, d5] = ["g2", "d5"].map(|name| name.parse::<setwise_core::Square>().unwrap());
/// assert_eq!(line_through(g2.bit(), d5.bit()), line(g2, d5));
/// ```
#[cfg_attr(not(unoptimized), inline(always))]
pub fn line_through<P: Pack>(a: P, b: P) -> P {
    use Direction::*;
    let orthogonal = joined(a, b, North) | joined(a, b, East);
    let diagonal = joined(a, b, NorthEast) | joined(a, b, NorthWest);
    orthogonal | diagonal
}

/// The line of a direction through `a` if `b` lies on it as well, else nothing.
#[cfg_attr(not(unoptimized), inline(always))]
fn joined<P: Pack>(a: P, b: P, direction: Direction) -> P {
    let line = a.fill(direction) | a.fill(direction.opposite());
    line & !(line & b & !a).empty()
}

/// The attacks of sliders in one direction *through* the first piece that they meet, if it is in
/// `through`. The set begins beyond that piece and ends with the next one.
///
/// ```
/// use setwise_core::{Direction, Square, Squares};
/// // A rook on d1, and pieces on d3 and d7. The rook attacks through d3.
/// let (rook, d3, d7) = (1u64 << 3, 1 << 19, 1 << 51);
/// let behind = setwise_moves::sets::xray_attacks(rook, rook | d3 | d7, d3, Direction::North);
/// assert!(Squares(behind).eq([Square::D4, Square::D5, Square::D6, Square::D7]));
/// ```
#[cfg_attr(not(unoptimized), inline(always))]
pub fn xray_attacks<P: Pack>(sliders: P, occupied: P, through: P, direction: Direction) -> P {
    let met = sliders.attacks(occupied, direction) & occupied & through;
    met.attacks(occupied, direction)
}
