//! The state that the readers share with the parser.

use crate::notice::Notices;

/// The state of the text before the front.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ParserState {
    /// The number of games before the front, damaged ones included.
    pub(crate) games: u64,
    /// Whether the front belongs to a game that is too long.
    pub(crate) in_long_game: bool,
    /// Whether the front is inside a line.
    pub(crate) in_line: bool,
    /// Whether an end mark stands before the front, in the same paragraph.
    pub(crate) behind_end: bool,
    /// Whether moves without tags may belong to the last game: it has tags but no moves, or it is
    /// damaged and has no end mark.
    pub(crate) is_unclear: bool,
}

impl ParserState {
    /// The number of low bits of [`to_bits`](Self::to_bits) that are not the number of games.
    pub const FLAG_BITS: u32 = 3;

    /// Returns the number of games before the front, damaged ones included.
    pub const fn games(self) -> u64 {
        self.games
    }

    /// Returns a number to store: the number of games, above some flags.
    pub fn to_bits(self) -> u64 {
        let flags = [self.in_line, self.behind_end, self.is_unclear];
        let with = |bits, flag| bits << 1 | u64::from(flag);
        flags.into_iter().fold(self.games, with)
    }

    /// Makes the state of a number, which may be any.
    pub fn from_bits(bits: u64) -> Self {
        let [in_line, behind_end, is_unclear] = [4, 2, 1].map(|bit| bits & bit != 0);
        Self {
            games: bits >> Self::FLAG_BITS,
            in_long_game: false,
            in_line,
            behind_end,
            is_unclear,
        }
    }
}

/// A [`Unit`](crate::Unit) without its game.
#[derive(Clone, Copy)]
pub(crate) struct Span {
    pub(crate) bytes: usize,
    pub(crate) kind: Kind,
    pub(crate) notices: Notices,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Game,
    Blank,
    Rest,
}

impl Span {
    pub(crate) const fn new(bytes: usize, kind: Kind) -> Self {
        Self {
            bytes,
            kind,
            notices: Notices::NONE,
        }
    }

    pub(crate) const fn blank(bytes: usize) -> Self {
        Self::new(bytes, Kind::Blank)
    }

    pub(crate) const fn with(self, notices: Notices) -> Self {
        Self { notices, ..self }
    }
}
