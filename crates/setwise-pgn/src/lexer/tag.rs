//! Tag pairs, and brackets that begin none.

use super::tokens::{Found, Token, is_mark, is_word, line_end};
use crate::place::Place;
use memchr::memchr_iter;

/// Reads a tag pair, or a bracket that begins none.
pub(super) fn tag(rest: &[u8], at: usize, is_end: bool) -> Option<Found> {
    let front = rest.get(..=MAX_TAG).unwrap_or(rest);
    let is_whole = is_end || front.len() > MAX_TAG;
    let line_end = |line: usize| {
        let length = line_end(front.get(line..)?);
        length.map_or(is_whole.then_some(front.len()), |length| {
            Some(line + length)
        })
    };
    // `None` if the text ends before the pair does.
    let pair = || {
        let name = next_part(front, 1)?;
        let name_end = name + front[name..].iter().position(|byte| !is_name(*byte))?;
        let quote = next_part(front, name_end)?;
        if name == name_end || front[quote] != b'"' {
            return Some(None);
        }
        let value = quote + 1;
        let line = &front[..line_end(value)?];
        let Some(value_end) = end_of_string(line, value) else {
            return Some(None);
        };
        let places = |end| {
            (
                Place::new(at + name..at + name_end),
                Place::new(at + value..at + end),
            )
        };
        let close = next_part(front, value_end + 1)?;
        if front[close] == b']' {
            let (name, value) = places(value_end);
            return Some(Some((Token::Tag(name, value), at + close + 1)));
        }
        Some(loose_end(line, value).map(|(value_end, end)| {
            let (name, value) = places(value_end);
            (Token::LooseTag(name, value), at + end)
        }))
    };
    match pair() {
        None if !is_whole => None,
        Some(Some(found)) => Some(found),
        _ => Some((Token::BrokenTag, at + broken_end(&front[..line_end(1)?]))),
    }
}

/// The places where the name and the value of a tag pair begin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tag {
    pub(crate) name: u32,
    pub(crate) value: u32,
}

impl Tag {
    /// Returns the tag with its places counted from a byte of the text.
    pub(crate) const fn from(self, byte: u32) -> Self {
        Self {
            name: self.name.wrapping_sub(byte),
            value: self.value.wrapping_sub(byte),
        }
    }

    pub(crate) fn name(self, text: &[u8]) -> &[u8] {
        let rest = text.get(self.name as usize..).unwrap_or_default();
        let end = rest.iter().position(|byte| !is_name(*byte));
        rest.get(..end.unwrap_or(0)).unwrap_or_default()
    }

    /// Returns the value. Its end is found as in [`tag`].
    pub(crate) fn value(self, text: &[u8]) -> &[u8] {
        // The text begins with the quote before the value.
        let rest = text
            .get((self.value as usize).saturating_sub(1)..)
            .unwrap_or_default();
        let line = &rest[..line_end(rest).unwrap_or(rest.len())];
        let closes = |end: &usize| next_part(rest, end + 1).is_some_and(|at| rest[at] == b']');
        let end = end_of_string(line, 1).filter(closes);
        let end = end.or_else(|| Some(loose_end(line, 1)?.0));
        line.get(1..end.unwrap_or(1)).unwrap_or_default()
    }
}

/// The number of bytes of the longest tag pair.
const MAX_TAG: usize = 1 << 16;

/// Whether a byte may stand in the name of a tag.
pub(crate) const fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Returns the place of the first byte from `at` on that is no white space.
fn next_part(text: &[u8], at: usize) -> Option<usize> {
    let mut rest = text.get(at..)?.iter();
    Some(at + rest.position(|byte| !byte.is_ascii_whitespace())?)
}

/// Returns the place of the first quote that has no backslash before it.
fn end_of_string(line: &[u8], value: usize) -> Option<usize> {
    let mut is_escaped = false;
    let mut bytes = line.get(value..)?.iter();
    let length = bytes.position(|&byte| {
        let ends = byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        ends
    });
    Some(value + length?)
}

/// Finds the end of a value whose quotes lack backslashes: the first quote before a closing
/// bracket, and the end of the pair. `None` after an opening bracket, which may begin another.
fn loose_end(line: &[u8], value: usize) -> Option<(usize, usize)> {
    let quotes = memchr_iter(b'"', line.get(value..)?).map(|quote| value + quote);
    let mut ends = quotes.filter_map(|quote| {
        let close = next_part(line, quote + 1)?;
        (line[close] == b']').then_some((quote, close + 1))
    });
    let (quote, end) = ends.next()?;
    let is_escaped = line[quote - 1] == b'\\';
    (!is_escaped && !line[value..quote].contains(&b'[')).then_some((quote, end))
}

