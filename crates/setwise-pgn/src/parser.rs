use crate::state::{Kind, ParserState, Span};
use crate::{exact::Exact, fast::Fast, game::Game, notice::Notices};
use setwise_dispatch::Level;

/// Reads games from a buffer of the caller.
///
/// [`Games`](crate::Games) calls a parser in a loop and reads from a file.
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
pub struct Parser {
    state: ParserState,
    /// Reads plain games, a window at a time. `exact` reads the other games.
    fast: Option<Fast>,
    exact: Exact,
    /// The number of bytes of the last unit, which `fast` has not yet consumed.
    last: usize,
    /// Whether the fast reader has read the last unit.
    is_fast: bool,
}

/// The bytes at the front of a text that belong together.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct Unit<'a> {
    /// The number of bytes, at least 1.
    pub bytes: usize,
    /// What the bytes are.
    pub content: Content<'a>,
    /// The notices about these bytes. Those of a damaged game do not count.
    pub notices: Notices,
}

/// The content of a [`Unit`].
#[derive(Clone, Copy)]
#[non_exhaustive]
pub enum Content<'a> {
    /// A game, sound or damaged.
    Game(Game<'a>),
    /// White space, a comment or other text between games.
    Blank,
    /// The continuation of a damaged game that is longer than [`Parser::LIMIT`].
    Rest,
}

impl Parser {
    /// The number of bytes of the longest game. The caller's buffer need not be longer.
    pub const LIMIT: usize = crate::lexer::LIMIT;

    /// Makes a parser of a text that begins between two games, with the instructions of
    /// [`setwise_dispatch::level`].
    pub fn new() -> Self {
        Self::with_level(setwise_dispatch::level())
    }

    /// Makes a parser that uses the instructions of a level. The games do not depend on it.
    ///
    /// ```
    /// use setwise_pgn::{Level, Parser};
    /// let mut parser = Parser::with_level(Level::WORDS);
    /// assert!(parser.next(b"1. e4 e5 *", true).is_some());
    /// ```
    pub fn with_level(level: Level) -> Self {
        Self {
            fast: Some(Fast::new(level)),
            ..Self::exact()
        }
    }

    /// Makes a parser that reads token by token, for tests and measurements.
    #[doc(hidden)]
    pub fn exact() -> Self {
        Self {
            state: ParserState::default(),
            fast: None,
            exact: Exact::default(),
            last: 0,
            is_fast: false,
        }
    }

    /// Reads the unit at the front of `text`. The caller consumes its bytes: the next text begins
    /// after them.
    ///
    /// Returns `None` if the unit may be longer than the text. Then pass the same text and more of
    /// the input. `is_end` states that there is no more, so that `None` is the end of the input.
    pub fn next<'a>(&'a mut self, text: &'a [u8], is_end: bool) -> Option<Unit<'a>> {
        let found = self.advance(text, is_end)?;
        Some(self.unit(text, found))
    }

    /// Finds the next unit.
    pub(crate) fn advance(&mut self, text: &[u8], is_end: bool) -> Option<Span> {
        let last = core::mem::take(&mut self.last);
        self.is_fast = false;
        if let Some(fast) = &mut self.fast {
            fast.consume(last);
            if !self.state.in_long_game && !self.exact.is_within() {
                if fast.fill(text) && !is_end {
                    return None;
                }
                if let Some(game) = fast.game() {
                    let state = &mut self.state;
                    state.games += 1;
                    (state.in_line, state.behind_end) = (true, true);
                    state.is_unclear = game.moves.is_empty();
                    (self.last, self.is_fast) = (game.bytes, true);
                    return Some(Span::new(game.bytes, Kind::Game).with(game.notices));
                }
            }
        }
        let found = self.exact.next(&mut self.state, text, is_end)?;
        self.last = found.bytes;
        Some(found)
    }

    /// Returns the last unit.
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
        let fast = self.fast.as_ref().filter(|_| self.is_fast);
        if let Some(game) = fast.and_then(Fast::game) {
            return Game {
                text,
                number: self.state.games,
                base: game.base,
                tags: game.tags,
                moves: game.moves,
                starts: game.places,
                start: game.start,
                outcome: game.outcome,
                damage: None,
                notices: game.notices,
                opens: Some(game.opens),
                offset: 0,
                lines: 0,
            };
        }
        let data = self.exact.game();
        Game {
            text,
            number: self.state.games,
            base: 0,
            tags: &data.tags,
            moves: &data.moves,
            starts: &data.starts,
            start: &data.start,
            outcome: data.outcome,
            damage: data.damage.as_ref(),
            notices: data.notices,
            opens: None,
            offset: 0,
            lines: 0,
        }
    }

    /// Returns the state that another parser needs to continue at the front. `None` inside a game
    /// that is too long.
    pub fn state(&self) -> Option<ParserState> {
        (!self.state.in_long_game).then_some(self.state)
    }

    /// Takes over the state of another parser, for another text.
    pub fn restore(&mut self, state: ParserState) {
        self.exact.restart();
        if let Some(fast) = &mut self.fast {
            fast.clear();
        }
        self.last = 0;
        self.state = state;
    }
}

impl Default for Parser {
    fn default() -> Self {
        Self::new()
    }
}
