//! Positions as columns (structure of arrays).

use crate::inputs::boards::{Boards, TwelveBoards};
use crate::inputs::positions::Positions;
use setwise_core::LengthMismatch;
use setwise_moves::Color;

/// Positions as columns (structure of arrays): a slice of boards for each color and each role, and
/// the sides to move.
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
    /// Joins columns: the pieces of White and of Black; pawns, knights, bishops, rooks, queens and
    /// kings; the sides to move.
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
    /// Joins columns: of White, then of Black, the pawns, knights, bishops, rooks, queens and
    /// kings; the sides to move.
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

/// The names of six columns, such as `roles[0] (pawns)`.
macro_rules! names {
    ($columns:literal, $color:literal) => {
        names!($columns, $color, 0 "pawns" 1 "knights" 2 "bishops" 3 "rooks" 4 "queens" 5 "kings")
    };
    ($columns:literal, $color:literal, $($i:literal $role:literal)*) => {
        [$(concat!($columns, "[", $i, "] (", $color, $role, ")")),*]
    };
}

/// The names of columns in error messages.
const COLOR_NAMES: [&str; 2] = ["colors[0] (White)", "colors[1] (Black)"];
const ROLE_NAMES: [&str; 6] = names!("roles", "");
const PIECE_NAMES: [[&str; 6]; 2] = [names!("pieces[0]", "White "), names!("pieces[1]", "Black ")];

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
