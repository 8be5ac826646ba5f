//! Reads the bits of half-moves.
//!
//! The highest bit of a byte comes first. A number below `n` takes as many bits as `n - 1` has:
//! piece and choice are below the numbers of pieces and of choices.
//! ```text
//! piece    piece n of the side to move, in ascending order of squares
//! choice   target n of the piece, in the same order; then the castling rights, queenside first;
//!          for a promotion, 4 times n, plus 0 for a knight to 3 for a queen
//! score    1 to 4 groups of five bits, lowest digits first: 1dddd if another follows, else 0dddd
//! ```
//! Targets are the squares that the piece reaches if checks are ignored. The digits of a score are
//! those of its sum with the score before it, each as its own side sees it, as [`signed`] reads it.

use crate::error::ReadError;
use setwise_moves::{Move, PieceSet, Position, Role, Square, Squares};

pub(super) struct Movetext<'a> {
    bytes: &'a [u8],
    bits_read: usize,
    /// The score of the last position, as its side to move sees it.
    score: i16,
}

impl<'a> Movetext<'a> {
    pub(super) const fn new(bytes: &'a [u8], score: i16) -> Self {
        Self {
            bytes,
            bits_read: 0,
            score,
        }
    }

    /// Returns the number of bytes that were read; the last one may be read in part.
    pub(super) const fn bytes_read(&self) -> usize {
        self.bits_read.div_ceil(8)
    }

    /// Reads at most eight bits. Returns `None` if the text ends before.
    fn bits(&mut self, count: u32) -> Option<u16> {
        if count == 0 {
            return Some(0);
        }
        let at = self.bits_read / 8;
        let high = *self.bytes.get(at)?;
        let shift = self.bits_read as u32 % 8;
        let low = match self.bytes.get(at + 1) {
            Some(low) => *low,
            None if shift + count <= 8 => 0,
            None => return None,
        };
        self.bits_read += count as usize;
        Some(u16::from_be_bytes([high, low]) << shift >> (16 - count))
    }

    fn below(&mut self, end: u32) -> Option<usize> {
        let bits = u32::BITS - end.saturating_sub(1).leading_zeros();
        self.bits(bits).map(usize::from)
    }

    /// Reads the next move, in this position. Returns `None` if the text ends before.
    pub(super) fn next_move(
        &mut self,
        position: &Position,
        ply: usize,
    ) -> Option<Result<Move, ReadError>> {
        let us = position.by_color(position.turn());
        let piece = self.below(us.count_ones())?;
        let source = Squares(us).nth(piece);
        let found = source.and_then(|square| Some((square, position.piece_on(square)?.1)));
        let Some((source, role)) = found else {
            return Some(Err(ReadError::MoveCode(piece as u16, ply)));
        };
        let targets = targets(position, source, role);
        let number_of_targets = targets.len();
        let is_promotion = role == Role::Pawn && position.turn().view(source.bit()) >> 48 != 0;
        let rooks = match role {
            Role::King => Squares(position.castling() & position.turn().view(0xff)),
            _ => Squares(0),
        };
        let choices = match is_promotion {
            true => 4 * number_of_targets,
            false => number_of_targets + rooks.len(),
        };
        let choice = self.below(choices as u32)?;
        let (target, promotion) = if is_promotion {
            let promotion = Role::PROMOTIONS[choice & 3];
            ({ targets }.nth(choice / 4), Some(promotion))
        } else if let Some(castling) = choice.checked_sub(number_of_targets) {
            ({ rooks }.nth(castling), None)
        } else {
            ({ targets }.nth(choice), None)
        };
        let played = target.and_then(|target| position.move_between(source, target, promotion));
        let legal = played.filter(|&played| position.is_legal(played));
        Some(legal.ok_or(ReadError::MoveCode(choice as u16, ply)))
    }

    /// Reads the next score, as the side to move sees it. Returns `None` if the text ends before.
    pub(super) fn next_score(&mut self) -> Option<Result<i16, ReadError>> {
        let mut difference = 0;
        for shift in [0, 4, 8, 12] {
            let group = self.bits(5)?;
            difference |= (group & 15) << shift;
            if group & 16 == 0 {
                self.score = self.score.wrapping_neg().wrapping_add(signed(difference));
                return Some(Ok(self.score));
            }
        }
        Some(Err(ReadError::ScoreRange))
    }
}

/// Returns the squares that a piece reaches if checks are ignored, without castling. The position
/// has an en passant square only if a capture there is legal.
fn targets(position: &Position, source: Square, role: Role) -> Squares {
    let turn = position.turn();
    let en_passant = match position.en_passant() {
        Some(square) if role == Role::Pawn => square.bit(),
        _ => 0,
    };
    let enemies = position.by_color(turn.other()) | en_passant;
    let piece = PieceSet::new(turn, role, source.bit());
    Squares(piece.move_board(position.by_color(turn), enemies))
}

/// Decodes a number whose lowest bit is its sign. The other bits of a negative number are inverted.
pub(crate) const fn signed(code: u16) -> i16 {
    let magnitude = (code >> 1) as i16;
    if code & 1 == 0 { magnitude } else { !magnitude }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every place and every number of bits, in texts of up to three bytes.
    #[test]
    fn bits_up_to_the_end() {
        let all = [0b1011_0010, 0b0101_1101, 0b1110_0110];
        for len in 0..=all.len() {
            let bytes = &all[..len];
            let bit = |at: usize| Some(u16::from(*bytes.get(at / 8)? >> (7 - at % 8) & 1));
            for start in 0..=8 * len {
                for count in 0..=8 {
                    let mut movetext = Movetext::new(bytes, 0);
                    movetext.bits_read = start;
                    let expected =
                        (start..start + count).try_fold(0, |bits, at| Some(bits << 1 | bit(at)?));
                    assert_eq!(
                        movetext.bits(count as u32),
                        expected,
                        "{len} {start} {count}"
                    );
                    let read = if expected.is_some() { count } else { 0 };
                    assert_eq!(movetext.bits_read, start + read, "{len} {start} {count}");
                }
            }
        }
    }
}
