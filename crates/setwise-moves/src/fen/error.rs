//! What is wrong with a FEN, and where.

use crate::InvalidPosition;
use core::fmt;

/// A part of a FEN, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FenField {
    /// The men, rank 8 first.
    Placement,
    /// `w` or `b`.
    Turn,
    /// Castling rights.
    Castling,
    /// The en passant square.
    EnPassant,
    /// Half-moves since the last capture or pawn move.
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
/// assert_eq!(error.to_string(), "FEN, character 17 (placement): 'x' is neither a man nor a number 1 to 8");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FenError {
    /// The field it is about.
    pub field: FenField,
    /// The byte of the text, counted from 0; for rules of the whole field or position the beginning of the field. (All
    /// before it is ASCII, so that messages can count characters, from 1.)
    pub at: usize,
    /// What is wrong.
    pub problem: FenProblem,
}

/// What can be wrong with a FEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FenProblem {
    /// The field is missing. The clocks may be, but only both together.
    Missing,
    /// Something follows the move number.
    TrailingText,
    /// A character of the placement.
    NotAMan(char),
    /// This rank (1 to 8) does not have eight squares, but at least so many.
    RankLength(u8, u8),
    /// Two numbers that follow each other, which must be written as their sum.
    TwoNumbers,
    /// Not eight ranks, but so many.
    RankCount(usize),
    /// Neither `w` nor `b`.
    NotATurn,
    /// A character of the castling rights.
    NotACastlingRight(char),
    /// The same right twice, under the same name or another.
    CastlingTwice(char),
    /// A right of a side whose king is not on its first rank.
    NoCastlingKing(char),
    /// A right without a rook where it is needed.
    NoCastlingRook(char),
    /// Neither `-` nor a square.
    NotASquare,
    /// Not a number from this one to 65535 without leading zeros.
    NotANumber(u16),
    /// The fields can be read, but their position is not valid.
    Invalid(InvalidPosition),
}

impl FenProblem {
    /// Is it about a whole field or position, and about no character?
    const fn is_of_a_whole(&self) -> bool {
        matches!(self, Self::RankCount(_) | Self::Invalid(_))
    }
}

impl fmt::Display for FenProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing => f.write_str("missing"),
            Self::TrailingText => f.write_str("something follows the last field"),
            Self::NotAMan(found) => {
                write!(f, "{found:?} is neither a man nor a number 1 to 8")
            }
            Self::RankLength(rank, squares) if *squares > 8 => {
                write!(f, "rank {rank} has more than 8 squares")
            }
            Self::RankLength(rank, squares) => {
                write!(f, "rank {rank} has {squares} squares instead of 8")
            }
            Self::TwoNumbers => f.write_str("two numbers of empty squares in a row"),
            Self::RankCount(ranks) => write!(f, "8 ranks are needed, found {ranks}"),
            Self::NotATurn => f.write_str("neither `w` nor `b`"),
            Self::NotACastlingRight(found) => write!(
                f,
                "{found:?} is no castling right (K, Q, k, q or the rook's file, or `-` alone)"
            ),
            Self::CastlingTwice(right) => write!(f, "{right:?} repeats a castling right"),
            Self::NoCastlingKing(right) => {
                write!(f, "{right:?}: no king of that side on its first rank")
            }
            Self::NoCastlingRook(right) => write!(
                f,
                "{right:?} names no rook on the first rank of its king, on the side meant"
            ),
            Self::NotASquare => f.write_str("neither `-` nor a square such as e3"),
            Self::NotANumber(least) => {
                write!(f, "must be {least} to 65535, without leading zeros")
            }
            Self::Invalid(why) => why.fmt(f),
        }
    }
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { field, at, problem } = self;
        f.write_str("FEN")?;
        if !problem.is_of_a_whole() {
            write!(f, ", character {}", at + 1)?;
        }
        write!(f, " ({field}): {problem}")
    }
}

impl core::error::Error for FenError {}
