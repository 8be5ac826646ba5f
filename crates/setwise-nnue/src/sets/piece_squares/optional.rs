//! The optional parts of the sets: what a move changes, and the pieces that indices stand for.

use super::{Chess768, HalfKaV2Hm, HalfKaV2HmTraining, KingBuckets, MirroredKingBuckets};
use crate::feature_set::FeatureSet;
use crate::feature_set::changes::{Changes, Incremental, changed_squares};
use crate::feature_set::describe::{Describe, Feature, PlacedPiece};
use crate::inputs::Boards;
use setwise_core::Square;
use setwise_moves::{Color, Role};
use setwise_threats::PieceSquares;
use setwise_threats::internal::plane_of;

/// The mirror and the first index of the bucket of a perspective.
#[cfg_attr(not(unoptimized), inline(always))]
fn frame<S: PieceSquares>(set: &S, boards: &Boards, perspective: Color) -> (u8, u32) {
    set.frame(boards.king(perspective) ^ (56 * perspective as u8))
}

/// Calls `act` with the indices of each piece on one of some squares.
#[cfg_attr(not(unoptimized), inline(always))]
fn each<S: PieceSquares>(
    boards: &Boards,
    changed: u64,
    frames: [(u8, u32); 2],
    mut act: impl FnMut([u32; 2]),
) {
    let [(white, white_base), (black, black_base)] = frames;
    let mut left = changed & boards.occupied();
    while left != 0 {
        let square = left.trailing_zeros();
        let is_on = |board: u64| board >> square & 1 != 0;
        left &= left - 1;
        let theirs = is_on(boards.colors[1]);
        let Some(role) = Role::ALL
            .into_iter()
            .find(|role| is_on(boards.roles[role.index()]))
        else {
            continue;
        };
        act([
            white_base + 64 * plane_of::<S>(theirs, role.index()) + (square ^ u32::from(white)),
            black_base
                + 64 * plane_of::<S>(!theirs, role.index())
                + (square ^ 56 ^ u32::from(black)),
        ]);
    }
}

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

macro_rules! optional {
    ($($set:ty)*) => {$(
        impl Incremental for $set {
            #[inline]
            fn refreshes(&self, before: &Boards, after: &Boards, perspective: Color) -> bool {
                frame(self, before, perspective) != frame(self, after, perspective)
            }

            #[inline]
            fn append_changes(&self, before: &Boards, after: &Boards, changes: &mut Changes) {
                let changed = changed_squares(before, after);
                let frames = Color::ALL.map(|color| frame(self, after, color));
                each::<Self>(before, changed, frames, |indices| changes.remove(indices));
                each::<Self>(after, changed, frames, |indices| changes.add(indices));
            }
        }

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

optional! { Chess768 KingBuckets MirroredKingBuckets HalfKaV2Hm HalfKaV2HmTraining }
