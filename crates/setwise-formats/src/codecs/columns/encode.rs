use super::build::record_batch;
use super::others::{OtherColumns, check_same};
use crate::codecs::marlinformat;
use crate::stream::{Encode, Encoded, Extra, State, Unencoded};
use crate::vocabulary::{PositionEncoding, Record};
use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use std::io::{self, Error, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

const BATCH: usize = 1 << 13;

/// Bytes that a writer of files has made and that are not yet taken.
#[derive(Clone, Debug, Default)]
pub(crate) struct Made(Arc<Mutex<Vec<u8>>>);

impl Made {
    pub(super) fn bytes(&self) -> MutexGuard<'_, Vec<u8>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Write for Made {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

pub(crate) struct RowEncoder {
    encoding: PositionEncoding,
    waiting: Vec<Record>,
    others: OtherColumns,
    made: Made,
    open: Open,
    /// The file, which begins with its first batch.
    file: Option<(SchemaRef, Box<dyn BatchWriter>)>,
}

type Open = fn(Made, SchemaRef) -> io::Result<Box<dyn BatchWriter>>;

pub(crate) trait BatchWriter: Send {
    fn write_batch(&mut self, batch: &RecordBatch) -> io::Result<()>;

    fn finish_file(&mut self) -> io::Result<()>;
}

impl RowEncoder {
    pub(crate) fn new(encoding: PositionEncoding, open: Open) -> Self {
        Self {
            encoding,
            waiting: Vec::with_capacity(BATCH),
            others: OtherColumns::default(),
            made: Made::default(),
            open,
            file: None,
        }
    }

    /// Writes the waiting records. Returns the file.
    fn write_batch(&mut self) -> io::Result<&mut dyn BatchWriter> {
        let batch = record_batch(&self.waiting, self.encoding).map_err(Error::other)?;
        self.waiting.clear();
        let batch = self.others.join(batch).map_err(Error::other)?;
        let file = match &mut self.file {
            Some((schema, file)) => {
                check_same(schema, batch.schema_ref()).map_err(Error::other)?;
                file
            }
            none => {
                let file = (self.open)(self.made.clone(), batch.schema())?;
                &mut none.insert((batch.schema(), file)).1
            }
        };
        file.write_batch(&batch)?;
        Ok(file.as_mut())
    }
}

impl Encode for RowEncoder {
    fn encode(&mut self, record: &Record, extra: Extra<'_>, out: &mut Vec<u8>) -> Encoded {
        if self.encoding == PositionEncoding::Packed {
            marlinformat::check(record)?;
        }
        self.waiting.push(*record);
        let added = self.others.push(extra);
        added.map_err(|why| Unencoded::Failed(Error::other(why)))?;
        if self.waiting.len() >= BATCH {
            self.write_batch().map_err(Unencoded::Failed)?;
            out.append(&mut self.made.bytes());
        }
        Ok(())
    }

    fn finish(&mut self, out: &mut Vec<u8>) -> io::Result<()> {
        self.write_batch()?.finish_file()?;
        out.append(&mut self.made.bytes());
        Ok(())
    }

    /// Returns `None`, because the schema and the groups of rows are written at the end.
    fn state(&self) -> Option<State> {
        None
    }
}
