//! The loop over boards in ranks, which the compiler vectorizes.

use crate::calls::{Calls, Outcome};
use setwise::Batch;

/// The boards of a block: a rank is a register of AVX-512.
const BOARDS: usize = 64;

/// A byte of each board, for each rank.
type Ranks = [[u8; BOARDS]; 8];

/// Arrays of bytes per rank, and loops over them without intrinsics.
#[derive(Clone, Copy)]
pub(crate) struct RankLoop;

#[inline(always)]
fn load(boards: &[u64]) -> Ranks {
    let mut ranks = [[0; BOARDS]; 8];
    for (k, rank) in ranks.iter_mut().enumerate() {
        for (byte, board) in rank.iter_mut().zip(boards) {
            *byte = (board >> (8 * k)) as u8;
        }
    }
    ranks
}

#[inline(always)]
fn store(ranks: &Ranks, boards: &mut [u64]) {
    for (i, board) in boards.iter_mut().enumerate().take(BOARDS) {
        *board = u64::from_le_bytes(core::array::from_fn(|k| ranks[k][i]));
    }
}

/// The attacks along a rank: east by subtraction, west by Kogge-Stone.
#[inline(always)]
fn along_rank(sliders: u8, occupied: u8) -> u8 {
    let east = occupied ^ (occupied & !sliders).wrapping_sub(sliders);
    let free = !occupied & 0x7f;
    let g = sliders | free & sliders >> 1;
    let p = free & free >> 1;
    let g = g | p & g >> 2;
    let p = p & p >> 2;
    east | (g | p & g >> 4) >> 1
}

impl Calls for RankLoop {
    const HAS_FILLS: bool = false;

    #[inline(always)]
    fn batch_attacks(self, batch: Batch<'_>, out: &mut [u64]) -> Outcome {
        for (block, out) in out.chunks_mut(BOARDS).enumerate() {
            let boards = block * BOARDS..block * BOARDS + out.len();
            let r = load(&batch.orthogonal[boards.clone()]);
            let b = load(&batch.diagonal[boards.clone()]);
            let o = load(&batch.occupied[boards]);
            let mut x = [[0; BOARDS]; 8];
            for k in 0..8 {
                for i in 0..BOARDS {
                    x[k][i] = along_rank(r[k][i], o[k][i]);
                }
            }
            for (from, step) in [(0, 1), (7, usize::MAX)] {
                let (mut front, mut east, mut west) = (r[from], b[from], b[from]);
                let mut k = from;
                for _ in 1..8 {
                    k = k.wrapping_add(step);
                    for i in 0..BOARDS {
                        let (e, w) = (east[i] << 1, west[i] >> 1);
                        x[k][i] |= front[i] | e | w;
                        front[i] = r[k][i] | front[i] & !o[k][i];
                        east[i] = b[k][i] | e & !o[k][i];
                        west[i] = b[k][i] | w & !o[k][i];
                    }
                }
            }
            store(&x, out);
        }
        Ok(())
    }
}
