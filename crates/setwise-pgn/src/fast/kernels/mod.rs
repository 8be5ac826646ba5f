//! What lexer and player need of an instruction set.

#[cfg(target_arch = "x86_64")]
mod avx512;
mod vectors;
pub(crate) mod words;

use super::rare::attackers;
use super::tables::Row;
use setwise_core::{Isa, Scalar};

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
    /// Digits that begin words, and all.
    pub(crate) number: u64,
    pub(crate) digit: u64,
    pub(crate) zero: u64,
    pub(crate) one: u64,
    /// Bytes that are odd, if they are in no comment.
    pub(crate) odd: u64,
    /// Bytes that may not stand behind a number.
    pub(crate) behind_number: u64,
    /// Marks of quality, which are odd behind two others.
    pub(crate) mark: u64,
    pub(crate) open: u64,
    pub(crate) close: u64,
    pub(crate) dollar: u64,
    /// Brackets that begin commands, and commands whose name begins with `e`.
    pub(crate) command: u64,
    pub(crate) command_e: u64,
    /// Other brackets.
    pub(crate) bracket: u64,
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

/// An instruction set with functions for games. The provided ones are in plain words.
pub(crate) trait Kernel: Isa {
    /// What is known of attackers of kings.
    type Attackers: Copy;

    fn movetext(self, block: &Block) -> Masks {
        words::movetext(block)
    }

    fn tags(self, block: &TagBlock) -> TagMasks {
        words::tags(block)
    }

    /// For each bit the parity of the bits up to it.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn parity(self, mut bits: u64) -> u64 {
        for shift in [1, 2, 4, 8, 16, 32] {
            bits ^= bits << shift;
        }
        bits
    }

    /// Writes `base` and the place of each bit, added. What follows them is unspecified.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn places(self, bits: u64, base: u32, out: &mut [u32; 64]) {
        words::places(bits, base, out);
    }

    /// Decodes moves.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn decode(self, text: &[u8], places: &[u32], codes: &mut [u32]) {
        words::decode(text, places, codes);
    }

    /// Moves a piece: clears the target in all boards, then flips `both` in some.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn change(self, boards: &mut Row, lanes: &Row, to: u64, both: u64) {
        for (board, lane) in boards.0.iter_mut().zip(lanes.0) {
            *board = *board & !to ^ both & lane;
        }
    }

    fn no_attackers(self) -> Self::Attackers;

    /// Adds the pieces that attack the king of a side.
    fn attackers(
        self,
        boards: &Row,
        side: usize,
        king: usize,
        old: Self::Attackers,
    ) -> Self::Attackers;

    fn any(self, attackers: Self::Attackers) -> u64;
}

macro_rules! attackers_in_words {
    () => {
        type Attackers = u64;

        #[cfg_attr(not(unoptimized), inline(always))]
        fn no_attackers(self) -> u64 {
            0
        }

        #[cfg_attr(not(unoptimized), inline(always))]
        fn attackers(self, boards: &Row, side: usize, king: usize, old: u64) -> u64 {
            old | attackers(boards, side, king, boards.0[0] | boards.0[1])
        }

        #[cfg_attr(not(unoptimized), inline(always))]
        fn any(self, attackers: u64) -> u64 {
            attackers
        }
    };
}

impl Kernel for Scalar {
    attackers_in_words!();
}

macro_rules! lexes_in_vectors {
    () => {
        #[cfg_attr(not(unoptimized), inline(always))]
        fn movetext(self, block: &Block) -> Masks {
            crate::fast::kernels::vectors::movetext::<Self::Register>(self, block)
        }

        #[cfg_attr(not(unoptimized), inline(always))]
        fn tags(self, block: &TagBlock) -> TagMasks {
            crate::fast::kernels::vectors::tags::<Self::Register>(self, block)
        }
    };
}
#[cfg(any(target_arch = "x86_64", neon))]
use lexes_in_vectors;

#[cfg(target_arch = "x86_64")]
impl Kernel for setwise_x86::Avx2 {
    attackers_in_words!();
    lexes_in_vectors!();
}

#[cfg(neon)]
impl Kernel for setwise_neon::Neon {
    attackers_in_words!();
    lexes_in_vectors!();
}

// There is nothing to look up bytes with.
#[cfg(all(
    target_arch = "aarch64",
    target_endian = "big",
    not(target_abi = "softfloat")
))]
impl Kernel for setwise_neon::Neon {
    attackers_in_words!();
}
