//! Positions as FEN.

use crate::position::{Color, Position, Role};
use alloc::string::{String, ToString};
use core::fmt;
use setwise_core::{RANK_1, Square, Squares};

/// A style of castling rights and en passant square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FenStyle {
    /// `KQkq` for outermost rooks, else the rook's file; the en passant square after every double push. For orthodox chess
    /// this is the FEN standard.
    #[default]
    Standard,
    /// [`Standard`](Self::Standard), except that the en passant square is left out unless a pawn attacks it.
    X,
    /// The file of every castling rook.
    Shredder,
}

/// A position that formats as FEN: the result of [`Position::fen`].
#[derive(Clone, Copy, Debug)]
pub struct Fen<'a>(&'a Position, FenStyle);

impl Position {
    /// Returns a value that formats as FEN, without allocation.
    ///
    /// ```
    /// use setwise_moves::{FenStyle, Position};
    /// // Two rooks on the queen's side. The inner one may castle.
    /// let position = Position::from_fen("4k3/8/8/8/8/8/8/RR2K2R w HB - 0 1").unwrap();
    /// assert_eq!(position.fen(FenStyle::X).to_string(), "4k3/8/8/8/8/8/8/RR2K2R w KB - 0 1");
    /// assert_eq!(position.fen(FenStyle::Shredder).to_string(), "4k3/8/8/8/8/8/8/RR2K2R w HB - 0 1");
    /// ```
    pub const fn fen(&self, style: FenStyle) -> Fen<'_> {
        Fen(self, style)
    }

    /// Writes the FEN in the [standard](FenStyle::Standard) style.
    pub fn to_fen(&self) -> String {
        self.fen(FenStyle::Standard).to_string()
    }

    /// Writes the FEN in the [Shredder](FenStyle::Shredder) style.
    pub fn to_shredder_fen(&self) -> String {
        self.fen(FenStyle::Shredder).to_string()
    }
}

/// `{}` writes the FEN; `{:#}` draws the board above it.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            for rank in (0..8).rev() {
                write!(f, "{} ", rank + 1)?;
                for file in 0..8 {
                    let piece = Square::at(file, rank).and_then(|square| self.piece_on(square));
                    let end = if file == 7 { '\n' } else { ' ' };
                    write!(f, "{}{end}", piece.map_or('.', letter))?;
                }
            }
            f.write_str("  a b c d e f g h\n")?;
        }
        self.fen(FenStyle::Standard).fmt(f)
    }
}

fn letter((color, role): (Color, Role)) -> char {
    match color {
        Color::White => role.letter().to_ascii_uppercase(),
        Color::Black => role.letter(),
    }
}

impl fmt::Display for Fen<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(position, style) = *self;
        for rank in (0..8).rev() {
            let mut empty = 0;
            for file in 0..8 {
                let piece = Square::at(file, rank).and_then(|square| position.piece_on(square));
                let Some(piece) = piece else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    write!(f, "{empty}")?;
                    empty = 0;
                }
                write!(f, "{}", letter(piece))?;
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            f.write_str(if rank > 0 { "/" } else { " " })?;
        }
        f.write_str(match position.turn() {
            Color::White => "w ",
            Color::Black => "b ",
        })?;
        write_castling(f, position, style)?;
        let passed = match style {
            FenStyle::X => position.capturable_en_passant(),
            _ => position.en_passant(),
        };
        match passed {
            Some(square) => write!(f, " {square}")?,
            None => f.write_str(" -")?,
        }
        write!(f, " {} {}", position.halfmoves(), position.fullmove())
    }
}

fn write_castling(f: &mut fmt::Formatter<'_>, position: &Position, style: FenStyle) -> fmt::Result {
    if position.castling() == 0 {
        return f.write_str("-");
    }
    for color in Color::ALL {
        let home = color.view(RANK_1);
        let rights = position.castling() & home;
        let rooks = position.pieces(color, Role::Rook) & home;
        let west = position.king(color).bit() - 1;
        // The king's side comes first by convention.
        for (side, name) in [(!west, 'k'), (west, 'q')] {
            let Some(rook) = Squares(rights & side).next() else {
                continue;
            };
            let outermost = if name == 'k' {
                Square::highest(rooks & side)
            } else {
                Square::lowest(rooks & side)
            };
            let name = if style == FenStyle::Shredder || outermost != Some(rook) {
                (b'a' + rook.file() as u8) as char
            } else {
                name
            };
            write!(
                f,
                "{}",
                match color {
                    Color::White => name.to_ascii_uppercase(),
                    Color::Black => name,
                }
            )?;
        }
    }
    Ok(())
}
