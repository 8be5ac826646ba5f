//! Frames of Zstandard that other threads decompress ahead of their turn.

use crate::{stream::Source, stream::zstd::Frames};
use std::collections::VecDeque;
use std::io::{Cursor, Read, Result};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::Builder;

/// The greatest number of compressed bytes of a frame that is decompressed ahead.
const MAX_FRAME: usize = 1 << 24;
/// The largest window of such a frame.
const MAX_WINDOW: u64 = 1 << 25;
/// The number of bytes of a block of a decompressed frame.
const BLOCK: usize = 1 << 18;
/// The number of blocks that wait for their turn, for each frame: 32 MiB.
const BLOCKS: usize = 1 << 7;

/// Decompresses frames with several threads. The sizes of the blocks of a frame give its end
/// without decoding. The input is consumed only after a whole frame has been returned. If anything
/// is odd, the calling thread decompresses the frame again, and alone reports the error.
pub(crate) struct Ahead<'a> {
    frames: Frames<'a>,
    threads: usize,
    ahead: VecDeque<Frame>,
    /// The number of bytes of these frames at the front of the input.
    bytes: usize,
    /// Whether no further frame is decompressed ahead.
    is_blocked: bool,
    /// The number of decompressed bytes that the current frame has given.
    given: usize,
}

/// A frame with data, and frames without data before it.
struct Frame {
    bytes: usize,
    /// The decompressed blocks. An empty one is the end.
    blocks: Receiver<Vec<u8>>,
    block: Cursor<Vec<u8>>,
}

impl<'a> Ahead<'a> {
    pub(crate) fn new(frames: Frames<'a>, threads: usize) -> Self {
        Self {
            frames,
            threads,
            ahead: VecDeque::new(),
            bytes: 0,
            is_blocked: threads < 2,
            given: 0,
        }
    }

    /// Gives frames to other threads.
    fn look_ahead(&mut self) {
        while !self.is_blocked && self.ahead.len() < self.threads {
            let frame = self.next_frame();
            self.is_blocked = frame.is_none();
            self.ahead.extend(frame);
        }
    }

    fn next_frame(&mut self) -> Option<Frame> {
        let input = &mut self.frames.input;
        let end = frame_end(input, self.bytes)?;
        let frame = input.data().get(self.bytes..end)?.to_vec();
        let bytes = frame.len();
        let (give, blocks) = sync_channel(BLOCKS);
        let thread = Builder::new().name("setwise-frame".to_owned());
        thread.spawn(move || decompress(frame, &give)).ok()?;
        self.bytes = end;
        Some(Frame {
            bytes,
            blocks,
            block: Cursor::default(),
        })
    }
}

impl Read for Ahead<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            if self.frames.in_frame {
                let read = self.frames.read_frame(buffer)?;
                if read == 0 {
                    self.frames.in_frame = false;
                    self.is_blocked = self.threads < 2;
                    continue;
                }
                let repeated = read.min(self.given);
                self.given -= repeated;
                if repeated < read {
                    buffer.copy_within(repeated..read, 0);
                    return Ok(read - repeated);
                }
                continue;
            }
            self.look_ahead();
            let Some(frame) = self.ahead.front_mut() else {
                if !self.frames.next_frame()? {
                    return Ok(0);
                }
                continue;
            };
            let read = frame.block.read(buffer)?;
            if read > 0 {
                self.given += read;
                return Ok(read);
            }
            match frame.blocks.recv() {
                Ok(block) if block.is_empty() => {
                    self.frames.input.consume(frame.bytes);
                    self.frames.frames += 1;
                    self.bytes -= frame.bytes;
                    self.given = 0;
                    self.ahead.pop_front();
                }
                Ok(block) => frame.block = Cursor::new(block),
                Err(_) => {
                    self.ahead.clear();
                    (self.threads, self.is_blocked) = (1, true);
                }
            }
        }
    }
}

/// Decompresses a frame up to its end, or until there is damage or nobody takes the blocks.
fn decompress(frame: Vec<u8>, give: &SyncSender<Vec<u8>>) {
    let mut frames = Ahead::new(Frames::new(Box::new(Cursor::new(frame))), 1);
    loop {
        let mut block = Vec::with_capacity(BLOCK);
        let read = frames.by_ref().take(BLOCK as u64).read_to_end(&mut block);
        let Ok(length) = read else {
            return;
        };
        if give.send(block).is_err() || length == 0 {
            return;
        }
    }
}

/// Finds the end of the next frame with data, whose front is at a byte of the input. `None` if the
/// input does not have all of it, or if the frame is too large to be decompressed ahead.
fn frame_end(input: &mut Source<'_>, first: usize) -> Option<usize> {
    const FRAME: u32 = 0xfd2f_b528;
    let mut start = first;
    loop {
        let magic = u32::from_le_bytes(bytes(input, start)?);
        // Frames without data have one of 16 marks.
        match magic >> 4 {
            0x0184_d2a5 => {
                let length = u32::from_le_bytes(bytes(input, start + 4)?);
                start = start.checked_add(8 + usize::try_from(length).ok()?)?;
                if start - first > MAX_FRAME {
                    return None;
                }
            }
            _ if magic == FRAME => break,
            _ => return None,
        }
    }
    let [descriptor, window] = bytes(input, start + 4)?;
    let is_single = descriptor >> 5 & 1;
    let dictionary = [0, 1, 2, 4][usize::from(descriptor & 3)];
    let mut at = start + 6 - usize::from(is_single) + dictionary;
    let size = match descriptor >> 6 {
        0 => usize::from(is_single),
        code => 1 << code,
    };
    let window = match is_single {
        0 => (1_u64 << (10 + (window >> 3))) / 8 * u64::from(8 + (window & 7)),
        _ => {
            let content = u64::from_le_bytes(bytes(input, at)?);
            content & (u64::MAX >> (64 - 8 * size))
        }
    };
    if window > MAX_WINDOW {
        return None;
    }
    at += size;
    loop {
        let [b0, b1, b2] = bytes(input, at)?;
        let header = u32::from_le_bytes([b0, b1, b2, 0]);
        let size = match header >> 1 & 3 {
            // A block of one byte that is repeated.
            1 => 1,
            _ => header >> 3,
        };
        at += 3 + size as usize;
        if at - first > MAX_FRAME {
            return None;
        }
        if header & 1 != 0 {
            break;
        }
    }
    // Frames may end with a checksum.
    at += 4 * usize::from(descriptor >> 2 & 1);
    input.fill(at).ok()?;
    (input.data().len() >= at).then_some(at)
}

/// Returns bytes of the input without consuming them.
fn bytes<const N: usize>(input: &mut Source<'_>, at: usize) -> Option<[u8; N]> {
    input.fill(at + N).ok()?;
    input.data().get(at..)?.first_chunk().copied()
}
