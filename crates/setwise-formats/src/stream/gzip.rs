use super::source::Follows;
use flate2::bufread::GzDecoder;
use std::io::{BufRead, BufReader, Error, ErrorKind, Read, Result};

/// Decompresses members, one after the other.
pub(crate) struct Gzip<R>(Option<GzDecoder<BufReader<Counted<R>>>>);

impl<R: Read> Gzip<R> {
    pub(crate) fn new(input: R) -> Self {
        let input = BufReader::with_capacity(1 << 15, Counted { input, bytes: 0 });
        Self(Some(GzDecoder::new(input)))
    }

    fn next_member(&mut self) -> Result<()> {
        let Some(member) = &mut self.0 else {
            return Ok(());
        };
        let next = member.get_mut().fill_buf()?.first().copied();
        let member = self.0.take().filter(|_| next == Some(0x1f));
        self.0 = member.map(|member| GzDecoder::new(member.into_inner()));
        match next {
            None | Some(0x1f) => Ok(()),
            _ => Err(Error::new(ErrorKind::InvalidData, Follows("gzip"))),
        }
    }
}

impl<R: Read> Read for Gzip<R> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        while let Some(member) = &mut self.0 {
            let read = member.read(buffer);
            let bytes = member.get_ref().get_ref().bytes;
            match read.map_err(|error| explained(error, bytes))? {
                0 if !buffer.is_empty() => self.next_member()?,
                read => return Ok(read),
            }
        }
        Ok(0)
    }
}

struct Counted<R> {
    input: R,
    bytes: u64,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        let read = self.input.read(buffer)?;
        self.bytes += read as u64;
        Ok(read)
    }
}

fn explained(error: Error, bytes: u64) -> Error {
    match error.kind() {
        kind @ ErrorKind::UnexpectedEof => {
            Error::new(kind, format!("gzip: cut after {bytes} bytes"))
        }
        ErrorKind::InvalidInput | ErrorKind::InvalidData => {
            let why = format!("gzip: {error}, within the first {bytes} bytes");
            Error::new(ErrorKind::InvalidData, why)
        }
        _ => error,
    }
}
