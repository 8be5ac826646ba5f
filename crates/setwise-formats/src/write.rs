//! Writing.

#[cfg(feature = "arrow")]
use crate::columns::RowWriter;
use crate::record::score_seen_by;
use crate::{
    Error, Fields, Format, Outcome, PositionEncoding, Record, WritePoint, bulletformat,
    marlinformat, text, viriformat,
};
use core::fmt;
use setwise_moves::Color;
use std::io::Write;

/// Why a format cannot hold a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unwritable {
    /// The record lacks these fields, which the format needs.
    Missing(Fields),
    /// The board has this number of pieces, but the format has room for 32.
    PieceCount(u32),
    /// The half-move clock is above 255.
    HalfmoveClock(u16),
    /// The score, as the side to move sees it, does not fit 16 bits.
    Score(i16),
    /// The move is not legal.
    Move,
}

impl fmt::Display for Unwritable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(fields) => write!(f, "missing: {fields}"),
            Self::PieceCount(count) => write!(f, "{count} pieces, but there is room for 32"),
            Self::HalfmoveClock(clock) => write!(f, "the half-move clock {clock} is above 255"),
            Self::Score(score) => write!(f, "the score {score} does not fit if it is negated"),
            Self::Move => f.write_str("the move is not legal"),
        }
    }
}

impl core::error::Error for Unwritable {}

/// Choices for writing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct WriteOptions {
    /// Whether to write default values for fields that are missing: those of [`Record::assumed`], score 0, and a draw. Otherwise a
    /// missing field that the format needs is an error. A missing move is an error in any case.
    pub assume_missing: bool,
    /// How Parquet and Arrow store positions. The default is as FEN.
    pub encoding: PositionEncoding,
}

impl WriteOptions {
    /// Returns the options with another choice for missing fields.
    #[must_use]
    pub const fn assume_missing(mut self, assume_missing: bool) -> Self {
        self.assume_missing = assume_missing;
        self
    }

    /// Returns the options with another encoding of positions in columns.
    #[must_use]
    pub const fn encoding(mut self, encoding: PositionEncoding) -> Self {
        self.encoding = encoding;
        self
    }
}

