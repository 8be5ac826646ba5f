//! The tokens of PGN.

use crate::codecs::lines::BYTE_ORDER_MARK;
use crate::vocabulary::notice::Notice;
use crate::vocabulary::record::Outcome;
use core::ops::Range;
use memchr::{memchr, memchr2, memchr2_iter, memmem};

/// The number of bytes of the longest game.
pub(super) const LIMIT: usize = 1 << 20;

/// The beginning of a line that begins a game, whatever is open before it.
pub(super) const NEXT_GAME: &[u8] = b"[Event ";

/// A token at the front of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// A tag pair: the places of its name and of its value.
    Tag(Range<usize>, Range<usize>),
    /// A move, or another word in its place.
    Move,
    /// The mark of the end; `None` for `*`.
    End(Option<Outcome>),
    /// The mark of the end in another spelling.
    Spelled(Outcome),
    /// The beginning of a variation.
    Open,
    /// The end of a variation.
    Close,
    /// White space, a line with `%`, a move number, a mark of quality.
    Nothing,
    /// Nothing, with a notice of the reader.
    Noted(Notice),
    /// A character that PGN does not have.
    Character(char),
    /// A broken tag pair.
    BrokenTag,
    /// A comment that is not closed.
    OpenComment,
}

/// A token that ends before a byte.
type Found = (Token, usize);

/// Finds the token that begins at a byte of a text. Returns `None` if the text ends before the
/// token does, and `is_end` is false.
///
/// The text is not empty there.
pub(super) fn token(text: &[u8], at: usize, is_end: bool) -> Option<Found> {
    let rest = text.get(at..).unwrap_or_default();
    let first = *rest.first()?;
    let starts_line = at == 0 || text.get(at - 1) == Some(&b'\n');
    let one = |token| Some((token, at + 1));
    let skip = |length: Option<usize>| {
        let length = length.or(is_end.then_some(rest.len()))?;
        Some((Token::Nothing, at + length))
    };
    let run = |is_part: fn(u8) -> bool| rest.iter().position(|&byte| !is_part(byte));
    match first {
        b'%' if starts_line => skip(line_end(rest)),
        b';' => {
            let length = line_end(rest).or(is_end.then_some(rest.len()))?;
            let text = rest.get(..length).unwrap_or_default();
            Some((comment_token(text), at + length))
        }
        b'{' => {
            comment(rest, is_end, text.len() >= LIMIT).map(|(token, length)| (token, at + length))
        }
        b'(' => one(Token::Open),
        b')' => one(Token::Close),
        b'*' => one(Token::End(None)),
        b'.' => one(Token::Nothing),
        b'[' => tag(rest, at, is_end),
        b'$' => {
            let digits = rest[1..].iter().position(|byte| !byte.is_ascii_digit());
            let length = digits.map_or(is_end.then_some(rest.len()), |n| Some(n + 1))?;
            Some((Token::Noted(Notice::Comments), at + length))
        }
        byte if byte.is_ascii_whitespace() => skip(run(|byte| byte.is_ascii_whitespace())),
        byte if is_mark(byte) => {
            let length = run(is_mark).or(is_end.then_some(rest.len()))?;
            let marks = rest.get(..length).unwrap_or_default();
            match rest.get(length) {
                // Two only pass the turn.
                _ if length > 1 && marks.iter().all(|&byte| byte == b'-') => {
                    Some((Token::Move, at + length))
                }
                Some(next) if is_word(*next) => Some((Token::Noted(Notice::Mark), at + length)),
                None if !is_end => None,
                _ => Some((Token::Nothing, at + length)),
            }
        }
        byte if is_word(byte) => {
            let length = run(is_word).or(is_end.then_some(rest.len()))?;
            let last = rest.get(length - 1..).unwrap_or_default();
            let length = match last.starts_with(EN_PASSANT) {
                true => length - 1 + EN_PASSANT.len(),
                false if EN_PASSANT.starts_with(last) && !is_end => return None,
                false => length,
            };
            Some((word(&rest[..length]), at + length))
        }
        _ => character(rest, at, is_end),
    }
}

/// A character that stands nowhere in PGN but in comments and values of tags.
fn character(rest: &[u8], at: usize, is_end: bool) -> Option<Found> {
    if rest.len() < 4 && !is_end {
        return None;
    }
    if at == 0 && rest.starts_with(BYTE_ORDER_MARK) {
        return Some((Token::Noted(Notice::ByteOrderMark), BYTE_ORDER_MARK.len()));
    }
    let front = rest.get(..4).unwrap_or(rest);
    let valid = front.utf8_chunks().next().map_or("", |chunk| chunk.valid());
    // A byte that is not UTF-8 is read as Latin-1.
    let character = valid.chars().next();
    let length = character.map_or(1, char::len_utf8);
    let character = character.unwrap_or(char::from(*rest.first()?));
    let token = match MARKS.contains(&character) {
        true => Token::Noted(Notice::Mark),
        false => Token::Character(character),
    };
    Some((token, at + length))
}

