use crate::{Notice, Outcome, codecs::lines::BYTE_ORDER_MARK};
use core::ops::Range;
use memchr::{memchr, memchr_iter, memchr2, memchr2_iter, memmem, memrchr};

/// The number of bytes of the longest game.
pub(super) const LIMIT: usize = 1 << 20;

/// The beginning of a line that begins a game, whatever is open before it.
pub(super) const NEXT_GAME: &[u8] = b"[Event ";

/// A token at the front of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// A tag pair: the places of its name and of its value.
    Tag(Range<usize>, Range<usize>),
    /// A tag pair with a quote in its value that should have a backslash.
    LooseTag(Range<usize>, Range<usize>),
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
    /// Nothing, with a notice of the reader.
    Noted(Notice),
    /// A character that PGN does not have.
    Character(char),
    BrokenTag,
    OpenComment,
}

/// A token that ends before a byte.
type Found = (Token, usize);

/// Finds the token that begins at a byte of a text, which is not empty there. Returns `None` if the
/// text ends before the token does, and `is_end` is false.
pub(super) fn token(text: &[u8], at: usize, is_end: bool) -> Option<Found> {
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
            let notice = match length {
                1 => Notice::Mark,
                _ => Notice::Comments,
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
                // Two only pass the turn.
                _ if length > 1 && marks.iter().all(|&byte| byte == b'-') => {
                    Some((Token::Move, at + length))
                }
                None if !is_end => None,
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
            // What follows the dot of a number matters.
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

/// The number of bytes at the front that belong together. `None` if these are all.
#[inline]
fn run(rest: &[u8], is_part: impl Fn(u8) -> bool) -> Option<usize> {
    rest.iter().position(|&byte| !is_part(byte))
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

pub(super) const QUALITIES: [&[u8]; 6] = [b"!", b"?", b"!!", b"!?", b"?!", b"??"];

/// Whether a byte may belong to a mark of quality.
const fn is_mark(byte: u8) -> bool {
    matches!(byte, b'!' | b'?' | b'=' | b'+' | b'-' | b'/' | b'#')
}

/// What some programs write after a capture en passant, as a word or as the end of one.
const EN_PASSANT: &[u8] = b"e.p.";

/// The length of a line without its end. Some programs write a carriage return alone.
fn line_end(rest: &[u8]) -> Option<usize> {
    memchr2(b'\n', b'\r', rest)
}

/// Whether two lines end in white space.
fn has_blank_line(space: &[u8]) -> bool {
    let ends = |end| space.iter().filter(|&&byte| byte == end).count();
    ends(b'\n').max(ends(b'\r')) > 1
}

const fn is_word(byte: u8) -> bool {
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

/// The token of a word. It depends on what stands after a number.
fn word(text: &[u8], behind: &[u8]) -> Token {
    if let Some(outcome) = Outcome::of_pgn(text) {
        return Token::End(Some(outcome));
    }
    match text {
        b"1/2" => Token::Spelled(Outcome::Draw),
        EN_PASSANT => Token::Noted(Notice::MoveSpelling),
        b"N" | b"D" => Token::Letter,
        _ if text.iter().all(u8::is_ascii_digit) => number(text, behind),
        _ => Token::Move,
    }
}

/// The token of digits: the number of a move, unless they belong to a fraction. Zeros are none, but
/// for a single one with a dot.
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

/// A comment in braces, which may quote other games. If another comment begins in such a game, or
/// if no game has room for the end of this one, it has not been closed before that game.
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

/// Finds the tag that begins a game in a comment. A game that is cut may end within a line.
fn quoted_game(comment: &[u8]) -> Option<usize> {
    memchr_iter(b'[', comment).find(|&at| comment[at..].starts_with(NEXT_GAME))
}

/// A comment, beginning at its first character.
fn comment_token(text: &[u8]) -> Token {
    let has_score = begins_with_score(text) || memmem::find(text, b"[%eval").is_some();
    Token::Noted(match has_score {
        true => Notice::CommentScores,
        false => Notice::Comments,
    })
}

/// Whether a comment begins with score, slash, depth, such as `+0.30/12` or `-M5/20`.
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

/// A tag pair, or a bracket that begins none.
fn tag(rest: &[u8], at: usize, is_end: bool) -> Option<Found> {
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
        let places = |end| (at + name..at + name_end, at + value..at + end);
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

/// The number of bytes of the longest tag pair.
const MAX_TAG: usize = 1 << 16;

const fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// The place of the first byte from `at` on that is no white space.
fn next_part(text: &[u8], at: usize) -> Option<usize> {
    let mut rest = text.get(at..)?.iter();
    Some(at + rest.position(|byte| !byte.is_ascii_whitespace())?)
}

/// The place of the first quote that has no backslash before it.
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

/// The place of the first quote before a bracket that closes, and the end of the pair, if some
/// quotes before it lack their backslashes. A bracket that opens may begin another pair.
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

/// The end of a broken pair: after the first bracket that closes outside of quotes, or before
/// another pair or the end of the line, or else the end of the line.
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
pub(super) fn names_start(pair: &[u8]) -> bool {
    let names = [&b"FEN"[..], b"SetUp", b"Variant"];
    let is_known = |word: &[u8]| names.iter().any(|name| word.eq_ignore_ascii_case(name));
    pair.split(|&byte| !is_name(byte)).any(is_known)
}

/// Whether a broken pair may hold another one, or a move.
pub(super) fn holds_more(pair: &[u8]) -> bool {
    memchr_iter(b'[', pair).count() > 1 || pair.split(|&byte| !is_word(byte)).any(is_like_move)
}

/// Whether a bracket has a command that belongs into a comment.
pub(super) fn is_command(pair: &[u8]) -> bool {
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
            (Token::Noted(Notice::Comments), "$1"),
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
                    Some((&text[name], &text[value]))
                }
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
            ("$14 ", 3, Notice::Comments),
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

    #[test]
    fn a_space_before_the_bracket_belongs_to_the_pair() {
        let pair = Some((Token::Tag(1..2, 4..5), 8));
        assert_eq!(token(b"[A \"b\" ]\n", 0, false), pair);
    }

    #[test]
    fn a_pair_may_stand_in_several_lines() {
        let pair = Some((Token::Tag(2..3, 5..6), 9));
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
