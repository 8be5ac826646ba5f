use crate::exact::Exact;
use crate::state::{Kind, Span, State};
use crate::{Game, Notices};

/// Reads games from a buffer of the caller.
///
/// [`Games`](crate::Games) is a loop around it that reads from a file.
///
/// ```
/// use setwise_pgn::{Content, Parser};
/// let mut text = &b"[Event \"a\"]\n\n1. e4 e5 1-0\n\n[Event \"b\"]\n\n1. d4 *\n"[..];
/// let mut parser = Parser::new();
/// let mut moves = 0;
/// while let Some(unit) = parser.next(text, true) {
///     if let Content::Game(game) = unit.content {
///         moves += game.moves().len();
///     }
///     text = &text[unit.bytes..];
/// }
/// assert_eq!(moves, 3);
/// ```
#[derive(Default)]
pub struct Parser {
    state: State,
    exact: Exact,
}

/// The bytes at the front of a text that belong together.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct Unit<'a> {
    /// The number of bytes, at least 1.
    pub bytes: usize,
    /// What the bytes are.
    pub content: Content<'a>,
    /// What the reader reports of them. It does not count for a damaged game.
    pub notices: Notices,
}

/// What a [`Unit`] is.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub enum Content<'a> {
    /// A game, sound or damaged.
    Game(Game<'a>),
    /// White space, a comment or other text between games.
    Blank,
    /// More of a damaged game that is too long for memory.
    Rest,
}

impl Parser {
    /// The number of low bits of a [state](Self::state) that are not the number of games.
    pub const FLAGS: u32 = 3;

    /// The number of bytes of the longest game. The caller's buffer need not be longer.
    pub const LIMIT: usize = crate::lexer::LIMIT;

    /// Makes a parser of a text that begins between two games.
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads the unit at the front of `text`. The caller consumes its bytes: the next text begins
    /// after them.
    ///
    /// Returns `None` if the unit may be longer than the text. The next text is then the same one
    /// and more of the input. `is_end` states that there is no more: `None` is then the end.
    pub fn next<'a>(&'a mut self, text: &'a [u8], is_end: bool) -> Option<Unit<'a>> {
        let found = self.advance(text, is_end)?;
        Some(self.unit(text, found))
    }

    /// Finds the next unit.
    pub(crate) fn advance(&mut self, text: &[u8], is_end: bool) -> Option<Span> {
        self.exact.next(&mut self.state, text, is_end)
    }

    /// Returns the unit that was found last.
    pub(crate) fn unit<'a>(&'a self, text: &'a [u8], found: Span) -> Unit<'a> {
        let content = match found.kind {
            Kind::Game => Content::Game(self.game(text.get(..found.bytes).unwrap_or(text))),
            Kind::Blank => Content::Blank,
            Kind::Rest => Content::Rest,
        };
        Unit {
            bytes: found.bytes,
            content,
            notices: found.notices,
        }
    }

    fn game<'a>(&'a self, text: &'a [u8]) -> Game<'a> {
        let data = self.exact.game();
        Game {
            text,
            number: self.state.games,
            tags: &data.tags,
            moves: &data.moves,
            starts: &data.starts,
            start: &data.start,
            outcome: data.outcome,
            problem: data.problem.as_ref(),
            notices: data.notices,
            offset: 0,
            lines: 0,
        }
    }

    /// Returns the state that another parser needs to continue at the front: the number of games so
    /// far, above [`FLAGS`](Self::FLAGS) other bits. `None` inside a game that is too long.
    pub fn state(&self) -> Option<u64> {
        let state = &self.state;
        let flags = [state.in_line, state.behind_end, state.is_unclear];
        let with = |bits, flag| bits << 1 | u64::from(flag);
        (!state.in_long_game).then_some(flags.into_iter().fold(state.games, with))
    }

    /// Takes over the state of another parser, for another text. 0 is the state before the first
    /// game of an input.
    pub fn restore(&mut self, state: u64) {
        let [in_line, behind_end, is_unclear] = [4, 2, 1].map(|bit| state & bit != 0);
        self.exact.restart();
        self.state = State {
            games: state >> Self::FLAGS,
            in_long_game: false,
            in_line,
            behind_end,
            is_unclear,
        };
    }
}
