use core::fmt;
use setwise_moves::InvalidPosition;

/// Why a chain or a chunk cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReadError {
    /// The file does not begin with `BINP`.
    NotBinpack,
    /// No chunk begins here.
    ChunkMark,
    /// A chunk has more than this number of bytes.
    TooLong(usize),
    /// The file ends within a chunk, after this number of bytes of it.
    Truncated(usize),
    /// The chunk ends within a chain.
    ChunkEnd,
    /// The stem has this number of pieces, but there is room for 32.
    PieceCount(u32),
    /// This number is not the code of a piece.
    PieceCode(u8),
    /// This number is not the code of an outcome.
    OutcomeCode(u8),
    /// The score does not fit 16 bits.
    ScoreRange,
    /// The position of the stem breaks a rule of [`Setup`](setwise_moves::Setup).
    Invalid(InvalidPosition),
    /// These bits do not encode a legal move. The second number counts the half-moves before it.
    MoveCode(u16, usize),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotBinpack => f.write_str(
                "`BINP` is missing, so this is no binpack of Stockfish; some programs call \
                viriformat binpack",
            ),
            Self::ChunkMark => f.write_str("no chunk begins here"),
            Self::TooLong(limit) => write!(f, "longer than {limit} bytes"),
            Self::Truncated(bytes) => write!(f, "the input ends after {bytes} bytes of it"),
            Self::ChunkEnd => f.write_str("the chunk ends within the chain"),
            Self::PieceCount(count) => write!(f, "{count} pieces, but there is room for 32"),
            Self::PieceCode(code) => write!(f, "{code} is not the code of a piece"),
            Self::OutcomeCode(code) => write!(f, "{code} is not the code of an outcome"),
            Self::ScoreRange => f.write_str("the score does not fit 16 bits"),
            Self::Invalid(why) => why.fmt(f),
            Self::MoveCode(code, ply) => {
                write!(f, "move {code:#06x} after {ply} half-moves is not legal")
            }
        }
    }
}

impl core::error::Error for ReadError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Invalid(why) => Some(why),
            _ => None,
        }
    }
}

impl From<InvalidPosition> for ReadError {
    fn from(why: InvalidPosition) -> Self {
        Self::Invalid(why)
    }
}

/// The place of what cannot be read, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Damage {
    /// The byte where the damaged chain, or the chunk, begins.
    pub at: usize,
    /// Why it cannot be read.
    pub reason: ReadError,
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}: {}", self.at, self.reason)
    }
}

impl core::error::Error for Damage {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        Some(&self.reason)
    }
}
