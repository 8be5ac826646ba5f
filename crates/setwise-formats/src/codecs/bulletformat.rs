//! bullet's `ChessBoard`.
//!
//! | bytes | |
//! |---|---|
//! | 0 to 7 | the occupied squares, little-endian |
//! | 8 to 23 | four bits for each piece in ascending order of squares, low half first: the role, and 8 for the opponent |
//! | 24, 25 | the score, little-endian |
//! | 26 | the outcome: 0, 1 or 2 half points |
//! | 27, 28 | the squares of the own king and of the opponent's, each as its own side sees it |
//! | 29 to 31 | not used |
//!
//! Board, score and outcome are as the side to move sees them.

use crate::codecs::packed::Packed;
use crate::stream::GameRows;
use crate::vocabulary::{Fields, ReadError, Record, WriteError};
use setwise_moves::packed::{self, Bits};
use setwise_moves::{Block, Color, Outcome, Position, Setup};

/// The format. White is taken to be the side to move.
pub(crate) struct Bulletformat;

impl Packed for Bulletformat {
    fn decode(bytes: &[u8; 32]) -> Result<Record, ReadError> {
        let (occupied, codes, labels) = packed::parts(bytes);
        let bits =
            packed::unpack(occupied, codes).map_err(|count| ReadError::PieceCount(count.0))?;
        let setup = packed::setup(occupied, bits).map_err(|code| ReadError::PieceCode(code.0))?;
        label(labels, Position::new(setup)?)
    }

    #[inline]
    fn encode(record: &Record) -> Result<[u8; 32], WriteError> {
        let position = &record.position;
        let (mut occupied, mut bits) = (position.occupied(), packed::bits_of(position));
        if position.turn() == Color::Black {
            bits[3] ^= occupied;
            occupied = occupied.swap_bytes();
            bits = bits.map(u64::swap_bytes);
        }
        let board =
            packed::pack(occupied, bits).map_err(|count| WriteError::PieceCount(count.0))?;
        let (score, outcome) = record.labels_seen_by(position.turn())?;
        let mut bytes = [0; 32];
        bytes[..24].copy_from_slice(&board);
        bytes[24..26].copy_from_slice(&score.to_le_bytes());
        bytes[26] = outcome.half_points();
        bytes[27] = king_square(position, position.turn());
        bytes[28] = king_square(position, position.turn().other());
        Ok(bytes)
    }

    #[inline]
    fn board_of_row((block, i): (&Block, usize)) -> (u64, Bits) {
        let [a, b, c] = block.planes.each_ref().map(|plane| plane[i & 63]);
        let occupied = a | b | c;
        let them = occupied & !block.us[i & 63];
        (occupied, packed::bits_of_planes([a, b, c], them))
    }

    #[inline]
    fn labels_of_row(
        rows: &GameRows<'_>,
        _: usize,
        (block, i): (&Block, usize),
    ) -> Option<[u8; 8]> {
        // Without branches on the side to move, which the CPU would mispredict.
        let i = i & 63;
        let is_black = block.black >> i & 1 != 0;
        let (score, points) = (rows.score((block, i))?, rows.outcome.half_points());
        if is_black && score == i16::MIN {
            return None;
        }
        let score = if is_black {
            score.wrapping_neg()
        } else {
            score
        };
        let outcome = if is_black { 2 - points } else { points };
        let [s0, s1] = score.to_le_bytes();
        let kings = block.planes[0][i] & block.planes[2][i];
        let us = (kings & block.us[i]).trailing_zeros() as u8;
        let them = (kings & !block.us[i]).swap_bytes().trailing_zeros() as u8;
        Some([s0, s1, outcome, us, them, 0, 0, 0])
    }

    #[inline]
    fn setup(bytes: &[u8; 32], bits: Bits) -> Option<Setup> {
        packed::setup(packed::parts(bytes).0, bits).ok()
    }

    #[inline]
    fn record(bytes: &[u8; 32], position: Position) -> Option<Record> {
        label(packed::parts(bytes).2, position).ok()
    }
}

/// Joins a position with the bytes after the pieces.
#[inline]
fn label(
    [s0, s1, outcome, us, them, ..]: [u8; 8],
    position: Position,
) -> Result<Record, ReadError> {
    for (color, stored) in [(Color::White, us), (Color::Black, them)] {
        if king_square(&position, color) != stored {
            return Err(ReadError::KingSquare(stored));
        }
    }
    Ok(Record {
        white_score: Some(i16::from_le_bytes([s0, s1])),
        outcome: Some(Outcome::from_half_points(outcome).ok_or(ReadError::OutcomeCode(outcome))?),
        assumed: Fields::POSITION,
        ..Record::from(position)
    })
}

/// Returns the square of a king as its own side sees it.
#[inline]
fn king_square(position: &Position, color: Color) -> u8 {
    let king = position.king(color);
    match color {
        Color::White => king.index() as u8,
        Color::Black => king.flip_ranks().index() as u8,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fast_path_reads_sound_records() {
        let start = Position::startpos();
        let mut record = Record::from(start);
        (record.white_score, record.outcome) = (Some(-7), Some(Outcome::Draw));
        let bytes = Bulletformat::encode(&record).unwrap();
        let setup = Bulletformat::setup(&bytes, packed::bits_of(&start)).unwrap();
        let position = Position::new(setup).unwrap();
        let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1";
        assert_eq!(position.to_fen(), fen);
        record.position = position;
        record.assumed = Fields::POSITION;
        assert_eq!(Bulletformat::record(&bytes, position), Some(record));
        assert_eq!(Bulletformat::decode(&bytes), Ok(record));
    }

    #[test]
    fn the_fast_path_refuses_damaged_records() {
        let start = Position::startpos();
        let mut record = Record::from(start);
        (record.white_score, record.outcome) = (Some(0), Some(Outcome::WhiteWins));
        let bytes = Bulletformat::encode(&record).unwrap();
        // The outcome, and the squares of both kings.
        for (at, code) in [(26, 3), (27, 5), (28, 60)] {
            let mut bytes = bytes;
            bytes[at] = code;
            assert_eq!(Bulletformat::record(&bytes, start), None, "{at}");
        }
        let [one, _, _, black] = packed::bits_of(&start);
        assert_eq!(Bulletformat::setup(&bytes, [one, 1, 1, black]), None);
    }
}
