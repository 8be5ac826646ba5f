//! Subtraction for one slider, in both directions: o ^ (o − 2r).
//!
//! Let `m` be the pieces of a line without the slider, and `r` the slider. `m - r` borrows upwards
//! to the next piece, so exactly the bits in between change: `m ^ (m - r)`, masked with the line,
//! is the positive half of the attacks. (With the slider among the pieces this is o ^ (o − 2r).)
//! The negative half is the same in the mirror image. Mirroring distributes over `^`, so the two
//! `m` cancel, and a line is `(m - r) ^ swap(swap(m) - swap(r))`.
//!
//! Mirroring costs the most. A file or a diagonal has one square per rank, so a byte swap mirrors
//! it, which every CPU can do. A byte swap does not mirror a rank, so [`quintessence`] looks up
//! ranks. [`reversed`] reverses all 64 bits instead, for every line: on some CPUs, one instruction.

use super::rays::whole_line;
use super::system::{About, ByLine, Instruction, system};
use crate::direction::{Direction, Line};
use crate::{const_array, const_for};
use crate::{square::Square, word::attacks};

/// The lines without the square itself: `LINES[line][square]`, 2048 bytes.
pub static LINES: [[u64; 64]; 4] = const_array!(line, 4, {
    const_array!(square, 64, {
        let at = Square::wrapping(square);
        whole_line(at, Line::ALL[line]) & !at.bit()
    })
});

/// The attacks on one rank, 512 bytes: `RANKS[pieces][file]`. `pieces` are the six squares from
/// file b (bit 0) to file g (bit 5); the result has file a in bit 0. Files a and h do not matter.
pub static RANKS: [[u8; 8]; 64] = const_array!(pieces, 64, {
    const_array!(file, 8, {
        let (slider, occupied) = (1 << file, (pieces as u64) << 1);
        let east = attacks(slider, occupied, Direction::East);
        (east | attacks(slider, occupied, Direction::West)) as u8
    })
});

const _: () = {
    assert!(size_of_val(&LINES) == 2048);
    assert!(size_of_val(&RANKS) == 512);
    const_for!(i, 4, {
        assert!(Line::ALL[i] as usize == i);
    });
};

/// Returns the attacks on a line: a rank by lookup, another line by subtraction and byte swap.
#[cfg_attr(not(unoptimized), inline(always))]
pub const fn quintessence(square: Square, occupied: u64, line: Line) -> u64 {
    if let Line::Rank = line {
        return rank(square, occupied);
    }
    let mask = LINES[line as usize][square.index()];
    let pieces = occupied & mask;
    let up = pieces.wrapping_sub(square.bit());
    let down = pieces.swap_bytes().wrapping_sub(square.flip_ranks().bit());
    (up ^ down.swap_bytes()) & mask
}

/// Returns the attacks on a rank, looked up by the six inner squares.
#[cfg_attr(not(unoptimized), inline(always))]
pub const fn rank(square: Square, occupied: u64) -> u64 {
    let shift = 8 * square.rank();
    let pieces = occupied >> (shift + 1) & 63;
    (RANKS[pieces as usize][square.file()] as u64) << shift
}

/// Returns the attacks on any line, by subtraction and reversal of all 64 bits.
#[cfg_attr(not(unoptimized), inline(always))]
pub const fn reversed(square: Square, occupied: u64, line: Line) -> u64 {
    let mask = LINES[line as usize][square.index()];
    let pieces = occupied & mask;
    let up = pieces.wrapping_sub(square.bit());
    let mirrored = 1 << (63 - square.index());
    let down = pieces.reverse_bits().wrapping_sub(mirrored);
    (up ^ down.reverse_bits()) & mask
}

/// The lines that leave the rank, side by side: file, diagonal, antidiagonal, and an empty one.
/// `BESIDE[square]`, 2048 bytes. A register of 256 bits holds those of a square, and one
/// instruction mirrors them all ([`IN_LANES`]).
pub static BESIDE: [[u64; 4]; 64] = const_array!(square, 64, {
    [
        LINES[Line::File as usize][square],
        LINES[Line::Diagonal as usize][square],
        LINES[Line::Antidiagonal as usize][square],
        0,
    ]
});

/// The description of `QuintessenceInLanes` in the crate `setwise-x86`: hyperbola quintessence with
/// the lines of a square in the lanes of a vector. That system is not in
/// [`systems`](super::systems), because it needs AVX2. On aarch64 [`BitReversal`] takes few
/// instructions for every line, without vectors.
pub const IN_LANES: About = About {
    name: "hyperbola-quintessence/lanes",
    author: "Stockfish, after Gerd Isenberg, Aleks Peshkov",
    year: "2026",
    reference: "HQ attacks for AVX2, Stockfish pull request 6845, 23 May 2026",
    table_bytes: size_of::<[[u64; 4]; 64]>() + size_of::<[[u8; 8]; 64]>(),
    wants: &[Instruction::ByteSwap],
};

system! {
    /// The system of [`quintessence`] lines: three lines and the ranks, 2048 bytes.
    HyperbolaQuintessence: ByLine {
        fn line(square: Square, occupied: u64, line: Line) = quintessence(square, occupied, line);
    }
    About {
        name: "hyperbola-quintessence",
        author: "Gerd Isenberg, Aleks Peshkov, after Ryan Mack",
        year: "2007",
        reference: "Re: BitBoard Tests Magic v Non-Rotated 32 Bits v 64 Bits, CCC, 25 August 2007; Chessprogramming wiki: Hyperbola Quintessence",
        table_bytes: 3 * size_of_val(&LINES[0]) + size_of_val(&RANKS),
        wants: &[Instruction::ByteSwap],
    };

    /// The system of [`reversed`] lines, 2048 bytes.
    BitReversal: ByLine {
        fn line(square: Square, occupied: u64, line: Line) = reversed(square, occupied, line);
    }
    About {
        name: "subtraction/bit-reversal",
        author: "Ryan Mack (reverse bitboards), Gerd Isenberg",
        year: "2007",
        reference: "Chessprogramming wiki: Hyperbola Quintessence, Reverse Bitboards",
        table_bytes: size_of_val(&LINES),
        wants: &[Instruction::BitReversal],
    };
}
