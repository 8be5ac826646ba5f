//! The move boards of StrongChess (Elemar Júnior and Juan Lopes, 2011): both lines through the
//! square, without the rays from the nearest piece in each direction. The rays are the eight
//! bitboards of a square ([`RaysFrom`]).
//!
//! These are attacks. A move board is the attacks without the pieces of the same side.

use super::rays::{BY_SQUARE, RaysFrom, first, whole_line};
use super::system::{About, Instruction, System, system};
use crate::direction::{Direction, Direction::*, Line};
use crate::square::Square;

/// Returns the hidden squares of one direction: the ray from the lowest piece (positive directions)
/// or the highest one (negative). Without a piece on the ray, nothing is hidden.
#[cfg_attr(not(unoptimized), inline(always))]
const fn hidden(from: RaysFrom, occupied: u64, direction: Direction) -> u64 {
    let pieces = from.toward(direction) & occupied;
    match first(pieces, direction) {
        Some(nearest) => RaysFrom(nearest).toward(direction),
        None => 0,
    }
}

/// Returns the squares that a rook attacks.
#[cfg_attr(not(unoptimized), inline(always))]
pub const fn rook(square: Square, occupied: u64) -> u64 {
    let from = RaysFrom(square);
    (whole_line(square, Line::File) | whole_line(square, Line::Rank))
        & !square.bit()
        & !hidden(from, occupied, North)
        & !hidden(from, occupied, East)
        & !hidden(from, occupied, South)
        & !hidden(from, occupied, West)
}

/// Returns the squares that a bishop attacks.
#[cfg_attr(not(unoptimized), inline(always))]
pub const fn bishop(square: Square, occupied: u64) -> u64 {
    let from = RaysFrom(square);
    (whole_line(square, Line::Diagonal) | whole_line(square, Line::Antidiagonal))
        & !square.bit()
        & !hidden(from, occupied, NorthEast)
        & !hidden(from, occupied, SouthEast)
        & !hidden(from, occupied, SouthWest)
        & !hidden(from, occupied, NorthWest)
}

system! {
    /// The system of [`rook`] and [`bishop`].
    StrongChess: System {
        fn rook(square: Square, occupied: u64) = rook(square, occupied);
        fn bishop(square: Square, occupied: u64) = bishop(square, occupied);
    }
    About {
        name: "strongchess-rays",
        author: "Elemar Júnior, Juan Lopes",
        year: "2011",
        reference: "Escrevendo um Engine para Xadrez, parte 10 (23 January 2011); github.com/ElemarJR/StrongChess",
        table_bytes: size_of_val(&BY_SQUARE),
        wants: &[
            Instruction::TrailingZeros,
            Instruction::LeadingZeros,
            Instruction::AndNot,
        ],
    };
}
