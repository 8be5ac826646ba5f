//! The optional parts of the set: what a move changes, and the pairs that indices stand for.

use super::PawnPairs;
use crate::feature_set::FeatureSet;
use crate::feature_set::changes::{Changes, Incremental, changed_squares};
use crate::feature_set::describe::{Describe, Feature, PlacedPiece};
use crate::{inputs::Boards, sets::pairs::view::orientation};
use setwise_core::Square;
use setwise_moves::{Color, Role};
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

impl Describe for PawnPairs {
    fn describe(&self, index: u32) -> Option<Feature> {
        if index >= self.size() {
            return None;
        }
        let pairs_below = |high: u32| high * (high - 1) / 2;
        let high = (1..96).rev().find(|&high| pairs_below(high) <= index)?;
        let pawns = [high, index - pairs_below(high)];
        Some(Feature::PawnPair(pawns.map(|number| PlacedPiece {
            color: Color::ALL[number as usize / 48],
            role: Role::Pawn,
            square: Square::wrapping(number as usize % 48 + 8),
        })))
    }

    fn locate(&self, index: u32, boards: &Boards, perspective: Color) -> Option<Feature> {
        let orientation = orientation(boards, perspective);
        Some(self.describe(index)?.located(orientation, perspective))
    }
}
