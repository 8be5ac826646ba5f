//! The letters of a FEN.

use super::error::FenReason;
use crate::position::Color;
use setwise_core::{FILE_A, Square};

/// Returns the color of a letter: upper case is White.
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) const fn color_of(letter: char) -> Color {
    Color::ALL[letter.is_ascii_lowercase() as usize]
}

/// Returns the rook that a letter of the castling rights names, given rooks and king on their rank.
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn castling_rook(letter: char, rooks: u64, king: u64) -> Result<Square, FenReason> {
    let west = rooks & king.wrapping_sub(1);
    let rook = match letter.to_ascii_lowercase() {
        'k' | 'q' | 'a'..='h' if king == 0 => return Err(FenReason::NoCastlingKing(letter)),
        'k' => Square::highest(rooks & !west),
        'q' => Square::lowest(west),
        file @ 'a'..='h' => Square::lowest(rooks & FILE_A << (file as u8 - b'a')),
        _ => return Err(FenReason::NotACastlingRight(letter)),
    };
    rook.ok_or(FenReason::NoCastlingRook(letter))
}
