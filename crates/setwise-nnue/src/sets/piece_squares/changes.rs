//! The pieces on squares that a move changes.

use super::{Chess768, HalfKaV2Hm, HalfKaV2HmTraining, KingBuckets, MirroredKingBuckets};
use crate::feature_set::changes::changed_squares;
use crate::{Boards, Changes, Incremental};
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

macro_rules! incremental {
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
    )*};
}

incremental! { Chess768 KingBuckets MirroredKingBuckets HalfKaV2Hm HalfKaV2HmTraining }
