use crate::stream::front;
use core::fmt;
use std::fs::File;
#[cfg(any(feature = "arrow", feature = "zstd"))]
use std::io::BufRead;
#[cfg(feature = "arrow")]
use std::io::Seek;
use std::io::{Error, ErrorKind, Read, Result};

/// The initial size of the buffer.
const BUFFER: usize = 1 << 17;

/// A stream of bytes with a window on its front.
pub(crate) struct Source<'a> {
    input: Input<'a>,
    buffer: Vec<u8>,
    start: usize,
    end: usize,
    ended: bool,
    /// The number of bytes that the input has given.
    given: u64,
    /// Whether the first bytes must be those of a text, or must not.
    pub(crate) expects_text: Option<bool>,
    /// The error to report after the last byte.
    pub(crate) failure: Option<Error>,
}

/// The error that other data follows a compressed stream, which has been read completely.
#[derive(Debug)]
pub(crate) struct Follows(pub(crate) &'static str);

impl fmt::Display for Follows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: something else follows", self.0)
    }
}

impl core::error::Error for Follows {}

enum Input<'a> {
    Stream(Box<dyn Read + Send + 'a>),
    File(File),
    Ended,
    /// The input continues, but its next bytes are not available here.
    Open,
}

impl<'a> Source<'a> {
    pub(crate) fn new(input: Box<dyn Read + Send + 'a>) -> Self {
        Self::of(Input::Stream(input), vec![0; BUFFER])
    }

    /// Makes a source of a file, which a decoder may [take](Self::take_file). A pipe is a stream.
    pub(crate) fn of_file(file: File) -> Self {
        match file.metadata().is_ok_and(|about| about.is_file()) {
            true => Self::of(Input::File(file), vec![0; BUFFER]),
            false => Self::new(Box::new(file)),
        }
    }

    /// Makes a source of these bytes, which nothing follows.
    pub(crate) fn of_bytes(bytes: Vec<u8>) -> Self {
        let mut source = Self::of(Input::Ended, Vec::new());
        source.replace(bytes);
        source
    }

    const fn of(input: Input<'a>, buffer: Vec<u8>) -> Self {
        Self {
            input,
            buffer,
            start: 0,
            end: 0,
            ended: false,
            given: 0,
            expects_text: None,
            failure: None,
        }
    }

    /// Takes the file away, if there is one, and returns to its beginning: for formats that are not
    /// read from front to end. Nothing of it has been consumed.
    #[cfg(feature = "arrow")]
    pub(crate) fn take_file(&mut self) -> Result<Option<File>> {
        match core::mem::replace(&mut self.input, Input::Ended) {
            Input::File(mut file) => {
                file.seek_relative(-(self.end as i64))?;
                (self.start, self.end, self.ended) = (0, 0, true);
                Ok(Some(file))
            }
            other => {
                self.input = other;
                Ok(None)
            }
        }
    }

    /// Replaces all bytes, and returns the old buffer. Nothing follows these bytes.
    pub(crate) fn replace(&mut self, bytes: Vec<u8>) -> Vec<u8> {
        (self.start, self.end, self.ended) = (0, bytes.len(), true);
        core::mem::replace(&mut self.buffer, bytes)
    }

    /// Makes it an error to ask for more than the available bytes.
    pub(crate) fn keep_open(&mut self) {
        (self.input, self.ended) = (Input::Open, false);
    }

    /// Returns the bytes that are available.
    #[inline]
    pub(crate) fn data(&self) -> &[u8] {
        self.buffer.get(self.start..self.end).unwrap_or_default()
    }

    /// Makes at least `wanted` bytes available, fewer only at the end of the input.
    #[inline]
    pub(crate) fn fill(&mut self, wanted: usize) -> Result<()> {
        if self.end - self.start >= wanted || self.ended {
            return Ok(());
        }
        self.refill(wanted)
    }

    /// Makes more bytes available. Returns false at the end of the input.
    pub(crate) fn grow(&mut self) -> Result<bool> {
        let before = self.end - self.start;
        self.fill(before + 1)?;
        Ok(self.end - self.start > before)
    }

