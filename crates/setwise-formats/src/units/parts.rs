use crate::stream::{Codec, DecodeOptions, ReadPoint, Source, Totals};
use crate::vocabulary::{Format, ReadError};
use memchr::memmem;
use setwise_binpack::{HEADER, MARK, ReadError as BinpackReadError, header};
use std::io::{Error, ErrorKind, Read, Result, Seek, SeekFrom};

/// The number of bytes of a part, if units of a file allow it.
const PART: u64 = 1 << 20;

/// A place in a file where a [`Part`] begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Place {
    /// The number of bytes before it.
    pub offset: u64,
    /// The state of the decoder there; 0 at the beginning of a file.
    pub state: u64,
}

impl Place {
    /// Makes the place of an offset and a state that another place had.
    pub const fn new(offset: u64, state: u64) -> Self {
        Self { offset, state }
    }

    /// The point at which a [`Reader`](crate::Reader) [resumes](crate::Reader::at) here. Its lines
    /// are counted from here.
    pub fn point(&self) -> ReadPoint {
        ReadPoint {
            totals: Totals {
                bytes: self.offset,
                ..Totals::default()
            },
            lines: 0,
            state: self.state,
            first_damage: None,
        }
    }
}

/// Bytes of a file that are decoded on their own: a chunk of a binpack without its header, or about
/// 1 MiB of whole games, lines or records.
///
/// Parts depend on the file alone, so that several processes and threads can share its parts.
///
/// ```
/// use setwise_formats::{Format, ReadOptions, Reader, units::{Part, Place}};
/// use std::io::Cursor;
/// let text = "4k3/8/8/8/8/8/8/4K2R w K - 0 1\n".repeat(100_000);
/// let (mut file, size) = (Cursor::new(&text), text.len() as u64);
/// let (mut place, mut part, mut records) = (Place::default(), Part::default(), Vec::new());
/// while place.offset < size {
///     place = part.read(&mut file, Format::Fen, size, place, true)?;
///     let reader = Reader::new(&part.bytes[..], Format::Fen, ReadOptions::default());
///     let mut reader = reader.at(&part.place.point());
///     while reader.read_batch(&mut records, 4096)? > 0 {}
/// }
/// assert_eq!(records.len(), 100_000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Part {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// Where they begin.
    pub place: Place,
    /// The damage that shows before they are decoded, and the offset of its chunk.
    pub damage: Option<(u64, ReadError)>,
}

impl Part {
    /// Reads the part at a place of a file of this size. Returns the place behind it. A part that
    /// is not wanted may have no bytes.
    ///
    /// # Errors
    /// The file cannot be read, is shorter than this size, or is of a format that
    /// [is not cut](Format::is_cut).
    pub fn read(
        &mut self,
        file: &mut (impl Read + Seek + Send),
        format: Format,
        size: u64,
        place: Place,
        is_wanted: bool,
    ) -> Result<Place> {
        self.bytes.clear();
        self.place = place;
        self.damage = None;
        let codec = format.codec();
        if format == Format::Binpack {
            let offset = self.read_chunk(file, size, is_wanted)?;
            return Ok(Place::new(offset, 0));
        }
        let Some(cut) = codec.cut else {
            let why = format!("{format} is not read in parts");
            return Err(Error::new(ErrorKind::Unsupported, why));
        };
        if place.offset == 0 {
            let first = codec.decoder(&DecodeOptions::default());
            self.place.state = first.state().unwrap_or(0);
        }
        let place = self.place;
        let bytes = PART.min(size.saturating_sub(place.offset));
        let end = Place::new(place.offset + bytes, place.state);
        let is_last = end.offset >= size;
        if !is_wanted && (is_last || cut.is_fixed) {
            return Ok(end);
        }
        read_at(file, place.offset, bytes, &mut self.bytes)?;
        if is_last {
            return Ok(end);
        }
        match (cut.rule)(&self.bytes, place.state) {
            (0, _) => {
                let end = decode_units(file, codec, size, place)?;
                let bytes = end.offset - place.offset;
                read_at(file, place.offset, bytes, &mut self.bytes)?;
                Ok(end)
            }
            (bytes, state) => {
                self.bytes.truncate(bytes);
                Ok(Place::new(place.offset + bytes as u64, state))
            }
        }
    }

    /// Reads a chunk. Returns the offset behind it; if its header is damaged, that of the next mark
    /// of a chunk.
    fn read_chunk(
        &mut self,
        file: &mut (impl Read + Seek),
        size: u64,
        is_wanted: bool,
    ) -> Result<u64> {
        let at = self.place.offset;
        let left = size.saturating_sub(at);
        read_at(file, at, left.min(HEADER as u64), &mut self.bytes)?;
        let chunk = match header(&self.bytes, at == 0) {
            Ok(chunk) => chunk as u64,
            Err(why) => {
                self.bytes.clear();
                self.damage = Some((at, why.into()));
                return next_mark(file, at + 1, size);
            }
        };
        let start = at + HEADER as u64;
        let there = chunk.min(size - start);
        if there < chunk {
            let cut = BinpackReadError::Truncated(left as usize);
            self.damage = Some((at, cut.into()));
        }
        if is_wanted {
            self.place.offset = start;
            read_at(file, start, there, &mut self.bytes)?;
        }
        Ok(start + there)
    }
}

/// Finds a place between units by decoding them, for texts that have no obvious one.
fn decode_units(
    file: &mut (impl Read + Seek + Send),
    codec: &'static Codec,
    size: u64,
    place: Place,
) -> Result<Place> {
    file.seek(SeekFrom::Start(place.offset))?;
    let mut source = Source::new(Box::new(file.take(size - place.offset)));
    let mut decoder = codec.decoder(&DecodeOptions {
        counts: true,
        ..DecodeOptions::default()
    });
    decoder.restore(place.state);
    let (mut end, mut records) = (place, Vec::new());
    while let Some(unit) = decoder.decode(&mut source, &mut records)? {
        source.consume(unit.bytes);
        end.offset += unit.bytes as u64;
        records.clear();
        decoder.take_extras();
        if let Some(state) = decoder.state()
            && end.offset - place.offset >= PART
        {
            end.state = state;
            return Ok(end);
        }
    }
    Ok(Place::new(size, place.state))
}

/// Returns the place of the next mark of a chunk, or the size of the file if there is none.
fn next_mark(file: &mut (impl Read + Seek), from: u64, size: u64) -> Result<u64> {
    let (mut at, mut bytes) = (from, Vec::new());
    while at < size {
        read_at(file, at, PART.min(size - at), &mut bytes)?;
        if let Some(place) = memmem::find(&bytes, MARK) {
            return Ok(at + place as u64);
        }
        // The last bytes may be the first ones of a mark, so they are read again.
        at += (bytes.len() - bytes.len().min(MARK.len() - 1)).max(1) as u64;
    }
    Ok(size)
}

/// Reads exactly `size` bytes.
fn read_at(file: &mut (impl Read + Seek), at: u64, size: u64, bytes: &mut Vec<u8>) -> Result<()> {
    bytes.clear();
    file.seek(SeekFrom::Start(at))?;
    let read = file.take(size).read_to_end(bytes)? as u64;
    match read < size {
        true => {
            let end = at + read;
            let why = format!("the file is shorter than it was: it ends at byte {end}");
            Err(Error::new(ErrorKind::UnexpectedEof, why))
        }
        false => Ok(()),
    }
}
