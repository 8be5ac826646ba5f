use crate::vocabulary::{Format, Notice};
use core::fmt;
use setwise_binpack::ReadError as BinpackReadError;
use setwise_moves::{FenError, InvalidPosition, SanError};
use setwise_pgn::ReadError as PgnReadError;

/// A damaged record, line or game: its place and the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Damage {
    /// The format.
    pub format: Format,
    /// The number of the record, line or game in the input, from 1. Empty lines and comments are
    /// not counted.
    pub number: u64,
    /// The offset of its first byte in the input, after decompression. For Parquet and Arrow, the
    /// number of rows before it.
    pub offset: u64,
    /// The line of the damage, from 1, for text.
    pub line: Option<u64>,
    /// The reason.
    pub reason: ReadError,
}

/// Why a record, a line or a game is damaged.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReadError {
    /// The input ends within the record, after this number of bytes of it.
    Truncated(usize),
    /// More than this number of bytes belong to the record.
    TooLong(usize),
    /// The board has this number of pieces, but the format has room for 32.
    PieceCount(u32),
    /// This number is not the code of a piece.
    PieceCode(u8),
    /// This number is not the code of an outcome.
    OutcomeCode(u8),
    /// This number is not the code of an en passant square.
    EnPassantCode(u8),
    /// The king does not stand on this square, which is stored for it.
    KingSquare(u8),
    /// The score does not fit 16 bits.
    ScoreRange,
    /// The position breaks a rule of [`Setup`](setwise_moves::Setup).
    Invalid(InvalidPosition),
    /// The text is not UTF-8.
    NotUtf8,
    /// The text is not a FEN.
    Fen(FenError),
    /// A field of a line is missing or unreadable.
    Field(&'static str),
    /// A field of a line is a number, but not a whole one.
    NotWhole(&'static str),
    /// Something follows this field, which is the last one.
    Behind(&'static str),
    /// The text stands in the place of an operation of EPD and begins with no letter.
    NoOperation(String),
    /// The list of this name has this number of values, but the game has this number of half-moves.
    Lists(&'static str, usize, usize),
    /// A move of a list is null.
    NullInList,
    /// A quote of EPD is not closed.
    OpenQuote,
    /// The line begins with this mark, which begins no comment.
    NoComment(&'static str),
    /// The line has no columns: it is no bullet text.
    NoColumns,
    /// These bits do not encode a legal move. The second number counts the half-moves before it.
    MoveCode(u16, usize),
    /// A move in algebraic notation is not exactly one legal move, after this many half-moves.
    San(SanError, usize),
    /// A move in UCI notation is unreadable or not legal.
    Uci(String),
    /// A game of PGN is damaged.
    Pgn(PgnReadError),
    /// A chain or a chunk of a binpack is damaged.
    Binpack(BinpackReadError),
    /// The bitboards of the colors and those of the pieces cover different squares.
    Boards,
    /// A row of Parquet or Arrow has no position.
    NoPosition,
    /// The format does not allow this, and reading is [strict](crate::ReadOptions::strict).
    NotStrict(Notice),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Truncated(bytes) => BinpackReadError::Truncated(*bytes).fmt(f),
            Self::TooLong(limit) => PgnReadError::TooLong(*limit).fmt(f),
            Self::PieceCount(count) => BinpackReadError::PieceCount(*count).fmt(f),
            Self::PieceCode(code) => BinpackReadError::PieceCode(*code).fmt(f),
            Self::OutcomeCode(code) => BinpackReadError::OutcomeCode(*code).fmt(f),
            Self::EnPassantCode(code) => {
                write!(f, "{code} is not the code of an en passant square")
            }
            Self::KingSquare(square) => write!(f, "{square} is not the square of the king"),
            Self::ScoreRange => BinpackReadError::ScoreRange.fmt(f),
            Self::Invalid(why) => why.fmt(f),
            Self::NotUtf8 => PgnReadError::NotUtf8.fmt(f),
            Self::Fen(why) => why.fmt(f),
            Self::Field(name) => write!(f, "{name}: missing or unreadable"),
            Self::NotWhole(name) => write!(f, "{name}: not a whole number"),
            Self::Behind(name) => write!(f, "something follows the {name}"),
            Self::NoOperation(text) => {
                write!(f, "{text:?} is no operation")?;
                match text.parse::<f64>() {
                    Ok(_) => f.write_str("; alone, it may be a clock, a score or an outcome"),
                    Err(_) => Ok(()),
                }
            }
            Self::Lists(name, values, moves) => {
                write!(f, "{name}: {values} values for {moves} moves")
            }
            Self::NullInList => f.write_str("a move is null"),
            Self::OpenQuote => f.write_str("a quote is not closed"),
            Self::NoComment(mark) => write!(f, "`{mark}` begins no comment, only `#` does"),
            Self::NoColumns => f.write_str(
                "no `|`: .txt is bullet text, `FEN | score | result`; FENs are another format \
                (`--from fen`)",
            ),
            Self::MoveCode(code, ply) => BinpackReadError::MoveCode(*code, *ply).fmt(f),
            Self::San(why, ply) => PgnReadError::San(why.clone(), *ply).fmt(f),
            Self::Uci(text) => write!(f, "{text:?} is no legal move"),
            Self::Pgn(why) => why.fmt(f),
            Self::Binpack(why @ BinpackReadError::NotBinpack) => {
                write!(f, "{why} (`--from viriformat`)")
            }
            Self::Binpack(why) => why.fmt(f),
            Self::Boards => {
                f.write_str("the bitboards of colors and of pieces cover different squares")
            }
            Self::NoPosition => f.write_str("the position is null"),
            Self::NotStrict(notice) => write!(f, "{notice}, which the format does not allow"),
        }
    }
}

impl core::error::Error for ReadError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Invalid(why) => Some(why),
            Self::Fen(why) => Some(why),
            Self::San(why, _) => Some(why),
            Self::Pgn(why) => why.source(),
            Self::Binpack(why) => why.source(),
            _ => None,
        }
    }
}

impl From<InvalidPosition> for ReadError {
    fn from(why: InvalidPosition) -> Self {
        Self::Invalid(why)
    }
}

impl From<FenError> for ReadError {
    fn from(why: FenError) -> Self {
        Self::Fen(why)
    }
}

impl From<BinpackReadError> for ReadError {
    fn from(why: BinpackReadError) -> Self {
        Self::Binpack(why)
    }
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {} {}", self.format, self.format.unit(), self.number)?;
        if !self.format.is_columnar() {
            write!(f, " at byte {}", self.offset)?;
        }
        if let Some(line) = self.line {
            write!(f, ", line {line}")?;
        }
        write!(f, ": {}", self.reason)
    }
}

impl core::error::Error for Damage {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        Some(&self.reason)
    }
}
