use super::error::damaged;
use arrow_ipc::{CompressionType, Message};
use std::io::Result;

/// Refuses a buffer that claims a length which so few bytes never decompress to: the crate
/// `arrow-ipc` allocates that length first, and a failed allocation aborts the process.
pub(super) fn check_buffers(message: Message<'_>, body: &[u8]) -> Result<()> {
    let dictionary = message.header_as_dictionary_batch();
    let batch = message
        .header_as_record_batch()
        .or_else(|| dictionary.and_then(|dictionary| dictionary.data()));
    let Some(batch) = batch else {
        return Ok(());
    };
    let Some(compression) = batch.compression() else {
        return Ok(());
    };
    // The most that a byte stands for: in LZ4, 255 more bytes of a match; in Zstandard, a quarter
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
        if let Some((told, bytes)) = bytes.split_first_chunk() {
            let told = i64::from_le_bytes(*told);
            if told > (bytes.len() as i64).saturating_mul(most) {
                let why = format!("{} bytes do not decompress to {told}", bytes.len());
                return Err(damaged(why));
            }
        }
    }
    Ok(())
}
