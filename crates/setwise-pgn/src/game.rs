use crate::error::ReadError;
use crate::lexer::{self, Tag};
use crate::notice::Notices;
use crate::opens::{Comments, Opens};
use crate::start::Start;
use core::fmt;
use memchr::memchr_iter;
use setwise_moves::{Move, Outcome};
use std::borrow::Cow;

/// The data that a reader collects about a game.
#[derive(Default)]
pub(crate) struct GameData {
    pub(crate) tags: Vec<Tag>,
    /// The moves that were played, and where their texts begin.
    pub(crate) moves: Vec<Option<Move>>,
    pub(crate) starts: Vec<u32>,
    pub(crate) start: Start,
    pub(crate) outcome: Option<Outcome>,
    /// The first reason and its place.
    pub(crate) damage: Option<(ReadError, usize)>,
    pub(crate) notices: Notices,
}

impl GameData {
    /// Removes the data and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.tags.clear();
        self.moves.clear();
        self.starts.clear();
        self.start = Start::default();
        self.outcome = None;
        self.damage = None;
        self.notices = Notices::NONE;
    }
}

/// A game of a text, sound or damaged.
///
/// A damaged game has the moves before its [damage](Self::damage).
///
/// ```
/// use setwise_pgn::{Games, Outcome};
/// let text = "[White \"Ann\"]\n[WhiteElo \"2000\"]\n\n1. e4 {best} e5 2. Nf3!? 1-0\n";
/// let mut games = Games::new(text.as_bytes());
/// let game = games.next()?.unwrap();
/// assert_eq!(game.tag("WhiteElo").as_deref(), Some("2000"));
/// assert_eq!(game.outcome(), Some(Outcome::WhiteWins));
/// let mut position = game.start().position;
/// for played in game.moves().iter().flatten() {
///     position = position.play_unchecked(*played);
/// }
/// assert_eq!(position.fullmove(), 2);
/// assert_eq!(game.san(2), Some(&b"Nf3!?"[..]));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Game<'a> {
    pub(crate) text: &'a [u8],
    pub(crate) number: u64,
    /// The place of the game in its window. `tags`, `starts` and `opens` are places in the window.
    pub(crate) base: u32,
    pub(crate) tags: &'a [Tag],
    pub(crate) moves: &'a [Option<Move>],
    pub(crate) starts: &'a [u32],
    pub(crate) start: &'a Start,
    pub(crate) outcome: Option<Outcome>,
    pub(crate) damage: Option<&'a (ReadError, usize)>,
    pub(crate) notices: Notices,
    /// The places where comments begin, if all are in braces and there are no variations.
    pub(crate) opens: Option<Opens<'a>>,
    /// The number of bytes before the game, and of the lines that end in them.
    pub(crate) offset: u64,
    pub(crate) lines: u64,
}

impl<'a> Game<'a> {
    /// Returns the number of the game in the input, from 1. Damaged games are counted.
    pub const fn number(&self) -> u64 {
        self.number
    }

    /// Returns the offset of the first byte in the input of [`Games`](crate::Games); 0 for a game
    /// of [`Parser`](crate::Parser).
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// Returns the line of a byte of the game, from 1. For a game of [`Games`](crate::Games), lines
    /// are counted in the input; for one of [`Parser`](crate::Parser), in the text of the game.
    pub fn line_at(&self, byte: usize) -> u64 {
        let before = self.text.get(..byte).unwrap_or(self.text);
        1 + self.lines + memchr_iter(b'\n', before).count() as u64
    }

    /// Returns the text, from the first tag to the end mark.
    pub const fn text(&self) -> &'a [u8] {
        self.text
    }

    /// Returns the names and the values of the tags, as they stand in the text. In values, a
    /// backslash stands before quotes and backslashes.
    pub fn tags(&self) -> impl Iterator<Item = (&'a [u8], &'a [u8])> + use<'a> {
        let text = self.text;
        let pair = move |tag: Tag| (tag.name(text), tag.value(text));
        self.places_of_tags().map(pair)
    }

    /// Returns the value of a tag, the last one if the tag occurs twice. A value that is not UTF-8
    /// is read as Latin-1.
    ///
    /// ```
    /// let mut games = setwise_pgn::Games::new(&b"[Site \"a \\\"b\\\"\"] *"[..]);
    /// let game = games.next()?.unwrap();
    /// assert_eq!(game.tag("Site").unwrap(), "a \"b\"");
    /// assert_eq!(game.tag("Date"), None);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn tag(&self, name: &str) -> Option<Cow<'a, str>> {
        let mut tags = self.places_of_tags().rev();
        let tag = tags.find(|tag| tag.name(self.text) == name.as_bytes())?;
        let value = tag.value(self.text);
        let text = str::from_utf8(value).map_or_else(
            |_| value.iter().copied().map(char::from).collect(),
            Cow::from,
        );
        if !text.contains('\\') {
            return Some(text);
        }
        // Other backslashes are kept, such as those of a path.
        let mut plain = String::with_capacity(text.len());
        let mut rest = text.chars().peekable();
        while let Some(character) = rest.next() {
            let escaped = rest.next_if(|&next| character == '\\' && matches!(next, '"' | '\\'));
            plain.push(escaped.unwrap_or(character));
        }
        Some(plain.into())
    }

    /// Returns the position in which the game begins; the initial one if its tags are damaged.
    pub const fn start(&self) -> &'a Start {
        self.start
    }

    /// Returns the moves of the main line; of a damaged game, those before the problem. `None` is a
    /// move that only passes the turn.
    pub const fn moves(&self) -> &'a [Option<Move>] {
        self.moves
    }

    /// Returns the text of a move of [`moves`](Self::moves) as it stands in the game, with marks of
    /// quality. Returns `None` past the last one.
    pub fn san(&self, ply: usize) -> Option<&'a [u8]> {
        let start = self.starts().nth(ply)?;
        let (_, end) = lexer::token(self.text, start, true)?;
        self.text.get(start..end)
    }

    /// Returns the places in the text where the moves begin.
    pub(crate) fn starts(&self) -> impl Iterator<Item = usize> + use<'a> {
        let base = self.base;
        let starts = self.starts.iter();
        starts.map(move |start| start.wrapping_sub(base) as usize)
    }

    /// Returns the comments of a plain game, by their places in the window.
    #[inline]
    pub(crate) fn plain_comments(&self) -> Option<Comments<'a>> {
        self.opens.map(|opens| Comments::new(opens, self.starts))
    }

    pub(crate) fn places_of_tags(&self) -> impl DoubleEndedIterator<Item = Tag> + use<'a> {
        let base = self.base;
        self.tags.iter().map(move |tag| tag.from(base))
    }

    /// Returns the outcome: that of the end mark, or that of the tag if no mark ends the game.
    /// `None` if it is not known.
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Returns why the game is damaged, and the byte of its text where the problem is. `None` for a
    /// sound game.
    pub fn damage(&self) -> Option<(&'a ReadError, usize)> {
        self.damage.map(|(reason, at)| (reason, *at))
    }

    /// Returns the notices about a game that is not damaged.
    pub const fn notices(&self) -> Notices {
        self.notices
    }
}

impl fmt::Debug for Game<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Game")
            .field("number", &self.number)
            .field("offset", &self.offset)
            .field("damage", &self.damage)
            .finish_non_exhaustive()
    }
}
