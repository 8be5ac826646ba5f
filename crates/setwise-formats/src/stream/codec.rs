//! [`Codec`], a row of the table of formats, and its two ends, [`Decode`] and [`Encode`].

use crate::stream::{Extra, Extras, Source};
use crate::vocabulary::{
    Fields, Format, GameColumn, Notice, Notices, PositionEncoding, ReadError, Record, WriteError,
};
use core::num::NonZeroU32;
use setwise_moves::Outcome;
use setwise_moves::Position;
use std::io::{self, Error, ErrorKind};
use std::sync::Arc;

/// A row of the table of formats: what a format is, and the two ends of its codec.
pub(crate) struct Codec {
    pub(crate) format: Format,
    /// The name, and the same in lower case and without spaces, for arguments.
    pub(crate) names: [&'static str; 2],
    /// The extensions of its files, that of new ones first.
    pub(crate) extensions: &'static [&'static str],
    /// What is read, or is damaged, as a whole.
    pub(crate) unit: &'static str,
    pub(crate) kind: Kind,
    pub(crate) stores: Fields,
    /// The fields without which records of the same format are written.
    pub(crate) spares: Fields,
    /// What no field of a record stands for, but records of the format have room for.
    pub(crate) room: Option<Notice>,
    /// Whether games end with a position that no move follows.
    pub(crate) has_final_positions: bool,
    /// `None` if the format is not part of this build.
    pub(crate) decoder: Option<NewDecoder>,
    /// The fields without which nothing is written, and the encoder, for an encoding of columns;
    /// `None` if the format is not part of this build.
    pub(crate) encoder: Option<(Fields, NewEncoder)>,
    /// How an input is cut. `None` if the units cannot be found without decoding them.
    pub(crate) cut: Option<Cut>,
}

/// The choices of [`ReadOptions`](crate::ReadOptions) that decoders know.
#[derive(Clone, Debug, Default)]
pub(crate) struct DecodeOptions {
    pub(crate) columns: Arc<[GameColumn]>,
    pub(crate) lines: bool,
    pub(crate) final_positions: bool,
    pub(crate) best_moves: bool,
    pub(crate) keep_extras: bool,
    pub(crate) strict: bool,
    /// Whether the records of a game before its damage are kept.
    pub(crate) keeps_prefix: bool,
}

pub(crate) type NewDecoder = fn(&DecodeOptions) -> Box<dyn Decode>;
pub(crate) type NewEncoder = fn(PositionEncoding) -> Box<dyn Encode>;

/// How an input is cut into parts that can be decoded independently of each other.
#[derive(Clone, Copy)]
pub(crate) struct Cut {
    pub(crate) rule: CutRule,
    /// The number of bytes that have about as many records as a batch.
    pub(crate) bytes: usize,
    /// The number of low bits of a state that are not the number of games, if the rule does not
    /// count these. The decoder of a part then counts from 0.
    pub(crate) flag_bits: Option<u32>,
    /// The number of bytes after a cut by which the decoder before it arrives there, if the rule
    /// only guesses that it does. A part then waits for the end of the part before it. `None` if
    /// cuts are certain.
    pub(crate) overlap: Option<usize>,
}

/// Finds the end of whole units at the front of an input. Takes the bytes at the front, and the
/// state of the decoder there. Returns the number of bytes, 0 if no such end is found, and the
/// state of the decoder after them. If cuts are guesses and none is found, the state is that of the
/// rule after all bytes but those that would show a cut.
pub(crate) type CutRule = fn(&[u8], u64) -> (usize, u64);

impl Cut {
    pub(crate) const fn new(rule: CutRule, bytes: usize) -> Self {
        Self {
            rule,
            bytes,
            flag_bits: None,
            overlap: None,
        }
    }

    /// Takes the number of games away from a state.
    pub(crate) fn without_games(&self, state: u64) -> u64 {
        self.flag_bits
            .map_or(state, |bits| state & ((1 << bits) - 1))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Binary,
    /// Text whose units are lines.
    Lines,
    /// Text whose units have any number of lines.
    Text,
    /// Columns, whose rows have no place among the bytes of the input.
    Columns,
}

impl Kind {
    pub(crate) const fn is_text(self) -> bool {
        matches!(self, Self::Lines | Self::Text)
    }

    pub(crate) const fn is_columnar(self) -> bool {
        matches!(self, Self::Columns)
    }
}

impl Codec {
    /// Returns a decoder. If the format is not part of this build, it fails.
    pub(crate) fn decoder(&self, options: &DecodeOptions) -> Box<dyn Decode> {
        match self.decoder {
            Some(new) => new(options),
            None => Box::new(NotInBuild(self.format)),
        }
    }
}

/// The result of decoding: a unit, or `None` at the end of the input.
pub(crate) type Decoded = io::Result<Option<Unit>>;

struct NotInBuild(Format);

impl Decode for NotInBuild {
    fn decode(&mut self, _: &mut Source<'_>, _: &mut Vec<Record>) -> Decoded {
        let why = format!("{} is not part of this build", self.0);
        Err(Error::new(ErrorKind::Unsupported, why))
    }

    fn state(&self) -> Option<u64> {
        None
    }
}

/// The bytes at the front of the input that belong together.
pub(crate) struct Unit {
    /// The number of bytes. It may be 0 where damage begins or ends.
    pub(crate) bytes: usize,
    pub(crate) content: Content,
    pub(crate) notices: Notices,
}

pub(crate) enum Content {
    /// Its records were appended.
    Records,
    /// It has no records: an empty line, a comment, a header.
    Blank,
    /// It is damaged at this byte of it. The records before that were appended.
    Damaged(ReadError, usize),
    /// It continues a damaged unit that was too long for memory.
    Rest,
}

impl Unit {
    pub(crate) const fn new(bytes: usize, content: Content) -> Self {
        Self {
            bytes,
            content,
            notices: Notices::NONE,
        }
    }

