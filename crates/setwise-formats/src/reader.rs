//! Reading in batches.

#[cfg(feature = "arrow")]
use crate::columns::RowReader;
use crate::compression::Compression;
use crate::decode::{Content, Decode};
use crate::source::Source;
use crate::tally::Tally;
use crate::{Damage, Error, Format, ReadPoint, Reason, Record, formats};
use core::fmt;
use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

/// The policy for damaged records, lines and games. [`Reader::totals`] counts them in any case.
#[derive(Default)]
#[non_exhaustive]
pub enum OnDamage<'a> {
    /// Returns an error.
    #[default]
    Stop,
    /// Skips it.
    Skip,
    /// Skips it and writes its bytes here. The output is flushed at the end of the input.
    CopyTo(Box<dyn Write + Send + 'a>),
}

impl fmt::Debug for OnDamage<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Stop => "Stop",
            Self::Skip => "Skip",
            Self::CopyTo(_) => "CopyTo",
        })
    }
}

/// Choices for reading.
#[derive(Debug)]
#[non_exhaustive]
pub struct ReadOptions<'a> {
    /// The policy for damage. The default is to stop.
    pub on_damage: OnDamage<'a>,
    /// Whether games end with a record of their last position, which has no move. The default is no.
    pub final_positions: bool,
    /// Whether batches end only between units. They are then longer than asked for by less than a unit, and each of them ends at a
    /// [point](Reader::point) from which reading can go on. The default is no.
    pub whole_units: bool,
    /// The number of threads of [`Reader::read_all`], [`convert`](crate::convert()) and [`convert_with`](crate::convert_with), that decode
    /// records and compute with them. [`Reader::read_batch`] works in the calling thread. The default is 1: the calling thread alone. 0 is as 1.
    pub threads: usize,
}

impl Default for ReadOptions<'_> {
    fn default() -> Self {
        Self {
            on_damage: OnDamage::Stop,
            final_positions: false,
            whole_units: false,
            threads: 1,
        }
    }
}

impl<'a> ReadOptions<'a> {
    /// Returns the options with another choice for damage.
    #[must_use]
    pub fn on_damage(mut self, on_damage: OnDamage<'a>) -> Self {
        self.on_damage = on_damage;
        self
    }

    /// Returns the options with another choice for the last positions of games.
    #[must_use]
    pub const fn final_positions(mut self, final_positions: bool) -> Self {
        self.final_positions = final_positions;
        self
    }

    /// Returns the options with another choice for the ends of batches.
    #[must_use]
    pub const fn whole_units(mut self, whole_units: bool) -> Self {
        self.whole_units = whole_units;
        self
    }

    /// Returns the options with another number of threads.
    #[must_use]
    pub const fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }
}

/// Numbers of records, units and bytes that a reader has read so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Totals {
    /// Records that were given to the caller or wait for the next batch.
    pub records: u64,
    /// Records, lines, games or rows that are not damaged. Games without moves count here too.
    pub units: u64,
    /// Records, lines, games or rows that are damaged.
    pub damaged: u64,
    /// The bytes of these.
    pub damaged_bytes: u64,
    /// All bytes of the input, after decompression; 0 for Parquet and Arrow.
    pub bytes: u64,
}

impl Totals {
    /// Adds other numbers.
    pub(crate) fn add(&mut self, other: Self) {
        self.records += other.records;
        self.units += other.units;
        self.damaged += other.damaged;
        self.damaged_bytes += other.damaged_bytes;
        self.bytes += other.bytes;
    }
}

