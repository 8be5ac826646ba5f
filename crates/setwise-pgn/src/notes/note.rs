use super::eval::Eval;
use core::fmt;

/// The numbers in the comments of a move. Times are in milliseconds.
///
/// # Commands
/// A command may stand anywhere in a comment: `[%`, the name, white space, a parameter, `]`.
/// * `%clk` and `%emt`: `h:mm:ss`, of any number of digits each, with or without a fraction of
///   seconds. Digits after the third are dropped.
/// * `%eval`: pawns with a point (`-0.24`; digits after the second are dropped), or a mate (`#3`,
///   `#-3`, `M3`, `-M3`), then the depth after a comma or slash, if it is known; or centipawns and
///   the depth, as ChessBase writes (`-24,20`). White's view. A number with neither is unclear.
///
/// # Engine matches
/// A comment may begin with one of these, after a reply in parentheses, which is skipped.
/// * `+0.30/12 1.2s`, as cutechess, fastchess, XBoard and Arena write: pawns with a point, the
///   depth, and the time of the move, which may be absent: seconds, or minutes and seconds
///   (`1:30`), with or without `s`. Instead of pawns, `M` has the number of *half-moves* to mate,
///   or `#` the number of moves. The evaluation is that of the side that moved, and is converted.
/// * `+0.30/12 583 363004`, as Banksia writes: depth, milliseconds, nodes.
/// * `+0.30 12/18 583 363004`, as OpenBench writes: depth, selective depth, milliseconds, nodes.
/// * `d=20, mt=1200, tl=60000, wv=0.30`, as TCEC writes: the depth, the time of the move and the
///   clock in milliseconds, and White's view. Such pairs may also follow the first comma of the
///   other forms, where fastchess writes the clock: `tl=60.000s`. Other pairs are skipped.
///
/// # Unclear numbers
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
    /// Whether there is more than these numbers: text, other commands and pairs, another number of
    /// the same kind.
    pub has_rest: bool,
}

impl Note {
    /// Whether no number has been found.
    pub fn is_empty(&self) -> bool {
        *self
            == Self {
                is_unclear: self.is_unclear,
                has_rest: self.has_rest,
                ..Self::default()
            }
    }

    /// Sets evaluation and depth, which belong together.
    pub(super) fn add_eval(&mut self, eval: Eval, depth: Option<u16>) {
        if self.eval.is_none() {
            self.eval = Some(eval);
            set(&mut self.has_rest, &mut self.depth, depth);
        } else {
            self.has_rest |=
                self.eval != Some(eval) || depth.is_some_and(|it| self.depth != Some(it));
        }
    }

    /// Adds the numbers of another comment of the same move. Numbers that are already known stay.
    pub(crate) fn add(&mut self, more: &Self) {
        match more.eval {
            Some(eval) => self.add_eval(eval, more.depth),
            None => drop(set(&mut self.has_rest, &mut self.depth, more.depth)),
        }
        let rest = &mut self.has_rest;
        set(rest, &mut self.clock, more.clock);
        set(rest, &mut self.emt, more.emt);
        set(rest, &mut self.time, more.time);
        self.is_unclear |= more.is_unclear;
        self.has_rest |= more.has_rest;
    }
}

/// Sets a number that is missing. A new number that differs from a known one sets `has_rest`.
pub(super) fn set<T: Copy + PartialEq>(
    has_rest: &mut bool,
    number: &mut Option<T>,
    new: Option<T>,
) -> bool {
    *has_rest |= number.is_some() && new.is_some() && *number != new;
    *number = number.or(new);
    new.is_some()
}

/// Writes all numbers so that [`Note::of_comment`] reads them back, for both colors: pairs for the
/// numbers that no command has, then commands. A note without numbers gives an empty text.
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

/// Milliseconds, written as `h:mm:ss`, with a fraction if there is one.
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
