//! Moves from text.

use crate::position::{Move, Position, Role};
use core::fmt;
use setwise_core::Square;

/// A text is not the UCI name of a legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseMoveError {
    /// The text is not two squares, with or without a letter.
    Syntax,
    /// The letter after the squares stands for no promotion.
    Letter(char),
    /// The side to move has no piece on the first square.
    NoPiece(Square),
    /// A pawn reaches the last rank, and the text does not say what it becomes.
    NoPromotion,
    /// The piece has no legal move of this name.
    Illegal {
        /// The role of the piece.
        role: Role,
        /// Its square.
        source: Square,
        /// The second square of the text.
        target: Square,
    },
}

impl fmt::Display for ParseMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax => f.write_str("a move is two squares, such as e2e4, e7e8q, e1g1 or e1h1"),
            Self::Letter(letter) => {
                write!(f, "{letter:?} stands for no promotion, as n, b, r and q do")
            }
            Self::NoPiece(at) => write!(f, "the side to move has no piece on {at}"),
            Self::NoPromotion => f.write_str("the letter of the promotion is missing, as in e7e8q"),
            Self::Illegal {
                role,
                source,
                target,
            } => write!(
                f,
                "the {role} on {source} has no such legal move to {target}"
            ),
        }
    }
}

impl core::error::Error for ParseMoveError {}

impl Position {
    /// Finds the legal move of a UCI name. Castling is named by the king's target (`e1g1`) or by
    /// the rook (`e1h1`).
    ///
    /// In Chess960 the king may step to its castling target as well. The name then means the step.
    ///
    /// The text has no spaces around the name. The null move `0000` is refused. The letter of a
    /// promotion may be a capital, as some programs write it.
    ///
    /// # Errors
    /// The text is no name of a move, or no legal move has the name.
    ///
    /// ```
    /// use setwise_moves::Position;
    /// let position = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
    /// assert_eq!(position.parse_move("e1g1"), position.parse_move("e1h1"));
    /// let error = position.parse_move("e1c1").unwrap_err();
    /// assert_eq!(error.to_string(), "the king on e1 has no such legal move to c1");
    /// let position = Position::from_fen("8/P7/8/8/8/8/8/k1K5 w - - 0 1").unwrap();
    /// assert_eq!(position.parse_move("a7a8Q"), position.parse_move("a7a8q"));
    /// ```
    pub fn parse_move(&self, name: &str) -> Result<Move, ParseMoveError> {
        let (source, target, promotion) = squares(name.as_bytes())?;
        let found = self.find_move(source, target, promotion);
        found.ok_or_else(|| self.error(source, target, promotion))
    }

    /// The reason why no legal move has these squares.
    #[cold]
    fn error(&self, source: Square, target: Square, promotion: Option<Role>) -> ParseMoveError {
        let ours = |(color, role)| (color == self.turn()).then_some(role);
        let Some(role) = self.piece_on(source).and_then(ours) else {
            return ParseMoveError::NoPiece(source);
        };
        let becomes_queen = self.find_move(source, target, Some(Role::Queen));
        if promotion.is_none() && becomes_queen.is_some() {
            return ParseMoveError::NoPromotion;
        }
        ParseMoveError::Illegal {
            role,
            source,
            target,
        }
    }
}

/// The squares of a name, and the role of a promotion.
#[cfg_attr(not(unoptimized), inline(always))]
fn squares(name: &[u8]) -> Result<(Square, Square, Option<Role>), ParseMoveError> {
    let ([a, b, c, d], letter) = match *name {
        [a, b, c, d] => ([a, b, c, d], None),
        [a, b, c, d, letter] => ([a, b, c, d], Some(char::from(letter))),
        _ => return Err(ParseMoveError::Syntax),
    };
    let squares = square_named(a, b).zip(square_named(c, d));
    let (source, target) = squares.ok_or(ParseMoveError::Syntax)?;
    let role = letter.and_then(Role::from_letter);
    let promotion = role.filter(|role| Role::PROMOTIONS.contains(role));
    match letter {
        Some(letter) if promotion.is_none() => Err(ParseMoveError::Letter(letter)),
        _ => Ok((source, target, promotion)),
    }
}

#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn square_named(file: u8, rank: u8) -> Option<Square> {
    let (file, rank) = (file.wrapping_sub(b'a'), rank.wrapping_sub(b'1'));
    (file | rank < 8).then(|| Square::wrapping(usize::from(8 * rank + file)))
}
