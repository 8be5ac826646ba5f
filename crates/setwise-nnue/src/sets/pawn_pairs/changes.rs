//! The pairs of pawns that a move changes.

use super::{PawnPairs, THEIRS, files_around, index};
use crate::feature_set::changes::{Changes, Incremental, changed_squares};
use crate::inputs::boards::{BACK_RANKS, Boards};
use crate::sets::pairs::view::orientation;
use setwise_moves::Color;

impl Incremental for PawnPairs {
    #[inline]
    fn refreshes(&self, before: &Boards, after: &Boards, perspective: Color) -> bool {
        orientation(before, perspective) != orientation(after, perspective)
    }

    #[inline]
    fn append_changes(&self, before: &Boards, after: &Boards, changes: &mut Changes) {
        let changed = changed_squares(before, after);
        let views = Color::ALL.map(|color| orientation(after, color));
        each(before, changed, views, |indices| changes.remove(indices));
        each(after, changed, views, |indices| changes.add(indices));
    }
}

/// Calls `act` with the indices of each pair that has a pawn on one of some squares, once.
#[cfg_attr(not(unoptimized), inline(always))]
fn each(boards: &Boards, changed: u64, views: [u8; 2], mut act: impl FnMut([u32; 2])) {
    // Others have no number.
    let pawns = boards.roles[0] & !BACK_RANKS;
    let mut left = changed & pawns;
    while left != 0 {
        let square = left.trailing_zeros();
        left &= left - 1;
        // The pairs of two changed pawns are left to the last one of them.
        let mut others = files_around(square) & pawns & !(left | 1 << square);
        while others != 0 {
            let other = others.trailing_zeros();
            let [a, b] = [square, other].map(|square| {
                let theirs = boards.colors[1] >> square & 1;
                square as u8 | (theirs as u8 * THEIRS)
            });
            let [white, black] = [views[0], views[1] | THEIRS];
            act([index(a ^ white, b ^ white), index(a ^ black, b ^ black)]);
            others &= others - 1;
        }
    }
}
