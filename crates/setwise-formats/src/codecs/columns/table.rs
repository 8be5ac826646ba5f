//! Converts the columns of games to columns of a table.

use super::build;
use crate::stream::{ColumnValues, Extras, Values};
use crate::vocabulary::column::ColumnOf;
use crate::vocabulary::{ColumnKind, GameColumn, PositionEncoding, Record};
use arrow_array::builder::{ListBuilder, UInt8Builder};
use arrow_array::{ArrayRef, Int32Array, Int64Array, RecordBatch, StringArray, UInt64Array};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use arrow_select::take::take;
use std::sync::Arc;

impl Extras {
    /// Returns the columns that are written, with a row for each record.
    pub(crate) fn table(&self) -> &RecordBatch {
        self.table.get_or_init(|| {
            let (fields, arrays): (Vec<_>, Vec<_>) = written(&self.columns).unzip();
            let schema = Arc::new(Schema::new(fields));
            let rows = self.columns.len();
            let options = arrow_array::RecordBatchOptions::new().with_row_count(Some(rows));
            let empty = || RecordBatch::new_empty(Arc::new(Schema::empty()));
            RecordBatch::try_new_with_options(schema, arrays, &options).unwrap_or_else(|_| empty())
        })
    }
}

/// Returns the columns of an encoding, and those of games after them.
pub fn schema_with(encoding: PositionEncoding, columns: &[GameColumn]) -> SchemaRef {
    let own = build::schema(encoding);
    let others = columns.iter().filter(|column| is_of_table(column));
    let others = others.map(|column| Field::new(column.name(), data_type(column), true));
    let fields = own.fields().iter().map(|field| field.as_ref().clone());
    Arc::new(Schema::new(fields.chain(others).collect::<Vec<_>>()))
}

/// Makes a batch of records, with the columns of games that were read beside them.
///
/// # Errors
/// As [`record_batch`](super::record_batch).
///
/// ```
/// use setwise_formats::columns::record_batch_with;
/// use setwise_formats::{Format, GameColumn, PositionEncoding, ReadOptions, Reader};
/// let columns = vec![GameColumn::named("ECO").unwrap()];
/// let options = ReadOptions::default().columns(columns);
/// let mut reader = Reader::new(&b"[ECO \"C20\"]\n\n1. e4 e5 *\n"[..], Format::Pgn, options);
/// let mut records = Vec::new();
/// reader.read_batch(&mut records, 100)?;
/// let extras = reader.take_extras();
/// let batch = record_batch_with(&records, &extras, PositionEncoding::Fen)?;
/// assert_eq!(batch.column_by_name("ECO").unwrap().len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn record_batch_with(
    records: &[Record],
    extras: &Extras,
    encoding: PositionEncoding,
) -> Result<RecordBatch, ArrowError> {
    let batch = build::record_batch(records, encoding)?;
    let rows = records
        .iter()
        .map(|record| Some(extras.row_of(record)? as u64));
    let rows: UInt64Array = rows.collect();
    let others = extras.table().columns().iter();
    let others = others.map(|column| take(column, &rows, None));
    let others: Vec<ArrayRef> = others.collect::<Result<_, _>>()?;
    let arrays = batch.columns().iter().cloned().chain(others).collect();
    RecordBatch::try_new(schema_with(encoding, extras.columns().columns()), arrays)
}

fn is_of_table(column: &GameColumn) -> bool {
    column.is_written() && column.of != ColumnOf::AllTags
}

fn written(all: &ColumnValues) -> impl Iterator<Item = (Field, ArrayRef)> {
    let columns = all.columns().iter().enumerate();
    let columns = columns.filter(|(_, column)| is_of_table(column));
    columns.map(|(i, column)| {
        (
            Field::new(column.name(), data_type(column), true),
            array(all, i, column),
        )
    })
}

pub(crate) fn data_type(column: &GameColumn) -> DataType {
    match column.kind() {
        ColumnKind::Text => DataType::Utf8,
        ColumnKind::Number if column.name() == "offset" => DataType::UInt64,
        ColumnKind::Number if column.is_wide() => DataType::Int64,
        ColumnKind::Number => DataType::Int32,
        ColumnKind::Numbers => DataType::List(Arc::new(Field::new("item", DataType::UInt8, true))),
    }
}

fn array(all: &ColumnValues, i: usize, column: &GameColumn) -> ArrayRef {
    let rows = 0..all.len();
    match column.kind() {
        ColumnKind::Text => Arc::new(rows.map(|row| all.text(i, row)).collect::<StringArray>()),
        ColumnKind::Number => match all.values(i) {
            Some(Values::Wide(_)) if column.of == ColumnOf::Tag => {
                Arc::new(rows.map(|row| all.number(i, row)).collect::<Int64Array>())
            }
            Some(Values::Wide(_)) => {
                let offset = |row| all.number(i, row)?.try_into().ok();
                Arc::new(rows.map(offset).collect::<UInt64Array>())
            }
            _ => {
                let number = |row| all.number(i, row)?.try_into().ok();
                Arc::new(rows.map(number).collect::<Int32Array>())
            }
        },
        ColumnKind::Numbers => {
            let mut lists = ListBuilder::new(UInt8Builder::new());
            for row in rows {
                lists
                    .values()
                    .append_slice(all.list(i, row).unwrap_or_default());
                lists.append(true);
            }
            Arc::new(lists.finish())
        }
    }
}
