//! Attacks on the empty board, and the lines of the board in the orders in which threats are
//! listed.

use crate::sets::pairs::byte_table::tables;
use setwise_core::{Vector, const_array, const_for};
pub(crate) use setwise_threats::internal::{JUMPS, STEPS, on_board};
use setwise_threats::internal::{attacks, offsets};

/// Kinds of attackers: the pawns of the two colors attack differently.
pub(crate) const WHITE_PAWN: usize = 0;
pub(crate) const BLACK_PAWN: usize = 1;
pub(crate) const KNIGHT: usize = 2;
pub(crate) const BISHOP: usize = 3;
pub(crate) const ROOK: usize = 4;
pub(crate) const QUEEN: usize = 5;
pub(crate) const KING: usize = 6;
pub(crate) const KINDS: usize = 7;

/// The difference of the squares of a jump or a step.
pub(crate) const fn difference((files, ranks): (i32, i32)) -> i32 {
    8 * ranks + files
}

tables! {
    /// The jumps from a square that stay on the board, as bits in ascending order of the target.
    JUMPS_FROM: |i| on_board(&JUMPS, i);
}

/// The codes of the kinds in `setwise-threats`: the role from 1, and 8 more for Black.
const CODES: [u8; KINDS] = [1, 9, 2, 3, 4, 5, 6];

/// By kind and square: the squares attacked on the empty board.
/// The last row stands for no kind.
pub(crate) static ATTACKS: [[u64; 64]; KINDS + 1] = {
    let mut table = [[0; 64]; KINDS + 1];
    const_for!(kind, KINDS, {
        table[kind] = const_array!(square, 64, attacks(CODES[kind], square));
    });
    table
};

/// By kind: the number of attacks on the empty board from all lower squares, and at 64 from all
/// squares. Pawns count no attacks from the first and the last rank, where no pawn can be. The last
/// row stands for no kind.
pub(crate) static OFFSETS: [[u16; 65]; KINDS + 1] = {
    let mut table = [[0; 65]; KINDS + 1];
    const_for!(kind, KINDS, {
        table[kind] = offsets(CODES[kind]);
    });
    table
};

/// A set of lines that cover the board: ranks, files, diagonals or anti-diagonals. Each has an
/// order of the squares in which those of a line follow each other, ascending.
#[derive(Clone, Copy)]
pub(crate) enum Axis {
    /// Place 8 r + f for rank r, file f.
    Ranks,
    /// Place 8 f + r.
    Files,
    /// Place 8 ((r − f) mod 8) + f.
    Diagonals,
    /// Place 8 ((r + f) mod 8) + r.
    AntiDiagonals,
}

impl Axis {
    pub(crate) const ALL: [Self; 4] = [
        Self::Ranks,
        Self::Files,
        Self::Diagonals,
        Self::AntiDiagonals,
    ];

    pub(crate) const fn place(self, square: usize) -> usize {
        let (file, rank) = (square & 7, square >> 3);
        match self {
            Self::Ranks => square,
            Self::Files => 8 * file + rank,
            Self::Diagonals => 8 * ((8 + rank - file) & 7) + file,
            Self::AntiDiagonals => 8 * ((rank + file) & 7) + rank,
        }
    }

    /// The squares by place.
    pub(crate) const fn squares(self) -> [u8; 64] {
        let mut squares = [0; 64];
        const_for!(square, 64, {
            squares[self.place(square)] = square as u8;
        });
        squares
    }

    /// A number that the squares of a line have in common, and no other line.
    pub(crate) const fn line(self, square: usize) -> u8 {
        let (file, rank) = ((square & 7) as u8, (square >> 3) as u8);
        match self {
            Self::Ranks => rank,
            Self::Files => file,
            Self::Diagonals => 7 + file - rank,
            Self::AntiDiagonals => file + rank,
        }
    }

