use super::decode::{Batches, Opened};
use super::encode::{BatchWriter, Made};
use super::error::damaged;
use crate::stream::Source;
use arrow_array::cast::AsArray;
use arrow_array::types::{
    Date32Type, Date64Type, Time32MillisecondType, Time32SecondType, TimestampMillisecondType,
    TimestampSecondType,
};
use arrow_array::{ArrayRef, RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef, TimeUnit};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::{ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder};
use parquet::basic::Compression;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::ChunkReader;
use std::io::{Error, Read, Result};
use std::sync::Arc;

/// The number of rows that are decoded at once.
const BATCH: usize = 1 << 13;

/// The number of rows in a row group that is written, which stays in memory until it is complete.
const ROW_GROUP: usize = 1 << 17;

/// Opens a file, or reads a stream into memory. Returns the number of rows as well.
pub(crate) fn open(source: &mut Source<'_>) -> Result<Opened> {
    if let Some(file) = source.take_file()? {
        return batches(file);
    }
    let mut bytes = Vec::new();
    source.read_to_end(&mut bytes)?;
    batches(bytes::Bytes::from(bytes))
}

fn batches(input: impl ChunkReader + 'static) -> Result<Opened> {
    let builder = ParquetRecordBatchReaderBuilder::try_new(input).map_err(damaged)?;
    let rows = builder.metadata().file_metadata().num_rows();
    let reader = builder.with_batch_size(BATCH).build().map_err(damaged)?;
    Ok((Box::new(reader), u64::try_from(rows).ok()))
}

impl Batches for ParquetRecordBatchReader {
    fn schema(&self) -> Option<SchemaRef> {
        Some(RecordBatchReader::schema(self))
    }

    fn next_batch(&mut self, _: &mut Source<'_>) -> Result<Option<RecordBatch>> {
        self.next().transpose().map_err(damaged)
    }
}

pub(crate) fn create(made: Made, schema: SchemaRef) -> Result<Box<dyn BatchWriter>> {
    let properties = WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .set_max_row_group_row_count(Some(ROW_GROUP))
        .build();
    let fields = schema.fields().iter().map(|field| {
        let of = stored_type(field.data_type());
        field.as_ref().clone().with_data_type(of)
    });
    let schema = Arc::new(Schema::new(fields.collect::<Vec<_>>()));
    let writer = ArrowWriter::try_new(made, schema.clone(), Some(properties));
    let writer = writer.map_err(Error::other)?;
    Ok(Box::new(ParquetFile { writer, schema }))
}

struct ParquetFile {
    writer: ArrowWriter<Made>,
    schema: SchemaRef,
}

impl BatchWriter for ParquetFile {
    fn write_batch(&mut self, batch: &RecordBatch) -> Result<()> {
        let columns = batch.columns().iter().zip(self.schema.fields());
        let columns = columns.map(|(column, field)| stored(column, field));
        let columns = columns.collect::<core::result::Result<_, _>>();
        let batch = columns.and_then(|all| RecordBatch::try_new(self.schema.clone(), all));
        let batch = batch.map_err(Error::other)?;
        self.writer.write(&batch).map_err(Error::other)
    }

    fn finish_file(&mut self) -> Result<()> {
        self.writer.finish().map(drop).map_err(Error::other)
    }
}

/// Returns the type in which Parquet stores a type. It has no dates in milliseconds and no times in
/// seconds, and would store these as plain numbers.
fn stored_type(of: &DataType) -> DataType {
    match of {
        DataType::Date64 => DataType::Date32,
        DataType::Time32(_) => DataType::Time32(TimeUnit::Millisecond),
        DataType::Timestamp(TimeUnit::Second, zone) => {
            DataType::Timestamp(TimeUnit::Millisecond, zone.clone())
        }
        other => other.clone(),
    }
}

/// Converts a column to the type in which it is stored.
fn stored(column: &ArrayRef, field: &Field) -> core::result::Result<ArrayRef, ArrowError> {
    let refused = |why: &str| {
        let name = field.name();
        ArrowError::InvalidArgumentError(format!("column `{name}`: {why}"))
    };
    let wide = || refused("a time does not fit milliseconds");
    Ok(match column.data_type() {
        DataType::Date64 => {
            let day = |time: i64| match time % 86_400_000 {
                0 => i32::try_from(time / 86_400_000).map_err(|_| refused("a date does not fit")),
                _ => Err(refused("a date has a time of the day")),
            };
            let days = column.as_primitive::<Date64Type>();
            Arc::new(days.try_unary::<_, Date32Type, _>(day)?)
        }
        DataType::Time32(TimeUnit::Second) => {
            let times = column.as_primitive::<Time32SecondType>();
            let stored = |time: i32| time.checked_mul(1000).ok_or_else(wide);
            Arc::new(times.try_unary::<_, Time32MillisecondType, _>(stored)?)
        }
        DataType::Timestamp(TimeUnit::Second, zone) => {
            let times = column.as_primitive::<TimestampSecondType>();
            let stored = |time: i64| time.checked_mul(1000).ok_or_else(wide);
            let times = times.try_unary::<_, TimestampMillisecondType, _>(stored)?;
            Arc::new(times.with_timezone_opt(zone.clone()))
        }
        _ => column.clone(),
    })
}
