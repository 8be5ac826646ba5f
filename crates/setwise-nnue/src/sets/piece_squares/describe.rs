//! From indices to pieces on squares.

use super::{Chess768, HalfKaV2Hm, HalfKaV2HmTraining, KingBuckets, MirroredKingBuckets};
use crate::{Boards, Describe, Feature, FeatureSet, PlacedPiece};
use setwise_core::Square;
use setwise_moves::{Color, Role};
use setwise_threats::PieceSquares;
use setwise_threats::internal::plane_of;

fn planes<S: PieceSquares>() -> u32 {
    let pieces = Color::ALL
        .into_iter()
        .flat_map(|color| Role::ALL.map(|role| (color, role)));
    let planes = pieces.map(|(color, role)| plane_of::<S>(color == Color::Black, role.index()));
    1 + planes.max().unwrap_or(0)
}

/// The feature of an index that is below the size of the set.
fn feature<S: PieceSquares>(set: &S, index: u32) -> Option<Feature> {
    let square = Square::wrapping(index as usize % 64);
    let bucket = index / 64 / planes::<S>();
    let plane = index / 64 % planes::<S>();
    // Both kings may share a plane. Then the bucket decides the square of the own king.
    let own_king_here = set.frame(square.index() as u8) == (0, 64 * planes::<S>() * bucket);
    let shared =
        plane_of::<S>(false, Role::King.index()) == plane_of::<S>(true, Role::King.index());
    let (color, role) = Color::ALL
        .into_iter()
        .flat_map(|color| Role::ALL.map(|role| (color, role)))
        .filter(|&(color, role)| plane_of::<S>(color == Color::Black, role.index()) == plane)
        .find(|&piece| !shared || own_king_here || piece != (Color::White, Role::King))?;
    Some(Feature::Piece {
        bucket,
        piece: PlacedPiece {
            color,
            role,
            square,
        },
    })
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
