//! Commands of usual forms, eight bytes at a time.
//!
//! The first character is the lowest byte of a word.

use super::{Eval, Note};

/// Reads `[%clk 0:03:00]` and `[%eval -0.24]`, with or without a tenth of a second or the second
/// decimal. Returns the place after it; `None` for other forms, which are not read.
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn command(note: &mut Note, text: &[u8], at: usize) -> Option<usize> {
    let name = word(text, at);
    if name & FIRST_6 == u64::from_le_bytes(*b"[%clk \0\0") {
        let (clock, end) = clock(text, at + 6)?;
        note.clock.get_or_insert(clock);
        Some(end)
    } else if name & FIRST_7 == u64::from_le_bytes(*b"[%eval \0") {
        let (value, end) = pawns(text, at + 7)?;
        note.add_eval(Eval::Centipawns(value), None);
        Some(end)
    } else {
        None
    }
}

const FIRST_6: u64 = u64::MAX >> 16;
const FIRST_7: u64 = u64::MAX >> 8;
const EACH: u64 = 0x0101_0101_0101_0101;
const ZEROS: u64 = b'0' as u64 * EACH;

/// The eight bytes at a place; zeros after the end of the text.
#[cfg_attr(not(unoptimized), inline(always))]
fn word(text: &[u8], at: usize) -> u64 {
    let rest = text.get(at..).unwrap_or_default();
    match (rest.first_chunk(), text.last_chunk()) {
        (Some(bytes), _) => u64::from_le_bytes(*bytes),
        (None, Some(last)) => {
            let missing = 8 * (8 - rest.len() as u32);
            u64::from_le_bytes(*last).checked_shr(missing).unwrap_or(0)
        }
        // Too short for any command.
        (None, None) => 0,
    }
}

/// `0:03:00]` or `0:03:00.5]`, in milliseconds.
#[cfg_attr(not(unoptimized), inline(always))]
fn clock(text: &[u8], at: usize) -> Option<(u32, usize)> {
    let word = word(text, at);
    let digits = (word ^ u64::from_le_bytes(*b"0:00:00\0")) & FIRST_7;
    // A digit is at most 9, and a colon has become 0: less than 16 with 6 or 15 more.
    const ROOM: u64 = u64::from_le_bytes([6, 15, 6, 6, 15, 6, 6, 0]);
    if (digits | digits + ROOM) & 0xf0 * EACH != 0 {
        return None;
    }
    // In each byte, the number of its digit and the next one.
    let pairs = digits * 10 + (digits >> 8);
    let byte = |word: u64, i: u32| (word >> (8 * i)) as u8;
    let (minutes, seconds) = (u32::from(byte(pairs, 2)), u32::from(byte(pairs, 5)));
    let time = 1000 * (3600 * u32::from(byte(digits, 0)) + 60 * minutes + seconds);
    match byte(word, 7) {
        b']' => Some((time, at + 8)),
        b'.' => match text.get(at + 8..at + 10)? {
            [tenth @ b'0'..=b'9', b']'] => Some((time + 100 * u32::from(tenth - b'0'), at + 10)),
            _ => None,
        },
        _ => None,
    }
}

/// A sign, up to five digits, a point, one or two digits and a bracket, in hundredths. At most
/// seven characters stand before the bracket, the sign apart.
#[cfg_attr(not(unoptimized), inline(always))]
fn pawns(text: &[u8], at: usize) -> Option<(i32, usize)> {
    let is_negative = text.get(at) == Some(&b'-');
    let at = at + usize::from(is_negative);
    let word = word(text, at);
    let (point, end) = (first(word, b'.'), first(word, b']'));
    // One or two digits between them.
    if point > 5 || end > 7 || !matches!(end.wrapping_sub(point), 2 | 3) {
        return None;
    }
    let digits = (word ^ ZEROS) & low_bytes(end);
    // Bytes 0 to 5 become the digits before the point, 6 and 7 those after it.
    let whole = (digits & low_bytes(point)) << (8 * (6 - point));
    let digits = whole | digits >> (8 * (point + 1)) << 48;
    if (digits | digits.wrapping_add(6 * EACH)) & 0xf0 * EACH != 0 {
        return None;
    }
    // Digits, pairs and fours are joined by the same step.
    let digits = (digits * 10 + (digits >> 8)) & 0x00ff_00ff_00ff_00ff;
    let digits = (digits * 100 + (digits >> 16)) & 0x0000_ffff_0000_ffff;
    let value = (digits * 10_000 + (digits >> 32)) as u32 as i32;
    let value = if is_negative { -value } else { value };
    Some((value, at + end as usize + 1))
}

/// The place of the first byte of a value; 8 if there is none.
#[cfg_attr(not(unoptimized), inline(always))]
const fn first(word: u64, byte: u8) -> u32 {
    let other = word ^ byte as u64 * EACH;
    let zeros = other.wrapping_sub(EACH) & !other & 0x80 * EACH;
    zeros.trailing_zeros() / 8
}

/// A mask of at most seven bytes.
#[cfg_attr(not(unoptimized), inline(always))]
const fn low_bytes(count: u32) -> u64 {
    !(u64::MAX << (8 * count))
}
