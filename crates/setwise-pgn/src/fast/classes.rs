//! Classes of the bytes of movetext.
//!
//! A byte is of interest if it has a class that the byte before it allows. This shows where words
//! begin, and odd pairs of bytes, without a carry from byte to byte. Bytes in comments are masked
//! later.

use setwise_core::const_for;

/// A letter that begins a move; before it: white space, a dot, a closing brace.
pub(crate) const START: u8 = 1;
/// A digit that begins a word.
pub(crate) const NUMBER: u8 = 2;
/// End marks, variations and all bytes for the exact reader, after any byte.
pub(crate) const STOP: u8 = 4;
/// `x`, `=`, `-`, marks, and the 0 of an end mark: odd at the beginning of a word.
pub(crate) const NOT_FIRST: u8 = 8;
/// Bytes that are odd after marks.
pub(crate) const WORD: u8 = 16;
/// A dash: odd after digits and marks.
pub(crate) const DASH: u8 = 32;
/// A digit: odd after a dot.
pub(crate) const DIGIT: u8 = 64;
/// Bytes for a second look: a 1 that begins a word, a mark of quality after another.
pub(crate) const AGAIN: u8 = 128;
/// All classes that end the fast path.
pub(crate) const ODD: u8 = STOP | NOT_FIRST | WORD | DASH | DIGIT;
/// Classes that are odd after a number that begins a word.
pub(crate) const BEHIND_NUMBER: u8 = START | NOT_FIRST;

/// The classes of each byte below 128. The other bytes count as [`STOP`].
pub(crate) static CLASSES: [u8; 128] = table(
    STOP,
    &[
        (b" \n\r\t{}$.", 0),
        (b"abcdefghNBRQKO", START | WORD),
        (b"0", NUMBER | WORD | DIGIT | NOT_FIRST),
        (b"1", NUMBER | WORD | DIGIT | AGAIN),
        (b"23456789", NUMBER | WORD | DIGIT),
        (b"+#", NOT_FIRST | WORD),
        (b"!?", NOT_FIRST | AGAIN),
        (b"-", NOT_FIRST | DASH),
        (b"x=", NOT_FIRST | WORD),
    ],
);

/// The classes that each byte below 128 allows after it.
pub(crate) static ALLOWS: [u8; 128] = table(
    STOP,
    &[
        (b" \n\r\t}", STOP | START | NUMBER | NOT_FIRST | AGAIN),
        (b".", STOP | START | NOT_FIRST | DIGIT),
        (b"$", STOP | NUMBER),
        (b"0123456789", STOP | DASH),
        (b"+#", STOP | WORD | DASH),
        (b"!?", STOP | WORD | DASH | AGAIN),
    ],
);

const fn table(others: u8, groups: &[(&[u8], u8)]) -> [u8; 128] {
    let mut table = [others; 128];
    const_for!(i, groups.len(), {
        const_for!(j, groups[i].0.len(), {
            table[groups[i].0[j] as usize] = groups[i].1;
        });
    });
    table
}