/// The signs of the Chess Informant that some programs write instead of `$` and a number.
const MARKS: [char; 20] = [
    '±', '∓', '⩲', '⩱', '∞', '⯹', '□', '△', '▲', '⌓', '↑', '→', '⇆', '⇄', '⟳', '⊕', '⨀', '○', '⟪',
    '⟫',
];

/// Whether a byte may belong to a mark of quality.
const fn is_mark(byte: u8) -> bool {
    matches!(byte, b'!' | b'?' | b'=' | b'+' | b'-' | b'/' | b'#')
}

/// What some programs write after a capture en passant, as a word or as the end of one.
const EN_PASSANT: &[u8] = b"e.p.";

/// The length of a line with its end. Some programs write a carriage return alone.
fn line_end(rest: &[u8]) -> Option<usize> {
    Some(memchr2(b'\n', b'\r', rest)? + 1)
}

const fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b':' | b'_') || is_mark(byte)
}

fn word(text: &[u8]) -> Token {
    if let Some(outcome) = Outcome::of_pgn(text) {
        return Token::End(Some(outcome));
    }
    match text {
        b"1/2" => Token::Spelled(Outcome::Draw),
        EN_PASSANT => Token::Nothing,
        b"N" | b"D" => Token::Noted(Notice::Mark),
        // Zeros alone are no number of a move.
        _ if text.iter().all(u8::is_ascii_digit) && !text.iter().all(|&byte| byte == b'0') => {
            Token::Nothing
        }
        _ => Token::Move,
    }
}

/// A comment in braces, which may quote other games. If another comment begins in such a game, or
/// if no game has room for the end of this one, it has not been closed before that game.
fn comment(rest: &[u8], is_end: bool, is_full: bool) -> Option<Found> {
    let Some(close) = memchr(b'}', rest) else {
        let end = match next_game(rest) {
            Some(next) if is_end || is_full || rest[next..].contains(&b'{') => next,
            None if is_end => rest.len(),
            _ => return None,
        };
        return Some((Token::OpenComment, end));
    };
    let text = rest.get(..close).unwrap_or_default();
    if let Some(next) = next_game(text)
        && text[next..].contains(&b'{')
    {
        return Some((Token::OpenComment, next));
    }
    Some((comment_token(text), close + 1))
}

/// A comment, beginning at its first character.
fn comment_token(text: &[u8]) -> Token {
    let has_score = begins_with_score(text) || memmem::find(text, b"[%eval").is_some();
    Token::Noted(match has_score {
        true => Notice::CommentScores,
        false => Notice::Comments,
    })
}

/// Whether a comment begins as programs for engine matches write it: score, slash, depth, such as
/// `+0.30/12` or `-M5/20`.
fn begins_with_score(text: &[u8]) -> bool {
    let text = text.get(1..).unwrap_or_default().trim_ascii_start();
    let number = text.strip_prefix(b"+").or(text.strip_prefix(b"-"));
    let number = number.unwrap_or(text);
    let is_sign = |byte: &u8| matches!(byte, b'.' | b'M' | b'#');
    let is_part = |byte: &&u8| byte.is_ascii_digit() || is_sign(byte);
    let (score, rest) = number.split_at(number.iter().take_while(is_part).count());
    score.iter().any(is_sign) && matches!(rest, [b'/', b'0'..=b'9', ..])
}

/// Finds the beginning of a line that begins a game.
pub(super) fn next_game(text: &[u8]) -> Option<usize> {
    let mut ends = memchr2_iter(b'\n', b'\r', text).map(|end| end + 1);
    ends.find(|&line| text[line..].starts_with(NEXT_GAME))
}

/// A tag pair. It ends with its line at the latest.
fn tag(rest: &[u8], at: usize, is_end: bool) -> Option<Found> {
    let front = rest.get(..=MAX_TAG).unwrap_or(rest);
    let length = match memchr2(b'\n', b'\r', front) {
        Some(length) => length,
        None if is_end || front.len() > MAX_TAG => front.len(),
        None => return None,
    };
    let bad = (Token::BrokenTag, at + length.max(1));
    let parts = || {
        let line = rest.get(..length)?;
        let name = 1 + line[1..]
            .iter()
            .position(|byte| !byte.is_ascii_whitespace())?;
        let name_end = name + line[name..].iter().position(|byte| !is_name(*byte))?;
        let quote = name_end
            + line[name_end..]
                .iter()
                .position(|byte| !byte.is_ascii_whitespace())?;
        if name == name_end || line[quote] != b'"' {
            return None;
        }
        let value = quote + 1;
        let (value_end, end) = tag_end(line, value)?;
        Some((
            Token::Tag(at + name..at + name_end, at + value..at + value_end),
            at + end,
        ))
    };
    Some(parts().unwrap_or(bad))
}

/// The number of bytes of the longest line with a tag pair.
const MAX_TAG: usize = 1 << 16;

const fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'+' | b'#' | b'=' | b':' | b'-')
}

