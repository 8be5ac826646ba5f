//! Numbers in comments.

mod cursor;
mod matches;
mod words;

use core::fmt;
use cursor::Cursor;
use memchr::memchr;
use setwise_moves::Color;

/// An evaluation, as White sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Eval {
    /// Hundredths of a pawn, positive if White is better.
    Centipawns(i32),
    /// Mate in so many moves, positive if White mates. With 0, the side to move is mated.
    Mate(i32),
}

impl Eval {
    /// Converts between White's view and the view of `color`. The function is its own inverse.
    ///
    /// ```
    /// use setwise_moves::Color;
    /// use setwise_pgn::Eval;
    /// assert_eq!(Eval::Mate(3).seen_by(Color::Black), Eval::Mate(-3));
    /// ```
    #[must_use]
    pub const fn seen_by(self, color: Color) -> Self {
        match (self, color) {
            (_, Color::White) => self,
            (Self::Centipawns(value), _) => Self::Centipawns(value.saturating_neg()),
            (Self::Mate(moves), _) => Self::Mate(moves.saturating_neg()),
        }
    }
}

/// Writes the parameter of `%eval`: pawns with two decimals, or `#` and the moves to mate.
impl fmt::Display for Eval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Centipawns(value) => {
                let sign = if value < 0 { "-" } else { "" };
                let value = value.unsigned_abs();
                write!(f, "{sign}{}.{:02}", value / 100, value % 100)
            }
            Self::Mate(moves) => write!(f, "#{moves}"),
        }
    }
}

/// The numbers in the comments of a move. Times are in milliseconds.
///
/// # Commands
/// A command may stand anywhere in a comment: `[%`, the name, white space, a parameter, `]`.
/// * `%clk` and `%emt`: `h:mm:ss`, of any number of digits each, with or without a fraction of
///   seconds. Digits after the third are dropped.
/// * `%eval`: pawns with a point (`-0.24`; digits after the second are dropped), or centipawns
///   without one, as ChessBase writes (`-24`), or a mate (`#3`, `#-3`, `M3`, `-M3`); then the depth
///   after a comma, if it is known. White's view.
///
/// # Engine matches
/// A comment may begin with one of these, after a reply in parentheses, which is skipped.
/// * `+0.30/12 1.2s`, as cutechess, fastchess, XBoard and Arena write: pawns with a point, the
///   depth, and the time of the move, which may be absent: seconds, or minutes and seconds
///   (`1:30`), with or without `s`. Instead of pawns, `M` has the number of *half-moves* to mate,
///   or `#` the number of moves. The evaluation is that of the side that moved, and is converted.
/// * `+0.30 12/18 583 363004`, as OpenBench writes: depth, selective depth, milliseconds, nodes.
/// * `d=20, mt=1200, tl=60000, wv=0.30`, as TCEC writes: the depth, the time of the move and the
///   clock in milliseconds, and White's view. Such pairs may also follow the first comma of the
///   other forms, where fastchess writes the clock: `tl=60.000s`. Other pairs are skipped.
///
/// # What is no number
/// A number that is out of range or has anything unexpected beside it stays text, and
/// [`is_unclear`](Self::is_unclear) is set. If a number occurs twice, the first one counts.
///
/// ```
/// use setwise_moves::Color;
/// use setwise_pgn::{Eval, Note};
/// let note = Note::of_comment(b" [%eval -0.24] [%clk 0:03:00] ", Color::White);
/// assert_eq!(note.eval, Some(Eval::Centipawns(-24)));
/// assert_eq!(note.clock, Some(180_000));
/// // The evaluation is the engine's own, and Black has moved.
/// let note = Note::of_comment(b"+M5/20 0.5s", Color::Black);
/// assert_eq!((note.eval, note.depth), (Some(Eval::Mate(-3)), Some(20)));
/// assert_eq!(note.time, Some(500));
/// assert!(Note::of_comment(b"+0.3/x", Color::White).is_empty());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Note {
    /// The time that is left to the side that moved (`%clk`).
    pub clock: Option<u32>,
    /// The time of the move (`%emt`).
    pub emt: Option<u32>,
    /// The evaluation, as White sees it.
    pub eval: Option<Eval>,
    /// The depth of the search.
    pub depth: Option<u16>,
    /// The time of the move in an engine match.
    pub time: Option<u32>,
    /// Whether something looks like one of these numbers but is none.
    pub is_unclear: bool,
}

impl Note {
    /// Reads the text between the braces of a comment, after a move of `mover`.
    #[inline]
    pub fn of_comment(text: &[u8], mover: Color) -> Self {
        let mut note = Self::default();
        note.read(text, mover);
        note
    }

    /// Reads one more comment of the same move. What is known already stays.
    ///
    /// ```
    /// use setwise_moves::Color;
    /// use setwise_pgn::Note;
    /// let mut note = Note::of_comment(b"[%emt 0:00:05]", Color::White);
    /// note.read(b"[%emt 0:00:09] [%clk 0:03:00]", Color::White);
    /// assert_eq!((note.emt, note.clock), (Some(5_000), Some(180_000)));
    /// ```
    #[inline]
    pub fn read(&mut self, text: &[u8], mover: Color) {
        let mut at = 0;
        // The commands of most comments, with a space before each and after the last one.
        while let Some(end) = words::command(self, text, at) {
            at = end;
        }
        if at == 0 || text.len() - at > 1 {
            self.read_exactly(text, at, mover);
        }
    }

