//! Positions that are not stored as a structure of arrays.

use crate::{attacks, plan::plan};
use setwise_core::{Batch, LengthMismatch, Sliders};

/// The number of positions that are collected for one call. Their boards stay in the nearest cache.
const BLOCK: usize = 256;
/// Up to this number of positions are collected in shorter arrays, which take less time to clear.
const FEW: usize = 32;
/// Fewer positions than this are computed one by one. In a batch, vectors would be loaded right
/// after their words are stored, and would wait for the stores (`docs/notes/fills.md`).
const MIN: usize = 12;

/// Computes [`batch_attacks`](crate::batch_attacks) for positions in any layout, such as an array
/// of structures: `position(i)` returns the sliders and the occupied squares of position i. One
/// result for each position is written to `out`.
///
/// The function collects the boards of a block of positions and computes their attacks in one call,
/// so the program needs no memory for columns of boards.
///
/// ```
/// use setwise::{Sliders, attacks_of_each};
///
/// struct Position { rooks: u64, bishops: u64, queens: u64, occupied: u64 }
///
/// // A queen on a1 of an empty board.
/// let positions = [const { Position { rooks: 0, bishops: 0, queens: 1, occupied: 1 } }; 1000];
/// let mut attacked = [0; 1000];
/// let position = |i: usize| {
///     let Position { rooks, bishops, queens, occupied } = positions[i];
///     (Sliders { orthogonal: rooks | queens, diagonal: bishops | queens }, occupied)
/// };
/// attacks_of_each(position, &mut attacked);
/// assert_eq!(attacked.map(u64::count_ones), [21; 1000]);
/// ```
#[inline]
pub fn attacks_of_each(mut position: impl FnMut(usize) -> (Sliders, u64), out: &mut [u64]) {
    match out.len() {
        0..MIN => {
            for (i, out) in out.iter_mut().enumerate() {
                let (sliders, occupied) = position(i);
                *out = attacks(sliders, occupied);
            }
        }
        MIN..=FEW => in_blocks::<FEW>(position, out),
        _ => in_blocks::<BLOCK>(position, out),
    }
}

/// Computes the attacks of `N` positions at a time.
#[inline]
fn in_blocks<const N: usize>(mut position: impl FnMut(usize) -> (Sliders, u64), out: &mut [u64]) {
    let [mut orthogonal, mut diagonal, mut occupied] = [[0; N]; 3];
    for (number, out) in out.chunks_mut(N).enumerate() {
        let boards = orthogonal.iter_mut().zip(&mut diagonal).zip(&mut occupied);
        for (i, ((orthogonal, diagonal), occupied)) in boards.take(out.len()).enumerate() {
            let (sliders, all) = position(number * N + i);
            (*orthogonal, *diagonal, *occupied) = (sliders.orthogonal, sliders.diagonal, all);
        }
        let len = out.len();
        let batch = Batch {
            orthogonal: &orthogonal[..len],
            diagonal: &diagonal[..len],
            occupied: &occupied[..len],
        };
        // The lengths are equal, so there is no error.
        let _: Result<(), LengthMismatch> = batch
            .check()
            .and_then(|batch| plan().batch_attacks.pick(len)(batch, out));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use setwise_core::oracle;

    /// The numbers of positions are around those of whole blocks.
    #[test]
    fn each_position_is_asked_for_once() {
        let position = |i: usize| {
            let board = (i as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let sliders = Sliders {
                orthogonal: board & board << 7,
                diagonal: board >> 3 & board << 19,
            };
            (sliders, board)
        };
        let attacked = |i| {
            let (sliders, occupied) = position(i);
            oracle::ray_attacks(sliders, occupied).union()
        };
        for n in [0, 1, 11, 12, 32, 33, 255, 256, 257, 700] {
            let mut asked_for = Vec::new();
            let mut out = vec![0; n];
            let noted = |i| {
                asked_for.push(i);
                position(i)
            };
            attacks_of_each(noted, &mut out);
            assert!(asked_for.iter().copied().eq(0..n), "{n}");
            assert!(out.iter().copied().eq((0..n).map(attacked)), "{n}");
        }
    }
}
