//! Reading in batches.

use crate::compression::Compression;
use crate::decode::{Content, Decode};
use crate::source::Source;
use crate::{Damage, Format, ReadError, Record, formats};
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
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct ReadOptions<'a> {
    /// The policy for damage. The default is to stop.
    pub on_damage: OnDamage<'a>,
    /// Whether games end with a record of their last position, which has no move. The default is no.
    pub final_positions: bool,
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
}

/// Numbers of records, units and bytes that a reader has read so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Totals {
    /// Records that were given to the caller or wait for the next batch.
    pub records: u64,
    /// Records, lines or games that are not damaged. Games without moves count here too.
    pub units: u64,
    /// Records, lines or games that are damaged.
    pub damaged: u64,
    /// The bytes of these.
    pub damaged_bytes: u64,
    /// All bytes of the input, after decompression.
    pub bytes: u64,
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
/// # Ok::<(), setwise_formats::ReadError>(())
/// ```
pub struct Reader<'a> {
    format: Format,
    source: Source<'a>,
    decoder: Box<dyn Decode>,
    on_damage: OnDamage<'a>,
    /// Records of a game for which the last batch had no room.
    waiting: VecDeque<Record>,
    totals: Totals,
    lines: u64,
    first_damage: Option<Damage>,
}

impl<'a> Reader<'a> {
    /// Reads from a stream, which need not be buffered.
    pub fn new(input: impl Read + Send + 'a, format: Format, options: ReadOptions<'a>) -> Self {
        Self {
            format,
            source: Source::new(Box::new(input)),
            decoder: formats::decoder(format, options.final_positions),
            on_damage: options.on_damage,
            waiting: VecDeque::new(),
            totals: Totals::default(),
            lines: 0,
            first_damage: None,
        }
    }

    /// Opens a file. Its extension tells the format and the compression: `games.pgn.zst`.
    ///
    /// # Errors
    /// The file cannot be opened, its extension is unknown, or this build lacks the compression.
    pub fn open(path: impl AsRef<Path>, options: ReadOptions<'a>) -> io::Result<Self> {
        let path = path.as_ref();
        let (format, compression) = of_path(path).ok_or_else(|| {
            let why = format!("{}: unknown extension", path.display());
            io::Error::new(io::ErrorKind::InvalidInput, why)
        })?;
        let input = compression.reader(File::open(path)?)?;
        Ok(Self::new(input, format, options))
    }

    /// The format.
    pub const fn format(&self) -> Format {
        self.format
    }

    /// Returns the numbers of records, units and bytes read so far.
    pub const fn totals(&self) -> Totals {
        self.totals
    }

    /// The first damage that was found.
    pub const fn first_damage(&self) -> Option<&Damage> {
        self.first_damage.as_ref()
    }

    /// Appends at most `max` records to `batch`. Returns their number, which is 0 only at the end or for `max` 0.
    ///
    /// # Errors
    /// The input is damaged and damage stops, or the input or the output of damaged records fails. Records before the problem are
    /// in `batch`. The next call goes on behind a damaged record.
    pub fn read_batch(&mut self, batch: &mut Vec<Record>, max: usize) -> Result<usize, ReadError> {
        let before = batch.len();
        let goal = before.saturating_add(max);
        batch.extend(self.waiting.drain(..max.min(self.waiting.len())));
        while batch.len() < goal && self.read_unit(batch)? {}
        if batch.len() > goal {
            self.waiting.extend(batch.drain(goal..));
        }
        Ok(batch.len() - before)
    }

    /// Reads one record, line or game. Returns false at the end.
    #[inline]
    fn read_unit(&mut self, batch: &mut Vec<Record>) -> Result<bool, ReadError> {
        let before = batch.len();
        let unit = self
            .decoder
            .decode(&mut self.source, batch)
            .map_err(ReadError::Read)?;
        let Some(unit) = unit else {
            if let OnDamage::CopyTo(output) = &mut self.on_damage {
                output.flush().map_err(ReadError::Copy)?;
            }
            return Ok(false);
        };
        let mut result = Ok(true);
        match unit.content {
            Content::Records => {
                self.totals.units += 1;
                self.totals.records += (batch.len() - before) as u64;
            }
            Content::Blank => {}
            Content::Damaged(reason, at) => {
                batch.truncate(before);
                let line = self.format.is_text().then(|| {
                    let data = self.source.data();
                    1 + self.lines + newlines(data.get(..at).unwrap_or(data))
                });
                self.totals.damaged += 1;
                let damage = Damage {
                    format: self.format,
                    number: self.totals.units + self.totals.damaged,
                    offset: self.totals.bytes,
                    line,
                    reason,
                };
                if self.first_damage.is_none() {
                    self.first_damage = Some(damage.clone());
                }
                result = self.set_aside(unit.bytes);
                if matches!(self.on_damage, OnDamage::Stop) {
                    result = Err(ReadError::Damage(damage));
                }
            }
            Content::Rest => result = self.set_aside(unit.bytes),
        }
        if self.format.is_text() {
            let data = self.source.data();
            let text = data.get(..unit.bytes).unwrap_or(data);
            self.lines += match self.format {
                Format::Pgn => newlines(text),
                // A line ends at its only line feed.
                _ => u64::from(text.ends_with(b"\n")),
            };
        }
        self.totals.bytes += unit.bytes as u64;
        self.source.consume(unit.bytes);
        result
    }

    /// Counts damaged bytes, and copies them if that is the choice.
    fn set_aside(&mut self, bytes: usize) -> Result<bool, ReadError> {
        self.totals.damaged_bytes += bytes as u64;
        if let OnDamage::CopyTo(output) = &mut self.on_damage {
            let data = self.source.data();
            let damaged = data.get(..bytes).unwrap_or(data);
            output.write_all(damaged).map_err(ReadError::Copy)?;
        }
        Ok(true)
    }
}

impl fmt::Debug for Reader<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reader")
            .field("format", &self.format)
            .field("totals", &self.totals)
            .finish_non_exhaustive()
    }
}

fn newlines(text: &[u8]) -> u64 {
    text.iter().map(|&byte| u64::from(byte == b'\n')).sum()
}

/// The format and the compression that the extensions of a path tell.
fn of_path(path: &Path) -> Option<(Format, Compression)> {
    let extension = path.extension()?.to_str()?;
    match Compression::of_extension(extension) {
        Some(compression) => {
            let inner = Path::new(path.file_stem()?).extension()?.to_str()?;
            Some((Format::of_extension(inner)?, compression))
        }
        None => Some((Format::of_extension(extension)?, Compression::None)),
    }
}