    /// Reads the rest of a comment.
    fn read_exactly(&mut self, text: &[u8], at: usize, mover: Color) {
        if at == 0 {
            matches::read(self, text.trim_ascii_start(), mover);
        }
        let mut rest = text.get(at..).unwrap_or_default();
        while let Some(bracket) = memchr(b'[', rest) {
            rest = self.command(rest.get(bracket + 1..).unwrap_or_default());
        }
    }

    /// Whether no number has been found.
    pub fn is_empty(&self) -> bool {
        let is_unclear = self.is_unclear;
        *self
            == Self {
                is_unclear,
                ..Self::default()
            }
    }

    /// Reads a command after its bracket. Returns the text after what has been read.
    fn command<'a>(&mut self, text: &'a [u8]) -> &'a [u8] {
        let commands = [
            (&b"%clk"[..], Self::clk as Command),
            (b"%emt", Self::elapsed),
            (b"%eval", Self::evaluation),
        ];
        let mut named = commands.into_iter().filter_map(|(name, command)| {
            let rest = text.strip_prefix(name)?;
            (!rest.first()?.is_ascii_alphanumeric()).then_some((rest, command))
        });
        let Some((rest, command)) = named.next() else {
            return text;
        };
        let mut cursor = Cursor::new(rest);
        self.is_unclear |= !cursor.space() || command(self, &mut cursor).is_none();
        cursor.rest()
    }

    fn clk(&mut self, text: &mut Cursor<'_>) -> Option<()> {
        let value = text.clock().filter(|_| text.ends_command())?;
        self.clock.get_or_insert(value);
        Some(())
    }

    fn elapsed(&mut self, text: &mut Cursor<'_>) -> Option<()> {
        let value = text.clock().filter(|_| text.ends_command())?;
        self.emt.get_or_insert(value);
        Some(())
    }

    fn evaluation(&mut self, text: &mut Cursor<'_>) -> Option<()> {
        let score = text.score()?;
        let depth = if text.eat(b',') {
            Some(text.number()?)
        } else {
            None
        };
        if text.ends_command() {
            self.add_eval(score.of_command()?, depth);
            return Some(());
        }
        None
    }

    /// Sets evaluation and depth, which belong together.
    fn add_eval(&mut self, eval: Eval, depth: Option<u16>) {
        if self.eval.is_none() {
            self.eval = Some(eval);
            self.depth = self.depth.or(depth);
        }
    }
}

type Command = fn(&mut Note, &mut Cursor<'_>) -> Option<()>;

/// Writes all numbers so that [`Note::of_comment`] reads the same, whoever has moved: commands, and
/// before them pairs for those that no command names. `{}` of a note without numbers is empty.
///
/// ```
/// use setwise_pgn::{Eval, Note};
/// let eval = Some(Eval::Centipawns(24));
/// let note = Note { eval, clock: Some(180_500), ..Note::default() };
/// assert_eq!(note.to_string(), "[%eval 0.24] [%clk 0:03:00.5]");
/// let note = Note { eval, depth: Some(20), time: Some(1_200), ..Note::default() };
/// assert_eq!(note.to_string(), "mt=1200 [%eval 0.24,20]");
/// ```
impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut between = "";
        let mut part = |separator, text: fmt::Arguments<'_>| {
            write!(f, "{}{text}", core::mem::replace(&mut between, separator))
        };
        if let (Some(depth), None) = (self.depth, self.eval) {
            part(
                if self.time.is_some() { ", " } else { " " },
                format_args!("d={depth}"),
            )?;
        }
        if let Some(time) = self.time {
            part(" ", format_args!("mt={time}"))?;
        }
        match (self.eval, self.depth) {
            (Some(eval), Some(depth)) => part(" ", format_args!("[%eval {eval},{depth}]"))?,
            (Some(eval), None) => part(" ", format_args!("[%eval {eval}]"))?,
            _ => {}
        }
        for (name, time) in [("clk", self.clock), ("emt", self.emt)] {
            if let Some(time) = time {
                part(" ", format_args!("[%{name} {}]", Clock(time)))?;
            }
        }
        Ok(())
    }
}

/// Milliseconds as `h:mm:ss`, with a fraction if there is one.
struct Clock(u32);

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (seconds, fraction) = (self.0 / 1000, self.0 % 1000);
        write!(
            f,
            "{}:{:02}:{:02}",
            seconds / 3600,
            seconds / 60 % 60,
            seconds % 60
        )?;
        match fraction {
            0 => Ok(()),
            _ if fraction.is_multiple_of(100) => write!(f, ".{}", fraction / 100),
            _ => write!(f, ".{fraction:03}"),
        }
    }
}
