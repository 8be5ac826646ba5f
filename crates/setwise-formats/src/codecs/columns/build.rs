use super::boards::{BOARDS, STATE};
use crate::codecs::marlinformat;
use crate::vocabulary::{Fields, PositionEncoding, Record};
use arrow_array::{
    Array, ArrayRef, BooleanArray, FixedSizeBinaryArray, Int16Array, RecordBatch, StringArray,
    UInt8Array, UInt16Array, UInt32Array, UInt64Array,
};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use setwise_moves::{Color, FenStyle, Move, Position, Role, Square, Uci};
use std::sync::Arc;

/// Returns the columns of an encoding.
pub fn schema(encoding: PositionEncoding) -> SchemaRef {
    let always = |name: &str, of| Field::new(name, of, false);
    let maybe = |name: &str, of| Field::new(name, of, true);
    let mut fields = match encoding {
        PositionEncoding::Fen => vec![always("fen", DataType::Utf8)],
        PositionEncoding::Packed => vec![always("position", DataType::FixedSizeBinary(32))],
        PositionEncoding::Bitboards => {
            let boards = BOARDS.map(|name| always(name, UInt64));
            use DataType::{Boolean, UInt8, UInt16, UInt64};
            let state = STATE
                .into_iter()
                .zip([Boolean, UInt64, UInt8, UInt16, UInt16]);
            let state = state.map(|(name, of)| maybe(name, of));
            boards.into_iter().chain(state).collect()
        }
    };
    fields.extend([
        maybe("score", DataType::Int16),
        maybe("outcome", DataType::UInt8),
        maybe("move", DataType::Utf8),
        maybe("ply", DataType::UInt16),
        maybe("game", DataType::UInt32),
    ]);
    Arc::new(Schema::new(fields))
}

/// Makes a batch of records.
///
/// # Errors
/// The encoding has no room for a record: more than 32 pieces or a half-move clock above 255 with
/// [`PositionEncoding::Packed`]. Fields that are missing have their default values, and are null
/// with [`PositionEncoding::Bitboards`].
pub fn record_batch(
    records: &[Record],
    encoding: PositionEncoding,
) -> Result<RecordBatch, ArrowError> {
    let mut columns: Vec<ArrayRef> = match encoding {
        PositionEncoding::Fen => {
            let fen = |record: &Record| record.position.fen(FenStyle::Standard);
            let fens = records.iter().map(fen);
            vec![Arc::new(StringArray::from_iter_values(fens))]
        }
        PositionEncoding::Packed => {
            let packed = records.iter().map(marlinformat::encode_position);
            let packed: Result<Vec<_>, _> = packed.collect();
            let packed = packed.map_err(|why| ArrowError::ExternalError(Box::new(why)))?;
            let array = FixedSizeBinaryArray::try_from_iter(packed.iter());
            // An iterator without items does not state the width.
            match packed.is_empty() {
                true => vec![arrow_array::new_empty_array(&DataType::FixedSizeBinary(32))],
                false => vec![Arc::new(array?)],
            }
        }
        PositionEncoding::Bitboards => bitboards(records),
    };
    columns.extend([
        column::<Int16Array, _>(records, |record| record.white_score),
        column::<UInt8Array, _>(records, |record| Some(record.outcome?.half_points())),
        column::<StringArray, _>(records, |record| record.played.map(uci)),
        column::<UInt16Array, _>(records, |record| record.ply),
        column::<UInt32Array, _>(records, |record| Some(record.game?.get())),
    ]);
    RecordBatch::try_new(schema(encoding), columns)
}

/// Returns a value of each record, or null.
fn column<A: Array + FromIterator<Option<T>> + 'static, T>(
    records: &[Record],
    of: impl Fn(&Record) -> Option<T>,
) -> ArrayRef {
    Arc::new(records.iter().map(of).collect::<A>())
}

/// Returns the move as text. Castling has the form of orthodox chess if king and rook stand as
/// there, else that of Chess960.
pub(super) fn uci(played: Move) -> Uci {
    let files = [played.source(), played.target()].map(Square::file);
    match played.is_castling() && !matches!(files, [4, 0 | 7]) {
        true => played.uci_chess960(),
        false => played.uci(),
    }
}

fn bitboards(records: &[Record]) -> Vec<ArrayRef> {
    let sets = |set: &dyn Fn(&Record) -> u64| -> ArrayRef {
        Arc::new(UInt64Array::from_iter_values(records.iter().map(set)))
    };
    let colors = Color::ALL.map(|color| sets(&|record| record.position.by_color(color)));
    let roles = Role::ALL.map(|role| sets(&|record| record.position.by_role(role)));
    let known = |record: &Record, field| !record.assumed.contains(field);
    let clocks = |clock: fn(&Position) -> u16| {
        column::<UInt16Array, _>(records, |record| {
            known(record, Fields::CLOCKS).then(|| clock(&record.position))
        })
    };
    let state = [
        column::<BooleanArray, _>(records, |record| {
            known(record, Fields::TURN).then(|| record.position.turn() == Color::White)
        }),
        column::<UInt64Array, _>(records, |record| {
            known(record, Fields::CASTLING).then(|| record.position.castling())
        }),
        column::<UInt8Array, _>(records, |record| {
            Some(record.position.en_passant()?.index() as u8)
        }),
        clocks(Position::halfmoves),
        clocks(Position::fullmove),
    ];
    colors.into_iter().chain(roles).chain(state).collect()
}
