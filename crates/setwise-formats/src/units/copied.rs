use crate::codecs::viriformat::decode::find_game;
use crate::codecs::viriformat::{self, HEADER as GAME_HEADER};
use crate::stream::Source;
use crate::vocabulary::{Damage, Error, Format, ReadError};
use setwise_binpack::ReadError as BinpackReadError;
use setwise_binpack::{CHUNK, ChainPosition, Decoder, HEADER, header, header_of};
use std::io::{self, Read, Write};

/// The number of bytes of a record of bulletformat or marlinformat.
const RECORD: usize = 32;

/// What is copied unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum UnitKind {
    /// A record of bulletformat or marlinformat.
    Record,
    /// A game of viriformat.
    Game,
    /// A chain of a binpack.
    Chain,
    /// A chunk of a binpack, without its header.
    Chunk,
}

impl UnitKind {
    /// Returns the kind of a format, or `None` if its units are not copied.
    pub const fn of(format: Format, by_chunk: bool) -> Option<Self> {
        Some(match format {
            Format::Bulletformat | Format::Marlinformat => Self::Record,
            Format::Viriformat => Self::Game,
            Format::Binpack if by_chunk => Self::Chunk,
            Format::Binpack => Self::Chain,
            _ => return None,
        })
    }

    /// The name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Record => "record",
            Self::Game => "game",
            Self::Chain => "chain",
            Self::Chunk => "chunk",
        }
    }

    /// The number of bytes that a unit takes in its file.
    pub const fn size(self, unit: &[u8]) -> u64 {
        let header = match self {
            Self::Chunk => HEADER,
            _ => 0,
        };
        (header + unit.len()) as u64
    }
}

/// A unit of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CopiedUnit<'a> {
    /// The bytes.
    pub bytes: &'a [u8],
    /// The number of records in it; 0 for chunks, which are not decoded.
    pub records: u64,
}

/// Reads units one by one. Only chains are decoded, to find their ends.
///
/// ```
/// use setwise_formats::Format;
/// use setwise_formats::units::{UnitKind, UnitWriter, Units};
/// let kind = UnitKind::of(Format::Viriformat, false).unwrap();
/// let file = [[1; 32], [0; 32]].concat();
/// let mut units = Units::new(&file[..], Format::Viriformat, kind);
/// let mut copy = UnitWriter::new(Vec::new(), kind);
/// let unit = units.next()?.unwrap();
/// assert_eq!((unit.bytes.len(), unit.records), (36, 0));
/// copy.push(unit.bytes)?;
/// assert_eq!(copy.finish()?, file[..36]);
/// let error = units.next().unwrap_err().to_string();
/// assert_eq!(error, "viriformat, game 2 at byte 36: the input ends after 28 bytes of it");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Units<'a> {
    source: Source<'a>,
    format: Format,
    kind: UnitKind,
    decoder: Decoder,
    /// The number of bytes before the front of the source.
    offset: u64,
    /// The number of bytes of the last unit, at the front of the source.
    taken: usize,
    /// The number of units before the next one.
    units: u64,
    /// The number of bytes of the open chunk that are left, for chains.
    left: usize,
}

impl<'a> Units<'a> {
    /// Reads from a stream that is not compressed and need not be buffered.
    pub fn new(input: impl Read + Send + 'a, format: Format, kind: UnitKind) -> Self {
        let mut source = Source::new(Box::new(input));
        // The mark of a chunk is checked itself.
        source.expects_text = (format != Format::Binpack).then_some(false);
        Self {
            source,
            format,
            kind,
            decoder: Decoder::new(),
            offset: 0,
            taken: 0,
            units: 0,
            left: 0,
        }
    }