/// Returns the end of a broken pair: after the first closing bracket that is outside of quotes or
/// before another bracket or the end of the line. Without one, it is the end of the line.
fn broken_end(line: &[u8]) -> usize {
    let mut is_quoted = false;
    let mut bytes = line.iter().enumerate();
    let close = bytes.position(|(i, &byte)| {
        is_quoted ^= byte == b'"';
        let ends = || next_part(line, i + 1).is_none_or(|next| line[next] == b'[');
        byte == b']' && (!is_quoted || ends())
    });
    close.map_or(line.len(), |close| close + 1)
}

/// Whether a broken pair may name the position in which the game begins.
pub(crate) fn names_start(pair: &[u8]) -> bool {
    let names = [&b"FEN"[..], b"SetUp", b"Variant"];
    let is_known = |word: &[u8]| names.iter().any(|name| word.eq_ignore_ascii_case(name));
    pair.split(|&byte| !is_name(byte)).any(is_known)
}

/// Whether a broken pair may hold another one, or a move.
pub(crate) fn holds_more(pair: &[u8]) -> bool {
    memchr_iter(b'[', pair).count() > 1 || pair.split(|&byte| !is_word(byte)).any(is_like_move)
}

/// Whether a bracket has a command that belongs in a comment.
pub(crate) fn is_command(pair: &[u8]) -> bool {
    pair.starts_with(b"[%") && pair.ends_with(b"]") && memchr_iter(b'[', pair).count() == 1
}

fn is_like_move(word: &[u8]) -> bool {
    let end = word
        .iter()
        .rposition(|&byte| !is_mark(byte) && !matches!(byte, b'B' | b'N' | b'Q' | b'R'));
    let bare = end.and_then(|end| word.get(..=end)).unwrap_or_default();
    let is_castling = word.starts_with(b"O-O") || word.starts_with(b"0-0");
    is_castling || word.len() < 10 && matches!(bare, [.., b'a'..=b'h', b'1'..=b'8'])
}

#[cfg(test)]
mod tests {
    use super::super::token;
    use super::*;

    #[test]
    fn a_space_before_the_bracket_belongs_to_the_pair() {
        let pair = Some((Token::Tag(Place::new(1..2), Place::new(4..5)), 8));
        assert_eq!(token(b"[A \"b\" ]\n", 0, false), pair);
    }

    #[test]
    fn a_pair_may_stand_in_several_lines() {
        let pair = Some((Token::Tag(Place::new(2..3), Place::new(5..6)), 9));
        assert_eq!(token(b"[\nA\n\"b\"\n]", 0, false), pair);
        assert_eq!(token(b"[\nA\n\"b\"\n", 0, false), None);
    }

    #[test]
    fn the_end_of_a_broken_pair() {
        for (text, length) in [
            ("[a] e4", 3),
            (r#"[a b "]" c] e4"#, 11),
            (r#"[A "C:\x\"] [B "y"]"#, 11),
            (r#"[A "b] [C "d"]"#, 6),
            (r#"[A "b] e4 e5"#, 12),
            (r#"[A "b" e4 e5"#, 12),
        ] {
            let expected = Some((Token::BrokenTag, length));
            assert_eq!(token(text.as_bytes(), 0, true), expected, "{text}");
        }
    }

    #[test]
    fn what_a_broken_pair_holds() {
        for text in [
            "[#]",
            "[Site x]",
            "[White \"x",
            "[Date 2020-01-02]",
            "[Result 1-0]",
        ] {
            let pair = text.as_bytes();
            assert!(!names_start(pair) && !holds_more(pair), "{text}");
        }
        for text in ["[FEN x]", "[\"fen\": x]"] {
            assert!(names_start(text.as_bytes()), "{text}");
        }
        for text in [
            "[A [b]",
            "[Result \"1-0\" 1. e4",
            "[1. Nf3!? d5]",
            "[exd8=Q+]",
            "[x O-O]",
        ] {
            assert!(holds_more(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn broken_pairs() {
        for text in [
            "[",
            "[]",
            "[Event]",
            "[ \"x\"]",
            "[Event x \"y\"]",
            "[Event \"x\" y]",
        ] {
            let expected = Some((Token::BrokenTag, text.len()));
            assert_eq!(token(text.as_bytes(), 0, true), expected, "{text}");
        }
    }

    #[test]
    fn a_pair_that_is_too_long_is_broken() {
        let mut text = b"[A \"".to_vec();
        text.resize(MAX_TAG, b'x');
        assert_eq!(token(&text, 0, false), None);
        text.push(b'x');
        let broken = || Some((Token::BrokenTag, MAX_TAG + 1));
        assert_eq!(token(&text, 0, false), broken());
        // The bytes after the limit do not matter.
        text.extend(b"\"]\n");
        assert_eq!(token(&text, 0, true), broken());
    }
}
