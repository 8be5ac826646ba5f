//! The operations that the decoder needs of an instruction set.

pub(crate) mod words;

use setwise_core::{Isa, Scalar};

/// Code for vectors whose lanes are numbers.
#[cfg(target_arch = "x86_64")]
pub(crate) trait InLanes {
    /// Runs the code.
    fn run_in_lanes<V: setwise_x86::Numbers>(self, token: V::Token);
}

/// An instruction set with functions for chains. The provided functions are scalar code.
pub(crate) trait BinpackOps: Isa {
    /// Whether there are PDEP and PEXT. Zen 1 and 2 execute them as microcode.
    const HAS_PDEP: bool = false;
    /// The number of chunks that are decoded together.
    const CHUNKS_PER_CALL: usize = 2;

    /// The token of the instruction set in which chunks are decoded eight at a time.
    #[cfg(target_arch = "x86_64")]
    #[cfg_attr(not(unoptimized), inline(always))]
    fn eight(self) -> Option<setwise_x86::Avx512> {
        None
    }

    /// Runs code with the vectors of the instruction set, or returns it if there are none of
    /// numbers.
    #[cfg(target_arch = "x86_64")]
    #[cfg_attr(not(unoptimized), inline(always))]
    fn in_lanes<C: InLanes>(self, code: C) -> Result<(), C> {
        Err(code)
    }

    /// Returns the number of the n-th bit, or 64 if there is none.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn nth<const PDEP: bool>(self, set: u64, n: u64) -> u32 {
        words::nth(set, n)
    }

    /// Returns the digits of four groups of five bits: the four bits after the first one of each
    /// group, with the first group lowest.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn digits<const PDEP: bool>(self, word: u64) -> u64 {
        words::digits(word)
    }

    /// Returns the squares of some lines up to and including the first piece.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn along(self, square: usize, occupied: u64, lines: &[u64; 4]) -> u64 {
        words::along(square, occupied, lines)
    }

    /// Returns 0 unless the first piece on a straight line of the square is one of `straight`, or
    /// the first one on a diagonal is one of `diagonal`.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn sees(self, square: usize, occupied: u64, [straight, diagonal]: [u64; 2]) -> u64 {
        words::sees(square, occupied, [straight, straight, diagonal, diagonal])
    }
}

impl BinpackOps for Scalar {}

#[cfg(target_arch = "x86_64")]
macro_rules! with_pdep {
    () => {
        const HAS_PDEP: bool = true;

        #[cfg_attr(not(unoptimized), inline(always))]
        fn in_lanes<C: InLanes>(self, code: C) -> Result<(), C> {
            code.run_in_lanes::<<Self as Isa>::Register>(self);
            Ok(())
        }

        #[cfg_attr(not(unoptimized), inline(always))]
        fn nth<const PDEP: bool>(self, set: u64, n: u64) -> u32 {
            match PDEP {
                true => {
                    let bit = 1_u64.wrapping_shl(n as u32);
                    self.words().deposit(bit, set).trailing_zeros()
                }
                false => words::nth(set, n),
            }
        }

        #[cfg_attr(not(unoptimized), inline(always))]
        fn digits<const PDEP: bool>(self, word: u64) -> u64 {
            const DIGITS: u64 = 15 << 59 | 15 << 54 | 15 << 49 | 15 << 44;
            if !PDEP {
                return words::digits(word);
            }
            let all = self.words().extract(word, DIGITS) as u16;
            u64::from((all >> 4 & 0x0f0f | (all & 0x0f0f) << 4).swap_bytes())
        }
    };
}

#[cfg(target_arch = "x86_64")]
impl BinpackOps for setwise_x86::Avx2 {
    with_pdep!();
}

#[cfg(target_arch = "x86_64")]
impl BinpackOps for setwise_x86::Avx512 {
    with_pdep!();

    const CHUNKS_PER_CALL: usize = 8;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn eight(self) -> Option<Self> {
        Some(self)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn along(self, square: usize, occupied: u64, lines: &[u64; 4]) -> u64 {
        let both = &crate::tables::TABLES.lines[square & 63].0;
        self.four_lines(both, occupied, lines)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn sees(self, square: usize, occupied: u64, [straight, diagonal]: [u64; 2]) -> u64 {
        let both = &crate::tables::TABLES.lines[square & 63].0;
        self.sees_on_lines(both, occupied, [straight, diagonal])
            .into()
    }
}

#[cfg(all(target_arch = "aarch64", not(target_abi = "softfloat")))]
impl BinpackOps for setwise_neon::Neon {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::TABLES;
    use fastrand::Rng;
    use setwise_core::HandWritten;
    use setwise_dispatch::Level;

    struct Compare;

    impl<K: BinpackOps> HandWritten<K> for Compare {
        type Output = ();

        fn run(self, kernel: K) {
            let mut random = Rng::with_seed(5);
            for round in 0..20_000 {
                let occupied = random.u64(..) & random.u64(..);
                let square = round & 63;
                let squares = |bit: u64| (0..64).filter(move |square| bit >> square & 1 != 0);
                for n in 0..=occupied.count_ones() {
                    let expected = squares(occupied).nth(n as usize).unwrap_or(64);
                    assert_eq!(kernel.nth::<true>(occupied, n.into()), expected);
                    assert_eq!(kernel.nth::<false>(occupied, n.into()), expected);
                }
                let expected =
                    (0..4).fold(0, |all, i| all | (occupied << (5 * i + 1) >> 60) << (4 * i));
                assert_eq!(kernel.digits::<true>(occupied), expected);
                assert_eq!(kernel.digits::<false>(occupied), expected);
                let pieces = [random.u64(..) & occupied, random.u64(..) & occupied];
                let mut seen = 0;
                for line in 0..4 {
                    let [below, above] = TABLES.lines[square].0.map(|half| half[line]);
                    let nearest = squares(below & occupied).max();
                    let low = nearest.map_or(0_u64, |nearest| 1 << nearest);
                    let high = above & occupied & (above & occupied).wrapping_neg();
                    let free_below = below & !low.wrapping_sub(u64::from(low != 0));
                    let free_above = above & (high << 1).wrapping_sub(1);
                    let mut lines = [0; 4];
                    lines[line] = !0;
                    let found = kernel.along(square, occupied, &lines);
                    assert_eq!(found, free_below | free_above, "{square} {occupied:#x}");
                    seen |= (low | high) & pieces[usize::from(line >= 2)];
                }
                let found = kernel.sees(square, occupied, pieces);
                assert_eq!(found != 0, seen != 0);
            }
        }
    }

    #[test]
    fn kernels_agree_with_their_definitions() {
        for level in Level::hand_written() {
            level.run_hand_written(Compare);
        }
    }
}