/// Writes records in one format. Equal records give equal bytes.
///
/// Viriformat stores games. A record continues the game if its position and outcome follow from the record before; otherwise it
/// begins a game.
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
    /// Records given, unwritable ones included.
    given: u64,
    written: u64,
    /// Bytes given to the output.
    bytes: u64,
    /// The position and outcome that continue the game.
    open_game: Option<Record>,
    /// The rows of a columnar format.
    #[cfg(feature = "arrow")]
    rows: Option<RowWriter>,
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
    /// Makes a writer. The output need not be buffered.
    pub fn new(output: W, format: Format, options: WriteOptions) -> Self {
        Self {
            output,
            buffer: Vec::with_capacity(2 * BUFFER),
            format,
            options,
            given: 0,
            written: 0,
            bytes: 0,
            open_game: None,
            #[cfg(feature = "arrow")]
            rows: RowWriter::new(format, options.encoding),
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

    /// The fields that a record needs to be written, or `None` if the format is only read. [`PositionEncoding`] decides for columnar formats.
    pub fn needs(&self) -> Option<Fields> {
        let needs = self.format.needs()?;
        Some(match self.format.is_columnar() {
            true => self.options.encoding.needs(),
            false => needs,
        })
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
        #[cfg(feature = "arrow")]
        if let Some(rows) = &mut self.rows {
            rows.take(&mut self.buffer).map_err(Error::Write)?;
        }
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

    /// Goes on at a point that another writer of the same format and the same options has reached. The output of this writer ends
    /// [there](WritePoint::offset).
    #[must_use]
    pub fn at(mut self, point: &WritePoint) -> Self {
        self.given = point.given;
        self.written = point.written;
        self.bytes = point.bytes;
        self.open_game = point.open_game();
        self
    }

    /// Flushes what is buffered, and returns the point that writing has reached. `None` for columnar formats, which write the schema and the
    /// groups of rows at the end.
    ///
    /// # Errors
    /// The output fails.
    pub fn point(&mut self) -> Result<Option<WritePoint>, Error> {
        if self.format.is_columnar() {
            return Ok(None);
        }
        self.flush_buffer()?;
        self.output.flush().map_err(Error::Write)?;
        Ok(Some(WritePoint {
            given: self.given,
            written: self.written,
            bytes: self.bytes,
            open_game: self
                .open_game
                .map(|open| (open.position, open.outcome, open.assumed)),
        }))
    }

    /// Ends the last game, writes what is buffered, and returns the output. Without this call the output is not complete.
    ///
    /// # Errors
    /// The output fails.
    pub fn finish(mut self) -> Result<W, Error> {
        if self.open_game.take().is_some() {
            self.buffer.extend_from_slice(&viriformat::TERMINATOR);
        }
        #[cfg(feature = "arrow")]
        if let Some(rows) = self.rows.take() {
            rows.finish(&mut self.buffer).map_err(Error::Write)?;
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
        let (number, format) = (self.given, self.format);
        let refused = |reason| Error::Record {
            number,
            format,
            reason,
        };
        let needs = self.needs().ok_or(Error::NotWritten(format))?;
        let mut missing = needs.without(record.known());
        let mut record = *record;
        if self.options.assume_missing {
            missing = missing.and(Fields::MOVE);
            record.score = record.score.or(needs.contains(Fields::SCORE).then_some(0));
            let draw = needs.contains(Fields::OUTCOME).then_some(Outcome::Draw);
            record.outcome = record.outcome.or(draw);
        }
        if !missing.is_empty() {
            return Err(refused(Unwritable::Missing(missing)));
        }
        let out = &mut self.buffer;
        let encoded = match format {
            Format::Bulletformat => {
                bulletformat::encode(&record).map(|bytes| out.extend_from_slice(&bytes))
            }
            Format::Marlinformat => {
                marlinformat::encode(&record).map(|bytes| out.extend_from_slice(&bytes))
            }
            Format::Viriformat => self.encode_half_move(&record),
            Format::Fen => {
                text::encode_fen(&record, out);
                Ok(())
            }
            Format::Epd => text::encode_epd(&record, out),
            Format::BulletText => text::encode_bullet(&record, out),
            #[cfg(feature = "arrow")]
            Format::Parquet | Format::Arrow => match &mut self.rows {
                Some(rows) => rows.push(&record),
                None => return Err(Error::NotWritten(format)),
            },
            _ => return Err(Error::NotWritten(format)),
        };
        encoded.map_err(refused)
    }

    /// Appends a half-move, behind the beginning of a game if the record does not continue the last one.
    fn encode_half_move(&mut self, record: &Record) -> Result<(), Unwritable> {
        let played = record.played.ok_or(Unwritable::Missing(Fields::MOVE))?;
        let (score, _) = record.labels_seen_by(Color::White)?;
        if !record.position.is_legal(played) {
            return Err(Unwritable::Move);
        }
        let continues = self.open_game.is_some_and(|open| {
            (open.position, open.outcome, open.assumed)
                == (record.position, record.outcome, record.assumed)
        });
        if !continues {
            let unscored = Record {
                score: Some(0),
                ..*record
            };
            let header = marlinformat::encode(&unscored)?;
            if self.open_game.is_some() {
                self.buffer.extend_from_slice(&viriformat::TERMINATOR);
            }
            self.buffer.extend_from_slice(&header);
        }
        self.buffer
            .extend_from_slice(&viriformat::encode_move(played).to_le_bytes());
        self.buffer.extend_from_slice(&score.to_le_bytes());
        self.open_game = Some(Record {
            position: record.position.play_unchecked(played),
            ..*record
        });
        Ok(())
    }
}

impl Record {
    /// The score and the outcome as `turn` sees them.
    pub(crate) fn labels_seen_by(&self, turn: Color) -> Result<(i16, Outcome), Unwritable> {
        let (Some(score), Some(outcome)) = (self.score, self.outcome) else {
            let labels = Fields::SCORE | Fields::OUTCOME;
            return Err(Unwritable::Missing(labels.without(self.known())));
        };
        let seen = score_seen_by(turn, score).ok_or(Unwritable::Score(score))?;
        Ok((seen, outcome.seen_by(turn)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_labels_are_named() {
        let mut record = Record::from(setwise_moves::Position::startpos());
        let labels = Fields::SCORE | Fields::OUTCOME;
        let missing =
            |fields| -> Result<(i16, Outcome), Unwritable> { Err(Unwritable::Missing(fields)) };
        assert_eq!(record.labels_seen_by(Color::White), missing(labels));
        record.outcome = Some(Outcome::WhiteWins);
        assert_eq!(record.labels_seen_by(Color::White), missing(Fields::SCORE));
        record.score = Some(300);
        let seen = record.labels_seen_by(Color::Black);
        assert_eq!(seen, Ok((-300, Outcome::BlackWins)));
        record.outcome = None;
        let seen = record.labels_seen_by(Color::Black);
        assert_eq!(seen, missing(Fields::OUTCOME));
    }

    #[test]
    fn the_least_score_fits_only_as_white_sees_it() {
        let mut record = Record::from(setwise_moves::Position::startpos());
        (record.score, record.outcome) = (Some(i16::MIN), Some(Outcome::Draw));
        let seen = record.labels_seen_by(Color::White);
        assert_eq!(seen, Ok((i16::MIN, Outcome::Draw)));
        let seen = record.labels_seen_by(Color::Black);
        assert_eq!(seen, Err(Unwritable::Score(i16::MIN)));
    }
}
