//! Arrow streams, message by message.

use super::reader::damaged;
use arrow_array::RecordBatch;
use arrow_buffer::Buffer;
use arrow_ipc::reader::StreamDecoder;
use arrow_ipc::root_as_message;
use std::io::{BufRead, ErrorKind, Read, Result};

/// The first bytes of an Arrow file. Zeros follow, as far as the file is aligned, and then a stream, which does not begin with a zero.
const ARROW_FILE: &[u8] = b"ARROW1";
/// Stands before the length of a message. Streams of old versions lack it.
const CONTINUATION: [u8; 4] = [0xff; 4];

/// The record batches of an Arrow stream, or of an Arrow file, whose mark is skipped.
///
/// A message is read as a whole before it is decoded. Its memory grows with the bytes that are there: a damaged length does not ask for
/// more.
pub(super) struct Batches<R> {
    input: R,
    decoder: StreamDecoder,
}

impl<R: BufRead> Batches<R> {
    pub(super) fn new(mut input: R) -> Result<Self> {
        if input.fill_buf()?.starts_with(ARROW_FILE) {
            input.consume(ARROW_FILE.len());
            while input.fill_buf()?.first() == Some(&0) {
                input.consume(1);
            }
        }
        let mut batches = Self {
            input,
            decoder: StreamDecoder::new(),
        };
        let schema = batches.message()?;
        let mut schema = schema.ok_or_else(|| damaged("there is no schema"))?;
        batches.decoder.decode(&mut schema).map_err(damaged)?;
        Ok(batches)
    }

    fn next_batch(&mut self) -> Result<Option<RecordBatch>> {
        while let Some(mut message) = self.message()? {
            if let Some(batch) = self.decoder.decode(&mut message).map_err(damaged)? {
                return Ok(Some(batch));
            }
        }
        Ok(None)
    }

    /// Reads a message: the length of its metadata, the metadata, and the body, whose length the metadata tell. Returns `None` at the
    /// end, or at the mark of the end: a length of 0.
    fn message(&mut self) -> Result<Option<Buffer>> {
        if self.input.fill_buf()?.is_empty() {
            return Ok(None);
        }
        let mut length = self.bytes()?;
        if length == CONTINUATION {
            length = self.bytes()?;
        }
        let size = u32::from_le_bytes(length);
        if size == 0 {
            return Ok(None);
        }
        // The mark stands in every message here, so that the metadata are aligned.
        let mut message = [CONTINUATION, length].concat();
        let metadata = message.len();
        self.append(size.into(), &mut message)?;
        let about = root_as_message(&message[metadata..]);
        let about = about.map_err(|why| damaged(why.to_string()))?;
        let body = u64::try_from(about.bodyLength()).map_err(damaged)?;
        self.append(body, &mut message)?;
        Ok(Some(Buffer::from(message)))
    }

    /// Reads four bytes.
    fn bytes(&mut self) -> Result<[u8; 4]> {
        let mut bytes = [0; 4];
        self.input.read_exact(&mut bytes)?;
        Ok(bytes)
    }

    /// Appends the next bytes of the input.
    fn append(&mut self, count: u64, message: &mut Vec<u8>) -> Result<()> {
        let read = self.input.by_ref().take(count).read_to_end(message)?;
        match read as u64 == count {
            true => Ok(()),
            false => Err(ErrorKind::UnexpectedEof.into()),
        }
    }
}

impl<R: BufRead> Iterator for Batches<R> {
    type Item = Result<RecordBatch>;

    fn next(&mut self) -> Option<Result<RecordBatch>> {
        self.next_batch().transpose()
    }
}
