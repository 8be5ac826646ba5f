use crate::{stream::Source, stream::source::Follows};
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use std::io::{BufRead, Error, ErrorKind, Read, Result, Write, copy, sink};

/// Decompresses frames, one after the other.
pub(crate) struct Frames<'a> {
    pub(crate) input: Source<'a>,
    decoder: FrameDecoder,
    pub(crate) in_frame: bool,
    /// The number of frames with data so far.
    pub(crate) frames: u64,
    /// The number of bytes that the header of the frame states, if it does, and the number read.
    promised: Option<u64>,
    given: u64,
    /// The damage of the frame, which is reported after the bytes before it are read.
    failure: Option<(ErrorKind, String)>,
}

/// An empty block that is the last one of its frame, and room for a checksum.
const LAST_BLOCK: [u8; 7] = [1, 0, 0, 0, 0, 0, 0];

impl<'a> Frames<'a> {
    pub(crate) fn new(input: Box<dyn Read + Send + 'a>) -> Self {
        Self {
            input: Source::new(input),
            decoder: FrameDecoder::new(),
            in_frame: false,
            frames: 0,
            promised: None,
            given: 0,
            failure: None,
        }
    }

    fn failure(&mut self) -> (ErrorKind, String) {
        let is_cut = self.input.fill_buf().is_ok_and(<[u8]>::is_empty);
        let bytes = self.input.position();
        let (cut, damaged) = (ErrorKind::UnexpectedEof, ErrorKind::InvalidData);
        match is_cut {
            true => (cut, format!("Zstandard: cut after {bytes} bytes")),
            false => (damaged, format!("Zstandard: damaged before byte {bytes}")),
        }
    }

    fn failed(&mut self) -> Error {
        let (kind, why) = self.failure();
        Error::new(kind, why)
    }

    /// Reads from the current frame. Returns 0 at its end.
    pub(crate) fn read_frame(&mut self, buffer: &mut [u8]) -> Result<usize> {
        while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
            let one = BlockDecodingStrategy::UptoBlocks(1);
            if self.decoder.decode_blocks(&mut self.input, one).is_err() {
                self.failure = Some(self.failure());
                // The decoder holds back bytes that later blocks may repeat, until the last one.
                let all = BlockDecodingStrategy::All;
                let ended = self.decoder.decode_blocks(&LAST_BLOCK[..], all);
                ended.map_err(Error::other)?;
            }
        }
        let read = self.decoder.read(buffer)?;
        self.given += read as u64;
        if read > 0 {
            return Ok(read);
        }
        if let Some((kind, why)) = &self.failure {
            return Err(Error::new(*kind, why.clone()));
        }
        if let Some(stored) = self.decoder.get_checksum_from_data()
            && self.decoder.get_calculated_checksum() != Some(stored)
        {
            return Err(damaged("Zstandard: wrong checksum"));
        }
        if let Some(promised) = self.promised.filter(|&promised| promised != self.given) {
            let given = self.given;
            return Err(damaged(format!(
                "Zstandard: damaged: a frame of {given} bytes, but its header says {promised}"
            )));
        }
        Ok(0)
    }

    /// Begins the next frame, or skips a frame without data. Returns false at the end of the input.
    pub(crate) fn next_frame(&mut self) -> Result<bool> {
        if self.input.fill_buf()?.is_empty() {
            // An empty input is not a frame.
            return match self.input.position() {
                0 => Err(self.failed()),
                _ => Ok(false),
            };
        }
        // The magic number and the descriptor.
        self.input.fill(5)?;
        let front = self.input.data();
        if self.frames > 0 && !may_begin_frame(front) {
            return Err(damaged(Follows("Zstandard")));
        }
        let states_size = front.get(4).is_some_and(|descriptor| descriptor >> 5 != 0);
        match self.decoder.reset(&mut self.input) {
            Ok(()) => {
                self.promised = states_size.then(|| self.decoder.content_size());
                self.given = 0;
                self.in_frame = true;
                self.frames += 1;
            }
            Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                length,
                ..
            })) => {
                let length = u64::from(length);
                if copy(&mut self.input.by_ref().take(length), &mut sink())? < length {
                    return Err(self.failed());
                }
            }
            Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::BadMagicNumber(
                _,
            ))) => return Err(damaged("not Zstandard")),
            Err(FrameDecoderError::DictNotProvided { dict_id }) => {
                return Err(damaged(format!(
                    "Zstandard: compressed with a dictionary (number {dict_id}), which is not supported"
                )));
            }
            Err(FrameDecoderError::WindowSizeTooBig { requested, max }) => {
                let [requested, max] = [requested, max].map(|bytes| bytes.div_ceil(1 << 20));
                return Err(damaged(format!(
                    "Zstandard: a window of {requested} MiB, but at most {max} MiB are supported"
                )));
            }
            Err(_) => return Err(self.failed()),
        }
        Ok(true)
    }
}

/// Whether bytes, of which some may be missing, begin a frame.
fn may_begin_frame(front: &[u8]) -> bool {
    let is_it = |mark: [u8; 4]| front.iter().zip(mark).all(|(byte, other)| *byte == other);
    let skipped = front.first().map_or(0, |first| first & 0xf | 0x50);
    is_it([0x28, 0xb5, 0x2f, 0xfd]) || is_it([skipped, 0x2a, 0x4d, 0x18])
}

/// The number of bytes in a frame before compression.
const FRAME: usize = 1 << 20;

/// Compresses into frames, one after the other.
#[derive(Debug)]
pub(crate) struct FrameWriter<W> {
    output: W,
    buffer: Vec<u8>,
}

impl<W: Write> FrameWriter<W> {
    pub(crate) fn new(output: W) -> Self {
        Self {
            output,
            buffer: Vec::with_capacity(FRAME),
        }
    }

    pub(crate) fn finish(mut self) -> Result<W> {
        self.write_frame()?;
        Ok(self.output)
    }

    fn write_frame(&mut self) -> Result<()> {
        let frame = compress_to_vec(&*self.buffer, CompressionLevel::Fastest);
        self.buffer.clear();
        self.output.write_all(&frame)
    }
}

impl<W: Write> Write for FrameWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        if self.buffer.len() >= FRAME {
            self.write_frame()?;
        }
        let taken = bytes.len().min(FRAME - self.buffer.len());
        self.buffer.extend(bytes.iter().take(taken));
        Ok(taken)
    }

    fn flush(&mut self) -> Result<()> {
        self.output.flush()
    }
}

fn damaged(why: impl Into<Box<dyn core::error::Error + Send + Sync>>) -> Error {
    Error::new(ErrorKind::InvalidData, why)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_has_room_for_a_mebibyte() {
        let mut writer = FrameWriter::new(Vec::new());
        assert_eq!(writer.write(&[7; 10]).unwrap(), 10);
        let more = vec![7; 1 << 20];
        assert_eq!(writer.write(&more).unwrap(), (1 << 20) - 10);
        // The frame is complete. It is written with the next byte, or at the end.
        assert!(writer.output.is_empty());
    }
}
