//! Errors in a FEN, with their places.

use crate::position::InvalidPosition;
use core::fmt;

/// A field of a FEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FenField {
    /// The pieces, rank 8 first.
    Placement,
    /// `w` or `b`.
    Turn,
    /// Castling rights.
    Castling,
    /// The en passant square.
    EnPassant,
    /// The number of half-moves since the last capture or pawn move.
    Halfmoves,
    /// The number of the move.
    Fullmove,
}

impl fmt::Display for FenField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Placement => "placement",
            Self::Turn => "side to move",
            Self::Castling => "castling",
            Self::EnPassant => "en passant",
            Self::Halfmoves => "half-move clock",
            Self::Fullmove => "move number",
        })
    }
}

/// A text is not the FEN of a valid position.
///
/// ```
/// use setwise_moves::Position;
/// let error = Position::from_fen("8/8/8/8/8/8/8/K7x w - - 0 1").unwrap_err();
/// let message = "FEN, character 17 (placement): 'x' is neither a piece nor a number 1 to 8";
/// assert_eq!(error.to_string(), message);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FenError {
    /// The field.
    pub field: FenField,
    /// The byte of the text, counted from 0. For rules of a whole field or position it is the
    /// beginning of the field. All bytes before it are ASCII, so messages count characters, from 1.
    pub at: usize,
    /// The reason.
    pub reason: FenReason,
}

/// The reason why a FEN cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FenReason {
    /// The field is missing. The two clocks may be left out, but only together.
    Missing,
    /// Text follows the move number.
    TrailingText,
    /// A character of the placement is neither a piece nor a number.
    NotAPiece(char),
    /// This rank (1 to 8) has this number of squares, or more, instead of eight.
    RankLength(u8, u8),
    /// Two numbers follow each other. Their sum must be written instead.
    TwoNumbers,
    /// This number of ranks instead of eight.
    RankCount(usize),
    /// The side to move is neither `w` nor `b`.
    NotATurn,
    /// A character is not a castling right.
    NotACastlingRight(char),
    /// A right is given twice, by the same name or by another.
    CastlingTwice(char),
    /// A right belongs to a side whose king is not on its first rank.
    NoCastlingKing(char),
    /// A right has no rook.
    NoCastlingRook(char),
    /// The en passant field is neither `-` nor a square.
    NotASquare,
    /// A clock is not a number from this one to 65535 without leading zeros.
    NotANumber(u16),
    /// A clock begins with a letter or `;`, as operations of EPD do.
    NoClock,
    /// The fields are readable, but their position is not valid.
    Invalid(InvalidPosition),
}

impl fmt::Display for FenReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use FenReason::*;
        match self {
            Missing => f.write_str("missing"),
            TrailingText => f.write_str("something follows the last field"),
            NotAPiece(found) => write!(f, "{found:?} is neither a piece nor a number 1 to 8"),
            RankLength(rank, 9..) => write!(f, "rank {rank} has more than 8 squares"),
            RankLength(rank, n) => write!(f, "rank {rank} has {n} squares instead of 8"),
            TwoNumbers => f.write_str("two numbers of empty squares in a row"),
            RankCount(ranks) => write!(f, "8 ranks are needed, found {ranks}"),
            NotATurn => f.write_str("neither `w` nor `b`"),
            NotACastlingRight(found) => write!(
                f,
                "{found:?} is no castling right (K, Q, k, q or the rook's file, or `-` alone)"
            ),
            CastlingTwice(right) => write!(f, "{right:?} repeats a castling right"),
            NoCastlingKing(right) => write!(f, "{right:?}: no king of that side on its first rank"),
            NoCastlingRook(right) => write!(
                f,
                "{right:?} names no rook on the first rank of its king, on the side meant"
            ),
            NotASquare => f.write_str("neither `-` nor a square such as e3"),
            NotANumber(least) => write!(f, "must be {least} to 65535, without leading zeros"),
            NoClock => f.write_str("not a number; operations of EPD?"),
            Invalid(why) => why.fmt(f),
        }
    }
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { field, at, reason } = self;
        f.write_str("FEN")?;
        // These reasons have no single character as their place.
        if !matches!(reason, FenReason::RankCount(_) | FenReason::Invalid(_)) {
            write!(f, ", character {}", at + 1)?;
        }
        write!(f, " ({field}): {reason}")
    }
}

impl core::error::Error for FenError {}
