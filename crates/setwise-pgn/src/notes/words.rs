//! Reads commands of usual forms, eight bytes at a time.
//!
//! A word has the first character in its lowest byte.

use super::{eval::Eval, note::Note};

/// Reads `[%eval -0.24]`, `[%clk 0:03:00]` or both, with a space before each or none, with or
/// without a tenth of a second or the second decimal. Returns the place after them.
///
/// A command of any other form is not read.
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn commands(note: &mut Note, text: &[u8], mut at: usize) -> usize {
    if let Some((value, end)) = command(text, at, FIRST_7, *b"[%eval \0", pawns) {
        note.add_eval(Eval::Centipawns(value), None);
        at = end;
    }
    if let Some((clock, end)) = command(text, at, FIRST_6, *b"[%clk \0\0", clock) {
        note.clock = note.clock.or(Some(clock));
        at = end;
    }
    at
}

/// Reads a command with a name. Returns its number and the place after it.
#[cfg_attr(not(unoptimized), inline(always))]
fn command<T>(
    text: &[u8],
    at: usize,
    bits: u64,
    name: [u8; 8],
    number: impl Fn(&[u8], usize) -> Option<(T, usize)>,
) -> Option<(T, usize)> {
    let at = at + usize::from(text.get(at) == Some(&b' '));
    let word = u64::from_le_bytes(*text.get(at..)?.first_chunk()?);
    let length = bits.count_ones() as usize / 8;
    (word & bits == u64::from_le_bytes(name)).then(|| number(text, at + length))?
}

/// Returns the number of bytes of a word before the first one of this value, or 8 if there is none.
#[cfg_attr(not(unoptimized), inline(always))]
const fn first(word: u64, byte: u8) -> u32 {
    let other = word ^ (byte as u64 * EACH);
    // The lowest set bit belongs to the first zero byte of `other`.
    let zeros = other.wrapping_sub(EACH) & !other & (0x80 * EACH);
    zeros.trailing_zeros() / 8
}

const FIRST_6: u64 = u64::MAX >> 16;
const FIRST_7: u64 = u64::MAX >> 8;
const EACH: u64 = 0x0101_0101_0101_0101;
const ZEROS: u64 = b'0' as u64 * EACH;
/// The four high bits of each byte. They are 0 in numbers below 16.
const HIGH: u64 = 0xf0 * EACH;

/// Reads `0:03:00]` or `0:03:00.5]`, in milliseconds.
#[cfg_attr(not(unoptimized), inline(always))]
fn clock(text: &[u8], at: usize) -> Option<(u32, usize)> {
    let word = u64::from_le_bytes(*text.get(at..)?.first_chunk()?);
    let digits = (word ^ u64::from_le_bytes(*b"0:00:00\0")) & FIRST_7;
    // A colon is 0 here. Digits plus 6 and colons plus 15 are below 16, all other bytes are not.
    const ROOM: u64 = u64::from_le_bytes([6, 15, 6, 6, 15, 6, 6, 0]);
    if (digits | (digits + ROOM)) & HIGH != 0 {
        return None;
    }
    // Byte k has the two-digit number that begins at digit k.
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

/// Reads a sign, up to five digits, a point, one or two digits and a bracket, in hundredths. At
/// most seven characters after the sign are before the bracket.
#[cfg_attr(not(unoptimized), inline(always))]
fn pawns(text: &[u8], at: usize) -> Option<(i32, usize)> {
    let is_negative = text.get(at) == Some(&b'-');
    let at = at + usize::from(is_negative);
    // The eight bytes at the place, or zeros after the end of the text.
    let rest = text.get(at..)?;
    let word = match rest.first_chunk() {
        Some(bytes) => u64::from_le_bytes(*bytes),
        None => u64::from_le_bytes(*text.last_chunk()?).checked_shr(8 * (8 - rest.len() as u32))?,
    };
    let end = first(word, b']');
    // The characters before the bracket are in the highest bytes. Digits have become their values.
    let number = (word ^ ZEROS)
        .checked_shl(64 - 8 * end)
        .filter(|_| end < 8)?;
    // With one decimal, the point is in byte 6, and another zero follows.
    const POINT: u8 = b'.' ^ b'0';
    let number = number >> (8 * u32::from((number >> 48) as u8 == POINT));
    if (number >> 40) as u8 != POINT {
        return None;
    }
    let digits = (number & u64::MAX >> 24) << 8 | number & u64::MAX << 48;
    const ROOM: u64 = 6 * EACH;
    if (digits | digits.wrapping_add(ROOM)) & HIGH != 0 {
        return None;
    }
    // Each step joins neighbors: digits to pairs, pairs to fours, fours to the number.
    let digits = (digits * 10 + (digits >> 8)) & 0x00ff_00ff_00ff_00ff;
    let digits = (digits * 100 + (digits >> 16)) & 0x0000_ffff_0000_ffff;
    let value = (digits * 10_000 + (digits >> 32)) as u32 as i32;
    // Without a branch on the sign, which the CPU would mispredict often.
    let sign = -i32::from(is_negative);
    let value = (value ^ sign) - sign;
    Some((value, at + end as usize + 1))
}
