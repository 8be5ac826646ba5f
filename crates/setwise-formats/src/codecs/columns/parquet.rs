use super::decode::{Batches, Opened, RowDecoder};
use super::encode::{BatchWriter, Made, RowEncoder};
use super::error::damaged;
use crate::{Decode, DecodeOptions, Encode, PositionEncoding, Source};
use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::SchemaRef;
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::{ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder};
use parquet::basic::Compression;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::ChunkReader;
use std::io::{Error, Read, Result};

/// The number of rows that are decoded at once.
const BATCH: usize = 1 << 13;

/// The number of rows in a row group that is written, which stays in memory until it is complete.
const ROW_GROUP: usize = 1 << 17;

pub(crate) fn decoder(options: &DecodeOptions) -> Box<dyn Decode> {
    Box::new(RowDecoder::new(open, options))
}

pub(crate) fn encoder(encoding: PositionEncoding) -> Box<dyn Encode> {
    Box::new(RowEncoder::new(encoding, create))
}

/// Opens a file, or reads a stream into memory. Returns the number of rows as well.
fn open(source: &mut Source<'_>) -> Result<Opened> {
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

pub(super) fn create(made: Made, schema: SchemaRef) -> Result<Box<dyn BatchWriter>> {
    let properties = WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .set_max_row_group_row_count(Some(ROW_GROUP))
        .build();
    let writer = ArrowWriter::try_new(made, schema, Some(properties));
    Ok(Box::new(writer.map_err(Error::other)?))
}

impl BatchWriter for ArrowWriter<Made> {
    fn write_batch(&mut self, batch: &RecordBatch) -> Result<()> {
        self.write(batch).map_err(Error::other)
    }

    fn finish_file(&mut self) -> Result<()> {
        self.finish().map(drop).map_err(Error::other)
    }
}
