//! Moves from text.

use super::{Move, Position};
use core::fmt;

/// A text is not the name of a legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParseMoveError;

impl fmt::Display for ParseMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no legal move has this name (such as e2e4, e7e8q, e1g1 or e1h1)")
    }
}

impl core::error::Error for ParseMoveError {}

impl Position {
    /// Finds the legal move of a UCI name. Castling is named by the king's target (`e1g1`) or by the rook (`e1h1`).
    ///
    /// In Chess960 the king may step to a square that is its castling target too. The name then means the step, as in UCI.
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
            if formats_as(format_args!("{resolved:#}"), name) {
                return Ok(found);
            }
            if found.is_castling() && formats_as(format_args!("{resolved}"), name) {
                castling = Some(found);
            }
        }
        castling.ok_or(ParseMoveError)
    }
}

/// Whether a value formats as this text. Compares without allocation.
fn formats_as(value: fmt::Arguments<'_>, text: &str) -> bool {
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
