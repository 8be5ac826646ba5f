use crate::stream::{Content, Decode, Decoded, Extras, Source, Unit};
use crate::vocabulary::{Notice, Notices, ReadError, Record};
use memchr::{memchr, memrchr};

/// U+FEFF in UTF-8. Some programs begin a file with it.
pub(crate) const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Marks that begin comments in other formats. No position begins with one.
const NO_COMMENTS: [&str; 4] = [";", "//", "%", "--"];

/// The state before the first line.
const BEGIN: u64 = 2;

/// The record of a line, and the notices about it.
pub(super) type Parsed = Result<(Record, Notices), ReadError>;

type Parse = fn(&[u8], &mut Extras) -> Parsed;

pub(crate) struct Lines {
    parse: Parse,
    extras: Extras,
    /// Whether nothing has been read.
    is_begin: bool,
    /// Whether the front of the input belongs to a line that is too long.
    in_long_line: bool,
}

impl Lines {
    /// The number of bytes of the longest line.
    pub(crate) const LIMIT: usize = 1 << 13;

    pub(crate) fn new(parse: Parse, keep_extras: bool) -> Self {
        Self {
            parse,
            extras: Extras::new(keep_extras, [].into()),
            is_begin: true,
            in_long_line: false,
        }
    }
}

impl Decode for Lines {
    fn decode(&mut self, source: &mut Source<'_>, records: &mut Vec<Record>) -> Decoded {
        source.fill(Self::LIMIT)?;
        let data = source.data();
        let data = data.get(..Self::LIMIT).unwrap_or(data);
        if data.is_empty() {
            return Ok(None);
        }
        let bytes = memchr(b'\n', data).map_or(data.len(), |end| end + 1);
        let line = &data[..bytes];
        let too_long = bytes == Self::LIMIT && !line.ends_with(b"\n");
        let is_begin = core::mem::take(&mut self.is_begin);
        let mut notices = Notices::NONE;
        let content = if core::mem::replace(&mut self.in_long_line, too_long) {
            Content::Rest
        } else if too_long {
            Content::Damaged(ReadError::TooLong(Self::LIMIT), 0)
        } else {
            let line = match line.strip_prefix(BYTE_ORDER_MARK) {
                Some(line) if is_begin => {
                    notices.insert(Notice::ByteOrderMark);
                    line
                }
                _ => line,
            };
            match line.trim_ascii() {
                [] | [b'#', ..] => Content::Blank,
                line => match (self.parse)(line, &mut self.extras) {
                    Ok((record, found)) => {
                        records.push(record);
                        notices = notices | found;
                        Content::Records
                    }
                    Err(reason) => {
                        let mut marks = NO_COMMENTS.into_iter();
                        let mark = marks.find(|mark| line.starts_with(mark.as_bytes()));
                        let reason = mark.map_or(reason, ReadError::NoComment);
                        Content::Damaged(reason, 0)
                    }
                },
            }
        };
        Ok(Some(Unit::new(bytes, content).with(notices)))
    }

    fn take_extras(&mut self) -> Extras {
        self.extras.take()
    }

    fn state(&self) -> Option<u64> {
        Some(match self.is_begin {
            true => BEGIN,
            false => self.in_long_line.into(),
        })
    }

    fn restore(&mut self, state: u64) {
        self.is_begin = state == BEGIN;
        self.in_long_line = state == 1;
    }
}

/// Cuts an input after its last whole line, and a line that is too long where the decoder does.
pub(crate) fn cut(data: &[u8], state: u64) -> (usize, u64) {
    match memrchr(b'\n', data) {
        Some(at) => (at + 1, 0),
        None if data.len() < Lines::LIMIT => (0, state),
        None => (data.len() / Lines::LIMIT * Lines::LIMIT, 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_lines() {
        assert_eq!(cut(b"one\ntwo\nthr", 0), (8, 0));
        assert_eq!(cut(b"thr", 0), (0, 0));
        assert_eq!(cut(&[b'x'; 3 * Lines::LIMIT + 5], 0), (3 * Lines::LIMIT, 1));
        assert_eq!(cut(b"end\nnext\nthi", 1), (9, 0));
        assert_eq!(cut(b"", 1), (0, 1));
    }

    #[test]
    fn lines_that_are_just_too_long() {
        let bytes = vec![1; Lines::LIMIT];
        assert_eq!(cut(&bytes[..Lines::LIMIT - 1], 0), (0, 0));
        assert_eq!(cut(&bytes, 0), (Lines::LIMIT, 1));
    }
}
