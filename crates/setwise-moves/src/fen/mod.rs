//! Forsyth-Edwards notation, with the castling rights of X-FEN and Shredder-FEN.

mod cells;
mod epd;
mod error;
mod fields;
mod letters;
mod read;
mod write;

pub(crate) use cells::transpose_bits;
pub use error::{FenError, FenField, FenReason};
pub use write::{Fen, FenStyle};

use crate::position::{Position, Setup};

impl Position {
    /// Reads a FEN of six fields, or of four without the two clocks (which are 0 and 1 in that
    /// case), separated by spaces.
    ///
    /// Castling rights may be written in any mixture and order of
    /// * `KQkq`: the outermost rook on that side of the king (X-FEN; in orthodox chess the only),
    /// * files `A`-`H`, `a`-`h`: the rook of that file (Shredder-FEN).
    ///
    /// The en passant square stays as it is written, even if no pawn can capture there.
    ///
    /// [`from_epd`](Self::from_epd) reads lines with operations, a single clock, or the move number
    /// 0.
    ///
    /// # Errors
    /// The text is not a FEN, or the position breaks a rule of [`Setup`].
    ///
    /// ```
    /// use setwise_moves::Position;
    /// let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    /// let position = Position::from_fen(fen).unwrap();
    /// assert_eq!(position.legal_moves().len(), 48);
    /// assert_eq!(position.to_fen(), fen);
    /// ```
    pub fn from_fen(fen: &str) -> Result<Self, FenError> {
        match read::position(fen.as_bytes()) {
            Some(position) => Ok(position),
            None => fields::position_or_error(fen),
        }
    }
}

impl Setup {
    /// Reads the pieces and the side to move of a FEN, which need not be a valid position. White
    /// moves if the text ends after the pieces; further fields are not read.
    ///
    /// # Errors
    /// The text is not the beginning of a FEN.
    ///
    /// ```
    /// use setwise_moves::{Color, Role, Setup};
    /// let rook = Setup::from_placement("8/8/8/3r4/8/8/8/8 b").unwrap();
    /// assert_eq!(rook.turn, Color::Black);
    /// assert_eq!(rook.pieces(Color::Black, Role::Rook), 1 << 35);
    /// ```
    pub fn from_placement(fen: &str) -> Result<Self, FenError> {
        fields::placement_and_turn(fen)
    }
}

impl core::str::FromStr for Position {
    type Err = FenError;

    fn from_str(fen: &str) -> Result<Self, FenError> {
        Self::from_fen(fen)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_initial_position_is_that_of_its_fen() {
        const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(Position::from_fen(START).unwrap(), Position::startpos());
        assert_eq!(Position::default(), START.parse().unwrap());
    }
}
