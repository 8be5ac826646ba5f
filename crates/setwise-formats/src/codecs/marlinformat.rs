//! `PackedBoard` of marlinflow and viriformat.
//!
//! | bytes | |
//! |---|---|
//! | 0 to 7 | the occupied squares, a1 = bit 0, little-endian |
//! | 8 to 23 | four bits for each piece in ascending order of squares, low half first: the role, 6 for a rook that may castle, and 8 for Black |
//! | 24 | the en passant square or 64; bit 7: Black is to move |
//! | 25 | the half-move clock |
//! | 26, 27 | the move number, little-endian; both clocks are 0 if they are not known |
//! | 28, 29 | the score as White sees it, little-endian |
//! | 30 | the outcome: 0, 1 or 2 half points of White |
//! | 31 | not used |

use crate::codecs::packed::Packed;
use crate::stream::GameRows;
use crate::vocabulary::{Fields, ReadError, Record, WriteError};
use setwise_moves::packed::{self, Bits};
use setwise_moves::{Block, Color, Outcome, Position, Setup, Square};

/// The code of no en passant square.
const NO_SQUARE: u8 = 64;

pub(crate) struct Marlinformat;

impl Packed for Marlinformat {
    fn decode(bytes: &[u8; 32]) -> Result<Record, ReadError> {
        label(bytes, Position::new(unpacked(bytes)?)?)
    }

    #[inline]
    fn encode(record: &Record) -> Result<[u8; 32], WriteError> {
        let (score, outcome) = record.labels_seen_by(Color::White)?;
        let mut bytes = encode_position(record)?;
        bytes[28..30].copy_from_slice(&score.to_le_bytes());
        bytes[30] = outcome.half_points();
        Ok(bytes)
    }

    #[inline]
    fn board_of_row((block, i): (&Block, usize)) -> (u64, Bits) {
        let i = i & 63;
        let [a, b, c] = block
            .planes
            .each_ref()
            .map(|plane| block.from_white(i, plane[i]));
        let occupied = a | b | c;
        let us = block.from_white(i, block.us[i]);
        let unmoved = block.from_white(i, block.castling[i]);
        let is_black = (block.black >> i & 1).wrapping_neg();
        let black = (us ^ !is_black) & occupied;
        let [one, two, four, _] = packed::bits_of_planes([a, b, c], black);
        (occupied, [one & !unmoved, two, four | unmoved, black])
    }

    #[inline]
    fn labels_of_row(
        rows: &GameRows<'_>,
        row: usize,
        (block, i): (&Block, usize),
    ) -> Option<[u8; 8]> {
        let (halfmoves, fullmove) = match rows.head.assumed.contains(Fields::CLOCKS) {
            true => (0, 0),
            false => (
                u8::try_from(block.halfmoves[i & 63]).ok()?,
                rows.fullmove(row),
            ),
        };
        // An empty board has 64 trailing zeros, which stand for no square.
        let passed = block.from_white(i, block.passed[i & 63]);
        let passed = passed.trailing_zeros() as u8;
        let [f0, f1] = fullmove.to_le_bytes();
        let [s0, s1] = rows.score((block, i))?.to_le_bytes();
        let state = passed | ((block.black >> (i & 63) & 1) as u8) << 7;
        Some([
            state,
            halfmoves,
            f0,
            f1,
            s0,
            s1,
            rows.outcome.half_points(),
            0,
        ])
    }

    #[inline]
    fn setup(bytes: &[u8; 32], bits: Bits) -> Option<Setup> {
        setup(bytes, bits).ok()
    }

    #[inline]
    fn record(bytes: &[u8; 32], position: Position) -> Option<Record> {
        label(bytes, position).ok()
    }
}

/// Reads the position of a record, and neither score nor outcome.
#[cfg(feature = "arrow")]
pub(crate) fn decode_position(bytes: &[u8; 32]) -> Result<Record, ReadError> {
    Ok(unlabelled(bytes, Position::new(unpacked(bytes)?)?))
}

fn unpacked(bytes: &[u8; 32]) -> Result<Setup, ReadError> {
    let (occupied, codes, _) = packed::parts(bytes);
    let bits = packed::unpack(occupied, codes).map_err(|count| ReadError::PieceCount(count.0))?;
    setup(bytes, bits)
}

/// Joins the pieces by the bits of their codes with the state of the game.
#[inline]
fn setup(bytes: &[u8; 32], bits: Bits) -> Result<Setup, ReadError> {
    let (occupied, _, state) = packed::parts(bytes);
    let (unmoved, bits) = packed::unmoved_rooks(occupied, bits);
    let mut setup = packed::setup(occupied, bits).map_err(|code| ReadError::PieceCode(code.0))?;
    setup.castling = unmoved;
    let [state, halfmoves, f0, f1, ..] = state;
    setup.turn = Color::ALL[usize::from(state >> 7)];
    setup.en_passant = match state & 0x7f {
        NO_SQUARE => None,
        code => Some(Square::from_index(code.into()).ok_or(ReadError::EnPassantCode(code))?),
    };
    setup.halfmoves = u16::from(halfmoves);
    setup.fullmove = u16::from_le_bytes([f0, f1]).max(1);
    Ok(setup)
}

