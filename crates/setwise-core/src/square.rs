//! One of the 64 squares, and the files and ranks as boards.

use core::{fmt, str::FromStr};

/// File a: squares a1, a2 ... a8 (bits 0, 8 ... 56).
pub const FILE_A: u64 = 0x0101_0101_0101_0101;
/// File b: squares b1, b2 ... b8 (bits 1, 9 ... 57).
pub const FILE_B: u64 = FILE_A << 1;
/// File c: squares c1, c2 ... c8 (bits 2, 10 ... 58).
pub const FILE_C: u64 = FILE_A << 2;
/// File d: squares d1, d2 ... d8 (bits 3, 11 ... 59).
pub const FILE_D: u64 = FILE_A << 3;
/// File e: squares e1, e2 ... e8 (bits 4, 12 ... 60).
pub const FILE_E: u64 = FILE_A << 4;
/// File f: squares f1, f2 ... f8 (bits 5, 13 ... 61).
pub const FILE_F: u64 = FILE_A << 5;
/// File g: squares g1, g2 ... g8 (bits 6, 14 ... 62).
pub const FILE_G: u64 = FILE_A << 6;
/// File h: squares h1, h2 ... h8 (bits 7, 15 ... 63).
pub const FILE_H: u64 = FILE_A << 7;
/// Rank 1: squares a1 ... h1 (bits 0 to 7).
pub const RANK_1: u64 = 0xff;
/// Rank 2: squares a2 ... h2 (bits 8 to 15).
pub const RANK_2: u64 = RANK_1 << 8;
/// Rank 3: squares a3 ... h3 (bits 16 to 23).
pub const RANK_3: u64 = RANK_1 << 16;
/// Rank 4: squares a4 ... h4 (bits 24 to 31).
pub const RANK_4: u64 = RANK_1 << 24;
/// Rank 5: squares a5 ... h5 (bits 32 to 39).
pub const RANK_5: u64 = RANK_1 << 32;
/// Rank 6: squares a6 ... h6 (bits 40 to 47).
pub const RANK_6: u64 = RANK_1 << 40;
/// Rank 7: squares a7 ... h7 (bits 48 to 55).
pub const RANK_7: u64 = RANK_1 << 48;
/// Rank 8: squares a8 ... h8 (bits 56 to 63).
pub const RANK_8: u64 = RANK_1 << 56;

/// A square: a1 = 0, b1 = 1, ... h8 = 63 (little-endian rank-file). No other value exists.
///
/// Every square has a constant, from [`Square::A1`] to [`Square::H8`].
///
/// ```
/// use setwise_core::Square;
/// let e4 = Square::E4;
/// assert_eq!((e4.index(), e4.file(), e4.rank()), (28, 4, 3));
/// assert_eq!(e4.bit(), 1 << 28);
/// assert_eq!("e4".parse(), Ok(e4));
/// assert_eq!(format!("{e4} {e4:?}"), "e4 e4");
/// assert_eq!(Square::from_index(28), Some(e4));
/// assert_eq!(Square::from_index(64), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Square(u8);

impl Square {
    /// Returns the square of a number; `None` for 64 or more.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < 64 {
            Some(Self(index as u8))
        } else {
            None
        }
    }

    /// Returns the square of a number, taken modulo 64.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn wrapping(index: usize) -> Self {
        Self((index & 63) as u8)
    }

    /// Returns the square on a file (0 = a) and rank (0 = rank 1); `None` off the board.
    pub const fn at(file: i32, rank: i32) -> Option<Self> {
        if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
            Some(Self((rank * 8 + file) as u8))
        } else {
            None
        }
    }

    /// Returns the lowest square of a set; `None` for the empty set.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn lowest(set: u64) -> Option<Self> {
        if set == 0 {
            None
        } else {
            Some(Self(set.trailing_zeros() as u8))
        }
    }

    /// Returns the highest square of a set; `None` for the empty set.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn highest(set: u64) -> Option<Self> {
        if set == 0 {
            None
        } else {
            Some(Self(63 - set.leading_zeros() as u8))
        }
    }

    /// Returns the square of the name of a constant, a file A-H and a rank 1-8.
    const fn of_constant(name: &[u8]) -> Self {
        Self((name[1] - b'1') * 8 + (name[0] - b'A'))
    }

    /// Returns the number, 0 (a1) to 63 (h8).
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn index(self) -> usize {
        // With the mask the compiler needs no bounds check for tables of 64.
        (self.0 & 63) as usize
    }

    /// Returns the board with only this square.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn bit(self) -> u64 {
        1 << (self.0 & 63)
    }

    /// Returns the file, 0 (a) to 7 (h).
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn file(self) -> usize {
        (self.0 & 7) as usize
    }

    /// Returns the rank, 0 (rank 1) to 7 (rank 8).
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn rank(self) -> usize {
        (self.0 >> 3 & 7) as usize
    }

    /// Returns the square with the ranks reversed: e2 becomes e7.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn flip_ranks(self) -> Self {
        Self(self.0 ^ 56)
    }

    /// Iterates over all squares, a1 first.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..64u8).map(Self)
    }
}

