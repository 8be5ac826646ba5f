//! The operations that lexer and player need of an instruction set.

#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(any(target_arch = "x86_64", neon))]
mod several;
#[cfg(any(target_arch = "x86_64", neon))]
mod vectors;
pub(crate) mod words;

use super::masks::{Block, Masks, TagBlock, TagMasks};
use super::{state::attackers, tables::Row};
use setwise_core::{Isa, Scalar};

/// An instruction set with functions for games. The provided functions are scalar code.
pub(crate) trait PgnOps: Isa {
    fn movetext(self, block: &Block) -> Masks {
        words::movetext(block)
    }

    fn tags(self, block: &TagBlock) -> TagMasks {
        words::tags(block)
    }

    /// Returns for each bit the parity of the bits up to it.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn parity(self, mut bits: u64) -> u64 {
        for shift in [1, 2, 4, 8, 16, 32] {
            bits ^= bits << shift;
        }
        bits
    }

    /// Writes `base` plus the place of each bit. The rest of `out` is unspecified.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn places(self, bits: u64, base: u32, out: &mut [u32; 64]) {
        words::places(bits, base, out);
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn decode(self, text: &[u8], places: &[u32], codes: &mut [u64]) {
        words::decode(text, places, codes);
    }

    /// Moves a piece: clears the target in all boards, then flips `both` in some.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn change(self, boards: &mut Row, lanes: &Row, to: u64, both: u64) {
        for (board, lane) in boards.0.iter_mut().zip(lanes.0) {
            *board = *board & !to ^ both & lane;
        }
    }

    /// Returns 0 unless the other side attacks the king of a side. Takes the side and the square of
    /// its king, then the pieces of both sides.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn attackers(self, boards: &Row, (side, king): (usize, usize), [us, them]: [u64; 2]) -> u64 {
        attackers(boards, side, king, us | them)
    }
}

impl PgnOps for Scalar {}

/// Implements functions with vectors, which make masks of this many registers at a time.
#[cfg(any(target_arch = "x86_64", neon))]
macro_rules! in_vectors {
    ($registers:literal) => {
        #[cfg_attr(not(unoptimized), inline(always))]
        fn movetext(self, block: &Block) -> Masks {
            crate::fast::kernels::vectors::movetext::<Self::Register, $registers>(self, block)
        }

        #[cfg_attr(not(unoptimized), inline(always))]
        fn tags(self, block: &TagBlock) -> TagMasks {
            crate::fast::kernels::vectors::tags::<Self::Register, $registers>(self, block)
        }

        #[cfg_attr(not(unoptimized), inline(always))]
        fn decode(self, text: &[u8], places: &[u32], codes: &mut [u64]) {
            crate::fast::kernels::vectors::decode::<Self::Register>(self, text, places, codes);
        }
    };
}
#[cfg(target_arch = "x86_64")]
use in_vectors;

// On NEON, the numbers of nonzero lanes take longer than the provided function.
#[cfg(target_arch = "x86_64")]
macro_rules! attackers_by_lanes {
    () => {
        #[cfg_attr(not(unoptimized), inline(always))]
        fn attackers(self, boards: &Row, king: (usize, usize), sides: [u64; 2]) -> u64 {
            crate::fast::kernels::vectors::attackers::<Self::Register>(self, boards, king, sides)
        }
    };
}
#[cfg(target_arch = "x86_64")]
use attackers_by_lanes;

#[cfg(target_arch = "x86_64")]
impl PgnOps for setwise_x86::Avx2 {
    in_vectors!(1);
    attackers_by_lanes!();
}

#[cfg(neon)]
impl PgnOps for setwise_neon::Neon {
    in_vectors!(4);
}

// Big-endian NEON has no look-up of bytes, and uses the provided functions.
#[cfg(all(
    target_arch = "aarch64",
    target_endian = "big",
    not(target_abi = "softfloat")
))]
impl PgnOps for setwise_neon::Neon {}
