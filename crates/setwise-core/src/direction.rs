//! Directions of rays and knights, and lines.

use crate::square::{FILE_A, FILE_H, RANK_1, RANK_8};
use core::fmt;

/// A ray direction. They are numbered clockwise from north.
///
/// ```text
/// NorthWest +7   North +8   NorthEast +9
///             \      |      /
///     West −1  —   square   —  East +1
///             /      |      \
/// SouthWest −9   South −8   SouthEast −7
/// ```
///
/// Even directions are orthogonal, odd ones diagonal; `(d + 4) % 8` is the opposite of `d`.
///
/// ```
/// use setwise_core::Direction;
/// assert_eq!(Direction::NorthWest.opposite(), Direction::SouthEast);
/// assert_eq!(Direction::SouthWest.delta(), -9);
/// assert!(Direction::NorthEast.is_diagonal() && Direction::NorthEast.is_positive());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Direction {
    /// Towards rank 8: +8.
    North,
    /// +9.
    NorthEast,
    /// Towards file h: +1.
    East,
    /// −7.
    SouthEast,
    /// Towards rank 1: −8.
    South,
    /// −9.
    SouthWest,
    /// Towards file a: −1.
    West,
    /// +7.
    NorthWest,
}
use Direction::*;

impl Direction {
    /// All eight, clockwise from north.
    pub const ALL: [Self; 8] = [
        North, NorthEast, East, SouthEast, South, SouthWest, West, NorthWest,
    ];
    /// The four directions of rooks, clockwise from north.
    pub const ORTHOGONAL: [Self; 4] = [North, East, South, West];
    /// The four directions of bishops, clockwise from north-east.
    pub const DIAGONAL: [Self; 4] = [NorthEast, SouthEast, SouthWest, NorthWest];

    /// Returns the number, 0 (north) to 7 (north-west).
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the direction of a number; `None` for 8 or more.
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < 8 {
            Some(Self::ALL[index])
        } else {
            None
        }
    }

    /// Returns the change of the square number by one step.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn delta(self) -> i8 {
        self.rank_delta() * 8 + self.file_delta()
    }

    /// Returns the files per step: −1, 0 or 1; towards file h is positive.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn file_delta(self) -> i8 {
        match self {
            NorthEast | East | SouthEast => 1,
            North | South => 0,
            SouthWest | West | NorthWest => -1,
        }
    }

    /// Returns the ranks per step: −1, 0 or 1; towards rank 8 is positive.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn rank_delta(self) -> i8 {
        match self {
            NorthWest | North | NorthEast => 1,
            East | West => 0,
            SouthEast | South | SouthWest => -1,
        }
    }

    /// Returns whether a step leads to a higher bit (north, north-east, east, north-west).
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn is_positive(self) -> bool {
        self.delta() > 0
    }

    /// Returns whether this is a direction of bishops (true) or of rooks (false).
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn is_diagonal(self) -> bool {
        self as u8 & 1 != 0
    }

    /// Returns the opposite direction.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn opposite(self) -> Self {
        Self::ALL[(self as usize + 4) % 8]
    }

    /// Returns the direction with the ranks reversed: north becomes south.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn flip_ranks(self) -> Self {
        Self::ALL[(12 - self as usize) % 8]
    }

    /// Returns the line of this direction.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn line(self) -> Line {
        match self {
            East | West => Line::Rank,
            North | South => Line::File,
            NorthEast | SouthWest => Line::Diagonal,
            NorthWest | SouthEast => Line::Antidiagonal,
        }
    }

    /// Returns the squares that a shift by [`delta`](Self::delta) may reach. A shift to another
    /// square has wrapped around the a-file or the h-file. (North and south leave the word.)
    ///
    /// ```text
    /// arrivals of East       of West           of North
    /// . 1 1 1 1 1 1 1       1 1 1 1 1 1 1 .    1 1 1 1 1 1 1 1
    ///      ...                   ...                ...
    /// ```
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn arrivals(self) -> u64 {
        match self.file_delta() {
            1 => !FILE_A,
            -1 => !FILE_H,
            _ => !0,
        }
    }

    /// Returns the squares from which one step leaves the board, over a file edge *or* a rank edge.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn edge(self) -> u64 {
        let file = match self.file_delta() {
            1 => FILE_H,
            -1 => FILE_A,
            _ => 0,
        };
        let rank = match self.rank_delta() {
            1 => RANK_8,
            -1 => RANK_1,
            _ => 0,
        };
        file | rank
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            North => "north",
            NorthEast => "north-east",
            East => "east",
            SouthEast => "south-east",
            South => "south",
            SouthWest => "south-west",
            West => "west",
            NorthWest => "north-west",
        })
    }
}

/// A line through the board: two opposite directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Line {
    /// East and west.
    Rank,
    /// North and south.
    File,
    /// North-east and south-west (a1-h8 and its parallels).
    Diagonal,
    /// North-west and south-east (a8-h1 and its parallels).
    Antidiagonal,
}

impl Line {
    /// All four.
    pub const ALL: [Self; 4] = [Self::Rank, Self::File, Self::Diagonal, Self::Antidiagonal];

    /// Returns the two directions of the line, the positive one first.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn directions(self) -> [Direction; 2] {
        match self {
            Self::Rank => [East, West],
            Self::File => [North, South],
            Self::Diagonal => [NorthEast, SouthWest],
            Self::Antidiagonal => [NorthWest, SouthEast],
        }
    }

    /// Returns whether this is a line of bishops (true) or of rooks (false).
    pub const fn is_diagonal(self) -> bool {
        matches!(self, Self::Diagonal | Self::Antidiagonal)
    }
}

