//! Finds tokens.

mod tag;
mod tokens;

pub(crate) use tag::{Tag, holds_more, is_command, is_name, names_start};
pub(crate) use tokens::{Token, is_word};

use crate::{notes::begins_with_score, notice::Notice, start::read_result};
use memchr::{memchr, memchr_iter, memchr2_iter, memrchr};
use setwise_moves::Outcome;
use tag::tag;
use tokens::{Found, is_mark, line_end};

/// U+FEFF in UTF-8. Some programs begin a file with it.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// The number of bytes of the longest game.
pub(crate) const LIMIT: usize = 1 << 20;

/// The beginning of a line that begins a game, whatever is open before it.
pub(crate) const NEXT_GAME: &[u8] = b"[Event ";

/// Finds the token that begins at a byte of a text, which is not empty there. Returns `None` if the
/// text ends before the token does, and `is_end` is false.
pub(crate) fn token(text: &[u8], at: usize, is_end: bool) -> Option<Found> {
    let rest = text.get(at..).unwrap_or_default();
    let first = *rest.first()?;
    let starts_line = at == 0 || text.get(at - 1) == Some(&b'\n');
    let one = |token| Some((token, at + 1));
    let to_end = is_end.then_some(rest.len());
    match first {
        b'%' if starts_line => Some((Token::Nothing, at + line_end(rest).or(to_end)?)),
        b';' => {
            let length = line_end(rest).or(to_end)?;
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
            let length = digits.map(|n| n + 1).or(to_end)?;
            let number = str::from_utf8(rest.get(1..length)?).ok()?;
            let notice = match number.parse::<u8>() {
                Ok(_) => Notice::Nags,
                Err(_) => Notice::Mark,
            };
            Some((Token::Noted(notice), at + length))
        }
        byte if byte.is_ascii_whitespace() => {
            let length = run(rest, |byte| byte.is_ascii_whitespace()).or(to_end)?;
            let token = match has_blank_line(&rest[..length]) {
                true => Token::BlankLine,
                false => Token::Nothing,
            };
            Some((token, at + length))
        }
        byte if is_mark(byte) => {
            let length = run(rest, is_mark).or(to_end)?;
            let marks = rest.get(..length).unwrap_or_default();
            match rest.get(length) {
                // Two or more pass the turn.
                _ if length > 1 && marks.iter().all(|&byte| byte == b'-') => {
                    Some((Token::Move, at + length))
                }
                None if !is_end => None,
                _ if marks.starts_with(b"--") && QUALITIES.contains(&&marks[2..]) => {
                    Some((Token::Move, at + 2))
                }
                Some(next) if is_word(*next) => Some((Token::Noted(Notice::Mark), at + length)),
                _ if QUALITIES.contains(&marks) => Some((Token::Nothing, at + length)),
                _ => Some((Token::Noted(Notice::Mark), at + length)),
            }
        }
        byte if is_word(byte) => {
            let length = run(rest, is_word).or(to_end)?;
            let last = rest.get(length - 1..).unwrap_or_default();
            let length = match last.starts_with(EN_PASSANT) {
                true => length - 1 + EN_PASSANT.len(),
                false if EN_PASSANT.starts_with(last) && !is_end => return None,
                false => length,
            };
            let (text, behind) = rest.split_at(length);
            // The token depends on the byte after the dot of a number.
            if behind == b"." && !is_end {
                return None;
            }
            let token = word(text, behind);
            // The dot of a number.
            let has_dot = matches!(token, Token::Number(_)) && behind.starts_with(b".");
            Some((token, at + length + usize::from(has_dot)))
        }
        _ => character(rest, at, is_end),
    }
}

/// Returns the number of bytes at the front that belong to a token, or `None` if all bytes do.
#[inline]
fn run(rest: &[u8], is_part: impl Fn(u8) -> bool) -> Option<usize> {
    rest.iter().position(|&byte| !is_part(byte))
}