/// Joins a position with the knowledge of its clocks: both are 0 if they are not known.
#[inline]
fn unlabelled(bytes: &[u8; 32], position: Position) -> Record {
    let [_, halfmoves, f0, f1, ..] = packed::parts(bytes).2;
    Record {
        assumed: match [halfmoves, f0, f1] {
            [0, 0, 0] => Fields::CLOCKS,
            _ => Fields::NONE,
        },
        ..Record::from(position)
    }
    .with_ply_of_position()
}

/// Joins a position with the clocks, the score and the outcome of its bytes.
#[inline]
fn label(bytes: &[u8; 32], position: Position) -> Result<Record, ReadError> {
    let [.., s0, s1, outcome, _] = packed::parts(bytes).2;
    Ok(Record {
        white_score: Some(i16::from_le_bytes([s0, s1])),
        outcome: Some(Outcome::from_half_points(outcome).ok_or(ReadError::OutcomeCode(outcome))?),
        ..unlabelled(bytes, position)
    })
}

/// Writes the position of a record, with score and outcome 0.
#[inline]
pub(crate) fn encode_position(record: &Record) -> Result<[u8; 32], WriteError> {
    let position = &record.position;
    let [one, two, four, black] = packed::bits_of(position);
    // Code 3, a rook, becomes code 6.
    let unmoved = position.castling();
    let bits = [one & !unmoved, two, four | unmoved, black];
    let board =
        packed::pack(position.occupied(), bits).map_err(|count| WriteError::PieceCount(count.0))?;
    let (halfmoves, fullmove) = clocks(record)?;
    let en_passant = position.en_passant();
    let en_passant = en_passant.map_or(NO_SQUARE, |square| square.index() as u8);
    let mut bytes = [0; 32];
    bytes[..24].copy_from_slice(&board);
    bytes[24] = en_passant | (position.turn().index() as u8) << 7;
    bytes[25] = halfmoves;
    bytes[26..28].copy_from_slice(&fullmove.to_le_bytes());
    Ok(bytes)
}

/// The half-move clock and the move number as they are stored.
fn clocks(record: &Record) -> Result<(u8, u16), WriteError> {
    if record.assumed.contains(Fields::CLOCKS) {
        return Ok((0, 0));
    }
    let (halfmoves, fullmove) = (record.position.halfmoves(), record.position.fullmove());
    let stored = u8::try_from(halfmoves).map_err(|_| WriteError::HalfmoveClock(halfmoves));
    Ok((stored?, fullmove))
}

/// Whether [`encode_position`] has room for a record.
#[cfg(feature = "arrow")]
pub(crate) fn check(record: &Record) -> Result<(), WriteError> {
    packed::check_count(record.position.occupied())
        .map_err(|count| WriteError::PieceCount(count.0))?;
    clocks(record).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A position with each role, rooks that may castle and one that may not, and an en passant
    /// square; and its bytes.
    fn labelled() -> (Record, [u8; 32]) {
        let fen = "r2qk2r/p1b2ppp/1n6/3pP3/8/1N6/P1BQ1PPP/R3K1R1 w Qkq d6 0 20";
        let mut record = Record::from(Position::from_fen(fen).unwrap());
        (record.white_score, record.outcome) = (Some(-300), Some(Outcome::BlackWins));
        let record = record.with_ply_of_position();
        (record, Marlinformat::encode(&record).unwrap())
    }

    /// The bits of the codes in bytes.
    fn bits(bytes: &[u8; 32]) -> Bits {
        let (occupied, codes, _) = packed::parts(bytes);
        packed::unpack(occupied, codes).unwrap()
    }

    #[test]
    fn the_fast_path_reads_sound_records() {
        let (record, bytes) = labelled();
        let expected = Setup::from(record.position);
        // The rooks on a1, a8 and h8.
        assert_eq!(expected.castling, 1 | 1 << 56 | 1 << 63);
        let (bits, empty) = (bits(&bytes), !record.position.occupied());
        // The bits of empty squares do not matter.
        for bits in [bits, bits.map(|plane| plane | empty)] {
            assert_eq!(Marlinformat::setup(&bytes, bits), Some(expected));
        }
        let found = Marlinformat::record(&bytes, record.position);
        assert_eq!(found, Some(record));
        assert_eq!(Marlinformat::decode(&bytes), Ok(record));
    }

    #[test]
    fn the_fast_path_refuses_damaged_records() {
        let (record, bytes) = labelled();
        let with = |at: usize, code: u8| {
            let mut bytes = bytes;
            bytes[at] = code;
            bytes
        };
        // The codes of two pieces, and that of the en passant square.
        for bytes in [with(8, 0x77), with(24, 65)] {
            assert_eq!(Marlinformat::setup(&bytes, bits(&bytes)), None);
            assert!(Marlinformat::decode(&bytes).is_err());
        }
        assert_eq!(Marlinformat::record(&with(30, 3), record.position), None);
    }
}
