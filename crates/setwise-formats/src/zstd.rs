//! Streams of Zstandard frames.

use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use std::io::{BufRead, BufReader, Error, ErrorKind, Read, Result, copy, sink};

/// Decompresses any number of frames, one after the other.
pub(crate) struct Frames<R> {
    input: BufReader<R>,
    decoder: FrameDecoder,
    in_frame: bool,
}

impl<R: Read> Frames<R> {
    pub(crate) fn new(input: R) -> Self {
        Self {
            input: BufReader::with_capacity(1 << 16, input),
            decoder: FrameDecoder::new(),
            in_frame: false,
        }
    }

    /// Reads from the current frame. Returns 0 at its end.
    fn read_frame(&mut self, buffer: &mut [u8]) -> Result<usize> {
        while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
            self.decoder
                .decode_blocks(&mut self.input, BlockDecodingStrategy::UptoBlocks(1))
                .map_err(damaged)?;
        }
        let read = self.decoder.read(buffer)?;
        if read == 0
            && let Some(stored) = self.decoder.get_checksum_from_data()
            && self.decoder.get_calculated_checksum() != Some(stored)
        {
            return Err(damaged("zstd: wrong checksum"));
        }
        Ok(read)
    }

    /// Begins the next frame, or skips a frame without data. Returns false at the end of the input.
    fn next_frame(&mut self) -> Result<bool> {
        if self.input.fill_buf()?.is_empty() {
            return Ok(false);
        }
        match self.decoder.reset(&mut self.input) {
            Ok(()) => self.in_frame = true,
            Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                length,
                ..
            })) => {
                let length = u64::from(length);
                if copy(&mut self.input.by_ref().take(length), &mut sink())? < length {
                    return Err(ErrorKind::UnexpectedEof.into());
                }
            }
            Err(error) => return Err(damaged(error)),
        }
        Ok(true)
    }
}

impl<R: Read> Read for Frames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            if self.in_frame {
                let read = self.read_frame(buffer)?;
                if read > 0 {
                    return Ok(read);
                }
                self.in_frame = false;
            }
            if !self.next_frame()? {
                return Ok(0);
            }
        }
    }
}

fn damaged(why: impl Into<Box<dyn core::error::Error + Send + Sync>>) -> Error {
    Error::new(ErrorKind::InvalidData, why)
}
