//! Games as text.

use crate::{lexer::is_name, notes::Note};
use core::fmt::{self, Write};
use setwise_moves::{Color, FenStyle, Move, Outcome, Position};

/// The greatest number of characters in a line, where words allow it.
const WIDTH: usize = 79;

/// The seven tags that every game has, in their order, with the values that mean "unknown". The
/// outcome replaces the last one.
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// A game that is written move by move, in the export format of PGN.
///
/// Every part is checked where it is given, and an error leaves the game as it was. The text comes
/// at the end, by [`finish`](Self::finish), so nothing of a game with an error is written.
///
/// Lines have at most 79 characters, tags and long words apart.
///
/// ```
/// use setwise_moves::{Outcome, Position};
/// use setwise_pgn::GameWriter;
///
/// let mut game = GameWriter::new(Position::startpos());
/// game.tag("White", "Fool")?.tag("WhiteElo", "800")?;
/// for name in ["f3", "e5", "g4"] {
///     let played = game.position().parse_san(name)?;
///     game.play(played)?;
/// }
/// game.nag(4).comment("allows mate")?;
/// let mate = game.position().parse_san("Qh4")?;
/// game.play(mate)?;
/// let text = game.finish(Some(Outcome::BlackWins))?;
/// assert!(text.starts_with("[Event \"?\"]\n"));
/// assert!(text.ends_with("\n1. f3 e5 2. g4 $4 { allows mate } 2... Qh4# 0-1\n\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct GameWriter {
    start: Position,
    tags: Vec<(String, String)>,
    line: Line,
    /// The lines in which variations have begun.
    outer: Vec<Line>,
    /// The moves, without the end mark.
    text: String,
    /// The number of characters in the last line of the text.
    column: usize,
    /// Whether the next word follows without a space.
    is_open: bool,
    /// Whether the next move gets its number, even if Black moves.
    needs_number: bool,
}

/// The main line or a variation.
#[derive(Clone, Copy, Debug)]
struct Line {
    position: Position,
    /// The position before the last move.
    before: Option<Position>,
}

/// A part of a game cannot be written.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WriteError {
    /// The move is not legal in the position, or the turn passes in check.
    Move(Option<Move>, Box<Position>),
    /// The name of a tag has something else than letters, digits and `_` of ASCII.
    TagName(String),
    /// The value of the tag of this name has a control character, such as the end of a line.
    TagValue(String),
    /// The comment has `}`, a control character that is no white space, or `[Event `, by which
    /// programs find the next game.
    Comment(String),
    /// A variation begins before the first move of its line.
    VariationStart,
    /// The variation that ends has no move, or no variation is open.
    VariationEnd,
    /// A variation is open at the end of the game.
    OpenVariation,
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move(Some(played), position) => {
                write!(f, "the move {played} is not legal in {position}")
            }
            Self::Move(None, position) => write!(f, "the turn cannot pass in check: {position}"),
            Self::TagName(name) => write!(f, "{name:?} is no name of a tag"),
            Self::TagValue(name) => write!(f, "the tag {name} has a control character"),
            Self::Comment(text) => {
                write!(
                    f,
                    "a comment cannot hold }}, [Event or a control character: {text:?}"
                )
            }
            Self::VariationStart => f.write_str("a variation needs a move before it"),
            Self::VariationEnd => f.write_str("no variation with a move ends here"),
            Self::OpenVariation => f.write_str("a variation is open at the end of the game"),
        }
    }
}

impl core::error::Error for WriteError {}

impl GameWriter {
    /// Begins a game in a position.
    pub fn new(start: Position) -> Self {
        let line = Line {
            position: start,
            before: None,
        };
        Self {
            start,
            tags: Vec::new(),
            line,
            outer: Vec::new(),
            text: String::new(),
            column: 0,
            is_open: true,
            needs_number: true,
        }
    }

    /// Returns the position after the moves so far, those of an open variation included.
    pub fn position(&self) -> &Position {
        &self.line.position
    }

