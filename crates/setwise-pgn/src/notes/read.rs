//! Reads comments.

use super::cursor::Cursor;
use super::note::{Note, set};
use super::{matches, words};
use memchr::memchr;
use setwise_moves::Color;

impl Note {
    /// Reads the text between the braces of a comment, after a move of `mover`.
    #[inline]
    pub fn of_comment(text: &[u8], mover: Color) -> Self {
        let mut note = Self::default();
        note.read_first(text, mover);
        note
    }

    /// Reads one more comment of the same move. Numbers that are already known stay.
    ///
    /// ```
    /// use setwise_moves::Color;
    /// use setwise_pgn::Note;
    /// let mut note = Note::of_comment(b"[%emt 0:00:05]", Color::White);
    /// note.read(b"[%emt 0:00:09] [%clk 0:03:00]", Color::White);
    /// assert_eq!((note.emt, note.clock), (Some(5_000), Some(180_000)));
    /// ```
    pub fn read(&mut self, text: &[u8], mover: Color) {
        self.add(&Self::of_comment(text, mover));
    }

    fn read_first(&mut self, text: &[u8], mover: Color) {
        // The commands of most comments, with a space before each and after the last one.
        let at = words::commands(self, text, 0);
        if at == 0 || !matches!(text.get(at..), Some([] | [b' '])) {
            self.read_exactly(text, at, mover);
        }
    }

    /// Reads the comment of a text whose brace stands at the byte `open`.
    // Returning a note would copy it, and the copy would wait for the stores of the numbers.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn read_plain(&mut self, text: &[u8], open: u32, mover: Color) {
        let start = open as usize + 1;
        let end = words::commands(self, text, start);
        match text.get(end..) {
            Some([b'}', ..] | [b' ', b'}', ..]) if end > start => {}
            _ => self.read_rest(text, start, end, mover),
        }
    }

    /// Reads the comment that begins at the byte `start`, from the byte `at` on.
    #[inline(never)]
    fn read_rest(&mut self, text: &[u8], start: usize, at: usize, mover: Color) {
        let comment = text.get(start..).unwrap_or_default();
        let end = memchr(b'}', comment).unwrap_or(comment.len());
        self.read_exactly(comment.get(..end).unwrap_or_default(), at - start, mover);
    }

    /// Reads the rest of a comment.
    fn read_exactly(&mut self, text: &[u8], at: usize, mover: Color) {
        let mut rest = text.get(at..).unwrap_or_default();
        let mut has_pairs = None;
        loop {
            let bracket = memchr(b'[', rest);
            let plain = rest
                .get(..bracket.unwrap_or(rest.len()))
                .unwrap_or_default();
            match has_pairs {
                None if at == 0 => has_pairs = Some(matches::read(self, plain.trim_ascii(), mover)),
                Some(true) => matches::pairs(self, plain),
                _ => self.has_rest |= !plain.trim_ascii().is_empty(),
            }
            let Some(bracket) = bracket else {
                return;
            };
            rest = self.command(rest.get(bracket + 1..).unwrap_or_default());
        }
    }

    /// Reads a command after its bracket. Returns the text after the part that is read.
    fn command<'a>(&mut self, text: &'a [u8]) -> &'a [u8] {
        let Some(text) = text.strip_prefix(b"%") else {
            self.has_rest = true;
            return text;
        };
        let is_part = |byte: &&u8| byte.is_ascii_alphanumeric();
        let (name, rest) = text.split_at(text.iter().take_while(is_part).count());
        let mut cursor = Cursor::new(rest);
        let is_read = match name {
            b"clk" => {
                let clock = parameter(&mut cursor, Cursor::clock);
                set(&mut self.has_rest, &mut self.clock, clock)
            }
            b"emt" => {
                let clock = parameter(&mut cursor, Cursor::clock);
                set(&mut self.has_rest, &mut self.emt, clock)
            }
            b"eval" => {
                let found = parameter(&mut cursor, Cursor::eval);
                found.is_some_and(|(eval, depth)| {
                    self.add_eval(eval, depth);
                    true
                })
            }
            _ => {
                self.has_rest = true;
                return rest;
            }
        };
        self.is_unclear |= !is_read;
        cursor.rest()
    }
}

/// Reads the parameter of a command, between white space and the bracket.
fn parameter<'a, T>(
    text: &mut Cursor<'a>,
    read: impl FnOnce(&mut Cursor<'a>) -> Option<T>,
) -> Option<T> {
    let value = text.space().then(|| read(text))?;
    text.space();
    value.filter(|_| text.eat(b']'))
}
