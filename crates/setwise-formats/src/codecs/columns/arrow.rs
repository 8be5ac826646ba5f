use super::arrow_file::{self, append, check_buffers};
use super::decode::{Batches, Opened};
use super::encode::{BatchWriter, Made};
use super::error::damaged;
use crate::stream::Source;
use arrow_array::RecordBatch;
use arrow_buffer::Buffer;
use arrow_ipc::reader::StreamDecoder;
use arrow_ipc::writer::FileWriter;
use arrow_schema::SchemaRef;
use std::io::{BufRead, Cursor, Error, Read, Result};

/// The mark before the length of a message. Streams of old versions lack it.
const CONTINUATION: [u8; 4] = [0xff; 4];

/// Reads the end of an Arrow file, or the schema of an Arrow stream. Reads an Arrow file into
/// memory if it is not a file of the system.
pub(crate) fn open(source: &mut Source<'_>) -> Result<Opened> {
    if !source.fill_buf()?.starts_with(arrow_file::MARK) {
        return open_stream(source);
    }
    if let Some(file) = source.take_file()? {
        return arrow_file::open(file);
    }
    let mut bytes = Vec::new();
    source.read_to_end(&mut bytes)?;
    arrow_file::open(Cursor::new(bytes))
}

fn open_stream(source: &mut Source<'_>) -> Result<Opened> {
    let schema = message(source)?;
    let mut schema = schema.ok_or_else(|| damaged("there is no schema"))?;
    let mut decoder = StreamDecoder::new();
    decoder.decode(&mut schema).map_err(damaged)?;
    Ok((Box::new(decoder), None))
}

impl Batches for StreamDecoder {
    fn schema(&self) -> Option<SchemaRef> {
        Self::schema(self)
    }

    fn next_batch(&mut self, source: &mut Source<'_>) -> Result<Option<RecordBatch>> {
        while let Some(mut message) = message(source)? {
            if let Some(batch) = self.decode(&mut message).map_err(damaged)? {
                return Ok(Some(batch));
            }
        }
        Ok(None)
    }
}

/// Reads a message as a whole: the length of its metadata, the metadata, and the body, whose length
/// is in the metadata. Returns `None` at the end, or at the mark of the end: a length of 0.
fn message(source: &mut Source<'_>) -> Result<Option<Buffer>> {
    if source.fill_buf()?.is_empty() {
        return Ok(None);
    }
    let mut length = bytes(source)?;
    if length == CONTINUATION {
        length = bytes(source)?;
    }
    let size = u32::from_le_bytes(length);
    if size == 0 {
        return Ok(None);
    }
    // Every message gets the mark, so that the metadata is aligned.
    let mut message = [CONTINUATION, length].concat();
    append(source, size.into(), &mut message)?;
    let metadata = message.len();
    let length = arrow_file::message(&message)?.bodyLength();
    let length = u64::try_from(length).map_err(damaged)?;
    append(source, length, &mut message)?;
    let (metadata, body) = message.split_at(metadata);
    check_buffers(arrow_file::message(metadata)?, body)?;
    Ok(Some(Buffer::from(message)))
}

fn bytes(source: &mut Source<'_>) -> Result<[u8; 4]> {
    let mut bytes = [0; 4];
    source.read_exact(&mut bytes)?;
    Ok(bytes)
}

pub(crate) fn create(made: Made, schema: SchemaRef) -> Result<Box<dyn BatchWriter>> {
    let writer = FileWriter::try_new(made, &schema);
    Ok(Box::new(writer.map_err(Error::other)?))
}

impl BatchWriter for FileWriter<Made> {
    fn write_batch(&mut self, batch: &RecordBatch) -> Result<()> {
        self.write(batch).map_err(Error::other)
    }

    fn finish_file(&mut self) -> Result<()> {
        self.finish().map_err(Error::other)
    }
}
