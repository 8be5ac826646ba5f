//! Reads the front of comments in engine matches.

use super::cursor::Cursor;
use super::note::{Note, set};
use memchr::memchr;
use setwise_moves::Color;

/// Reads the front of a comment that begins without white space. Returns whether pairs may follow.
pub(super) fn read(note: &mut Note, text: &[u8], mover: Color) -> bool {
    let text = match memchr(b')', text).filter(|_| text.starts_with(b"(")) {
        Some(end) => {
            note.has_rest = true;
            text.get(end + 1..).unwrap_or_default().trim_ascii_start()
        }
        None => text,
    };
    match text.first() {
        Some(b'+' | b'-' | b'.' | b'#' | b'M' | b'0'..=b'9') => {
            let mut cursor = Cursor::new(text);
            if score(note, &mut cursor, mover).is_some() {
                pairs(note, cursor.rest());
                return true;
            }
            note.is_unclear |= begins_with_score(text);
        }
        Some(b'a'..=b'z') => {
            let name = text.iter().take_while(|byte| byte.is_ascii_alphanumeric());
            if text.get(name.count()) == Some(&b'=') {
                pairs(note, text);
                return true;
            }
        }
        _ => {}
    }
    note.has_rest |= !text.is_empty();
    false
}

/// Reads score, depth and time.
fn score(note: &mut Note, text: &mut Cursor<'_>, mover: Color) -> Option<()> {
    let eval = text.score()?.of_match()?.seen_by(mover);
    let is_open_bench = text.space();
    if !is_open_bench && !text.eat(b'/') {
        return None;
    }
    let depth = text.number()?;
    let mut time = None;
    if is_open_bench {
        let has_selective = text.eat(b'/') && text.number::<u16>().is_some();
        time = text.space().then(|| text.number()).flatten();
        let has_nodes = text.space() && text.number::<u64>().is_some();
        if !has_selective || time.is_none() || !has_nodes {
            return None;
        }
        note.has_rest = true;
    }
    if !text.ends_word() {
        return None;
    }
    note.add_eval(eval, Some(depth));
    if !is_open_bench && text.space() && text.rest().first().is_some_and(u8::is_ascii_digit) {
        time = milliseconds_and_nodes(text).or_else(|| {
            let time = text.time().map(|(time, _)| time);
            text.eat(b's');
            time.filter(|_| text.ends_word())
        });
        note.is_unclear |= time.is_none();
    }
    note.time = note.time.or(time);
    Some(())
}

/// Reads whole milliseconds if a whole number of nodes follows, which is not skipped.
fn milliseconds_and_nodes(text: &mut Cursor<'_>) -> Option<u32> {
    let mut both = text.clone();
    let time = both.number()?;
    let behind = both.clone();
    let has_nodes = both.space() && both.number::<u64>().is_some() && both.ends_word();
    has_nodes.then(|| {
        *text = behind;
        time
    })
}

/// Whether a comment begins with score, slash, depth, such as `+0.30/12` or `-M5/20`.
pub(crate) fn begins_with_score(text: &[u8]) -> bool {
    let text = text.trim_ascii_start();
    let number = text.strip_prefix(b"+").or(text.strip_prefix(b"-"));
    let number = number.unwrap_or(text);
    let is_sign = |byte: &u8| matches!(byte, b'.' | b'M' | b'#');
    let is_part = |byte: &&u8| byte.is_ascii_digit() || is_sign(byte);
    let (score, rest) = number.split_at(number.iter().take_while(is_part).count());
    score.iter().any(is_sign) && matches!(rest, [b'/', b'0'..=b'9', ..])
}

/// Whether the slash at a byte of a text ends a score that begins a comment.
pub(crate) fn is_after_score(text: &[u8], slash: usize) -> bool {
    let before = text.get(..slash).unwrap_or_default();
    let is_part = |byte: &u8| byte.is_ascii_whitespace() || b"+-.#M0123456789".contains(byte);
    let open = before.iter().rposition(|byte| !is_part(byte));
    open.is_some_and(|at| text[at] == b'{' && begins_with_score(&text[at + 1..]))
}

/// Reads pairs of a name and a value between commas.
pub(super) fn pairs(note: &mut Note, text: &[u8]) {
    for pair in text.split(|&byte| byte == b',') {
        let pair = pair.trim_ascii();
        let Some(equal) = memchr(b'=', pair) else {
            note.has_rest |= !pair.is_empty();
            continue;
        };
        let (name, value) = pair.split_at(equal);
        let (mut value, rest) = (
            Cursor::new(value.get(1..).unwrap_or_default()),
            &mut note.has_rest,
        );
        let is_read = match name {
            b"d" => set(rest, &mut note.depth, whole(&mut value, Cursor::number)),
            b"mt" => set(rest, &mut note.time, whole(&mut value, milliseconds)),
            b"tl" => set(rest, &mut note.clock, whole(&mut value, milliseconds)),
            b"wv" => {
                let eval = |text: &mut Cursor<'_>| text.score()?.of_match();
                set(rest, &mut note.eval, whole(&mut value, eval))
            }
            _ => {
                *rest = true;
                true
            }
        };
        note.is_unclear |= !is_read;
        note.has_rest |= !value.rest().is_empty();
    }
}

/// Reads a number to the end of its word.
fn whole<'a, T>(
    text: &mut Cursor<'a>,
    read: impl FnOnce(&mut Cursor<'a>) -> Option<T>,
) -> Option<T> {
    read(text).filter(|_| text.ends_word())
}

/// Reads a time in milliseconds, or in seconds with `s`, or with colons.
fn milliseconds(text: &mut Cursor<'_>) -> Option<u32> {
    let start = text.clone();
    if let Some(time) = whole(text, Cursor::number) {
        return Some(time);
    }
    *text = start;
    let (time, colons) = text.time()?;
    (text.eat(b's') || colons > 0).then_some(time)
}