/// Reads records of one format in batches, in constant memory.
///
/// ```
/// use setwise_formats::{Format, OnDamage, ReadOptions, Reader};
/// let text = "4k3/8/8/8/8/8/8/4K2R w K - 0 1\nnonsense\n";
/// let options = ReadOptions::default().on_damage(OnDamage::Skip);
/// let mut reader = Reader::new(text.as_bytes(), Format::Fen, options);
/// let mut batch = Vec::new();
/// while reader.read_batch(&mut batch, 4096)? > 0 {
///     assert_eq!(batch[0].position.legal_moves().len(), 15);
///     batch.clear();
/// }
/// assert_eq!((reader.totals().records, reader.totals().damaged), (1, 1));
/// assert_eq!(
///     reader.first_damage().unwrap().to_string(),
///     "FEN, line 2 at byte 31, line 2: FEN (placement): 8 ranks are needed, found 1",
/// );
/// # Ok::<(), setwise_formats::Error>(())
/// ```
pub struct Reader<'a> {
    format: Format,
    pub(crate) source: Source<'a>,
    pub(crate) decoder: Box<dyn Decode>,
    /// The rows of a columnar format, in place of source and decoder.
    #[cfg(feature = "arrow")]
    rows: Option<RowReader<'a>>,
    final_positions: bool,
    whole_units: bool,
    /// The number of threads that read everything.
    pub(crate) threads: usize,
    /// Records of a game for which the last batch had no room.
    pub(crate) waiting: VecDeque<Record>,
    pub(crate) tally: Tally<'a>,
    /// Damaged bytes that somebody else copies.
    pub(crate) aside: Option<Vec<u8>>,
}

impl<'a> Reader<'a> {
    /// Reads from a stream, which need not be buffered. A stream of Parquet is read into memory first; [`Reader::from_file`] reads a
    /// part at a time.
    pub fn new(input: impl Read + Send + 'a, format: Format, options: ReadOptions<'a>) -> Self {
        #[cfg(feature = "arrow")]
        if format.is_columnar() && format.is_in_build() {
            return Self {
                rows: Some(RowReader::new(input, format)),
                ..Self::of_bytes(io::empty(), format, options)
            };
        }
        Self::of_bytes(input, format, options)
    }

    /// Reads from a file that is not compressed.
    ///
    /// # Errors
    /// A Parquet file is damaged.
    pub fn from_file(file: File, format: Format, options: ReadOptions<'a>) -> Result<Self, Error> {
        #[cfg(feature = "parquet")]
        if format == Format::Parquet {
            return Ok(Self {
                rows: Some(RowReader::parquet(file).map_err(Error::Read)?),
                ..Self::of_bytes(io::empty(), format, options)
            });
        }
        Ok(Self::new(file, format, options))
    }

    fn of_bytes(input: impl Read + Send + 'a, format: Format, options: ReadOptions<'a>) -> Self {
        Self {
            #[cfg(feature = "arrow")]
            rows: None,
            format,
            source: Source::new(Box::new(input)),
            decoder: formats::decoder(format, options.final_positions),
            final_positions: options.final_positions,
            whole_units: options.whole_units,
            threads: options.threads,
            waiting: VecDeque::new(),
            tally: Tally::new(options.on_damage),
            aside: None,
        }
    }

    /// How parts of the input are read.
    pub(crate) const fn parts(&self) -> PartOptions {
        PartOptions {
            format: self.format,
            final_positions: self.final_positions,
            is_copied: matches!(self.tally.on_damage, OnDamage::CopyTo(_)),
        }
    }

    /// Opens a file. Its extension tells the format and the compression: `games.pgn.zst`.
    ///
    /// # Errors
    /// The file cannot be opened, its extension is unknown, or this build lacks the compression.
    pub fn open(path: impl AsRef<Path>, options: ReadOptions<'a>) -> Result<Self, Error> {
        let path = path.as_ref();
        let Some(format) = Format::of_path(path) else {
            let why = format!("{}: unknown extension", path.display());
            return Err(Error::Read(io::Error::new(
                io::ErrorKind::InvalidInput,
                why,
            )));
        };
        let file = File::open(path).map_err(Error::Read)?;
        match Compression::of_path(path) {
            Compression::None => Self::from_file(file, format, options),
            compression => {
                let stream = compression.reader(file).map_err(Error::Read)?;
                Ok(Self::new(stream, format, options))
            }
        }
    }

    /// The format.
    pub const fn format(&self) -> Format {
        self.format
    }

    /// Returns the numbers of records, units and bytes read so far.
    pub const fn totals(&self) -> Totals {
        self.tally.totals
    }

