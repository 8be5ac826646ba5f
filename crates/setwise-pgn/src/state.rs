//! The state that the readers share with the parser.

use crate::notice::Notices;

/// The state of the text before the front.
#[derive(Default)]
pub(crate) struct State {
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
