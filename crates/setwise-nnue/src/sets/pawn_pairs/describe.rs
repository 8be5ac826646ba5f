//! From indices to pairs of pawns.

use super::PawnPairs;
use crate::sets::pairs::view::orientation;
use crate::{Boards, Describe, Feature, FeatureSet, PlacedPiece};
use setwise_core::Square;
use setwise_moves::{Color, Role};

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