    /// Returns the places that are the first of their line, except the first place of each byte.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) const fn first_places(self) -> u64 {
        const FIRST: [u64; 4] = const_array!(axis, 4, Axis::ALL[axis].find_first_places());
        FIRST[self as usize]
    }

    const fn find_first_places(self) -> u64 {
        let squares = self.squares();
        let (mut first, mut place) = (0, 1);
        while place < 64 {
            let (below, at) = (squares[place - 1] as usize, squares[place] as usize);
            if place % 8 != 0 && self.line(below) != self.line(at) {
                first |= 1 << place;
            }
            place += 1;
        }
        first
    }
}

/// Rank r, file f goes to rank f, file r: boards in the order of [`Axis::Files`]. (Henry S. Warren,
/// Hacker's Delight, 2002.)
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn transpose<V: Vector>(boards: V) -> V {
    let mut x = boards;
    for (mask, by) in [
        (0x0000_0000_f0f0_f0f0, 28),
        (0x0000_cccc_0000_cccc, 14),
        (0x00aa_00aa_00aa_00aa, 7),
    ] {
        let swapped = (x ^ x.shr(by)) & x.same(mask);
        x = x ^ swapped ^ swapped.shl(by);
    }
    x
}

/// Rotates file f by f ranks, towards the first rank (`down`) or the last. Boards in the order of
/// ranks go to that of [`Axis::Diagonals`] (`down`), those in the order of files to that of
/// [`Axis::AntiDiagonals`] (not `down`). (Gerd Isenberg, pseudo-rotation by 45 degrees.)
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn rotate_files<V: Vector>(boards: V, down: bool) -> V {
    let mut x = boards;
    for (files, ranks) in [
        (0xaaaa_aaaa_aaaa_aaaa, 1),
        (0xcccc_cccc_cccc_cccc, 2),
        (0xf0f0_f0f0_f0f0_f0f0, 4),
    ] {
        let left = if down { 64 - 8 * ranks } else { 8 * ranks };
        let rotated = x.shl(left) | x.shr(64 - left);
        x = x ^ ((x ^ rotated) & x.same(files));
    }
    x
}

/// [`Axis::squares`] of each axis, and a last entry for no place.
pub(crate) static SQUARES: [[u8; 65]; 4] = squares_by_place(0);

/// The same by 63 minus the place.
pub(crate) static SQUARES_REVERSED: [[u8; 65]; 4] = squares_by_place(63);

/// The squares of each axis by place, which is xored with a number.
const fn squares_by_place(flip: usize) -> [[u8; 65]; 4] {
    let mut table = [[0; 65]; 4];
    const_for!(i, 4 * 64, {
        let (axis, square) = (i / 64, i % 64);
        table[axis][Axis::ALL[axis].place(square) ^ flip] = square as u8;
    });
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_ordered() {
        for axis in Axis::ALL {
            for square in 0..64 {
                let board = 1_u64 << square;
                let ordered = match axis {
                    Axis::Ranks => board,
                    Axis::Files => transpose(board),
                    Axis::Diagonals => rotate_files(board, true),
                    Axis::AntiDiagonals => rotate_files(transpose(board), false),
                };
                assert_eq!(ordered, 1 << axis.place(square));
                assert_eq!(usize::from(axis.squares()[axis.place(square)]), square);
            }
            let squares = axis.squares();
            for places in squares.windows(2) {
                let [a, b] = [places[0], places[1]];
                if axis.line(a.into()) == axis.line(b.into()) {
                    assert!(a < b);
                }
            }
        }
        assert_eq!(Axis::Ranks.first_places() | Axis::Files.first_places(), 0);
        assert_eq!(Axis::Diagonals.first_places(), 0x0204_0810_2040_8000);
    }

    #[test]
    fn attacks_of_the_empty_board() {
        let totals = OFFSETS.map(|offsets| offsets[64]);
        assert_eq!(totals, [84, 84, 336, 560, 896, 1456, 420, 0]);
    }
}