/// A direction of knights, clockwise from north-north-east. Together with the ray directions these
/// are the sixteen directions of moves, so [`index`](Self::index) goes from 8 to 15.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum KnightDirection {
    /// +17.
    NorthNorthEast = 8,
    /// +10.
    EastNorthEast,
    /// −6.
    EastSouthEast,
    /// −15.
    SouthSouthEast,
    /// −17.
    SouthSouthWest,
    /// −10.
    WestSouthWest,
    /// +6.
    WestNorthWest,
    /// +15.
    NorthNorthWest,
}
use KnightDirection::*;

impl KnightDirection {
    /// All eight, clockwise from north-north-east.
    pub const ALL: [Self; 8] = [
        NorthNorthEast,
        EastNorthEast,
        EastSouthEast,
        SouthSouthEast,
        SouthSouthWest,
        WestSouthWest,
        WestNorthWest,
        NorthNorthWest,
    ];

    /// Returns the number, 8 (north-north-east) to 15 (north-north-west).
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the direction of a number; `None` outside 8 to 15.
    pub const fn from_index(index: usize) -> Option<Self> {
        if index >= 8 && index < 16 {
            Some(Self::ALL[index - 8])
        } else {
            None
        }
    }

    /// Returns the change of the square number by one jump.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn delta(self) -> i8 {
        self.rank_delta() * 8 + self.file_delta()
    }

    /// Returns the files per jump: −2 to 2; towards file h is positive.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn file_delta(self) -> i8 {
        match self {
            NorthNorthEast | SouthSouthEast => 1,
            EastNorthEast | EastSouthEast => 2,
            NorthNorthWest | SouthSouthWest => -1,
            WestNorthWest | WestSouthWest => -2,
        }
    }

    /// Returns the ranks per jump: −2 to 2; towards rank 8 is positive.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn rank_delta(self) -> i8 {
        match self {
            NorthNorthEast | NorthNorthWest => 2,
            EastNorthEast | WestNorthWest => 1,
            EastSouthEast | WestSouthWest => -1,
            SouthSouthEast | SouthSouthWest => -2,
        }
    }

    /// Returns whether a jump leads to a higher bit.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn is_positive(self) -> bool {
        self.delta() > 0
    }

    /// Returns the opposite direction.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn opposite(self) -> Self {
        Self::ALL[(self as usize - 8 + 4) % 8]
    }

    /// Returns the same jump with the ranks reversed: north-north-east becomes south-south-east.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn flip_ranks(self) -> Self {
        Self::ALL[(11 - (self as usize - 8)) % 8]
    }

    /// Returns the squares that a shift by [`delta`](Self::delta) may reach. A shift to another
    /// square has wrapped around a file edge.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn arrivals(self) -> u64 {
        match self.file_delta() {
            1 => !FILE_A,
            2 => !(FILE_A | FILE_A << 1),
            -1 => !FILE_H,
            _ => !(FILE_H | FILE_H >> 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_run_clockwise() {
        assert_eq!(
            Direction::ALL.map(Direction::delta),
            [8, 9, 1, -7, -8, -9, -1, 7]
        );
        assert_eq!(
            KnightDirection::ALL.map(KnightDirection::delta),
            [17, 10, -6, -15, -17, -10, 6, 15]
        );
        for (i, d) in Direction::ALL.into_iter().enumerate() {
            assert_eq!((d.index(), Direction::from_index(i)), (i, Some(d)));
        }
        for (i, d) in KnightDirection::ALL.into_iter().enumerate() {
            assert_eq!(
                (d.index(), KnightDirection::from_index(i + 8)),
                (i + 8, Some(d))
            );
        }
        assert_eq!(Direction::from_index(8), None);
        assert_eq!(KnightDirection::from_index(7), None);
        assert_eq!(KnightDirection::from_index(16), None);
    }

    #[test]
    fn opposites_and_flips() {
        for d in Direction::ALL {
            assert_eq!(d.opposite().delta(), -d.delta());
            assert_eq!(d.opposite().line(), d.line());
            assert!(d.line().directions().contains(&d));
            assert_eq!(d.line().is_diagonal(), d.is_diagonal());
            assert_eq!(
                (d.flip_ranks().file_delta(), d.flip_ranks().rank_delta()),
                (d.file_delta(), -d.rank_delta())
            );
        }
        for d in KnightDirection::ALL {
            assert_eq!(d.opposite().delta(), -d.delta());
            assert_eq!(
                (d.flip_ranks().file_delta(), d.flip_ranks().rank_delta()),
                (d.file_delta(), -d.rank_delta())
            );
        }
    }

    /// The squares that a step may reach are those whose preceding square is on the board.
    #[test]
    fn edges_and_arrivals() {
        let on = |x: i32| (0..8).contains(&x);
        for square in 0..64 {
            let (file, rank) = (square % 8, square / 8);
            for d in Direction::ALL {
                let (df, dr) = (d.file_delta() as i32, d.rank_delta() as i32);
                assert_eq!(d.arrivals() >> square & 1 != 0, on(file - df));
                assert_eq!(d.edge() >> square & 1 == 0, on(file + df) && on(rank + dr));
            }
            for d in KnightDirection::ALL {
                assert_eq!(
                    d.arrivals() >> square & 1 != 0,
                    on(file - d.file_delta() as i32)
                );
            }
        }
    }
}