    /// Sets a tag. The seven tags of the standard come first in the text, the others in the order
    /// in which they are set.
    ///
    /// `Result`, `SetUp` and `FEN` are always those of the game, and so is `Variant` if it begins
    /// in a position that only Chess960 has; values that are set for them do not count.
    ///
    /// # Errors
    /// [`WriteError::TagName`], [`WriteError::TagValue`].
    pub fn tag(&mut self, name: &str, value: &str) -> Result<&mut Self, WriteError> {
        if name.is_empty() || !name.bytes().all(is_name) {
            return Err(WriteError::TagName(name.into()));
        }
        if value.contains(char::is_control) {
            return Err(WriteError::TagValue(name.into()));
        }
        match self.tags.iter_mut().find(|(known, _)| known == name) {
            Some((_, known)) => *known = value.into(),
            None => self.tags.push((name.into(), value.into())),
        }
        Ok(self)
    }

    /// Plays a move, or passes the turn by `None`, which is written as `--`.
    ///
    /// # Errors
    /// [`WriteError::Move`].
    pub fn play(&mut self, played: impl Into<Option<Move>>) -> Result<&mut Self, WriteError> {
        let (played, position) = (played.into(), self.line.position);
        let next = match played {
            Some(played) => position.play(played).ok(),
            None => position.null_move(),
        };
        let next = next.ok_or_else(|| WriteError::Move(played, Box::new(position)))?;
        let from = self.begin();
        // Writing to a string does not fail.
        let _ = match position.turn() {
            Color::White => write!(self.text, "{}. ", position.fullmove()),
            Color::Black if self.needs_number => write!(self.text, "{}... ", position.fullmove()),
            Color::Black => Ok(()),
        };
        let _ = match played {
            Some(played) => write!(self.text, "{}", position.san(played)),
            None => self.text.write_str("--"),
        };
        self.end(from);
        self.needs_number = false;
        self.line = Line {
            position: next,
            before: Some(position),
        };
        Ok(self)
    }

    /// Writes a comment: before the first move, or after a move. White space of any kind and length
    /// is written as a space or the end of a line. A comment of nothing else is not written.
    ///
    /// # Errors
    /// [`WriteError::Comment`]. PGN has no escape for `}`.
    pub fn comment(&mut self, text: &str) -> Result<&mut Self, WriteError> {
        let is_refused = |c: char| c == '}' || c.is_control() && !c.is_ascii_whitespace();
        let words = text.split_ascii_whitespace();
        if text.contains(is_refused) || words.clone().any(|word| word.ends_with("[Event")) {
            return Err(WriteError::Comment(text.into()));
        }
        if words.clone().next().is_none() {
            return Ok(self);
        }
        let mut from = self.begin();
        self.text.push('{');
        let mut is_command = false;
        for word in words.chain(["}"]) {
            // A command stays in one line. No line begins with `[`, `%` or `;`, because programs
            // look for tags and escapes there.
            if is_command || word.starts_with(['[', '%', ';']) {
                self.text.push(' ');
            } else {
                self.end(from);
                from = self.begin();
            }
            self.text.push_str(word);
            let mut before = 0;
            for byte in word.bytes() {
                is_command = byte != b']' && (is_command || (before, byte) == (b'[', b'%'));
                before = byte;
            }
        }
        self.end(from);
        self.needs_number = true;
        Ok(self)
    }

    /// Writes the numbers of a note as a comment, as its `Display` does.
    pub fn note(&mut self, note: &Note) -> &mut Self {
        // A note has no character that a comment refuses.
        let _ = self.comment(&note.to_string());
        self
    }

    /// Writes a numeric mark of the last move, such as `$1` for a good one.
    pub fn nag(&mut self, number: u8) -> &mut Self {
        let from = self.begin();
        let _ = write!(self.text, "${number}");
        self.end(from);
        self
    }