    /// The number of rows of a Parquet file.
    pub const fn rows(&self) -> Option<u64> {
        #[cfg(feature = "arrow")]
        if let Some(rows) = &self.rows {
            return rows.rows();
        }
        None
    }

    /// The first damage that this reader has found.
    pub const fn first_damage(&self) -> Option<&Damage> {
        self.tally.first_damage.as_ref()
    }

    /// Goes on at a point that another reader of the same input and the same options has reached. The input of this reader begins
    /// [there](ReadPoint::offset).
    #[must_use]
    pub fn at(mut self, point: &ReadPoint) -> Self {
        self.tally.restore(point);
        self.decoder.restore(point.state);
        self
    }

    /// The point that reading has reached. `None` inside a unit, inside the damage of PGN and binpack, and for columnar formats.
    pub fn point(&self) -> Option<ReadPoint> {
        if !self.waiting.is_empty() || self.format.is_columnar() {
            return None;
        }
        Some(self.tally.point(self.decoder.state()?))
    }

    /// Appends at most `max` records to `batch`. Returns their number, which is 0 only at the end or for `max` 0.
    /// With [`ReadOptions::whole_units`] there are as many more as the last unit has.
    ///
    /// # Errors
    /// The input is damaged and damage stops, or the input or the output of damaged records fails. Records before the problem are
    /// in `batch`. The next call goes on behind a damaged record.
    pub fn read_batch(&mut self, batch: &mut Vec<Record>, max: usize) -> Result<usize, Error> {
        let before = batch.len();
        let goal = before.saturating_add(max);
        batch.extend(self.waiting.drain(..max.min(self.waiting.len())));
        while batch.len() < goal {
            if !self.read_run(batch, goal)? && !self.read_unit(batch)? {
                break;
            }
        }
        if batch.len() > goal && !self.whole_units {
            self.waiting.extend(batch.drain(goal..));
        }
        Ok(batch.len() - before)
    }

    /// Reads sound records together. Returns false if there are none.
    #[inline]
    fn read_run(&mut self, batch: &mut Vec<Record>, goal: usize) -> Result<bool, Error> {
        let before = batch.len();
        let run = self
            .decoder
            .decode_run(&mut self.source, batch, goal - before);
        let bytes = run.map_err(Error::Read)?;
        let records = (batch.len() - before) as u64;
        self.tally.totals.units += records;
        self.tally.totals.records += records;
        self.tally.totals.bytes += bytes as u64;
        self.source.consume(bytes);
        Ok(bytes > 0)
    }

    /// Reads one record, line or game. Returns false at the end.
    #[inline]
    fn read_unit(&mut self, batch: &mut Vec<Record>) -> Result<bool, Error> {
        #[cfg(feature = "arrow")]
        if self.rows.is_some() {
            return self.read_row(batch);
        }
        let before = batch.len();
        let unit = self
            .decoder
            .decode(&mut self.source, batch)
            .map_err(Error::Read)?;
        let Some(unit) = unit else {
            if let OnDamage::CopyTo(output) = &mut self.tally.on_damage {
                output.flush().map_err(Error::Copy)?;
            }
            return Ok(false);
        };
        let mut result = Ok(true);
        match unit.content {
            Content::Records => {
                self.tally.totals.units += 1;
                self.tally.totals.records += (batch.len() - before) as u64;
            }
            Content::Blank => {}
            Content::Damaged(reason, at) => {
                batch.truncate(before);
                let line = self.format.is_text().then(|| {
                    let data = self.source.data();
                    1 + self.tally.lines + newlines(data.get(..at).unwrap_or(data))
                });
                let damage = self.damage(self.tally.totals.bytes, line, reason);
                result = self.set_aside(unit.bytes);
                if matches!(self.tally.on_damage, OnDamage::Stop) {
                    result = Err(Error::Damage(damage));
                }
            }
            Content::Rest => result = self.set_aside(unit.bytes),
        }
        if self.format.is_text() {
            let data = self.source.data();
            let text = data.get(..unit.bytes).unwrap_or(data);
            self.tally.lines += match self.format {
                Format::Pgn => newlines(text),
                // A line ends at its only line feed.
                _ => u64::from(text.ends_with(b"\n")),
            };
        }
        self.tally.totals.bytes += unit.bytes as u64;
        self.source.consume(unit.bytes);
        result
    }

