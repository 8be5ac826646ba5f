//! Tables of rays and lines on the empty board, which most systems read.

use crate::direction::{Direction, Line};
use crate::sliders::Rays;
use crate::square::{FILE_A, RANK_1, Square};
use crate::word::{attacks, step};
use crate::{const_array, const_for};

/// The squares from a square to the edge, itself excluded: `RAYS[direction][square]`, 4096 bytes.
pub static RAYS: [[u64; 64]; 8] = const_array!(d, 8, {
    const_array!(square, 64, attacks(1 << square, 0, Direction::ALL[d]))
});

/// The same rays, indexed by a count of zeros: `COUNTED[direction][zeros]`, 4160 bytes.
///
/// Positive directions count *trailing* zeros, which is the order of the squares. Negative
/// directions count *leading* zeros, so their squares are in reverse from h8. The 65th entry is
/// empty: the count of the empty set, 64, selects it.
pub static COUNTED: [[u64; 65]; 8] = {
    let mut table = [[0; 65]; 8];
    const_for!(d, 8, {
        let last = [63, 0][Direction::ALL[d].is_positive() as usize];
        const_for!(zeros, 64, {
            table[d][zeros] = RAYS[d][zeros ^ last];
        });
    });
    table
};

/// The same rays by square, the eight of a square on one cache line:
/// `BY_SQUARE[square][direction]`, 4096 bytes.
///
/// Each ray is made from the mask of a whole line. The line is shifted along itself until its first
/// square follows the square in question. The number of steps is the number of squares before that
/// square, for a diagonal the smaller of two distances, to an edge rank or file.
pub static BY_SQUARE: [Rays; 64] = const_array!(index, 64, {
    let square = Square::wrapping(index);
    Rays(const_array!(d, 8, {
        let direction = Direction::ALL[d];
        let mut ray = whole_line(square, direction.line());
        let steps = distance_to_edge(direction.opposite(), square) + 1;
        const_for!(_step, steps, {
            ray = step(ray, direction);
        });
        ray
    }))
});

const _: () = {
    assert!(size_of_val(&RAYS) == 4096);
    assert!(size_of_val(&COUNTED) == 4160);
    assert!(size_of_val(&BY_SQUARE) == 4096);
};

const fn distance_to_edge(direction: Direction, square: Square) -> usize {
    let along_file = match direction.rank_delta() {
        1 => 7 - square.rank(),
        -1 => square.rank(),
        _ => 7,
    };
    let along_rank = match direction.file_delta() {
        1 => 7 - square.file(),
        -1 => square.file(),
        _ => 7,
    };
    if along_file < along_rank {
        along_file
    } else {
        along_rank
    }
}

/// Returns the ray from a square in a direction, the square excluded, by one read of [`RAYS`].
#[cfg_attr(not(unoptimized), inline(always))]
pub const fn ray(square: Square, direction: Direction) -> u64 {
    RAYS[direction.index()][square.index()]
}

/// Returns the line through a square, the square *included*: a line through corners, shifted.
///
/// ```
/// use setwise_core::{Line, piecewise::rays::whole_line};
/// let d2 = "d2".parse().unwrap();
/// let a5_to_e1 = 1 << 32 | 1 << 25 | 1 << 18 | 1 << 11 | 1 << 4;
/// assert_eq!(whole_line(d2, Line::Antidiagonal), a5_to_e1);
/// ```
#[cfg_attr(not(unoptimized), inline(always))]
pub const fn whole_line(square: Square, line: Line) -> u64 {
    let (file, rank) = (square.file(), square.rank());
    match line {
        Line::Rank => RANK_1 << (8 * rank),
        Line::File => FILE_A << file,
        Line::Diagonal if rank >= file => A1_H8 << (8 * (rank - file)),
        Line::Diagonal => A1_H8 >> (8 * (file - rank)),
        Line::Antidiagonal if rank + file >= 7 => A8_H1 << (8 * (rank + file - 7)),
        Line::Antidiagonal => A8_H1 >> (8 * (7 - rank - file)),
    }
}

const A1_H8: u64 = 0x8040_2010_0804_0201;
const A8_H1: u64 = 0x0102_0408_1020_4080;

/// The eight rays of one square, by name and by direction: a view of [`BY_SQUARE`].
///
/// ```
/// use setwise_core::{Direction, piecewise::rays::RaysFrom};
/// let rays = RaysFrom("e4".parse().unwrap());
/// assert_eq!(rays.north_west(), rays.toward(Direction::NorthWest));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RaysFrom(pub Square);

impl RaysFrom {
    /// Returns the ray in a direction.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn toward(self, direction: Direction) -> u64 {
        BY_SQUARE[self.0.index()].0[direction.index()]
    }

    /// Returns all eight rays, by direction.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn all(self) -> &'static Rays {
        &BY_SQUARE[self.0.index()]
    }
}

/// Defines a method for each direction.
macro_rules! named {
    ($($name:ident: $direction:ident, $towards:literal;)*) => {
        /// The rays by name.
        impl RaysFrom {
            $(
                #[doc = concat!("Returns the ray towards ", $towards, ".")]
                #[cfg_attr(not(unoptimized), inline(always))]
                pub const fn $name(self) -> u64 {
                    self.toward(Direction::$direction)
                }
            )*
        }
    };
}

named! {
    north: North, "rank 8";
    north_east: NorthEast, "h8";
    east: East, "file h";
    south_east: SouthEast, "h1";
    south: South, "rank 1";
    south_west: SouthWest, "a1";
    west: West, "file a";
    north_west: NorthWest, "a8";
}

/// Returns the first square of a set on a ray: the lowest for positive directions, the highest for
/// negative ones. Returns `None` for the empty set.
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) const fn first(set: u64, direction: Direction) -> Option<Square> {
    if direction.is_positive() {
        Square::lowest(set)
    } else {
        Square::highest(set)
    }
}