    fn refill(&mut self, wanted: usize) -> Result<()> {
        // Fail before the bytes are moved.
        if let Input::Open = self.input {
            return Err(ErrorKind::WouldBlock.into());
        }
        let wanted = wanted.max(match self.expects_text {
            Some(true) => front::LENGTH,
            Some(false) => front::BINARY_LENGTH,
            None => 0,
        });
        self.buffer.copy_within(self.start..self.end, 0);
        self.end -= self.start;
        self.start = 0;
        if self.buffer.len() < wanted {
            self.buffer.resize(wanted.max(2 * self.buffer.len()), 0);
        }
        while self.end < wanted && !self.ended {
            let rest = self.buffer.get_mut(self.end..).unwrap_or_default();
            match self.input.read(rest) {
                Ok(0) => self.ended = true,
                Ok(read) => {
                    self.end += read;
                    self.given += read as u64;
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.get_ref().is_some_and(|why| why.is::<Follows>()) => {
                    (self.failure, self.ended) = (Some(error), true);
                }
                Err(error) => return Err(error),
            }
        }
        if let Some(is_text) = self.expects_text.take()
            && let Err(error) = front::check(self.data(), is_text)
        {
            (self.start, self.end, self.ended) = (0, 0, true);
            return Err(error);
        }
        Ok(())
    }

    /// The number of bytes that have been consumed.
    #[cfg(feature = "zstd")]
    pub(crate) fn position(&self) -> u64 {
        self.given - self.data().len() as u64
    }

    #[inline]
    pub(crate) fn consume(&mut self, bytes: usize) {
        self.start = self.end.min(self.start + bytes);
    }
}

impl Read for Input<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        match self {
            Self::Stream(stream) => stream.read(buffer),
            Self::File(file) => file.read(buffer),
            Self::Ended | Self::Open => Ok(0),
        }
    }
}

/// Bytes that are read are consumed.
#[cfg(any(feature = "arrow", feature = "zstd"))]
impl Read for Source<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        if self.start == self.end && buffer.len() >= BUFFER {
            let read = self.input.read(buffer)?;
            self.given += read as u64;
            return Ok(read);
        }
        let read = self.fill_buf()?.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}

#[cfg(any(feature = "arrow", feature = "zstd"))]
impl BufRead for Source<'_> {
    fn fill_buf(&mut self) -> Result<&[u8]> {
        self.fill(1)?;
        Ok(self.data())
    }

    fn consume(&mut self, bytes: usize) {
        Source::consume(self, bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_buffer_grows_as_far_as_is_asked() {
        let input = vec![7_u8; 400_000];
        let mut source = Source::new(Box::new(&input[..]));
        for (wanted, available) in [(1 << 17, 1 << 17), (1, 1 << 17), ((1 << 17) + 1, 1 << 18)] {
            source.fill(wanted).unwrap();
            assert_eq!(source.data().len(), available, "{wanted}");
        }
        source.fill(400_001).unwrap();
        assert_eq!(source.data(), input);
        assert!(!source.grow().unwrap());
    }

    #[test]
    fn bytes_that_are_available_stay_in_their_place() {
        let mut source = Source::new(Box::new(&b"abcdef"[..]));
        source.fill(4).unwrap();
        source.consume(2);
        source.fill(4).unwrap();
        assert_eq!((source.start, source.data()), (2, &b"cdef"[..]));
    }

    #[test]
    #[cfg(any(feature = "arrow", feature = "zstd"))]
    fn reading_consumes() {
        let input: Vec<u8> = (0..400_000).map(|i| i as u8).collect();
        let mut source = Source::new(Box::new(&input[..]));
        source.fill(3).unwrap();
        let mut read = vec![0; 2];
        source.read_exact(&mut read).unwrap();
        source.read_to_end(&mut read).unwrap();
        assert_eq!(read, input);
        assert!(source.data().is_empty());
    }
}
