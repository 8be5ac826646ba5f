//! Pairs of pawns.

use crate::threats::{MIRRORED, squares_of_first};
use crate::{Boards, FeatureSet, Index, Problem, Rows, Scratch};
use setwise_core::{ByteVector, FILE_A, FILE_H};

/// 4,560 pairs of pawns, of any colors, on the same file or on adjacent ones: Stockfish since revision `762dd1da` (2026) and
/// nnue-pytorch call them `PP_3Wide`. They stand next to [`FullThreats`](crate::FullThreats).
///
/// # Orientation
/// As in [`Threats`](crate::Threats): squares and colors are those that the perspective sees, with files mirrored if its king is on
/// one of the files e to h.
///
/// # Index
/// A pawn has the number square − 8 (a2 is 0, h7 is 47), plus 48 if it is the opponent's. A pair of pawns with the numbers h > l has
/// the index h (h − 1) / 2 + l. (Pairs on files further apart have indices that never occur.)
///
/// # Order
/// By the greater square of the pair, then by the lower one, as the first perspective sees them without its mirror.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PawnPairs;

/// The number of a pawn among 96: its square without mirror, and whether it is the second perspective's.
const THEIRS: u8 = 128;

/// The index of a pair of pawns.
#[inline(always)]
fn index(a: u8, b: u8) -> u32 {
    let number = |pawn: u8| u32::from(pawn & 63) - 8 + 48 * u32::from(pawn / THEIRS);
    let (a, b) = (number(a), number(b));
    let (high, low) = (a.max(b), a.min(b));
    high * (high.wrapping_sub(1)) / 2 + low
}

impl FeatureSet for PawnPairs {
    fn name(&self) -> &'static str {
        "pawn-pairs"
    }

    fn size(&self) -> u32 {
        96 * 95 / 2
    }

    /// All pairs of 48 pawns, of which each file has six: 8 files with 15 pairs each and 7 pairs of files with 36.
    fn max_active(&self) -> usize {
        8 * 15 + 7 * 36
    }

    /// The features are defined for positions with one king of each color and without pawns on the first and the last rank.
    #[inline(always)]
    fn check(&self, boards: &Boards) -> Result<(), Problem> {
        boards.check_pieces()?;
        boards.check_kings()?;
        boards.check_pawns()
    }

    #[inline(always)]
    fn bound(&self, boards: &Boards) -> usize {
        let pawns = boards.roles[0].count_ones() as usize;
        (pawns * pawns.saturating_sub(1) / 2).min(self.max_active())
    }

    #[inline(always)]
    fn extract<V: ByteVector, T: Index>(
        &self,
        _: V::Token,
        boards: &[Boards],
        _: &mut Scratch,
        rows: &mut Rows<'_, T>,
    ) {
        for boards in boards {
            append(boards, rows);
            rows.end_row();
        }
    }
}

/// Appends the pairs of a position.
#[inline(always)]
fn append<T: Index>(boards: &Boards, rows: &mut Rows<'_, T>) {
    let pawns = boards.roles[0];
    let view = squares_of_first(boards);
    let second = if view & MIRRORED != 0 { 63 } else { 56 } | THEIRS;
    let pawn = |square: u32| {
        let theirs = boards.colors[1] >> (square & 63) & 1;
        (square as u8 ^ (view & 63)) | (theirs as u8 * THEIRS)
    };
    let mut left = pawns;
    while left != 0 {
        let greater = left.trailing_zeros();
        let file = FILE_A << (greater & 7);
        let files = file | (file & !FILE_H) << 1 | (file & !FILE_A) >> 1;
        let mut lower = pawns & files & !(!0 << (greater & 63));
        let a = pawn(greater);
        while lower != 0 {
            let b = pawn(lower.trailing_zeros());
            rows.push(index(a, b), index(a ^ second, b ^ second));
            lower &= lower - 1;
        }
        left &= left - 1;
    }
}