    pub(crate) const fn with(mut self, notices: Notices) -> Self {
        self.notices = notices;
        self
    }

    /// Makes a unit of the result of decoding `bytes` bytes.
    #[inline]
    pub(crate) fn of(bytes: usize, result: Result<(), ReadError>) -> Self {
        let content = match result {
            Ok(()) => Content::Records,
            Err(reason) => Content::Damaged(reason, 0),
        };
        Self::new(bytes, content)
    }
}

/// The reading end of a format, with the state of reading it.
pub(crate) trait Decode: Send {
    /// Opens a file, which need not be read from its front to its end. Returns the number of units,
    /// if the file states it. A format that does not care begins with the first unit.
    fn open(&mut self, _source: &mut Source<'_>) -> io::Result<Option<u64>> {
        Ok(None)
    }

    /// Decodes the unit at the front of the input and appends its records. Returns `None` at the
    /// end of the input. The caller consumes the bytes, and removes the records of a damaged unit.
    fn decode(&mut self, source: &mut Source<'_>, records: &mut Vec<Record>) -> Decoded;

    /// Decodes sound units at the front of the input together, each of one record, and appends at
    /// most `max` records. Returns the number of bytes, which the caller consumes; 0 if the next
    /// unit is damaged, or if the format has no units that are decoded together.
    fn decode_run(
        &mut self,
        _source: &mut Source<'_>,
        _records: &mut Vec<Record>,
        _max: usize,
    ) -> io::Result<usize> {
        Ok(0)
    }

    /// Takes away what the input says of the records since the last call, beside their fields.
    fn take_extras(&mut self) -> Extras {
        Extras::default()
    }

    /// The number of rows of [`Lines`](crate::Lines) that are there instead of records.
    fn lines(&self) -> usize {
        0
    }

    /// Returns the names of the columns of a table, if they are known before its first row.
    fn column_names(&mut self, _source: &mut Source<'_>) -> io::Result<Option<Vec<String>>> {
        Ok(None)
    }

    /// Tells the number of bytes of the input before the next unit. It is told if there are
    /// columns.
    fn stand_at(&mut self, _offset: u64) {}

    /// The state that another decoder needs to continue here. `None` inside a damaged unit.
    fn state(&self) -> Option<u64> {
        Some(0)
    }

    /// Takes over the state of another decoder.
    fn restore(&mut self, _state: u64) {}
}

/// The writing end of a format, with the state of writing it. A function is an encoder of records
/// that do not depend on each other.
pub(crate) trait Encode: Send {
    /// Appends the bytes of a record, or keeps the record until there are enough for a batch.
    /// Nothing is appended if the format cannot hold the record.
    fn encode(&mut self, record: &Record, extra: Extra<'_>, out: &mut Vec<u8>) -> Encoded;

    /// Ends the game that is open: the next record begins another.
    fn end_game(&mut self, _out: &mut Vec<u8>) {}

    /// Appends the end of the output.
    fn finish(&mut self, _out: &mut Vec<u8>) -> io::Result<()> {
        Ok(())
    }

    /// The state that another encoder needs to continue. `None` if it cannot.
    fn state(&self) -> Option<State> {
        Some(State::default())
    }

    /// Takes over the state of another encoder.
    fn restore(&mut self, _state: State) {}

    /// The number of chains that are begun, if the format has them.
    fn units(&self) -> Option<u64> {
        None
    }

    /// The number of records with a value of a column that the format cannot hold.
    fn lost_columns(&self) -> u64 {
        0
    }
}

impl<F> Encode for F
where
    F: FnMut(&Record, &mut Vec<u8>) -> Result<(), WriteError> + Send,
{
    #[inline]
    fn encode(&mut self, record: &Record, _: Extra<'_>, out: &mut Vec<u8>) -> Encoded {
        self(record, out).map_err(Unencoded::Refused)
    }
}

pub(crate) type Encoded = Result<(), Unencoded>;

/// Why a record is not encoded.
#[derive(Debug)]
pub(crate) enum Unencoded {
    /// The format cannot hold it.
    Refused(WriteError),
    /// A batch of records failed.
    #[cfg_attr(
        not(feature = "arrow"),
        expect(dead_code, reason = "only columns have batches")
    )]
    Failed(Error),
}

impl From<WriteError> for Unencoded {
    fn from(why: WriteError) -> Self {
        Self::Refused(why)
    }
}

/// The state of an encoder between two records.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct State {
    /// The game that the next record continues, if it fits.
    pub(crate) open_game: Option<OpenGame>,
    /// The half-moves of that game that are written.
    pub(crate) half_moves: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OpenGame {
    pub(crate) position: Position,
    pub(crate) outcome: Option<Outcome>,
    pub(crate) assumed: Fields,
    pub(crate) number: Option<NonZeroU32>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_that_are_not_in_the_build_are_not_read() {
        let mut source = Source::of_bytes(Vec::new());
        let decoded = NotInBuild(Format::Arrow).decode(&mut source, &mut Vec::new());
        let error = decoded.err().unwrap();
        assert_eq!(error.kind(), ErrorKind::Unsupported);
        assert_eq!(error.to_string(), "Arrow is not part of this build");
    }
}
