//! Masks of 64 bytes, with a bit for each byte.

/// Shifts a mask up by some bytes, and fills it with the highest bits of the mask before it.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) const fn behind(mask: u64, last: u64, by: u32) -> u64 {
    mask << by | last >> (64 - by)
}

/// 64 bytes of movetext, which begin at [`BEFORE`], with the bytes before and after them.
pub(crate) type Block = [u8; 72];
/// The number of bytes before the 64.
pub(crate) const BEFORE: usize = 1;

/// 64 bytes of tags, with the bytes after them.
pub(crate) type TagBlock = [u8; 66];

/// The bytes of a block of movetext by their classes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Masks {
    /// Bytes that begin moves.
    pub(crate) start: u64,
    /// Digits that begin words or stand after `$`; then all digits.
    pub(crate) number: u64,
    pub(crate) digit: u64,
    /// Bytes that are odd outside of comments.
    pub(crate) odd: u64,
    /// Bytes that are odd after a number.
    pub(crate) behind_number: u64,
    /// Bytes for a second look: ones that begin words, marks of quality after others.
    pub(crate) again: u64,
    pub(crate) dollar: u64,
    pub(crate) open: u64,
    pub(crate) close: u64,
    /// Bytes that may be of interest in a comment: at least `/`, `[E` and `%ev`.
    pub(crate) remark: u64,
}

/// The bytes of a block of tags.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct TagMasks {
    /// Line feeds, and those before a bracket.
    pub(crate) line: u64,
    pub(crate) line_of_tag: u64,
    pub(crate) carriage: u64,
    pub(crate) backslash: u64,
    pub(crate) name: u64,
    /// Spaces before a quote.
    pub(crate) space: u64,
    pub(crate) quote: u64,
    /// Quotes before a bracket that closes and the end of the line.
    pub(crate) closing: u64,
}
