//! Writing.

use crate::stream::codec::{Encode, Row, State, Unencoded};
use crate::stream::options::WriteOptions;
use crate::stream::points::WritePoint;
use crate::vocabulary::error::Error;
use crate::vocabulary::fields::Fields;
use crate::vocabulary::format::Format;
use crate::vocabulary::record::Record;
use core::fmt;
use std::io::Write;

/// Writes records in one format. Equal records give equal bytes.
///
/// Viriformat stores games. A record continues the game if its position and outcome follow from the
/// record before; otherwise it begins a game.
///
/// ```
/// use setwise_formats::{Format, Record, WriteOptions, Writer};
/// use setwise_moves::Position;
/// let mut record = Record::from(Position::startpos());
/// let mut writer = Writer::new(Vec::new(), Format::Marlinformat, WriteOptions::default());
/// let error = writer.write(&record).unwrap_err();
/// assert_eq!(error.to_string(), "record 1 does not fit marlinformat: missing: score, outcome");
/// record.score = Some(30);
/// record.outcome = Some(setwise_formats::Outcome::Draw);
/// writer.write(&record)?;
/// assert_eq!(writer.finish()?.len(), 32);
/// # Ok::<(), setwise_formats::Error>(())
/// ```
pub struct Writer<W> {
    output: W,
    buffer: Vec<u8>,
    format: Format,
    options: WriteOptions,
    /// The fields that a record needs, and the encoder; `None` if the format is not written.
    encoder: Option<(Fields, Box<dyn Encode>)>,
    /// Records given, unwritable ones included.
    given: u64,
    written: u64,
    /// Bytes given to the output.
    bytes: u64,
}

impl<W> fmt::Debug for Writer<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Writer")
            .field("format", &self.format)
            .field("written", &self.written)
            .finish_non_exhaustive()
    }
}

/// The number of bytes that are written at once.
const BUFFER: usize = 1 << 16;

impl<W: Write> Writer<W> {
    /// Writes a format.
    pub(crate) fn of(output: W, row: &Row, options: WriteOptions) -> Self {
        let encoder = row.encoder.map(|(needs, new)| {
            let needs = match row.kind.is_columnar() {
                true => options.encoding.needs(),
                false => needs,
            };
            (needs, new(options.encoding))
        });
        Self {
            output,
            buffer: Vec::with_capacity(2 * BUFFER),
            format: row.format,
            options,
            encoder,
            given: 0,
            written: 0,
            bytes: 0,
        }
    }

    /// The format.
    pub const fn format(&self) -> Format {
        self.format
    }

    /// The choices.
    pub const fn options(&self) -> WriteOptions {
        self.options
    }

    /// The fields that a record needs to be written, or `None` if the format is only read.
    /// [`PositionEncoding`](crate::PositionEncoding) decides for columnar formats.
    pub fn needs(&self) -> Option<Fields> {
        self.encoder.as_ref().map(|(needs, _)| *needs)
    }

    /// Checks that records of a format can be written.
    ///
    /// # Errors
    /// The format of the writer is only read, or the input format lacks fields that it needs, and
    /// [`assume_missing`](WriteOptions::assume_missing) does not replace them.
    pub fn check_input(&self, input: Format) -> Result<(), Error> {
        let needs = self.needs().ok_or(Error::NotWritten(self.format))?;
        let mut lacks = needs.and(input.lacks());
        if self.options.assume_missing {
            lacks = lacks.and(Fields::MOVE);
        }
        match lacks.is_empty() {
            true => Ok(()),
            false => Err(Error::Lacks(lacks)),
        }
    }

    /// The number of records written.
    pub const fn written(&self) -> u64 {
        self.written
    }

    /// Writes a record.
    ///
    /// # Errors
    /// The format cannot hold the record, or the output fails.
    pub fn write(&mut self, record: &Record) -> Result<(), Error> {
        self.given += 1;
        self.encode(record)?;
        self.written += 1;
        if self.buffer.len() >= BUFFER {
            self.flush_buffer()?;
        }
        Ok(())
    }

    /// Writes records in their order.
    ///
    /// # Errors
    /// As [`write`](Self::write). The records before the one that fails are written.
    pub fn write_all(&mut self, records: &[Record]) -> Result<(), Error> {
        records.iter().try_for_each(|record| self.write(record))
    }

    /// Goes on at a point that another writer of the same format and the same options has reached.
    /// The output of this writer ends [there](WritePoint::offset).
    #[must_use]
    pub fn at(mut self, point: &WritePoint) -> Self {
        self.given = point.given;
        self.written = point.written;
        self.bytes = point.bytes;
        if let Some((_, encoder)) = &mut self.encoder {
            encoder.restore(point.state);
        }
        self
    }

    /// Flushes what is buffered, and returns the point that writing has reached. `None` for
    /// columnar formats, which write the schema and the groups of rows at the end.
    ///
    /// # Errors
    /// The output fails.
    pub fn point(&mut self) -> Result<Option<WritePoint>, Error> {
        let state = match &self.encoder {
            Some((_, encoder)) => encoder.state(),
            None => Some(State::default()),
        };
        let Some(state) = state else {
            return Ok(None);
        };
        self.flush_buffer()?;
        self.output.flush().map_err(Error::Write)?;
        Ok(Some(WritePoint {
            given: self.given,
            written: self.written,
            bytes: self.bytes,
            state,
        }))
    }

    /// Ends the last game, writes what is buffered, and returns the output. Without this call the
    /// output is not complete.
    ///
    /// # Errors
    /// The output fails.
    pub fn finish(mut self) -> Result<W, Error> {
        if let Some((_, encoder)) = &mut self.encoder {
            encoder.finish(&mut self.buffer).map_err(Error::Write)?;
        }
        self.flush_buffer()?;
        self.output.flush().map_err(Error::Write)?;
        Ok(self.output)
    }

    fn flush_buffer(&mut self) -> Result<(), Error> {
        self.output.write_all(&self.buffer).map_err(Error::Write)?;
        self.bytes += self.buffer.len() as u64;
        self.buffer.clear();
        Ok(())
    }

    /// Appends the bytes of a record to the buffer.
    fn encode(&mut self, record: &Record) -> Result<(), Error> {
        let Some((needs, encoder)) = &mut self.encoder else {
            return Err(Error::NotWritten(self.format));
        };
        let missing = needs.without(record.known());
        let encoded = match missing.is_empty() {
            true => encoder.encode(record, &mut self.buffer),
            false => match self.options.assumed(record, missing) {
                Ok(record) => encoder.encode(&record, &mut self.buffer),
                Err(missing) => Err(missing.into()),
            },
        };
        encoded.map_err(|why| match why {
            Unencoded::Refused(reason) => Error::Record {
                number: self.given,
                format: self.format,
                reason,
            },
            Unencoded::Failed(error) => Error::Write(error),
        })
    }
}
