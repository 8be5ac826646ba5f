//! From indices to pieces on squares.

use super::{Chess768, HalfKaV2Hm, HalfKaV2HmTraining, KingBuckets, MirroredKingBuckets};
use crate::{Boards, Describe, Feature, FeatureSet, PlacedPiece};
use setwise_core::Square;
use setwise_moves::{Color, Role};
use setwise_threats::{PieceSquares, plane_of};

/// All pieces with their planes.
fn planes<S: PieceSquares>() -> impl Iterator<Item = (Color, Role, u32)> {
    let plane = |color, role: Role| plane_of::<S>(color == Color::Black, role.index());
    let of = move |color| Role::ALL.map(|role| (color, role, plane(color, role)));
    Color::ALL.into_iter().flat_map(of)
}

/// The feature of an index that is below the size of the set.
fn feature<S: PieceSquares>(set: &S, index: u32) -> Option<Feature> {
    let square = Square::wrapping(index as usize % 64);
    let number = 1 + planes::<S>().map(|piece| piece.2).max()?;
    let (bucket, plane) = (index / 64 / number, index / 64 % number);
    // Both kings may share a plane. Then the bucket decides the square of the own king.
    let own_king_here = set.frame(square.index() as u8) == (0, 64 * number * bucket);
    let mut pieces = planes::<S>().filter(|piece| piece.2 == plane);
    let king = Role::King.index();
    let shared = plane_of::<S>(false, king) == plane_of::<S>(true, king);
    let is_other = |&(color, role, _): &_| (color, role) != (Color::White, Role::King);
    let (color, role, _) = pieces.find(|piece| !shared || own_king_here || is_other(piece))?;
    let piece = PlacedPiece {
        color,
        role,
        square,
    };
    Some(Feature::Piece { bucket, piece })
}

macro_rules! describe {
    ($($set:ty)*) => {$(
        impl Describe for $set {
            fn describe(&self, index: u32) -> Option<Feature> {
                (index < FeatureSet::size(self)).then(|| feature(self, index))?
            }

            fn locate(&self, index: u32, boards: &Boards, perspective: Color) -> Option<Feature> {
                let flip = 56 * perspective as u8;
                let (mirror, _) = self.frame(boards.king(perspective) ^ flip);
                Some(self.describe(index)?.located(mirror ^ flip, perspective))
            }
        }
    )*};
}

describe! { Chess768 KingBuckets MirroredKingBuckets HalfKaV2Hm HalfKaV2HmTraining }
