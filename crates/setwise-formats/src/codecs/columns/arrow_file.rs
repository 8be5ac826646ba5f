//! Arrow files, which are read from their end: the footer says where the batches stand. The
//! message of the schema before them is not read; not every program writes it as a stream has it.

use super::arrow_buffers::check_buffers;
use super::decode::{Batches, Opened};
use super::error::damaged;
use crate::stream::source::Source;
use arrow_array::RecordBatch;
use arrow_buffer::Buffer;
use arrow_ipc::convert::fb_to_schema;
use arrow_ipc::reader::{FileDecoder, read_footer_length};
use arrow_ipc::{Block, Message, root_as_footer, root_as_message};
use std::io::{ErrorKind, Read, Result, Seek, SeekFrom};
use std::sync::Arc;

/// Stands at the beginning and at the end of a file.
pub(super) const MARK: &[u8] = b"ARROW1";
/// The length of the footer and the mark.
const TRAILER: usize = 10;

/// A file, and the batches of it that are not read yet.
struct ArrowFile<R> {
    input: R,
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
    let mut decoder = FileDecoder::new(Arc::new(schema), footer.version());
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
        decoder,
        blocks: blocks.into_iter(),
    };
    Ok((Box::new(file), Some(rows)))
}

impl<R: Read + Seek + Send> Batches for ArrowFile<R> {
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

/// Reads a part of the input. Its memory grows with the bytes of the input: a damaged length does
/// not ask for more.
fn bytes(input: &mut (impl Read + Seek), start: u64, length: u64) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.seek(SeekFrom::Start(start))?;
    let read = input.by_ref().take(length).read_to_end(&mut bytes)?;
    match read as u64 == length {
        true => Ok(bytes),
        false => Err(ErrorKind::UnexpectedEof.into()),
    }
}