/// Writes the name, as `{}` does.
impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = [b'a' + self.file() as u8, b'1' + self.rank() as u8];
        f.pad(core::str::from_utf8(&name).unwrap_or("??"))
    }
}

/// The error for a text that is not the name of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotASquare;

impl fmt::Display for NotASquare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a square is a file a-h and a rank 1-8, such as e4")
    }
}

impl core::error::Error for NotASquare {}

impl FromStr for Square {
    type Err = NotASquare;

    fn from_str(text: &str) -> Result<Self, NotASquare> {
        match *text.as_bytes() {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Ok(Self((rank - b'1') * 8 + (file - b'a'))),
            _ => Err(NotASquare),
        }
    }
}

/// Defines a constant for each square of a list.
macro_rules! constants {
    ($($name:ident)+) => {
        /// Every square by its name.
        impl Square {
            $(
                #[doc = concat!("The square ", stringify!($name), ".")]
                pub const $name: Self = Self::of_constant(stringify!($name).as_bytes());
            )+
        }
    };
}

constants! {
    A1 B1 C1 D1 E1 F1 G1 H1
    A2 B2 C2 D2 E2 F2 G2 H2
    A3 B3 C3 D3 E3 F3 G3 H3
    A4 B4 C4 D4 E4 F4 G4 H4
    A5 B5 C5 D5 E5 F5 G5 H5
    A6 B6 C6 D6 E6 F6 G6 H6
    A7 B7 C7 D7 E7 F7 G7 H7
    A8 B8 C8 D8 E8 F8 G8 H8
}

/// An iterator over the squares of a set, lowest first.
///
/// ```
/// use setwise_core::{Square, Squares};
/// let set = Square::A1.bit() | Square::C1.bit() | Square::H8.bit();
/// assert!(Squares(set).eq([Square::A1, Square::C1, Square::H8]));
/// assert_eq!(Squares(0xff).len(), 8);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Squares(pub u64);

impl Iterator for Squares {
    type Item = Square;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn next(&mut self) -> Option<Square> {
        let square = Square::lowest(self.0)?;
        self.0 &= self.0 - 1;
        Some(square)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.0.count_ones() as usize;
        (n, Some(n))
    }
}

impl ExactSizeIterator for Squares {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers() {
        for square in Square::all() {
            assert_eq!(Square::from_index(square.index()), Some(square));
            assert_eq!(
                Square::at(square.file() as i32, square.rank() as i32),
                Some(square)
            );
            assert_eq!(square.bit().trailing_zeros() as usize, square.index());
            assert_eq!(square.flip_ranks().rank(), 7 - square.rank());
            assert_eq!(Square::lowest(square.bit()), Some(square));
            assert_eq!(Square::highest(square.bit()), Some(square));
        }
        assert_eq!(Square::at(8, 0), None);
        assert_eq!(Square::at(0, -1), None);
        for wrong in ["", "e", "e44", "i1", "a9", "a0", "E4", "é1"] {
            assert_eq!(wrong.parse::<Square>(), Err(NotASquare), "{wrong}");
        }
        assert_eq!((Square::lowest(0), Square::highest(0)), (None, None));
    }

    #[test]
    fn constants() {
        let corners = [Square::A1, Square::H1, Square::A8, Square::H8];
        assert_eq!(corners.map(Square::index), [0, 7, 56, 63]);
        let diagonal = [
            Square::A1,
            Square::B2,
            Square::C3,
            Square::D4,
            Square::E5,
            Square::F6,
            Square::G7,
            Square::H8,
        ];
        assert_eq!(diagonal.map(Square::index), [0, 9, 18, 27, 36, 45, 54, 63]);
    }

    #[test]
    fn files_and_ranks() {
        let files = [
            FILE_A, FILE_B, FILE_C, FILE_D, FILE_E, FILE_F, FILE_G, FILE_H,
        ];
        let ranks = [
            RANK_1, RANK_2, RANK_3, RANK_4, RANK_5, RANK_6, RANK_7, RANK_8,
        ];
        for square in Square::all() {
            assert_eq!(files[square.file()] & ranks[square.rank()], square.bit());
        }
        for set in files.into_iter().chain(ranks) {
            assert_eq!(Squares(set).len(), 8);
        }
    }
}
