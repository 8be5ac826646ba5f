//! Places at which a text of games can be cut.

use crate::lexer::{LIMIT, NEXT_GAME};
use memchr::{memchr_iter, memchr2, memmem, memrchr2};

/// The number of bytes that the tag of the first game after a cut may have.
const MAX_TAG: usize = 1 << 10;

/// Finds the last place in the first mebibyte of a text where any reader of games ends one game and
/// begins the next one, whatever precedes the text. Call it on the rest until it returns `None`. A
/// [`Parser`](crate::Parser) that begins at such a place with [state](crate::Parser::restore) 0
/// reads the same games, so several threads can read a text.
///
/// The place is before a tag of the event, after an end mark and a blank line. Returns `None` if
/// there is none.
///
/// ```
/// let text = b"[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 *\n\n";
/// assert_eq!(setwise_pgn::cut(text), Some(22));
/// ```
pub fn cut(text: &[u8]) -> Option<usize> {
    // Neither a game that ends before such a place nor that game with the tag exceeds the limit.
    let front = text.get(..LIMIT - MAX_TAG).unwrap_or(text);
    let mut lines = memmem::rfind_iter(front, b"\n[Event \"").map(|end| end + 1);
    lines.find(|&at| is_tag(&text[at..]) && follows_game(&text[..at]))
}

/// Whether a whole tag pair begins the text.
fn is_tag(text: &[u8]) -> bool {
    let value = text.get(NEXT_GAME.len() + 1..).unwrap_or_default();
    let value = value.get(..MAX_TAG / 2).unwrap_or(value);
    memchr2(b'"', b'\n', value).is_some_and(|end| {
        let (value, behind) = value.split_at(end);
        behind.starts_with(b"\"]") && memchr2(b'\\', b'\r', value).is_none()
    })
}

/// Whether an end mark and a blank line end a text that begins between two games.
fn follows_game(text: &[u8]) -> bool {
    let before = text.trim_ascii_end();
    if memchr_iter(b'\n', &text[before.len()..]).count() < 2 {
        return false;
    }
    // After a closing brace no comment is open.
    if memrchr2(b'{', b'}', before).is_some_and(|at| before[at] == b'{') {
        return false;
    }
    let line = memrchr2(b'\n', b'\r', before).map_or(before, |end| &before[end + 1..]);
    let marks: [&[u8]; 4] = [b"1-0", b"0-1", b"1/2-1/2", b"*"];
    let Some(line) = marks.iter().find_map(|mark| line.strip_suffix(*mark)) else {
        return false;
    };
    if !matches!(line, [] | [.., b' ' | b'}']) || line.starts_with(b"%") {
        return false;
    }
    // A `;` or a `[` outside of comments may make the mark a part of a comment or of a tag pair.
    let mut is_comment = false;
    let shows = line.iter().all(|byte| {
        match byte {
            b'{' => is_comment = true,
            b'}' => is_comment = false,
            _ => return is_comment || !matches!(byte, b';' | b'['),
        }
        true
    });
    shows && memmem::find(line, NEXT_GAME).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_between_games() {
        let next = "[Event \"b\"]\n";
        for (game, is_cut) in [
            ("1. e4 1-0\n\n", true),
            ("1. e4 { [%clk 0:01:00] } 1-0\r\n\r\n", true),
            ("1. e4 {; } *\n \n", true),
            ("1. e4 { is\nbest } e5\n1/2-1/2\n\n\n", true),
            // No blank line, no mark, and marks that a reader may not see.
            ("1. e4 1-0\n", false),
            ("1. e4\n\n", false),
            ("1. e4 ; 1-0\n\n", false),
            ("1. e4 { 1-0\n\n", false),
            ("1. e4 [x 1-0\n\n", false),
            ("% 1-0\n\n", false),
            ("1. e4 e51-0\n\n", false),
            ("1. e4 { [Event { } 1-0\n\n", false),
            ("1. e4 } { 1-0\n\n", false),
        ] {
            let first = format!("[Event \"a\"]\n\n{game}");
            let text = format!("{first}{next}");
            let expected = is_cut.then_some(first.len());
            assert_eq!(cut(text.as_bytes()), expected, "{game:?}");
        }
        for tag in [
            "[Event \"b",
            "[Event \"b\\\"]\n",
            "[Event \"b\"\n",
            "[Event b]\n",
        ] {
            let text = format!("1. e4 1-0\n\n{tag}");
            assert_eq!(cut(text.as_bytes()), None, "{tag:?}");
        }
    }
}
