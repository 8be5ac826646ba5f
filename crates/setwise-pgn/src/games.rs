use crate::parser::{Content, Parser};
use crate::state::{Kind, Span};
use crate::{game::Game, notice::Notices};
use memchr::memchr_iter;
use std::io::{Error, ErrorKind, Read, Result};

/// The initial size of the buffer, which grows only for a longer game.
const BUFFER: usize = 1 << 18;

/// The games of a file or of another input, one after the other.
///
/// An input that is compressed with gzip or Zstandard is an error: decompress it. The input is read
/// ahead by up to 256 KiB, or by a game if that is longer.
///
/// ```
/// use setwise_pgn::Games;
/// let text = "[White \"Ann\"]\n\n1. e4 e5 1-0\n\n[White \"Bob\"]\n\n1. e4 e4 0-1\n";
/// let mut games = Games::new(text.as_bytes());
/// let mut found = Vec::new();
/// while let Some(game) = games.next()? {
///     let white = game.tag("White").unwrap_or_default();
///     let damage = game.damage().map(|(reason, at)| {
///         format!(", byte {}, line {}: {reason}", game.offset() + at as u64, game.line_at(at))
///     });
///     found.push(format!("{white}{}", damage.unwrap_or_default()));
/// }
/// assert_eq!(found, ["Ann", "Bob, byte 50, line 7: \"e4\" is no legal move after 1 half-moves"]);
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Games<R> {
    input: R,
    parser: Parser,
    buffer: Vec<u8>,
    /// The bytes of the buffer that are not consumed are those from `start` to `end`.
    start: usize,
    end: usize,
    is_end: bool,
    /// The number of bytes of the last unit, which the next call consumes.
    last: usize,
    /// The number of bytes before the front, and of the lines that end in them.
    offset: u64,
    lines: u64,
    stray: Notices,
}

impl<R: Read> Games<R> {
    /// Makes a reader of an input.
    pub fn new(input: R) -> Self {
        Self {
            input,
            parser: Parser::new(),
            buffer: vec![0; BUFFER],
            start: 0,
            end: 0,
            is_end: false,
            last: 0,
            offset: 0,
            lines: 0,
            stray: Notices::NONE,
        }
    }

    /// Reads the next game, which may be [damaged](Game::damage). Returns `None` at the end.
    ///
    /// # Errors
    /// The input fails, or its first bytes are those of a compressed file. The next call continues
    /// in the same place.
    #[expect(clippy::should_implement_trait, reason = "the game borrows the buffer")]
    pub fn next(&mut self) -> Result<Option<Game<'_>>> {
        let found = loop {
            self.consume();
            let text = self.buffer.get(self.start..self.end).unwrap_or_default();
            if self.offset == 0 {
                check(text)?;
            }
            match self.parser.advance(text, self.is_end) {
                Some(found) => {
                    self.last = found.bytes;
                    if found.kind == Kind::Game {
                        break found;
                    }
                    self.stray = self.stray | found.notices;
                }
                None if self.is_end => return Ok(None),
                None => self.refill()?,
            }
        };
        Ok(self.game(found))
    }

    /// Returns the notices about the text between the games so far, such as
    /// [`Stray`](crate::Notice::Stray).
    pub const fn stray(&self) -> Notices {
        self.stray
    }

    fn game(&self, found: Span) -> Option<Game<'_>> {
        let text = self.buffer.get(self.start..self.end)?;
        match self.parser.unit(text, found).content {
            Content::Game(game) => Some(Game {
                offset: self.offset,
                lines: self.lines,
                ..game
            }),
            _ => None,
        }
    }

    /// Consumes the last unit.
    fn consume(&mut self) {
        let bytes = core::mem::take(&mut self.last);
        let rest = self.buffer.get(self.start..).unwrap_or_default();
        let text = rest.get(..bytes).unwrap_or(rest);
        self.lines += memchr_iter(b'\n', text).count() as u64;
        self.offset += bytes as u64;
        self.start += bytes;
    }

    /// Fills the buffer, which grows if it is full of bytes that are not consumed.
    fn refill(&mut self) -> Result<()> {
        self.buffer.copy_within(self.start..self.end, 0);
        (self.start, self.end) = (0, self.end - self.start);
        if self.end == self.buffer.len() {
            self.buffer.resize(2 * self.end, 0);
        }
        while let rest @ [_, ..] = self.buffer.get_mut(self.end..).unwrap_or_default() {
            match self.input.read(rest) {
                Ok(0) => {
                    self.is_end = true;
                    break;
                }
                Ok(read) => self.end += read,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

/// Refuses an input whose first bytes show that it is compressed.
fn check(front: &[u8]) -> Result<()> {
    let how = match front {
        [0x1f, 0x8b, 8, ..] => "gzip",
        [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => "Zstandard",
        _ => return Ok(()),
    };
    let why = format!("the input is compressed with {how}; decompress it first");
    Err(Error::new(ErrorKind::Unsupported, why))
}
