//! One of the 64 squares.

use core::fmt;
use core::str::FromStr;

/// A square: a1 = 0, b1 = 1, ... h8 = 63 (little-endian rank-file). No other value exists.
///
/// ```
/// use setwise_core::Square;
/// let e4: Square = "e4".parse().unwrap();
/// assert_eq!((e4.index(), e4.file(), e4.rank()), (28, 4, 3));
/// assert_eq!(Square::from_index(28), Some(e4));
/// assert_eq!(Square::from_index(64), None);
/// assert_eq!(e4.to_string(), "e4");
/// assert_eq!(e4.bit(), 1 << 28);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Square(u8);

impl Square {
    /// Returns the square of a number; `None` from 64 on.
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

    /// Returns the number, 0 (a1) to 63 (h8).
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn index(self) -> usize {
        // The mask tells the compiler that the number is below 64, so that tables of 64 need no bounds check.
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

/// An iterator over the squares of a set, lowest first.
///
/// ```
/// use setwise_core::{Square, Squares};
/// let names: Vec<String> = Squares(0x8000_0000_0000_0005).map(|s| s.to_string()).collect();
/// assert_eq!(names, ["a1", "c1", "h8"]);
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
}