    /// Counts a damaged unit.
    fn damage(&mut self, offset: u64, line: Option<u64>, reason: Reason) -> Damage {
        self.tally.totals.damaged += 1;
        let damage = Damage {
            format: self.format,
            number: self.tally.totals.units + self.tally.totals.damaged,
            offset,
            line,
            reason,
        };
        self.tally.note(&damage);
        damage
    }

    /// Reads one row. Returns false at the end.
    #[cfg(feature = "arrow")]
    fn read_row(&mut self, batch: &mut Vec<Record>) -> Result<bool, Error> {
        let rows = self.rows.as_mut();
        let next = rows.map_or(Ok(None), RowReader::next);
        match next.map_err(Error::Read)? {
            None => Ok(false),
            Some(Ok(record)) => {
                batch.push(record);
                self.tally.totals.units += 1;
                self.tally.totals.records += 1;
                Ok(true)
            }
            Some(Err(reason)) => {
                let before = self.tally.totals.units + self.tally.totals.damaged;
                let damage = self.damage(before, None, reason);
                match self.tally.on_damage {
                    OnDamage::Stop => Err(Error::Damage(damage)),
                    OnDamage::Skip => Ok(true),
                    OnDamage::CopyTo(_) => Err(Error::Copy(io::Error::new(
                        io::ErrorKind::Unsupported,
                        format!("rows of {} are not copied: {damage}", self.format),
                    ))),
                }
            }
        }
    }

    /// Counts damaged bytes, and copies them if that is the choice.
    fn set_aside(&mut self, bytes: usize) -> Result<bool, Error> {
        self.tally.totals.damaged_bytes += bytes as u64;
        if let Some(aside) = &mut self.aside {
            let data = self.source.data();
            aside.extend_from_slice(data.get(..bytes).unwrap_or(data));
        }
        if let OnDamage::CopyTo(output) = &mut self.tally.on_damage {
            let data = self.source.data();
            let damaged = data.get(..bytes).unwrap_or(data);
            output.write_all(damaged).map_err(Error::Copy)?;
        }
        Ok(true)
    }
}

/// How parts of an input are read.
#[derive(Clone, Copy)]
pub(crate) struct PartOptions {
    format: Format,
    final_positions: bool,
    /// Whether damaged bytes are kept.
    is_copied: bool,
}

impl PartOptions {
    /// Returns a reader, which stops at damage. It has no part yet.
    pub(crate) fn reader(self) -> Reader<'static> {
        let options = ReadOptions::default()
            .final_positions(self.final_positions)
            .whole_units(true);
        Reader {
            aside: self.is_copied.then(Vec::new),
            ..Reader::of_bytes(io::empty(), self.format, options)
        }
    }
}

impl fmt::Debug for Reader<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reader")
            .field("format", &self.format)
            .field("totals", &self.tally.totals)
            .finish_non_exhaustive()
    }
}

fn newlines(text: &[u8]) -> u64 {
    text.iter().map(|&byte| u64::from(byte == b'\n')).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::marlinformat;
    use setwise_moves::Position;

    #[test]
    fn sound_records_are_read_together() {
        let record = Record::from(Position::startpos());
        let bytes = marlinformat::encode_position(&record).unwrap().repeat(10);
        let mut reader = Reader::new(&bytes[..], Format::Marlinformat, ReadOptions::default());
        let mut batch = Vec::new();
        for (goal, expected) in [(2, 2), (5, 5), (100, 10)] {
            assert!(reader.read_run(&mut batch, goal).unwrap());
            assert_eq!(batch.len(), expected);
            let totals = Totals {
                records: expected as u64,
                units: expected as u64,
                bytes: 32 * expected as u64,
                ..Totals::default()
            };
            assert_eq!(reader.totals(), totals);
        }
        assert!(!reader.read_run(&mut batch, 100).unwrap());
        assert_eq!(batch.len(), 10);
    }
}
