//! The formats of the input.

use crate::boards::{Boards, TwelveBoards};
use alloc::vec::Vec;
use setwise_core::LengthMismatch;
use setwise_moves::{Color, Position, Setup};

/// Positions in some format, as an [`Extractor`](crate::Extractor) reads them.
///
/// Slices, arrays and vectors of a type are positions if the type implements [`ToBoards`]. Implement `Positions` for a format that
/// stores positions in another way. `Sync` is required because several threads may read the same positions.
///
/// ```
/// use setwise_nnue::{Boards, Positions};
///
/// /// Positions of which every second one is skipped.
/// struct EverySecond<'a>(&'a [Boards]);
///
/// impl Positions for EverySecond<'_> {
///     fn len(&self) -> usize { self.0.len() / 2 }
///     fn boards(&self, index: usize) -> Boards { self.0[2 * index] }
/// }
/// ```
pub trait Positions: Sync {
    /// The number of positions.
    fn len(&self) -> usize;

    /// The boards of a position, as White sees them. `index` is below [`len`](Self::len).
    fn boards(&self, index: usize) -> Boards;

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

/// A position in some format. Slices, arrays and vectors of such positions are [`Positions`].
///
/// ```
/// use setwise_moves::Color;
/// use setwise_nnue::{Boards, Chess768, Extractor, ToBoards};
///
/// /// A king of each color.
/// struct Kings([u8; 2]);
///
/// impl ToBoards for Kings {
///     fn to_boards(&self) -> Boards {
///         let colors = self.0.map(|square| 1 << (square & 63));
///         let kings = colors[0] | colors[1];
///         Boards { colors, roles: [0, 0, 0, 0, 0, kings], turn: Color::White }
///     }
/// }
///
/// let mut counts = [0; 2];
/// Extractor::new(Chess768).count(&[Kings([4, 60]), Kings([0, 63])], &mut counts)?;
/// assert_eq!(counts, [2, 2]);
/// # Ok::<(), setwise_nnue::Error>(())
/// ```
pub trait ToBoards: Sync {
    /// Returns the boards of the position, as White sees them.
    fn to_boards(&self) -> Boards;

    /// The positions of a slice, if they lie in memory as [`Boards`].
    #[cfg_attr(not(unoptimized), inline(always))]
    fn slice_as_boards(_positions: &[Self]) -> Option<&[Boards]>
    where
        Self: Sized,
    {
        None
    }
}

impl ToBoards for Boards {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn to_boards(&self) -> Boards {
        *self
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn slice_as_boards(positions: &[Self]) -> Option<&[Boards]> {
        Some(positions)
    }
}

impl ToBoards for TwelveBoards {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn to_boards(&self) -> Boards {
        Boards::from(self)
    }
}

impl ToBoards for Position {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn to_boards(&self) -> Boards {
        Boards::from(self)
    }
}

/// A position that may break the rules. Only the pieces and the side to move are read.
impl ToBoards for Setup {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn to_boards(&self) -> Boards {
        Boards::from(self)
    }
}

impl<T: ToBoards> Positions for [T] {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn len(&self) -> usize {
        <[T]>::len(self)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn boards(&self, index: usize) -> Boards {
        self[index].to_boards()
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn as_boards(&self) -> Option<&[Boards]> {
        T::slice_as_boards(self)
    }
}

impl<T: ToBoards, const N: usize> Positions for [T; N] {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn len(&self) -> usize {
        self.as_slice().len()
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn boards(&self, index: usize) -> Boards {
        self.as_slice().boards(index)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn as_boards(&self) -> Option<&[Boards]> {
        self.as_slice().as_boards()
    }
}

impl<T: ToBoards> Positions for Vec<T> {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn len(&self) -> usize {
        self.as_slice().len()
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn boards(&self, index: usize) -> Boards {
        self.as_slice().boards(index)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn as_boards(&self) -> Option<&[Boards]> {
        self.as_slice().as_boards()
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
    fn as_boards(&self) -> Option<&[Boards]> {
        (**self).as_boards()
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
/// # Ok::<(), setwise_nnue::LengthMismatch>(())
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
    /// A column of boards is not as long as `turns`.
    pub fn new(
        colors: [&'a [u64]; 2],
        roles: [&'a [u64]; 6],
        turns: &'a [Color],
    ) -> Result<Self, LengthMismatch> {
        check_columns(&colors, &COLOR_NAMES, turns.len())?;
        check_columns(&roles, &ROLE_NAMES, turns.len())?;
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
    /// A column of boards is not as long as `turns`.
    pub fn new(pieces: [[&'a [u64]; 6]; 2], turns: &'a [Color]) -> Result<Self, LengthMismatch> {
        for (columns, names) in pieces.iter().zip(&PIECE_NAMES) {
            check_columns(columns, names, turns.len())?;
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

/// The names of columns in error messages.
const COLOR_NAMES: [&str; 2] = ["colors[0] (White)", "colors[1] (Black)"];
const ROLE_NAMES: [&str; 6] = [
    "roles[0] (pawns)",
    "roles[1] (knights)",
    "roles[2] (bishops)",
    "roles[3] (rooks)",
    "roles[4] (queens)",
    "roles[5] (kings)",
];
const PIECE_NAMES: [[&str; 6]; 2] = [
    [
        "pieces[0][0] (White pawns)",
        "pieces[0][1] (White knights)",
        "pieces[0][2] (White bishops)",
        "pieces[0][3] (White rooks)",
        "pieces[0][4] (White queens)",
        "pieces[0][5] (White kings)",
    ],
    [
        "pieces[1][0] (Black pawns)",
        "pieces[1][1] (Black knights)",
        "pieces[1][2] (Black bishops)",
        "pieces[1][3] (Black rooks)",
        "pieces[1][4] (Black queens)",
        "pieces[1][5] (Black kings)",
    ],
];

/// Checks the lengths of columns.
fn check_columns(
    columns: &[&[u64]],
    names: &[&'static str],
    expected: usize,
) -> Result<(), LengthMismatch> {
    for (column, what) in columns.iter().zip(names) {
        LengthMismatch::check(what, column.len(), expected)?;
    }
    Ok(())
}