    /// Returns the next unit, or `None` at the end.
    ///
    /// # Errors
    /// The input fails, ends within a unit, or is damaged.
    #[expect(clippy::should_implement_trait, reason = "units are borrowed")]
    pub fn next(&mut self) -> Result<Option<CopiedUnit<'_>>, Error> {
        let taken = core::mem::take(&mut self.taken);
        self.consume(taken);
        let found = match self.kind {
            UnitKind::Record => self.record(),
            UnitKind::Game => self.game(),
            UnitKind::Chunk => self.chunk().map(|size| Some((size?, 0))),
            UnitKind::Chain => self.chain(),
        };
        let Some((bytes, records)) = found? else {
            return Ok(None);
        };
        (self.taken, self.units) = (bytes, self.units + 1);
        let bytes = self.source.data().get(..bytes).unwrap_or_default();
        Ok(Some(CopiedUnit { bytes, records }))
    }

    fn consume(&mut self, bytes: usize) {
        self.source.consume(bytes);
        self.offset += bytes as u64;
    }

    fn fill(&mut self, bytes: usize) -> Result<&[u8], Error> {
        self.source.fill(bytes).map_err(Error::Read)?;
        let data = self.source.data();
        Ok(data.get(..bytes).unwrap_or(data))
    }

    fn damage(&self, reason: ReadError) -> Error {
        Error::Damage(Damage {
            format: self.format,
            number: self.units + 1,
            offset: self.offset,
            line: None,
            reason,
        })
    }

    fn record(&mut self) -> Result<Option<(usize, u64)>, Error> {
        match self.fill(RECORD)?.len() {
            0 => Ok(None),
            RECORD => Ok(Some((RECORD, 1))),
            bytes => Err(self.damage(ReadError::Truncated(bytes))),
        }
    }

    fn game(&mut self) -> Result<Option<(usize, u64)>, Error> {
        match find_game(&mut self.source, GAME_HEADER).map_err(Error::Read)? {
            Some((bytes, true)) => Ok(Some((bytes, ((bytes - GAME_HEADER) / 4 - 1) as u64))),
            Some((_, false)) => Err(self.damage(ReadError::TooLong(viriformat::LIMIT))),
            None => match self.source.data().len() {
                0 => Ok(None),
                bytes => Err(self.damage(ReadError::Truncated(bytes))),
            },
        }
    }

    /// Goes to the next chunk, and behind its header. Returns its size, or `None` at the end.
    fn chunk(&mut self) -> Result<Option<usize>, Error> {
        let is_first = self.offset == 0;
        let front = self.fill(HEADER)?;
        if front.is_empty() {
            return Ok(None);
        }
        let size = header(front, is_first).map_err(|why| self.damage(why.into()))?;
        let chunk = self.fill(HEADER + size)?.len();
        if chunk < HEADER + size {
            return Err(self.damage(BinpackReadError::Truncated(chunk).into()));
        }
        self.consume(HEADER);
        Ok(Some(size))
    }

    fn chain(&mut self) -> Result<Option<(usize, u64)>, Error> {
        while self.left == 0 {
            match self.chunk()? {
                Some(size) => self.left = size,
                None => return Ok(None),
            }
        }
        let data = self.source.data();
        let chunk = data.get(..self.left).unwrap_or(data);
        let mut records = 0;
        let mut count = |_: &ChainPosition| records += 1;
        let bytes = match self.decoder.chain(chunk, &mut count) {
            Ok(bytes) => bytes,
            Err(damage) => return Err(self.damage(damage.reason.into())),
        };
        self.left -= bytes;
        Ok(Some((bytes, records)))
    }
}

/// Writes units of one kind. Chains are joined to chunks of about 1 MiB.
pub struct UnitWriter<W> {
    output: W,
    kind: UnitKind,
    /// The open chunk, for chains.
    chunk: Vec<u8>,
}

impl<W: Write> UnitWriter<W> {
    /// Begins an output, which should be buffered.
    pub const fn new(output: W, kind: UnitKind) -> Self {
        Self {
            output,
            kind,
            chunk: Vec::new(),
        }
    }

    /// Writes a unit.
    ///
    /// # Errors
    /// The output fails.
    pub fn push(&mut self, unit: &[u8]) -> io::Result<()> {
        match self.kind {
            UnitKind::Record | UnitKind::Game => self.output.write_all(unit),
            UnitKind::Chunk => write_chunk(&mut self.output, unit),
            UnitKind::Chain => {
                if self.chunk.len() >= CHUNK {
                    write_chunk(&mut self.output, &self.chunk)?;
                    self.chunk.clear();
                }
                self.chunk.extend_from_slice(unit);
                Ok(())
            }
        }
    }

    /// Writes the last chunk, and returns the output.
    ///
    /// # Errors
    /// The output fails.
    pub fn finish(mut self) -> io::Result<W> {
        if !self.chunk.is_empty() {
            write_chunk(&mut self.output, &self.chunk)?;
        }
        Ok(self.output)
    }
}

fn write_chunk(output: &mut impl Write, chunk: &[u8]) -> io::Result<()> {
    output.write_all(&header_of(chunk.len()))?;
    output.write_all(chunk)
}
