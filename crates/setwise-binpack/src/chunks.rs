use crate::cut::{HEADER, LIMIT, MARK};
use crate::error::{Damage, ReadError};

/// The chunks of a file in memory, without their headers.
///
/// Chunks do not depend on each other, so that several threads can decode them.
///
/// ```
/// use setwise_binpack::Chunks;
/// let chunks: Result<Vec<_>, _> = Chunks::new(b"BINP\x01\0\0\0xBINP\0\0\0\0").collect();
/// assert_eq!(chunks?, [&b"x"[..], b""]);
/// # Ok::<(), setwise_binpack::Damage>(())
/// ```
#[derive(Clone, Debug)]
pub struct Chunks<'a> {
    rest: &'a [u8],
    at: usize,
}

impl<'a> Chunks<'a> {
    /// Makes an iterator that begins with the first chunk.
    pub const fn new(file: &'a [u8]) -> Self {
        Self { rest: file, at: 0 }
    }

    /// Returns the offset of the next chunk in the file.
    pub const fn offset(&self) -> usize {
        self.at
    }

    fn split(&self) -> Result<(&'a [u8], &'a [u8]), ReadError> {
        let size = header(self.rest, self.at == 0)?;
        let chunk = self.rest.get(HEADER..).unwrap_or_default();
        let cut = ReadError::Truncated(self.rest.len());
        chunk.split_at_checked(size).ok_or(cut)
    }
}

/// Yields the chunks. The first damage ends the iteration.
impl<'a> Iterator for Chunks<'a> {
    type Item = Result<&'a [u8], Damage>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.rest.is_empty() {
            return None;
        }
        let split = self.split();
        self.rest = split.as_ref().map_or(&[][..], |(_, rest)| rest);
        let at = self.at;
        Some(match split {
            Ok((chunk, _)) => {
                self.at += HEADER + chunk.len();
                Ok(chunk)
            }
            Err(reason) => Err(Damage { at, reason }),
        })
    }
}

/// The size from which on a writer closes its chunk instead of adding another chain.
pub const CHUNK: usize = 1 << 20;

/// Returns the header of a chunk of this many bytes, at most [`LIMIT`].
pub const fn header_of(size: usize) -> [u8; HEADER] {
    let [m0, m1, m2, m3] = *MARK;
    let [s0, s1, s2, s3] = (size as u32).to_le_bytes();
    [m0, m1, m2, m3, s0, s1, s2, s3]
}

/// Reads the header of a chunk at the front of some bytes. Returns the size of the chunk.
pub fn header(bytes: &[u8], is_first: bool) -> Result<usize, ReadError> {
    let Some(([m0, m1, m2, m3, size @ ..], _)) = bytes.split_first_chunk::<HEADER>() else {
        return Err(ReadError::Truncated(bytes.len()));
    };
    let size = u32::from_le_bytes(*size) as usize;
    match [*m0, *m1, *m2, *m3] == *MARK {
        false if is_first => Err(ReadError::NotBinpack),
        false => Err(ReadError::ChunkMark),
        true if size > LIMIT => Err(ReadError::TooLong(LIMIT)),
        true => Ok(size),
    }
}
