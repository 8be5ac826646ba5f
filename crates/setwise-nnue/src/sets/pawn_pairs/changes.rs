//! The pairs of pawns that a move changes.

use super::PawnPairs;
use crate::feature_set::changes::changed_squares;
use crate::sets::pairs::view::orientation;
use crate::{Boards, Changes, Incremental};
use setwise_moves::Color;
use setwise_threats::internal::{THEIRS, pair_index, pairs_of};

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
    let [white, black] = [views[0], views[1] | THEIRS];
    pairs_of(boards.roles[0], boards.colors[1], changed, |a, b| {
        act([
            pair_index(a ^ white, b ^ white),
            pair_index(a ^ black, b ^ black),
        ]);
    });
}
