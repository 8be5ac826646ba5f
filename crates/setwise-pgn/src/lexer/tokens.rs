//! Tokens, and the bytes that belong to them.

use crate::{notice::Notice, place::Place};
use memchr::memchr2;
use setwise_moves::Outcome;

/// A token at the front of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    /// A tag pair: the places of its name and of its value.
    Tag(Place, Place),
    /// A tag pair with a quote in its value that should have a backslash.
    LooseTag(Place, Place),
    /// A move, or another word in its place.
    Move,
    /// The mark of the end; `None` for `*`.
    End(Option<Outcome>),
    /// The mark of the end in another spelling.
    Spelled(Outcome),
    /// The number of a move: 0, 1, or 2 for any other.
    Number(u8),
    /// `N` or `D`: a mark if it follows a move.
    Letter,
    /// The beginning of a variation.
    Open,
    Close,
    /// White space with a blank line.
    BlankLine,
    /// Other white space, a line with `%`, a dot, a mark of quality.
    Nothing,
    /// A token without meaning that has a notice.
    Noted(Notice),
    /// A character that PGN does not have.
    Character(char),
    BrokenTag,
    OpenComment,
}

/// A token, and the byte after it.
pub(crate) type Found = (Token, usize);

/// Whether a byte may belong to a mark of quality.
pub(crate) const fn is_mark(byte: u8) -> bool {
    matches!(byte, b'!' | b'?' | b'=' | b'+' | b'-' | b'/' | b'#')
}

pub(crate) const fn is_word(byte: u8) -> bool {
    WORD[byte as usize]
}

/// Whether each byte belongs to a word.
static WORD: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0_u8;
    loop {
        let is_other = matches!(byte, b':' | b'_') || is_mark(byte);
        table[byte as usize] = byte.is_ascii_alphanumeric() || is_other;
        match byte.checked_add(1) {
            Some(next) => byte = next,
            None => break table,
        }
    }
};

/// Returns the length of a line without its end, which some programs write as a carriage return.
pub(crate) fn line_end(rest: &[u8]) -> Option<usize> {
    memchr2(b'\n', b'\r', rest)
}