/// The place of the first quote that closes the pair, and the end of the pair. Quotes in the value
/// should have a backslash before them, but some programs leave it out.
fn tag_end(line: &[u8], value: usize) -> Option<(usize, usize)> {
    let mut escaped = false;
    line.iter().enumerate().skip(value).find_map(|(i, &byte)| {
        let closes = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        if !closes {
            return None;
        }
        let behind = &line[i + 1..];
        let spaces = behind.iter().position(|byte| !byte.is_ascii_whitespace())?;
        (behind[spaces] == b']').then_some((i, i + spaces + 2))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<(Token, &str)> {
        let mut at = 0;
        let mut found = Vec::new();
        while at < text.len() {
            let (token, end) = token(text.as_bytes(), at, true).unwrap();
            found.push((token, &text[at..end]));
            at = end;
        }
        found.retain(|(token, _)| *token != Token::Nothing);
        found
    }

    #[test]
    fn words_and_marks() {
        let text =
            "1. e4 {a ( b} e5 $1 2.Nf3!? 2... Nc6 ( 2... d6 ) ; rest 1-0\n%x\n 3. O-O-O# += 0-1";
        let expected = [
            (Token::Move, "e4"),
            (Token::Noted(Notice::Comments), "{a ( b}"),
            (Token::Move, "e5"),
            (Token::Noted(Notice::Comments), "$1"),
            (Token::Move, "Nf3!?"),
            (Token::Move, "Nc6"),
            (Token::Open, "("),
            (Token::Move, "d6"),
            (Token::Close, ")"),
            (Token::Noted(Notice::Comments), "; rest 1-0\n"),
            (Token::Move, "O-O-O#"),
            (Token::End(Some(Outcome::BlackWins)), "0-1"),
        ];
        assert_eq!(tokens(text), expected);
    }

    #[test]
    fn tags() {
        let text = r#"[Event "a \"b\" ]"] [ FEN  "x "y" \" z" ] [Bad]"#;
        let (names, values): (Vec<_>, Vec<_>) = tokens(text)
            .into_iter()
            .filter_map(|(token, _)| match token {
                Token::Tag(name, value) => Some((&text[name], &text[value])),
                _ => None,
            })
            .unzip();
        assert_eq!(names, ["Event", "FEN"]);
        assert_eq!(values, [r#"a \"b\" ]"#, r#"x "y" \" z"#]);
        assert!(matches!(tokens("[Bad]")[..], [(Token::BrokenTag, "[Bad]")]));
    }

    #[test]
    fn an_incomplete_token_waits_for_more_text() {
        for text in [
            "Nf",
            "{a",
            "[Event \"",
            "; x",
            "12",
            "$1",
            " \n",
            "=",
            "\u{feff}",
        ] {
            assert_eq!(token(text.as_bytes(), 0, false), None, "{text}");
            assert!(token(text.as_bytes(), 0, true).is_some(), "{text}");
        }
    }

    #[test]
    fn tokens_without_meaning() {
        for (text, length) in [
            ("%a\nb", 3),
            (" \n\tb", 3),
            ("12.", 2),
            ("..", 1),
            ("e.p. ", 4),
        ] {
            let expected = Some((Token::Nothing, length));
            assert_eq!(token(text.as_bytes(), 0, false), expected, "{text}");
        }
    }

    #[test]
    fn comments() {
        for (text, length, notice) in [
            ("$14 ", 3, Notice::Comments),
            ("$x", 1, Notice::Comments),
            ("; a\nb", 4, Notice::Comments),
            ("{a}b", 3, Notice::Comments),
            ("{1/2}", 5, Notice::Comments),
            ("{ -M3/20 0.1s}b", 14, Notice::CommentScores),
            ("{+0.3}b", 6, Notice::Comments),
            ("{[%eval #3]}b", 12, Notice::CommentScores),
        ] {
            let expected = Some((Token::Noted(notice), length));
            assert_eq!(token(text.as_bytes(), 0, false), expected, "{text}");
        }
    }

    #[test]
    fn a_percent_sign_within_a_line_escapes_nothing() {
        let expected = [
            (Token::Move, "e4"),
            (Token::Character('%'), "%"),
            (Token::Move, "x"),
            (Token::Move, "d5"),
        ];
        assert_eq!(tokens("e4 %x\n%y\nd5"), expected);
    }

    #[test]
    fn a_comment_may_quote_a_game() {
        let quotes = b"{a\n[Event \"b\"]\n1. e4 *\n}c";
        assert_eq!(
            token(quotes, 0, false),
            Some((Token::Noted(Notice::Comments), quotes.len() - 1))
        );
    }

    #[test]
    fn an_open_comment_ends_before_the_next_game() {
        let open = Some((Token::OpenComment, 3));
        assert_eq!(token(b"{a\n[Event \"b\"] {c}", 0, false), open);
        assert_eq!(token(b"{a\n[Event \"b\"]", 0, true), open);
        assert_eq!(token(b"{a\n[Event \"b\"]", 0, false), None);
        assert_eq!(token(b"{a\n[Even", 0, false), None);
    }

    #[test]
    fn a_space_before_the_bracket_belongs_to_the_pair() {
        let pair = Some((Token::Tag(1..2, 4..5), 8));
        assert_eq!(token(b"[A \"b\" ]\n", 0, false), pair);
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
