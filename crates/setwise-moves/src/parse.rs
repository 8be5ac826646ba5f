//! Moves from text.

use crate::{Move, Position};
use core::fmt;

/// No legal move of the position has this name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseMoveError;

impl fmt::Display for ParseMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no legal move has this name (such as e2e4, e7e8q, e1g1 or e1h1)")
    }
}

impl core::error::Error for ParseMoveError {}

impl Position {
    /// The legal move of a UCI name; castling by the king's target (`e1g1`) or by its rook (`e1h1`).
    ///
    /// Where both readings exist (a Chess960 king may step to a square that is its castling target), the plain
    /// king's move is meant, as UCI has it.
    ///
    /// # Errors
    /// No legal move has the name.
    ///
    /// ```
    /// use setwise_moves::Position;
    /// let position = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
    /// assert_eq!(position.parse_move("e1g1"), position.parse_move("e1h1"));
    /// assert!(position.parse_move("e1c1").is_err());
    /// ```
    pub fn parse_move(&self, name: &str) -> Result<Move, ParseMoveError> {
        let mut castling = None;
        for found in self.legal_moves() {
            let Some(resolved) = self.resolve(found) else {
                continue;
            };
            if is(name, format_args!("{resolved:#}")) {
                return Ok(found);
            }
            if found.is_castling() && is(name, format_args!("{resolved}")) {
                castling = Some(found);
            }
        }
        castling.ok_or(ParseMoveError)
    }
}

/// Does a value format as this text?
fn is(text: &str, value: fmt::Arguments<'_>) -> bool {
    struct Rest<'a>(&'a str);
    impl fmt::Write for Rest<'_> {
        fn write_str(&mut self, part: &str) -> fmt::Result {
            self.0 = self.0.strip_prefix(part).ok_or(fmt::Error)?;
            Ok(())
        }
    }
    let mut rest = Rest(text);
    fmt::write(&mut rest, value).is_ok() && rest.0.is_empty()
}
