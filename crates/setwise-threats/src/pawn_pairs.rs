//! Pairs of pawns.

use setwise_core::{FILE_A, FILE_H};

/// 4,560 pairs of pawns, of any colors, on the same file or on adjacent ones: Stockfish since
/// revision `762dd1da` (2026) and nnue-pytorch call them `PP_3Wide`. They stand next to
/// [`FullThreats`](crate::FullThreats).
///
/// # Orientation
/// As in sets of threats: squares and colors are those that the perspective sees, with files
/// mirrored if its king is on one of the files e to h.
///
/// # Index
/// A pawn has the number square − 8 (a2 is 0, h7 is 47), plus 48 if it is the opponent's. A pair of
/// pawns with the numbers h > l has the index h (h − 1) / 2 + l. (Others never occur.)
///
/// # Order
/// In `setwise-nnue`: by the greater square of the pair, then by the lower one, as the first
/// perspective sees them without its mirror.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PawnPairs;

/// The number of features of [`PawnPairs`].
pub const PAIRS: u32 = 96 * 95 / 2;

/// This bit of a square is set if the pawn is the opponent's.
pub const THEIRS: u8 = 128;

/// The index of a pair of pawns: their squares as the perspective sees them, with [`THEIRS`].
#[cfg_attr(not(unoptimized), inline(always))]
pub fn pair_index(a: u8, b: u8) -> u32 {
    let number = |pawn: u8| u32::from(pawn & 63).wrapping_sub(8) + 48 * u32::from(pawn / THEIRS);
    let (a, b) = (number(a), number(b));
    let (high, low) = (a.max(b), a.min(b));
    high * high.wrapping_sub(1) / 2 + low
}

/// The file of a square and the adjacent ones.
#[cfg_attr(not(unoptimized), inline(always))]
pub const fn files_around(square: u32) -> u64 {
    let file = FILE_A << (square & 7);
    file | (file & !FILE_H) << 1 | (file & !FILE_A) >> 1
}

/// Calls `act` once with each pair that has a pawn on changed squares, with [`THEIRS`] for Black.
#[cfg_attr(not(unoptimized), inline(always))]
pub fn pairs_of(pawns: u64, black: u64, changed: u64, mut act: impl FnMut(u8, u8)) {
    const BACK_RANKS: u64 = 0xff00_0000_0000_00ff;
    // Pawns on the back ranks have no number.
    let pawns = pawns & !BACK_RANKS;
    let pawn = |square: u32| square as u8 | (((black >> (square & 63)) as u8 & 1) * THEIRS);
    let mut left = changed & pawns;
    while left != 0 {
        let square = left.trailing_zeros();
        left &= left - 1;
        // A pair of two changed pawns is passed with the later one only.
        let mut others = files_around(square) & pawns & !(left | 1 << square);
        while others != 0 {
            act(pawn(square), pawn(others.trailing_zeros()));
            others &= others - 1;
        }
    }
}
