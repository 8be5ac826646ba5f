//! Obstruction difference: the nearest man below the slider, subtracted from the nearest man above, sets every bit
//! between; seen through the line, these are the attacks.
//!
//! ```text
//!   men on d4's diagonal      2 * g7 - b2           through the diagonal
//! 8 . . . . . . . 1         8 . . . . . . . .     8 . . . . . . . .
//! 7 . . . . . . 1 .         7 1 1 1 1 1 1 1 .     7 . . . . . . 1 .
//! 6 . . . . . . . .         6 1 1 1 1 1 1 1 1     6 . . . . . 1 . .
//! 5 . . . . . . . .         5 1 1 1 1 1 1 1 1     5 . . . . 1 . . .
//! 4 . . . . . . . .         4 1 1 1 1 1 1 1 1     4 . . . . . . . .
//! 3 . . . . . . . .         3 1 1 1 1 1 1 1 1     3 . . 1 . . . . .
//! 2 . 1 . . . . . .         2 . 1 1 1 1 1 1 1     2 . 1 . . . . . .
//! 1 . . . . . . . .         1 . . . . . . . .     1 . . . . . . . .
//!   a b c d e f g h           a b c d e f g h       a b c d e f g h
//! ```
//!
//! With no man above, the difference runs up to h8 by itself, since it then borrows from beyond the word. With no man
//! below, something has to be subtracted none the less: a1, which is below every line's first square or is that square.

use super::rays::{RAYS, ray};
use super::system::{About, ByLine, Described, Instruction};
use crate::{Line, Square};

/// The nearest man below, alone; a1 if there is none.
#[inline(always)]
const fn nearest_below(men: u64) -> u64 {
    (1 << 63) >> (men | 1).leading_zeros()
}

/// A line as it was published (Michael Hoffmann, 2009): twice the nearest above, less the nearest below.
#[inline(always)]
pub const fn difference(line: Line, square: Square, occupied: u64) -> u64 {
    let [positive, negative] = line.directions();
    let (upper, lower) = (ray(positive, square), ray(negative, square));
    let above = upper & occupied;
    let nearest_above = above & above.wrapping_neg();
    (nearest_above << 1).wrapping_sub(nearest_below(lower & occupied)) & (upper | lower)
}

/// A line without isolating the nearest above (Daniel Infuehr, 2022): subtracted from all men above, the nearest below
/// changes no bit beyond the first of them.
#[inline(always)]
pub const fn flipped(line: Line, square: Square, occupied: u64) -> u64 {
    let [positive, negative] = line.directions();
    let (upper, lower) = (ray(positive, square), ray(negative, square));
    let above = upper & occupied;
    (above ^ above.wrapping_sub(nearest_below(lower & occupied))) & (upper | lower)
}

/// The system of [`difference`] lines. Its masks above and below are the rays.
#[derive(Clone, Copy, Debug, Default)]
pub struct ObstructionDifference;

impl Described for ObstructionDifference {
    fn about(&self) -> About {
        About {
            name: "obstruction-difference",
            author: "Michael Hoffmann",
            year: "2009",
            reference: "Direct bitboard movegeneration, CCC, 23 July 2009; Chessprogramming wiki: Obstruction Difference",
            table_bytes: size_of_val(&RAYS),
            wants: &[Instruction::LeadingZeros, Instruction::IsolateLowest],
        }
    }
}

impl ByLine for ObstructionDifference {
    #[inline(always)]
    fn line(&self, line: Line, square: Square, occupied: u64) -> u64 {
        difference(line, square, occupied)
    }
}

/// The system of [`flipped`] lines.
#[derive(Clone, Copy, Debug, Default)]
pub struct FlippedDifference;

impl Described for FlippedDifference {
    fn about(&self) -> About {
        About {
            name: "obstruction-difference/flipped",
            author: "Michael Hoffmann, Daniel Infuehr",
            year: "2022",
            reference: "Re: Sliding Piece Algorithm by Abstract Syntax Tree Sifting, CCC, 17 April 2022; Chessprogramming wiki: Obstruction Difference",
            table_bytes: size_of_val(&RAYS),
            wants: &[Instruction::LeadingZeros],
        }
    }
}

impl ByLine for FlippedDifference {
    #[inline(always)]
    fn line(&self, line: Line, square: Square, occupied: u64) -> u64 {
        flipped(line, square, occupied)
    }
}
