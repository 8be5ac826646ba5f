//! The interface between a reader and its formats.

use crate::source::Source;
use crate::{Reason, Record};
use std::io::{BufRead, Result};

/// The bytes at the front of the input that belong together.
pub(crate) struct Unit {
    /// The number of bytes. It may be 0 where damage begins or ends.
    pub(crate) bytes: usize,
    pub(crate) content: Content,
}

/// What a unit is.
pub(crate) enum Content {
    /// Its records were appended.
    Records,
    /// It has no records: an empty line, a comment, a header.
    Blank,
    /// It is damaged. The problem is at this byte of it.
    Damaged(Reason, usize),
    /// It continues a damaged unit that was too long for memory.
    Rest,
}

impl Unit {
    /// Makes a unit of the result of decoding `bytes` bytes.
    #[inline]
    pub(crate) fn of(bytes: usize, result: core::result::Result<(), Reason>) -> Self {
        let content = match result {
            Ok(()) => Content::Records,
            Err(reason) => Content::Damaged(reason, 0),
        };
        Self { bytes, content }
    }
}

/// A format, with the state of reading it.
pub(crate) trait Decode: Send {
    /// Decodes the unit at the front of the input and appends its records. Returns `None` at the end of the input. The caller
    /// consumes the bytes, and removes the records of a damaged unit.
    fn decode(
        &mut self,
        source: &mut Source<'_>,
        records: &mut Vec<Record>,
    ) -> Result<Option<Unit>>;
}

/// Decodes units of a fixed size.
pub(crate) struct Fixed<const BYTES: usize>(
    pub(crate) fn(&[u8; BYTES]) -> core::result::Result<Record, Reason>,
);

impl<const BYTES: usize> Decode for Fixed<BYTES> {
    #[inline]
    fn decode(
        &mut self,
        source: &mut Source<'_>,
        records: &mut Vec<Record>,
    ) -> Result<Option<Unit>> {
        source.fill(BYTES)?;
        let Some(bytes) = source.data().first_chunk() else {
            let bytes = source.data().len();
            let unit = Unit::of(bytes, Err(Reason::Truncated(bytes)));
            return Ok((bytes > 0).then_some(unit));
        };
        let result = self.0(bytes).map(|record| records.push(record));
        Ok(Some(Unit::of(BYTES, result)))
    }
}

/// Decodes lines of text.
pub(crate) struct Lines {
    parse: fn(&[u8]) -> core::result::Result<Record, Reason>,
    /// Whether the front of the input belongs to a line that is too long.
    in_long_line: bool,
}

impl Lines {
    /// The number of bytes of the longest line.
    const LIMIT: usize = 1 << 13;

    pub(crate) fn new(parse: fn(&[u8]) -> core::result::Result<Record, Reason>) -> Self {
        Self {
            parse,
            in_long_line: false,
        }
    }
}

impl Decode for Lines {
    fn decode(
        &mut self,
        source: &mut Source<'_>,
        records: &mut Vec<Record>,
    ) -> Result<Option<Unit>> {
        source.fill(Self::LIMIT)?;
        let data = source.data();
        let data = data.get(..Self::LIMIT).unwrap_or(data);
        // `skip_until` searches with memchr.
        let bytes = (&mut &*data).skip_until(b'\n')?;
        if bytes == 0 {
            return Ok(None);
        }
        let line = data.get(..bytes).unwrap_or(data);
        let too_long = bytes == Self::LIMIT && !line.ends_with(b"\n");
        let content = if core::mem::replace(&mut self.in_long_line, too_long) {
            Content::Rest
        } else if too_long {
            Content::Damaged(Reason::TooLong(Self::LIMIT), 0)
        } else {
            match line.trim_ascii() {
                [] | [b'#', ..] => Content::Blank,
                line => {
                    Unit::of(bytes, (self.parse)(line).map(|found| records.push(found))).content
                }
            }
        };
        Ok(Some(Unit { bytes, content }))
    }
}
