//! Reads Arrow files from their end: the footer has the places of the batches. The message of the
//! schema before them is not read, because some programs write it in another form than in a stream.

use super::decode::{Batches, Opened};
use super::error::damaged;
use crate::stream::source::Source;
use arrow_array::RecordBatch;
use arrow_buffer::Buffer;
use arrow_ipc::convert::fb_to_schema;
use arrow_ipc::reader::{FileDecoder, read_footer_length};
use arrow_ipc::{Block, CompressionType, Message, root_as_footer, root_as_message};
use arrow_schema::SchemaRef;
use std::io::{ErrorKind, Read, Result, Seek, SeekFrom};
use std::sync::Arc;

/// The mark at the beginning and at the end of a file.
pub(super) const MARK: &[u8] = b"ARROW1";
/// The number of bytes of the length of the footer and the mark.
const TRAILER: usize = 10;

/// A file, and the batches of it that are not read yet.
struct ArrowFile<R> {
    input: R,
    schema: SchemaRef,
    decoder: FileDecoder,
    blocks: std::vec::IntoIter<Block>,
}

/// Reads the footer and the dictionaries, and the numbers of rows of all batches.
pub(super) fn open(mut input: impl Read + Seek + Send + 'static) -> Result<Opened> {
    let size = input.seek(SeekFrom::End(0))?;
    let trailer = size.checked_sub(TRAILER as u64);
    let trailer = trailer.ok_or_else(|| damaged("the footer is cut"))?;
    let mut end = [0; TRAILER];
    input.seek(SeekFrom::Start(trailer))?;
    input.read_exact(&mut end)?;
    let length = read_footer_length(end).map_err(damaged)? as u64;
    let start = trailer.checked_sub(length);
    let start = start.ok_or_else(|| damaged("the footer is longer than the file"))?;
    let footer = bytes(&mut input, start, length)?;
    let footer = root_as_footer(&footer).map_err(|why| damaged(why.to_string()))?;
    let schema = footer.schema();
    let schema = fb_to_schema(schema.ok_or_else(|| damaged("there is no schema"))?);
    let schema = Arc::new(schema);
    let mut decoder = FileDecoder::new(schema.clone(), footer.version());
    for block in footer.dictionaries().iter().flatten() {
        let read = read_block(&mut input, block)?;
        decoder.read_dictionary(block, &read).map_err(damaged)?;
    }
    let blocks = footer.recordBatches();
    let blocks: Vec<_> = blocks.iter().flatten().copied().collect();
    let rows = blocks.iter().map(|block| rows(&mut input, block));
    let rows = rows.sum::<Result<u64>>()?;
    let file = ArrowFile {
        input,
        schema,
        decoder,
        blocks: blocks.into_iter(),
    };
    Ok((Box::new(file), Some(rows)))
}

impl<R: Read + Seek + Send> Batches for ArrowFile<R> {
    fn schema(&self) -> Option<SchemaRef> {
        Some(self.schema.clone())
    }

    fn next_batch(&mut self, _: &mut Source<'_>) -> Result<Option<RecordBatch>> {
        let Some(block) = self.blocks.next() else {
            return Ok(None);
        };
        let read = read_block(&mut self.input, &block)?;
        let batch = self.decoder.read_record_batch(&block, &read);
        batch.map_err(damaged)
    }
}

fn rows(input: &mut (impl Read + Seek), block: &Block) -> Result<u64> {
    let metadata = bytes(input, number(block.offset())?, metadata_length(block)?)?;
    let batch = message(&metadata)?.header_as_record_batch();
    number(batch.map_or(0, |batch| batch.length()))
}

fn read_block(input: &mut (impl Read + Seek), block: &Block) -> Result<Buffer> {
    let metadata = metadata_length(block)?;
    let length = metadata.saturating_add(number(block.bodyLength())?);
    let read = bytes(input, number(block.offset())?, length)?;
    let (metadata, body) = read.split_at(metadata as usize);
    check_buffers(message(metadata)?, body)?;
    Ok(Buffer::from(read))
}

/// Finds the message after its mark and its length. Files of old versions lack the mark.
pub(super) fn message(metadata: &[u8]) -> Result<Message<'_>> {
    let start = match metadata.starts_with(&[0xff; 4]) {
        true => 8,
        false => 4,
    };
    let message = root_as_message(metadata.get(start..).unwrap_or_default());
    message.map_err(|why| damaged(why.to_string()))
}

fn metadata_length(block: &Block) -> Result<u64> {
    number(block.metaDataLength().into())
}

fn number(number: i64) -> Result<u64> {
    u64::try_from(number).map_err(damaged)
}

fn bytes(input: &mut (impl Read + Seek), start: u64, length: u64) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.seek(SeekFrom::Start(start))?;
    append(input, length, &mut bytes)?;
    Ok(bytes)
}

/// Appends the next bytes of an input. A damaged `count` does not allocate more memory.
pub(super) fn append(input: &mut impl Read, count: u64, bytes: &mut Vec<u8>) -> Result<()> {
    let read = input.by_ref().take(count).read_to_end(bytes)?;
    match read as u64 == count {
        true => Ok(()),
        false => Err(ErrorKind::UnexpectedEof.into()),
    }
}

/// Refuses a buffer whose claimed length exceeds what its bytes can decompress to: the crate
/// `arrow-ipc` allocates that length first, and a failed allocation aborts the process.
pub(super) fn check_buffers(message: Message<'_>, body: &[u8]) -> Result<()> {
    let dictionary = message.header_as_dictionary_batch();
    let batch = message.header_as_record_batch();
    let batch = batch.or_else(|| dictionary?.data());
    let Some((batch, compression)) = batch.and_then(|batch| Some((batch, batch.compression()?)))
    else {
        return Ok(());
    };
    // The most bytes that a byte gives: in LZ4, 255 more bytes of a match; in Zstandard, a quarter
    // of a block that repeats one byte 128 Ki times.
    let most = match compression.codec() {
        CompressionType::LZ4_FRAME => 255,
        _ => 1 << 15,
    };
    for buffer in batch.buffers().iter().flatten() {
        let start = usize::try_from(buffer.offset()).map_err(damaged)?;
        let length = usize::try_from(buffer.length()).map_err(damaged)?;
        let bytes = body.get(start..).and_then(|bytes| bytes.get(..length));
        let bytes = bytes.ok_or_else(|| damaged("a buffer ends after its batch"))?;
        if let Some((reported, bytes)) = bytes.split_first_chunk() {
            let reported = i64::from_le_bytes(*reported);
            if reported > (bytes.len() as i64).saturating_mul(most) {
                let why = format!("{} bytes do not decompress to {reported}", bytes.len());
                return Err(damaged(why));
            }
        }
    }
    Ok(())
}
