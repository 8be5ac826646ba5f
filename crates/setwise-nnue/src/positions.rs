//! The formats of the input.

use crate::boards::{Boards, Perspectives, TwelveBoards};
use crate::error::Error;
use setwise_moves::{Color, Position};

/// Positions in some format, as an [`Extractor`](crate::Extractor) reads them. Implement it to extract from a format of your own.
///
/// ```
/// use setwise_nnue::{Boards, Perspectives, Positions};
///
/// /// Positions of which every second one is skipped.
/// struct EverySecond<'a>(&'a [Boards]);
///
/// impl Positions for EverySecond<'_> {
///     fn len(&self) -> usize { self.0.len() / 2 }
///     fn boards(&self, index: usize) -> Boards { self.0[2 * index] }
/// }
/// ```
pub trait Positions {
    /// The number of positions.
    fn len(&self) -> usize;

    /// The boards of a position, as White sees them. `index` is below [`len`](Self::len).
    fn boards(&self, index: usize) -> Boards;

    /// The boards of a position, as the first perspective sees them. Override it for a format that stores positions in the view
    /// of the side to move.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn boards_of_first(&self, index: usize, perspectives: Perspectives) -> Boards {
        self.boards(index).seen_by_first(perspectives)
    }

    /// The positions, if they lie in memory as [`Boards`].
    #[cfg_attr(not(unoptimized), inline(always))]
    fn as_boards(&self) -> Option<&[Boards]> {
        None
    }

    /// Whether there are no positions.
    #[inline]
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl<P: Positions + ?Sized> Positions for &P {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn len(&self) -> usize {
        (**self).len()
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn boards(&self, index: usize) -> Boards {
        (**self).boards(index)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn boards_of_first(&self, index: usize, perspectives: Perspectives) -> Boards {
        (**self).boards_of_first(index, perspectives)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn as_boards(&self) -> Option<&[Boards]> {
        (**self).as_boards()
    }
}

impl Positions for [Boards] {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn len(&self) -> usize {
        <[Boards]>::len(self)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn boards(&self, index: usize) -> Boards {
        self[index]
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn as_boards(&self) -> Option<&[Boards]> {
        Some(self)
    }
}

impl Positions for [TwelveBoards] {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn len(&self) -> usize {
        <[TwelveBoards]>::len(self)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn boards(&self, index: usize) -> Boards {
        Boards::from(&self[index])
    }
}

impl Positions for [Position] {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn len(&self) -> usize {
        <[Position]>::len(self)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn boards(&self, index: usize) -> Boards {
        Boards::from(&self[index])
    }
}

/// Positions as columns (structure of arrays): a slice of boards for each color and each role, and the sides to move.
///
/// ```
/// use setwise_moves::{Color, Position};
/// use setwise_nnue::{Boards, Columns, Positions};
/// let start = Boards::from(&Position::startpos());
/// let [colors, roles] = [&start.colors[..], &start.roles[..]];
/// let columns = Columns::new(
///     [&colors[..1], &colors[1..]],
///     [0, 1, 2, 3, 4, 5].map(|role| &roles[role..=role]),
///     &[Color::White],
/// )?;
/// assert_eq!(columns.boards(0), start);
/// # Ok::<(), setwise_nnue::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Columns<'a> {
    colors: [&'a [u64]; 2],
    roles: [&'a [u64]; 6],
    turns: &'a [Color],
}

impl<'a> Columns<'a> {
    /// Joins columns: the pieces of White and of Black; pawns, knights, bishops, rooks, queens and kings; the sides to move.
    ///
    /// # Errors
    /// [`Error::Length`]: a column of boards is not as long as `turns`.
    pub fn new(
        colors: [&'a [u64]; 2],
        roles: [&'a [u64]; 6],
        turns: &'a [Color],
    ) -> Result<Self, Error> {
        for column in colors.iter().chain(&roles) {
            check_length("a column of boards", column.len(), turns.len())?;
        }
        Ok(Self {
            colors,
            roles,
            turns,
        })
    }
}

impl Positions for Columns<'_> {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn len(&self) -> usize {
        self.turns.len()
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn boards(&self, index: usize) -> Boards {
        Boards {
            colors: self.colors.map(|column| column[index]),
            roles: self.roles.map(|column| column[index]),
            turn: self.turns[index],
        }
    }
}

/// Positions as twelve columns: a slice of boards for each color and role, and the sides to move.
#[derive(Clone, Copy, Debug)]
pub struct TwelveColumns<'a> {
    pieces: [[&'a [u64]; 6]; 2],
    turns: &'a [Color],
}

impl<'a> TwelveColumns<'a> {
    /// Joins columns: of White, then of Black, the pawns, knights, bishops, rooks, queens and kings; the sides to move.
    ///
    /// # Errors
    /// [`Error::Length`]: a column of boards is not as long as `turns`.
    pub fn new(pieces: [[&'a [u64]; 6]; 2], turns: &'a [Color]) -> Result<Self, Error> {
        for column in pieces.iter().flatten() {
            check_length("a column of boards", column.len(), turns.len())?;
        }
        Ok(Self { pieces, turns })
    }
}

impl Positions for TwelveColumns<'_> {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn len(&self) -> usize {
        self.turns.len()
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn boards(&self, index: usize) -> Boards {
        Boards::from(&TwelveBoards {
            pieces: self.pieces.map(|roles| roles.map(|column| column[index])),
            turn: self.turns[index],
        })
    }
}

/// Checks the length of a slice.
pub(crate) const fn check_length(
    what: &'static str,
    found: usize,
    expected: usize,
) -> Result<(), Error> {
    if found == expected {
        Ok(())
    } else {
        Err(Error::Length {
            what,
            found,
            expected,
        })
    }
}
