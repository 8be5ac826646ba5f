//! Obstruction difference: the nearest piece below the slider is subtracted from the nearest piece
//! above. The difference has ones in between. Masked with the line it is the set of attacks.
//!
//! With no piece above, the difference borrows from beyond the word, and so has ones up to h8. With
//! no piece below, a1 is subtracted instead: no square of the line is below it.

use super::rays::{RAYS, ray};
use super::system::{About, ByLine, Instruction, system};
use crate::{direction::Line, square::Square};

/// Returns only the nearest piece below; a1 if there is none.
#[cfg_attr(not(unoptimized), inline(always))]
const fn nearest_below(pieces: u64) -> u64 {
    (1 << 63) >> (pieces | 1).leading_zeros()
}

/// Returns a line as published (Hoffmann, 2009): twice the nearest piece above less that below.
#[cfg_attr(not(unoptimized), inline(always))]
pub const fn difference(square: Square, occupied: u64, line: Line) -> u64 {
    let [positive, negative] = line.directions();
    let (upper, lower) = (ray(square, positive), ray(square, negative));
    let above = upper & occupied;
    let nearest_above = above & above.wrapping_neg();
    (nearest_above << 1).wrapping_sub(nearest_below(lower & occupied)) & (upper | lower)
}

/// Returns a line without isolating the nearest piece above (Daniel Infuehr, 2022). The nearest
/// piece below is subtracted from all pieces above. That changes no bit above the first of them.
#[cfg_attr(not(unoptimized), inline(always))]
pub const fn flipped(square: Square, occupied: u64, line: Line) -> u64 {
    let [positive, negative] = line.directions();
    let (upper, lower) = (ray(square, positive), ray(square, negative));
    let above = upper & occupied;
    (above ^ above.wrapping_sub(nearest_below(lower & occupied))) & (upper | lower)
}

system! {
    /// The system of [`difference`] lines. Its masks above and below the slider are the rays.
    ObstructionDifference: ByLine {
        fn line(square: Square, occupied: u64, line: Line) = difference(square, occupied, line);
    }
    About {
        name: "obstruction-difference",
        author: "Michael Hoffmann",
        year: "2009",
        reference: "Direct bitboard movegeneration, CCC, 23 July 2009; Chessprogramming wiki: Obstruction Difference",
        table_bytes: size_of_val(&RAYS),
        wants: &[Instruction::LeadingZeros, Instruction::IsolateLowest],
    };

    /// The system of [`flipped`] lines.
    FlippedDifference: ByLine {
        fn line(square: Square, occupied: u64, line: Line) = flipped(square, occupied, line);
    }
    About {
        name: "obstruction-difference/flipped",
        author: "Michael Hoffmann, Daniel Infuehr",
        year: "2022",
        reference: "Re: Sliding Piece Algorithm by Abstract Syntax Tree Sifting, CCC, 17 April 2022; Chessprogramming wiki: Obstruction Difference",
        table_bytes: size_of_val(&RAYS),
        wants: &[Instruction::LeadingZeros],
    };
}
