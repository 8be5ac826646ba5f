use std::io::{Read, Result};

/// A stream that counts its bytes.
pub(crate) struct Counted<R> {
    input: R,
    pub(crate) bytes: u64,
}

impl<R> Counted<R> {
    pub(crate) const fn new(input: R) -> Self {
        Self { input, bytes: 0 }
    }
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        let read = self.input.read(buffer)?;
        self.bytes += read as u64;
        Ok(read)
    }
}