/// Reads a character that PGN allows only in comments and in values of tags.
fn character(rest: &[u8], at: usize, is_end: bool) -> Option<Found> {
    if rest.len() < 5 && !is_end {
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
    let token = match character {
        // `½-½`, or one half for both.
        '½' => {
            let (half, behind) = rest.split_at(length);
            let other = behind.strip_prefix(b"-").or(behind.strip_prefix(b":"));
            let is_both = other.is_some_and(|other| other.starts_with(half));
            let length = if is_both { 2 * length + 1 } else { length };
            return Some((Token::Spelled(Outcome::Draw), at + length));
        }
        _ if MARKS.contains(&character) => Token::Noted(Notice::Mark),
        _ => Token::Character(character),
    };
    Some((token, at + length))
}

/// The signs of the Chess Informant that some programs write instead of `$` and a number, and marks
/// of quality in one character.
const MARKS: [char; 24] = [
    '±', '∓', '⩲', '⩱', '∞', '⯹', '□', '△', '▲', '⌓', '↑', '→', '⇆', '⇄', '⟳', '⊕', '⨀', '○', '⟪',
    '⟫', '‼', '⁇', '⁈', '⁉',
];

/// The marks of quality, in the order of their numbers from 1.
pub(crate) const QUALITIES: [&[u8]; 6] = [b"!", b"?", b"!!", b"??", b"!?", b"?!"];

/// The text that some programs write after a capture en passant, as a word or at the end of one.
const EN_PASSANT: &[u8] = b"e.p.";

/// Whether two lines end in white space.
fn has_blank_line(space: &[u8]) -> bool {
    let ends = |end| space.iter().filter(|&&byte| byte == end).count();
    ends(b'\n').max(ends(b'\r')) > 1
}

/// Returns the token of a word. It depends on the bytes after a number.
fn word(text: &[u8], behind: &[u8]) -> Token {
    // Nearly all words begin so.
    if let [b'a'..=b'h' | b'B' | b'K' | b'N' | b'O' | b'Q' | b'R', _, ..] = text
        && text != EN_PASSANT
    {
        return Token::Move;
    }
    match read_result(text) {
        Some((outcome, true)) => return Token::End(outcome),
        Some((Some(outcome), false)) => return Token::Spelled(outcome),
        _ => {}
    }
    match text {
        EN_PASSANT => Token::Noted(Notice::MoveSpelling),
        b"N" | b"D" => Token::Letter,
        _ if text.iter().all(u8::is_ascii_digit) => number(text, behind),
        _ => Token::Move,
    }
}

/// Returns the token of digits: the number of a move, unless they belong to a fraction. Zeros are
/// no number, except a single one with a dot.
fn number(digits: &[u8], behind: &[u8]) -> Token {
    match (digits, behind) {
        (_, [b'.', b'1'..=b'9', ..]) | (b"0", [b'.', b'0', ..]) => Token::Move,
        (b"0", [b'.', ..]) => Token::Number(0),
        ([zeros @ .., last], _) if zeros.iter().all(|&digit| digit == b'0') => match last {
            b'0' => Token::Move,
            b'1' => Token::Number(1),
            _ => Token::Number(2),
        },
        _ => Token::Number(2),
    }
}

/// Reads a comment in braces, which may quote a game. The comment is open and ends before that game
/// if another brace opens in the game, or if the text is full or ends without a closing brace.
fn comment(rest: &[u8], is_end: bool, is_full: bool) -> Option<Found> {
    let Some(close) = memchr(b'}', rest) else {
        let end = match quoted_game(rest) {
            Some(next) if is_end || is_full || rest[next..].contains(&b'{') => next,
            None if is_end => rest.len(),
            _ => return None,
        };
        return Some((Token::OpenComment, end));
    };
    let text = rest.get(..close).unwrap_or_default();
    if let Some(other) = memrchr(b'{', text).filter(|&other| other > 0)
        && let Some(next) = quoted_game(&text[..other])
    {
        return Some((Token::OpenComment, next));
    }
    Some((comment_token(text), close + 1))
}

/// Finds the tag that begins a game in a comment. It may follow a cut game in the same line.
fn quoted_game(comment: &[u8]) -> Option<usize> {
    memchr_iter(b'[', comment).find(|&at| comment[at..].starts_with(NEXT_GAME))
}

/// Returns the token of a comment with its first character, a brace or a semicolon.
fn comment_token(text: &[u8]) -> Token {
    let mut commands = memchr_iter(b'[', text);
    let has_eval = commands.any(|at| text[at..].starts_with(b"[%eval"));
    let has_score = has_eval || begins_with_score(text.get(1..).unwrap_or_default());
    Token::Noted(match has_score {
        true => Notice::CommentScores,
        false => Notice::Comments,
    })
}

/// Finds the beginning of a line that begins a game.
pub(crate) fn next_game(text: &[u8]) -> Option<usize> {
    let mut ends = memchr2_iter(b'\n', b'\r', text).map(|end| end + 1);
    ends.find(|&line| text[line..].starts_with(NEXT_GAME))
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
        found.retain(|(token, _)| !matches!(token, Token::Nothing | Token::Number(_)));
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
            (Token::Noted(Notice::Nags), "$1"),
            (Token::Move, "Nf3!?"),
            (Token::Move, "Nc6"),
            (Token::Open, "("),
            (Token::Move, "d6"),
            (Token::Close, ")"),
            (Token::Noted(Notice::Comments), "; rest 1-0"),
            (Token::Move, "O-O-O#"),
            (Token::Noted(Notice::Mark), "+="),
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
                Token::Tag(name, value) | Token::LooseTag(name, value) => {
                    Some((name.of(text.as_bytes()), value.of(text.as_bytes())))
                }
                _ => None,
            })
            .unzip();
        assert_eq!(names, [&b"Event"[..], b"FEN"]);
        assert_eq!(values, [&br#"a \"b\" ]"#[..], br#"x "y" \" z"#]);
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
            "12.",
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
        for (text, length) in [("%a\nb", 2), (" \n\tb", 3), ("..", 1), ("?! ", 2)] {
            let expected = Some((Token::Nothing, length));
            assert_eq!(token(text.as_bytes(), 0, false), expected, "{text}");
        }
    }

    #[test]
    fn comments() {
        for (text, length, notice) in [
            ("$14 ", 3, Notice::Nags),
            ("$255 ", 4, Notice::Nags),
            ("$256 ", 4, Notice::Mark),
            ("$x", 1, Notice::Mark),
            ("; a\nb", 3, Notice::Comments),
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
    fn numbers() {
        for (text, expected) in [
            ("0. e4", Token::Number(0)),
            ("1 e4", Token::Number(1)),
            ("1.0-0", Token::Number(1)),
            ("01.", Token::Number(1)),
            ("02.", Token::Number(2)),
            ("12.e4", Token::Number(2)),
            ("0 e4", Token::Move),
            ("00. ", Token::Move),
            ("0000 ", Token::Move),
            ("0.5", Token::Move),
            ("0.0", Token::Move),
            ("1.5", Token::Move),
        ] {
            let (found, _) = token(text.as_bytes(), 0, true).unwrap();
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn blank_lines() {
        for (text, expected) in [
            ("\n\n", Token::BlankLine),
            (" \r\n \r\n\t", Token::BlankLine),
            ("\r\r", Token::BlankLine),
            ("\r\n ", Token::Nothing),
            ("  ", Token::Nothing),
        ] {
            let length = text.len();
            assert_eq!(
                token(text.as_bytes(), 0, true),
                Some((expected, length)),
                "{text:?}"
            );
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
        let open = Some((Token::OpenComment, 2));
        assert_eq!(token(b"{a[Event \"b\"] {c}", 0, false), open);
    }
}