    /// Begins a variation: another move instead of the last one.
    ///
    /// # Errors
    /// [`WriteError::VariationStart`].
    ///
    /// ```
    /// use setwise_moves::Position;
    /// use setwise_pgn::GameWriter;
    /// let start = Position::startpos();
    /// let mut game = GameWriter::new(start);
    /// game.play(start.parse_san("e4")?)?.begin_variation()?;
    /// game.play(start.parse_san("d4")?)?.end_variation()?;
    /// game.play(game.position().parse_san("e5")?)?;
    /// assert!(game.finish(None)?.ends_with("\n1. e4 (1. d4) 1... e5 *\n\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn begin_variation(&mut self) -> Result<&mut Self, WriteError> {
        let position = self.line.before.ok_or(WriteError::VariationStart)?;
        self.outer.push(self.line);
        self.line = Line {
            position,
            before: None,
        };
        self.push("(");
        self.is_open = true;
        self.needs_number = true;
        Ok(self)
    }

    /// Ends a variation that has a move, and returns to the line in which the variation began.
    ///
    /// # Errors
    /// [`WriteError::VariationEnd`].
    pub fn end_variation(&mut self) -> Result<&mut Self, WriteError> {
        let has_move = self.line.before.is_some();
        let outer = self.outer.pop_if(|_| has_move);
        self.line = outer.ok_or(WriteError::VariationEnd)?;
        self.is_open = true;
        self.push(")");
        self.needs_number = true;
        Ok(self)
    }

    /// Returns the text of the game, with an empty line at its end. The outcome, or `*` for none,
    /// is the tag `Result` and the end mark.
    ///
    /// # Errors
    /// [`WriteError::OpenVariation`].
    pub fn finish(mut self, outcome: Option<Outcome>) -> Result<String, WriteError> {
        if !self.outer.is_empty() {
            return Err(WriteError::OpenVariation);
        }
        let outcome = outcome.map_or("*", Outcome::as_str);
        let mut tags = Vec::from(ROSTER.map(|(name, unknown)| match name {
            "Result" => (name, outcome),
            _ => (name, self.value(name).unwrap_or(unknown)),
        }));
        let is_chess960 = is_chess960(&self.start);
        tags.extend(self.tags.iter().filter_map(|(name, value)| {
            let is_own =
                matches!(name.as_str(), "SetUp" | "FEN") || is_chess960 && name == "Variant";
            let is_other = !is_own && ROSTER.iter().all(|(known, _)| known != name);
            is_other.then_some((name.as_str(), value.as_str()))
        }));
        let fen = self.start.fen(FenStyle::Standard);
        if is_chess960 {
            tags.push(("Variant", "Chess960"));
        }
        if self.start != Position::startpos() {
            tags.extend([("SetUp", "1"), ("FEN", &fen)]);
        }
        let mut text = String::new();
        for (name, value) in tags {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            text.extend(["[", name, " \"", &value, "\"]\n"]);
        }
        text.push('\n');
        self.push(outcome);
        text.extend([&self.text, "\n\n"]);
        Ok(text)
    }

    fn value(&self, name: &str) -> Option<&str> {
        let tag = self.tags.iter().find(|(known, _)| known == name);
        tag.map(|(_, value)| value.as_str())
    }

    /// Appends a word to the line, or to a new one.
    fn push(&mut self, word: &str) {
        let from = self.begin();
        self.text.push_str(word);
        self.end(from);
    }

    /// Begins a word. Returns its place in the text.
    fn begin(&mut self) -> usize {
        if !self.is_open {
            self.text.push(' ');
        }
        self.text.len()
    }

    /// Ends a word. If the word does not fit, the line ends before it.
    fn end(&mut self, from: usize) {
        let length = self.text[from..].chars().count();
        let separator = from - usize::from(!self.is_open);
        if self.column > 0 && self.column + (from - separator) + length > WIDTH {
            self.text.replace_range(separator..from, "\n");
            self.column = length;
        } else {
            self.column += (from - separator) + length;
        }
        self.is_open = false;
    }
}

/// Whether a king or a rook with castling rights stands elsewhere than in orthodox chess.
fn is_chess960(position: &Position) -> bool {
    [(Color::White, 0), (Color::Black, 56)]
        .iter()
        .any(|&(color, shift)| {
            let rooks = position.castling() >> shift & 0xff;
            let king = position.king(color).bit() >> shift;
            rooks & !0x81 != 0 || rooks != 0 && king != 0x10
        })
}
