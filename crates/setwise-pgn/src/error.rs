use core::fmt;
use setwise_moves::{FenError, SanError};

/// Why a game is damaged.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReadError {
    /// The game has more than this number of bytes.
    TooLong(usize),
    /// The FEN of the tag is not UTF-8.
    NotUtf8,
    /// The value of the tag is not a FEN.
    Fen(FenError),
    /// The text is not exactly one legal move. The number counts the half-moves before it.
    San(SanError, usize),
    /// The structure of the game is broken.
    Structure(&'static str),
    /// A character stands where PGN does not have it, at this byte of the game.
    Character(char, usize),
    /// The game is of this variant, which is neither orthodox chess nor Chess960.
    Variant(String),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong(limit) => write!(f, "longer than {limit} bytes"),
            Self::NotUtf8 => f.write_str("the text is not UTF-8"),
            Self::Fen(why) => why.fmt(f),
            Self::San(why, ply) => write!(f, "{why} after {ply} half-moves"),
            Self::Structure(why) => f.write_str(why),
            Self::Character(character, at) => {
                let code = u32::from(*character);
                write!(f, "the character {character:?} (U+{code:04X}), ")?;
                write!(f, "at byte {at} of the game, which PGN does not have there")
            }
            Self::Variant(name) => write!(f, "the variant {name:?} is not supported"),
        }
    }
}

impl core::error::Error for ReadError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Fen(why) => Some(why),
            Self::San(why, _) => Some(why),
            _ => None,
        }
    }
}
