//! The columns of games as columns of a table.

use crate::vocabulary::column::ColumnOf;
use crate::{ColumnKind, ColumnValues, Extras, GameColumn, Values};
use arrow_array::builder::{ListBuilder, UInt8Builder};
use arrow_array::{ArrayRef, Int32Array, RecordBatch, StringArray, UInt64Array};
use arrow_schema::{DataType, Field, Schema};
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

fn written(all: &ColumnValues) -> impl Iterator<Item = (Field, ArrayRef)> {
    let columns = all.columns().iter().enumerate();
    let columns =
        columns.filter(|(_, column)| column.is_written() && column.of != ColumnOf::AllTags);
    columns.map(|(i, column)| {
        (
            Field::new(column.name(), data_type(column), true),
            array(all, i, column),
        )
    })
}

/// The type of a column.
pub(crate) fn data_type(column: &GameColumn) -> DataType {
    match column.kind() {
        ColumnKind::Text => DataType::Utf8,
        ColumnKind::Number if column.name() == "offset" => DataType::UInt64,
        ColumnKind::Number => DataType::Int32,
        ColumnKind::Numbers => DataType::List(Arc::new(Field::new("item", DataType::UInt8, true))),
    }
}

fn array(all: &ColumnValues, i: usize, column: &GameColumn) -> ArrayRef {
    let rows = 0..all.len();
    match column.kind() {
        ColumnKind::Text => Arc::new(rows.map(|row| all.text(i, row)).collect::<StringArray>()),
        ColumnKind::Number => match all.values(i) {
            Some(Values::Offsets(_)) => {
                let offset = |row| all.number(i, row).map(|offset: i64| offset as u64);
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
