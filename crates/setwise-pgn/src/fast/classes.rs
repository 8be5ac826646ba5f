//! What the bytes of movetext are.
//!
//! A byte that has a class behind a byte that allows the same class is of interest. So words begin
//! and odd pairs of bytes show without a carry from byte to byte. Bytes in comments are masked
//! later.

/// A letter that begins a move; before it: white space, a dot, a closing brace.
pub(crate) const START: u8 = 1;
/// A digit that begins a word.
pub(crate) const NUMBER: u8 = 2;
/// End marks, variations and whatever the exact reader shall see, behind any byte.
pub(crate) const STOP: u8 = 4;
/// `x`, `=`, `-`, marks, and 0, with which an end mark may begin: not at the beginning of a word.
pub(crate) const NOT_FIRST: u8 = 8;
/// What may not stand behind marks.
pub(crate) const WORD: u8 = 16;
/// A dash: not behind digits and marks.
pub(crate) const DASH: u8 = 32;
/// A digit: not behind a dot.
pub(crate) const DIGIT: u8 = 64;
/// What is looked at again: a 1 that begins a word, a mark of quality behind another.
pub(crate) const AGAIN: u8 = 128;
/// All that end the fast path.
pub(crate) const ODD: u8 = STOP | NOT_FIRST | WORD | DASH | DIGIT;
/// What may not stand behind a number that begins a word.
pub(crate) const BEHIND_NUMBER: u8 = START | NOT_FIRST;

/// The classes of each byte below 128. The others are like [`STOP`].
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

/// The classes that are of interest behind each byte below 128.
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
    let mut i = 0;
    while i < groups.len() {
        let mut j = 0;
        while j < groups[i].0.len() {
            table[groups[i].0[j] as usize] = groups[i].1;
            j += 1;
        }
        i += 1;
    }
    table
}
