//! Bitboards from a byte for each square, and back.

/// Eight bitboards: one for each bit of the bytes of the squares.
#[derive(Clone, Copy)]
pub(super) struct BitPlanes(pub(super) [u64; 8]);

impl BitPlanes {
    /// Takes the ranks in their order, a byte for each square, file a in the lowest.
    ///
    /// Bit `b` of file `f` moves to bit `f` of byte `b` within its rank. Then byte `b` of rank `r`
    /// moves to byte `r` of board `b`.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn of_ranks(ranks: [u64; 8]) -> Self {
        let mut boards = ranks.map(transpose_bits);
        transpose_bytes(&mut boards);
        Self(boards)
    }

    /// Returns the ranks, as [`of_ranks`](Self::of_ranks) takes them.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn ranks(self) -> [u64; 8] {
        let Self(mut ranks) = self;
        transpose_bytes(&mut ranks);
        for rank in &mut ranks {
            *rank = transpose_bits(*rank);
        }
        ranks
    }
}

/// Exchanges rows and columns of eight by eight bits (H. Warren, Hacker's Delight, 2002).
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) const fn transpose_bits(mut bits: u64) -> u64 {
    let mut swap = (bits ^ bits >> 7) & 0x00aa_00aa_00aa_00aa;
    bits ^= swap ^ swap << 7;
    swap = (bits ^ bits >> 14) & 0x0000_cccc_0000_cccc;
    bits ^= swap ^ swap << 14;
    swap = (bits ^ bits >> 28) & 0x0000_0000_f0f0_f0f0;
    bits ^ swap ^ swap << 28
}

/// Exchanges rows and columns of eight by eight bytes.
#[cfg_attr(not(unoptimized), inline(always))]
fn transpose_bytes(rows: &mut [u64; 8]) {
    transpose_blocks::<4>(rows, 0x0000_0000_ffff_ffff);
    transpose_blocks::<2>(rows, 0x0000_ffff_0000_ffff);
    transpose_blocks::<1>(rows, 0x00ff_00ff_00ff_00ff);
}

/// Exchanges two of the four blocks of each square of blocks, `SIZE` by `SIZE` bytes.
#[cfg_attr(not(unoptimized), inline(always))]
fn transpose_blocks<const SIZE: usize>(rows: &mut [u64; 8], mask: u64) {
    for pair in rows.chunks_exact_mut(2 * SIZE) {
        let (low, high) = pair.split_at_mut(SIZE);
        for (low, high) in low.iter_mut().zip(high) {
            let swap = (*low >> (8 * SIZE) ^ *high) & mask;
            *high ^= swap;
            *low ^= swap << (8 * SIZE);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_bit_has_its_board() {
        for (rank, file, bit) in (0..8).flat_map(|rank| (0..64).map(move |i| (rank, i / 8, i % 8)))
        {
            let mut ranks = [0; 8];
            ranks[rank] = 1 << (8 * file + bit);
            let mut expected = [0; 8];
            expected[bit] = 1 << (8 * rank + file);
            let boards = BitPlanes::of_ranks(ranks);
            assert_eq!(boards.0, expected);
            assert_eq!(boards.ranks(), ranks);
        }
    }
}
