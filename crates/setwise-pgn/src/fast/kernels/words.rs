//! Scalar code: one table look-up gives the bit of a byte in each of eight masks.

use crate::fast::classes::{
    AGAIN, ALLOWS, BEHIND_NUMBER, CLASSES, DIGIT, NUMBER, ODD, START, STOP,
};
use crate::fast::decode::decode as decode_one;
use crate::fast::masks::{BEFORE, Block, Masks, TagBlock, TagMasks};
use setwise_core::const_array;

/// Bit 0 of byte k says whether a byte belongs to mask k.
type Table = [u64; 256];

static CLASS: [u8; 256] = const_array!(i, 256, if i < 128 { CLASSES[i] } else { STOP });

const fn bit(is_set: bool, mask: u32) -> u64 {
    (is_set as u64) << (8 * mask)
}

/// Masks: digit, odd after a number, dollar, open, close, slash, bracket, percent sign.
static ALONE: Table = const_array!(i, 256, {
    let (class, byte) = (CLASS[i], i as u8);
    bit(class & DIGIT != 0, 0)
        | bit(class & BEHIND_NUMBER != 0, 1)
        | bit(byte == b'$', 2)
        | bit(byte == b'{', 3)
        | bit(byte == b'}', 4)
        | bit(byte == b'/', 5)
        | bit(byte == b'[', 6)
        | bit(byte == b'%', 7)
});

/// Masks by classes: start, number, odd, again.
static PAIR: Table = const_array!(i, 256, {
    let class = i as u8;
    bit(class & START != 0, 0)
        | bit(class & NUMBER != 0, 1)
        | bit(class & ODD != 0, 2)
        | bit(class & AGAIN != 0, 3)
});

/// Masks: line, bracket, carriage, backslash, name, space, quote, closing bracket.
static IN_TAGS: Table = const_array!(i, 256, {
    let byte = i as u8;
    bit(byte == b'\n', 0)
        | bit(byte == b'[', 1)
        | bit(byte == b'\r', 2)
        | bit(byte == b'\\', 3)
        | bit(byte.is_ascii_alphanumeric() || byte == b'_', 4)
        | bit(byte == b' ', 5)
        | bit(byte == b'"', 6)
        | bit(byte == b']', 7)
});

/// Moves byte k of word j to byte j of word k, by exchanges as in
/// [`flip_anti_diagonal_by_swaps`](setwise_core::flip_anti_diagonal_by_swaps).
#[cfg_attr(not(unoptimized), inline(always))]
fn transpose(mut words: [u64; 8]) -> [u64; 8] {
    for (by, mask) in [
        (4, 0x0000_0000_ffff_ffff),
        (2, 0x0000_ffff_0000_ffff),
        (1, 0x00ff_00ff_00ff_00ff),
    ] {
        for i in (0..8).filter(|i| i & by == 0) {
            let moved = (words[i] >> (8 * by) ^ words[i | by]) & mask;
            words[i | by] ^= moved;
            words[i] ^= moved << (8 * by);
        }
    }
    words
}

#[cfg_attr(not(unoptimized), inline(always))]
fn masks(bytes: &[u8], part: impl Fn(u8) -> u64) -> [u64; 8] {
    let mut words = [0; 8];
    for (word, eight) in words.iter_mut().zip(bytes.chunks_exact(8)) {
        for (j, &byte) in eight.iter().enumerate() {
            *word |= part(byte) << j;
        }
    }
    transpose(words)
}

#[inline(never)]
pub(crate) fn movetext(block: &Block) -> Masks {
    let bytes = &block[BEFORE..BEFORE + 64];
    let [
        digit,
        behind_number,
        dollar,
        open,
        close,
        slash,
        bracket,
        percent,
    ] = masks(bytes, |byte| ALONE[usize::from(byte)]);
    let mut pairs = [0; 8];
    for (word, nine) in pairs.iter_mut().zip(block.windows(9).step_by(8)) {
        for j in 0..8 {
            let allows = ALLOWS[usize::from(nine[j] & 127)];
            let both = CLASS[usize::from(nine[j + 1])] & allows;
            *word |= PAIR[usize::from(both)] << j;
        }
    }
    let [start, number, odd, again, ..] = transpose(pairs);
    Masks {
        start,
        number,
        digit,
        odd,
        behind_number,
        again,
        dollar,
        open,
        close,
        remark: slash | bracket & !(percent >> 1) | percent,
    }
}

#[inline(never)]
pub(crate) fn tags(block: &TagBlock) -> TagMasks {
    let [
        line,
        bracket,
        carriage,
        backslash,
        name,
        space,
        quote,
        close,
    ] = masks(&block[..64], |byte| IN_TAGS[usize::from(byte)]);
    let behind = [block[64], block[65]];
    let next = |mask: u64, byte| mask >> 1 | u64::from(behind[0] == byte) << 63;
    let ends = line | carriage;
    let is_end = |byte| u64::from(matches!(byte, b'\n' | b'\r'));
    let ends_behind_next = ends >> 2 | is_end(behind[0]) << 62 | is_end(behind[1]) << 63;
    TagMasks {
        line,
        line_of_tag: line & next(bracket, b'['),
        carriage,
        backslash,
        name,
        space: space & next(quote, b'"'),
        quote,
        closing: quote & next(close, b']') & ends_behind_next,
    }
}

#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn places(mut bits: u64, base: u32, out: &mut [u32; 64]) {
    // Eight places at a time without branches. Most blocks have no more.
    for eight in out.as_chunks_mut::<8>().0 {
        for place in eight {
            *place = base.wrapping_add(bits.trailing_zeros());
            bits &= bits.wrapping_sub(1);
        }
        if bits == 0 {
            break;
        }
    }
}

#[cold]
#[inline(never)]
#[cfg(target_arch = "x86_64")]
pub(crate) fn many_places(bits: u64, base: u32, out: &mut [u32; 64]) {
    places(bits, base, out);
}

/// Returns the eight bytes at a place, or zeros if there are fewer.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn word(text: &[u8], place: u32) -> u64 {
    // One comparison suffices, because the sum does not overflow.
    let bytes = text.get(place as usize..place as usize + 8);
    let bytes = bytes.and_then(<[u8]>::first_chunk);
    bytes.map_or(0, |bytes| u64::from_le_bytes(*bytes))
}

#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn decode(text: &[u8], places: &[u32], codes: &mut [u64]) {
    for (&place, code) in places.iter().zip(codes) {
        *code = decode_one(word(text, place));
    }
}
