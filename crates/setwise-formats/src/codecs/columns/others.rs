use crate::stream::extras::Extra;
use arrow_array::{RecordBatch, new_null_array};
use arrow_schema::{ArrowError, Field, Schema, SchemaRef};
use arrow_select::interleave::interleave_record_batch;
use std::sync::Arc;

/// The other columns of the records that wait to be written.
#[derive(Default)]
pub(super) struct OtherColumns {
    /// The columns of the output, which are those of the first record.
    schema: Option<SchemaRef>,
    /// One row of nulls, then the batches of the rows.
    batches: Vec<RecordBatch>,
    /// The number of a batch and a row of it, for each record.
    rows: Vec<(usize, usize)>,
}

/// The row of nulls, for a record without other columns.
const NULLS: (usize, usize) = (0, 0);

impl OtherColumns {
    /// Adds the row of the next record, whose columns must be those of the first one.
    pub(super) fn push(&mut self, extra: Extra<'_>) -> Result<(), ArrowError> {
        let (batch, row) = match extra {
            Extra::Row(batch, row) => (batch, row),
            Extra::Columns(extras, row) if extras.table().num_columns() > 0 => {
                (extras.table(), row)
            }
            _ => {
                self.rows.push(NULLS);
                return Ok(());
            }
        };
        let of_first = || nullable(batch.schema_ref());
        let schema = self.schema.get_or_insert_with(of_first);
        if self.batches.is_empty() {
            let null = |field: &Arc<Field>| new_null_array(field.data_type(), 1);
            let nulls = schema.fields().iter().map(null);
            let nulls = RecordBatch::try_new(schema.clone(), nulls.collect())?;
            self.batches.push(nulls);
        }
        let is_same = |last: &RecordBatch| {
            last.num_rows() == batch.num_rows() && Arc::ptr_eq(last.column(0), batch.column(0))
        };
        if !self.batches.last().is_some_and(is_same) {
            check_same(schema, batch.schema_ref())?;
            let columns = batch.columns().to_vec();
            let batch = RecordBatch::try_new(schema.clone(), columns)?;
            self.batches.push(batch);
        }
        self.rows.push((self.batches.len() - 1, row));
        Ok(())
    }

    /// Appends the columns of the rows to those of the records. No name may be on both sides.
    pub(super) fn join(&mut self, batch: RecordBatch) -> Result<RecordBatch, ArrowError> {
        let rows = core::mem::take(&mut self.rows);
        let Some(others) = &self.schema else {
            return Ok(batch);
        };
        let batches: Vec<_> = self.batches.iter().collect();
        let joined = interleave_record_batch(&batches, &rows)?;
        self.batches.truncate(1);
        let is_taken = |field: &&Arc<Field>| batch.column_by_name(field.name()).is_some();
        if let Some(taken) = others.fields().iter().find(is_taken) {
            let name = taken.name();
            let why = format!("the column `{name}` of the input would stand twice");
            return Err(ArrowError::SchemaError(why));
        }
        let fields = batch.schema_ref().fields().iter().chain(others.fields());
        let schema = Schema::new(fields.cloned().collect::<Vec<_>>());
        let columns = batch.columns().iter().chain(joined.columns());
        RecordBatch::try_new(Arc::new(schema), columns.cloned().collect())
    }
}

/// Refuses rows with other columns than those before.
pub(super) fn check_same(first: &Schema, other: &Schema) -> Result<(), ArrowError> {
    let is_same = |(one, other): (&Arc<Field>, &Arc<Field>)| {
        (one.name(), one.data_type()) == (other.name(), other.data_type())
    };
    let mut pairs = first.fields().iter().zip(other.fields());
    if first.fields().len() == other.fields().len() && pairs.all(is_same) {
        return Ok(());
    }
    let [before, found] = [first, other].map(|schema| {
        let columns = schema.fields().iter();
        let columns = columns.map(|field| format!("{} ({})", field.name(), field.data_type()));
        columns.collect::<Vec<_>>().join(", ")
    });
    Err(ArrowError::SchemaError(format!(
        "the columns change from {before:?} to {found:?}; a table has those of its first record"
    )))
}

fn nullable(schema: &Schema) -> SchemaRef {
    let fields = schema.fields().iter();
    let fields = fields.map(|field| field.as_ref().clone().with_nullable(true));
    Arc::new(Schema::new(fields.collect::<Vec<Field>>()))
}
