//! Record batches from records.

use super::boards::{BOARDS, STATE};
use crate::codecs::marlinformat;
use crate::vocabulary::encoding::PositionEncoding;
use crate::vocabulary::fields::Fields;
use crate::vocabulary::record::Record;
use crate::vocabulary::unwritable::Unwritable;
use arrow_array::{
    ArrayRef, BooleanArray, FixedSizeBinaryArray, Int16Array, RecordBatch, StringArray, UInt8Array,
    UInt16Array, UInt32Array, UInt64Array,
};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use setwise_moves::{Color, FenStyle, Role, Square};
use std::sync::Arc;

/// Returns the columns of an encoding.
pub fn schema(encoding: PositionEncoding) -> SchemaRef {
    let always = |name: &str, of| Field::new(name, of, false);
    let maybe = |name: &str, of| Field::new(name, of, true);
    let mut fields = match encoding {
        PositionEncoding::Fen => vec![always("fen", DataType::Utf8)],
        PositionEncoding::Packed => vec![always("position", DataType::FixedSizeBinary(32))],
        PositionEncoding::Bitboards => {
            let boards = BOARDS.map(|name| always(name, DataType::UInt64));
            let types = [
                DataType::Boolean,
                DataType::UInt64,
                DataType::UInt8,
                DataType::UInt16,
                DataType::UInt16,
            ];
            let state = STATE.into_iter().zip(types);
            boards
                .into_iter()
                .chain(state.map(|(name, of)| maybe(name, of)))
                .collect()
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
            let fens = records
                .iter()
                .map(|record| record.position.fen(FenStyle::Standard));
            vec![Arc::new(StringArray::from_iter_values(fens))]
        }
        PositionEncoding::Packed => {
            let packed = records.iter().map(marlinformat::encode_position);
            let packed = packed
                .collect::<Result<Vec<_>, _>>()
                .map_err(|why| ArrowError::ExternalError(Box::new(why)))?;
            let array = FixedSizeBinaryArray::try_from_iter(packed.iter());
            // The width is unknown to an iterator without items.
            match packed.is_empty() {
                true => vec![arrow_array::new_empty_array(&DataType::FixedSizeBinary(32))],
                false => vec![Arc::new(array?)],
            }
        }
        PositionEncoding::Bitboards => bitboards(records),
    };
    let score = records.iter().map(|record| record.score);
    let outcome = records
        .iter()
        .map(|record| Some(record.outcome?.half_points()));
    let played = records.iter().map(uci);
    let ply = records.iter().map(|record| record.ply);
    columns.push(Arc::new(score.collect::<Int16Array>()));
    columns.push(Arc::new(outcome.collect::<UInt8Array>()));
    columns.push(Arc::new(played.collect::<StringArray>()));
    columns.push(Arc::new(ply.collect::<UInt16Array>()));
    let game = records.iter().map(|record| Some(record.game?.get()));
    columns.push(Arc::new(game.collect::<UInt32Array>()));
    RecordBatch::try_new(schema(encoding), columns)
}

/// The move as text: castling in the form of orthodox chess if king and rook stand as there, else
/// in that of Chess960.
fn uci(record: &Record) -> Option<String> {
    let played = record.played?;
    let files = [played.source(), played.target()].map(Square::file);
    Some(match played.is_castling() && !matches!(files, [4, 0 | 7]) {
        true => format!("{played:#}"),
        false => played.to_string(),
    })
}

fn bitboards(records: &[Record]) -> Vec<ArrayRef> {
    let sets = |set: &dyn Fn(&Record) -> u64| -> ArrayRef {
        Arc::new(UInt64Array::from_iter_values(records.iter().map(set)))
    };
    let colors = Color::ALL.map(|color| sets(&|record| record.position.by_color(color)));
    let roles = Role::ALL.map(|role| sets(&|record| record.position.by_role(role)));
    let known = |record: &Record, field| !record.assumed.contains(field);
    let turn = records
        .iter()
        .map(|record| known(record, Fields::TURN).then(|| record.position.turn() == Color::White));
    let castling = records
        .iter()
        .map(|record| known(record, Fields::CASTLING).then(|| record.position.castling()));
    let en_passant = records
        .iter()
        .map(|record| Some(record.position.en_passant()?.index() as u8));
    let clocks = |clock: fn(&Record) -> u16| -> ArrayRef {
        let known = records
            .iter()
            .map(|record| known(record, Fields::CLOCKS).then(|| clock(record)));
        Arc::new(known.collect::<UInt16Array>())
    };
    let state: [ArrayRef; 5] = [
        Arc::new(turn.collect::<BooleanArray>()),
        Arc::new(castling.collect::<UInt64Array>()),
        Arc::new(en_passant.collect::<UInt8Array>()),
        clocks(|record| record.position.halfmoves()),
        clocks(|record| record.position.fullmove()),
    ];
    colors.into_iter().chain(roles).chain(state).collect()
}

/// Whether an encoding has room for a record.
pub(super) fn check(record: &Record, encoding: PositionEncoding) -> Result<(), Unwritable> {
    match encoding {
        PositionEncoding::Packed => marlinformat::check(record),
        _ => Ok(()),
    }
}
