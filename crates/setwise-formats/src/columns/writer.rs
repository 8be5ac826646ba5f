//! Arrow files and Parquet files from records.

use super::build::{check, record_batch, schema};
use crate::write::Unwritable;
use crate::{Format, PositionEncoding, Record};
use arrow_array::RecordBatch;
use arrow_ipc::writer::FileWriter;
use std::io::{Error, Result, Write};
use std::sync::{Arc, Mutex, PoisonError};

/// The number of rows in a batch.
const BATCH: usize = 1 << 13;

/// The number of rows in a row group of Parquet, which stays in memory until it is complete.
#[cfg(feature = "parquet")]
const ROW_GROUP: usize = 1 << 17;

/// Bytes that a writer of files has made and that are not yet taken.
#[derive(Clone, Debug, Default)]
struct Made(Arc<Mutex<Vec<u8>>>);

impl Made {
    /// Moves the bytes to the end of `buffer`.
    fn take(&self, buffer: &mut Vec<u8>) {
        buffer.append(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

impl Write for Made {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        let mut made = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        made.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}

/// Writes records as rows of a file.
pub(crate) struct RowWriter {
    encoding: PositionEncoding,
    waiting: Vec<Record>,
    made: Made,
    file: File,
}

enum File {
    Arrow(Box<FileWriter<Made>>),
    #[cfg(feature = "parquet")]
    Parquet(Box<parquet::arrow::ArrowWriter<Made>>),
}

impl RowWriter {
    /// Begins a file. `None` if the format is not columnar, or not part of this build.
    pub(crate) fn new(format: Format, encoding: PositionEncoding) -> Option<Self> {
        let made = Made::default();
        let schema = schema(encoding);
        let file = match format {
            // Memory is written and the schema has no dictionary, so nothing fails.
            Format::Arrow => {
                let writer = FileWriter::try_new(made.clone(), &schema);
                File::Arrow(Box::new(writer.ok()?))
            }
            #[cfg(feature = "parquet")]
            Format::Parquet => {
                use parquet::basic::Compression;
                use parquet::file::properties::WriterProperties;
                let properties = WriterProperties::builder()
                    .set_compression(Compression::SNAPPY)
                    .set_max_row_group_row_count(Some(ROW_GROUP))
                    .build();
                let properties = Some(properties);
                let writer = parquet::arrow::ArrowWriter::try_new(made.clone(), schema, properties);
                File::Parquet(Box::new(writer.ok()?))
            }
            _ => return None,
        };
        Some(Self {
            encoding,
            waiting: Vec::with_capacity(BATCH),
            made,
            file,
        })
    }

    /// Checks a record, to be written with the next batch.
    pub(crate) fn push(&mut self, record: &Record) -> core::result::Result<(), Unwritable> {
        check(record, self.encoding)?;
        self.waiting.push(*record);
        Ok(())
    }

    /// Appends the bytes of complete batches to `buffer`.
    pub(crate) fn take(&mut self, buffer: &mut Vec<u8>) -> Result<()> {
        if self.waiting.len() >= BATCH {
            self.write_batch()?;
            self.made.take(buffer);
        }
        Ok(())
    }

    /// Ends the file, and appends its last bytes to `buffer`.
    pub(crate) fn finish(mut self, buffer: &mut Vec<u8>) -> Result<()> {
        self.write_batch()?;
        match self.file {
            File::Arrow(mut file) => file.finish().map_err(Error::other)?,
            #[cfg(feature = "parquet")]
            File::Parquet(file) => {
                file.close().map_err(Error::other)?;
            }
        }
        self.made.take(buffer);
        Ok(())
    }

    fn write_batch(&mut self) -> Result<()> {
        let batch = record_batch(&self.waiting, self.encoding).map_err(Error::other)?;
        self.waiting.clear();
        self.file.write(&batch)
    }
}

impl File {
    fn write(&mut self, batch: &RecordBatch) -> Result<()> {
        match self {
            Self::Arrow(file) => file.write(batch).map_err(Error::other),
            #[cfg(feature = "parquet")]
            Self::Parquet(file) => file.write(batch).map_err(Error::other),
        }
    }
}
