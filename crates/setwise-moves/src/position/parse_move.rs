//! Moves from text.

use super::{Move, Position, Role};
use core::fmt;
use setwise_core::Square;

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
        self.find_named(name).ok_or(ParseMoveError)
    }

    fn find_named(&self, name: &str) -> Option<Move> {
        let square = |at: usize| name.get(at..at + 2)?.parse().ok();
        let (source, target): (Square, Square) = (square(0)?, square(2)?);
        let promoted = match name.get(4..)? {
            "" => None,
            letter => {
                let mut roles = Role::PROMOTIONS.into_iter();
                Some(roles.find(|role| letter == role.letter().encode_utf8(&mut [0; 4]))?)
            }
        };
        let moves = self.legal_moves();
        let resolve = |found| Some((found, self.resolve(found)?));
        let mut named = moves.to(target.bit()).into_iter().filter_map(resolve);
        let by_target =
            named.find(|(_, found)| found.source == source && found.promoted == promoted);
        let mut castling = moves
            .into_iter()
            .filter(|found| found.is_castling())
            .filter_map(resolve);
        let by_king =
            || castling.find(|(_, found)| found.source == source && found.target == target);
        Some(by_target.or_else(by_king)?.0).filter(|found| promoted == found.promoted())
    }
}
