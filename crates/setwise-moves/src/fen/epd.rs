//! Lines of EPD, and FENs whose counters are not those of the standard.

use super::error::{FenError, FenField};
use super::fields::Fields;
use crate::position::Position;

impl Position {
    /// Reads a line of EPD (Edwards 1994, in the standard of PGN), or a FEN whose counters
    /// [`from_fen`](Self::from_fen) refuses. Returns the position and the rest of the text.
    ///
    /// The first four fields are those of [`from_fen`](Self::from_fen). Up to two numbers may
    /// follow: the half-move clock, 0 if it is missing, and the move number, 1 if it is missing or
    /// 0. A number ends at a space, at a `;` or with the text.
    ///
    /// The rest has the operations of EPD, without spaces at its ends. It is not read: `hmvc` and
    /// `fmvn`, which are operations, do not set the counters. Check that it is empty if the text
    /// should be a FEN.
    ///
    /// # Errors
    /// The first four fields are not valid, or a number is above 65535 or has leading zeros.
    ///
    /// ```
    /// use setwise_moves::Position;
    /// let line = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"pawn\";";
    /// let (position, operations) = Position::from_epd(line)?;
    /// assert_eq!(position, Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - -")?);
    /// assert_eq!(operations, "bm e4; id \"pawn\";");
    ///
    /// let (position, rest) = Position::from_epd("4k3/8/8/8/8/8/4P3/4K3 w - - 7 0")?;
    /// assert_eq!((position.halfmoves(), position.fullmove(), rest), (7, 1, ""));
    /// # Ok::<(), setwise_moves::FenError>(())
    /// ```
    pub fn from_epd(text: &str) -> Result<(Self, &str), FenError> {
        let mut fields = Fields::new(text);
        for name in [
            FenField::Placement,
            FenField::Turn,
            FenField::Castling,
            FenField::EnPassant,
        ] {
            // `from_fen` reports a missing field, after the errors of those before it.
            let _ = fields.next(name);
        }
        let mut position = Self::from_fen(fields.front())?;
        let halfmoves = fields.counter(FenField::Halfmoves)?.unwrap_or(0);
        let fullmove = fields.counter(FenField::Fullmove)?.unwrap_or(1);
        position.board.state = position
            .board
            .state
            .with_counters(halfmoves, fullmove.max(1));
        Ok((position, fields.rest().trim_ascii()))
    }
}
