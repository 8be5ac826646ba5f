//! The view in which the squares of threats and pawn pairs are.

use crate::inputs::Boards;
use setwise_moves::Color;
use setwise_threats::internal::to_queenside;

/// This bit of a square in [`Edges::from`](super::edges::Edges::from) states that one perspective
/// is mirrored and the other is not.
pub(crate) const MIRRORED: u8 = 64;

/// The orientation of the first perspective, which is xored to squares, and [`MIRRORED`] if the
/// other is mirrored differently.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) const fn squares_of_first(boards: &Boards) -> u8 {
    let first = orientation(boards, Color::White);
    let second = orientation(boards, Color::Black);
    first | (first ^ second) << 6 & MIRRORED
}

/// The orientation of a color, which is xored to squares. The color's king is then on the files a
/// to d, and its own first rank at the bottom.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) const fn orientation(boards: &Boards, color: Color) -> u8 {
    to_queenside(boards.king(color)) ^ (56 * color as u8)
}
