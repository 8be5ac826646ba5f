//! The bytes of 64 by what they are, a bit each.

/// A mask moved by some bytes, behind the mask of the block before.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) const fn behind(mask: u64, last: u64, by: u32) -> u64 {
    mask << by | last >> (64 - by)
}

/// The bytes before, of and after 64 bytes of movetext, which begin at [`BEFORE`].
pub(crate) type Block = [u8; 72];
/// The bytes before the 64.
pub(crate) const BEFORE: usize = 1;

/// The bytes of 64 and after them, in tags.
pub(crate) type TagBlock = [u8; 66];

/// The bytes of a block of movetext by their classes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Masks {
    /// Bytes that begin moves.
    pub(crate) start: u64,
    /// Digits that begin words or stand behind `$`, and all.
    pub(crate) number: u64,
    pub(crate) digit: u64,
    /// Bytes that are odd, if they are in no comment.
    pub(crate) odd: u64,
    /// Bytes that may not stand behind a number.
    pub(crate) behind_number: u64,
    /// What is looked at again: ones that begin words, marks of quality behind others.
    pub(crate) again: u64,
    pub(crate) dollar: u64,
    pub(crate) open: u64,
    pub(crate) close: u64,
    /// What may be of interest in a comment: at least `/`, `[E` and `%ev`.
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
