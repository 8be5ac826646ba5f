//! Files, and the units into which they are cut for decoding.

use crate::error::{Damage, Error, ReadError};
use setwise_binpack::{HEADER, MARK, header};
use setwise_formats::Format;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::PathBuf;

/// The greatest size of a unit in bytes, except for chunks: each chunk is a unit of its own size.
const UNIT: u64 = 1 << 20;
/// The size in bytes of a record of bulletformat and marlinformat, and of the head of a game.
const RECORD: usize = 32;

/// Bytes of a file that are decoded on their own: a chunk, or a run of games or records.
#[derive(Debug, Default)]
pub(crate) struct Unit {
    pub(crate) bytes: Vec<u8>,
    /// The number of the file.
    pub(crate) file: usize,
    /// The number of the unit in its file.
    pub(crate) number: u64,
    /// The place of its bytes in the file.
    pub(crate) offset: u64,
    /// The damage that was found while the unit was read, before decoding.
    pub(crate) damage: Option<Damage>,
}

/// A file and the place of its next unit.
#[derive(Debug)]
pub(crate) struct Input {
    pub(crate) path: PathBuf,
    pub(crate) format: Format,
    pub(crate) size: u64,
    pub(crate) place: Place,
}

/// The place of a unit in a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) offset: u64,
    pub(crate) number: u64,
}

impl Input {
    /// Checks a file and stores its size. The file is opened again for each unit, because a stream
    /// may have more files than a process can have open.
    pub(crate) fn open(path: PathBuf, format: Option<Format>) -> Result<Self, Error> {
        let format = format.or_else(|| Format::of_path(&path));
        let Some(format) = format.filter(|format| FORMATS.contains(format)) else {
            return Err(Error::Format(path));
        };
        let size = File::open(&path).and_then(|file| Ok(file.metadata()?.len()));
        match size {
            Ok(0) => Err(Error::EmptyFile(path)),
            Ok(size) => Ok(Self {
                path,
                format,
                size,
                place: Place::default(),
            }),
            Err(why) => Err(Error::Open(path, why)),
        }
    }

    pub(crate) fn left(&self) -> u64 {
        self.size.saturating_sub(self.place.offset)
    }

    /// Reads the next unit whose number passes `is_wanted`, into the memory of `bytes`. Returns
    /// `None` at the end of the file.
    pub(crate) fn next(&mut self, bytes: Vec<u8>, is_wanted: impl Fn(u64) -> bool) -> Option<Unit> {
        let mut unit = Unit {
            bytes,
            ..Unit::default()
        };
        let mut file = None;
        while self.left() > 0 {
            let at = self.place.offset;
            unit.bytes.clear();
            (unit.number, unit.offset) = (self.place.number, at);
            unit.damage = None;
            let is_wanted = is_wanted(unit.number);
            let read = match &mut file {
                Some(file) => self.read(file, &mut unit, is_wanted),
                None => File::open(&self.path)
                    .and_then(|opened| self.read(file.insert(opened), &mut unit, is_wanted)),
            };
            self.place.number += 1;
            if let Err(why) = read {
                // The places of later units are unknown, so the rest of the file is skipped.
                unit.bytes.clear();
                unit.damage = Some(self.damage(at, ReadError::File(why.into())));
                self.place.offset = self.size;
                return Some(unit);
            }
            if is_wanted {
                return Some(unit);
            }
        }
        None
    }

    fn damage(&self, offset: u64, reason: ReadError) -> Damage {
        Damage {
            path: self.path.clone(),
            offset,
            reason,
        }
    }

    /// Reads the unit at the current place if it is wanted, and moves the place to its end.
    fn read(&mut self, file: &mut File, unit: &mut Unit, is_wanted: bool) -> io::Result<()> {
        let at = self.place.offset;
        let end = match self.format {
            Format::Binpack => return self.chunk(file, unit, is_wanted),
            Format::Viriformat => {
                read_at(file, at, UNIT.min(self.left()), &mut unit.bytes)?;
                let is_last = at + UNIT >= self.size;
                match whole_games(&unit.bytes) {
                    0 if is_last => self.size,
                    0 => {
                        let why = format!("no game ends within {UNIT} bytes");
                        let why = io::Error::new(io::ErrorKind::InvalidData, why);
                        unit.damage = Some(self.damage(at, ReadError::File(why.into())));
                        unit.bytes.clear();
                        self.size
                    }
                    bytes => {
                        unit.bytes.truncate(bytes);
                        at + bytes as u64
                    }
                }
            }
            _ => {
                let end = self.size.min(at + UNIT);
                if is_wanted {
                    read_at(file, at, end - at, &mut unit.bytes)?;
                }
                end
            }
        };
        self.place.offset = end;
        Ok(())
    }

    fn chunk(&mut self, file: &mut File, unit: &mut Unit, is_wanted: bool) -> io::Result<()> {
        let at = self.place.offset;
        read_at(file, at, self.left().min(HEADER as u64), &mut unit.bytes)?;
        let size = match header(&unit.bytes, at == 0) {
            Ok(size) => size as u64,
            Err(reason) => {
                unit.bytes.clear();
                unit.damage = Some(self.damage(at, ReadError::Data(reason.into())));
                self.place.offset = self.next_mark(file, at + 1)?;
                return Ok(());
            }
        };
        let start = at + HEADER as u64;
        let there = size.min(self.size - start);
        if there < size {
            let cut = setwise_binpack::ReadError::Truncated((self.size - at) as usize);
            unit.damage = Some(self.damage(at, ReadError::Data(cut.into())));
        }
        if is_wanted {
            unit.offset = start;
            read_at(file, start, there, &mut unit.bytes)?;
        }
        self.place.offset = start + there;
        Ok(())
    }

    /// Returns the place of the next mark of a chunk, or the size of the file if there is none.
    fn next_mark(&self, file: &mut File, from: u64) -> io::Result<u64> {
        let (mut at, mut bytes) = (from, Vec::new());
        while at < self.size {
            read_at(file, at, UNIT.min(self.size - at), &mut bytes)?;
            let found = bytes.windows(MARK.len()).position(|bytes| bytes == MARK);
            if let Some(place) = found {
                return Ok(at + place as u64);
            }
            // The last bytes may be the first ones of a mark, so they are read again.
            at += (bytes.len() - bytes.len().min(MARK.len() - 1)).max(1) as u64;
        }
        Ok(self.size)
    }
}

/// The formats of training data.
pub(crate) const FORMATS: [Format; 4] = [
    Format::Binpack,
    Format::Viriformat,
    Format::Bulletformat,
    Format::Marlinformat,
];

/// Reads exactly `size` bytes.
fn read_at(file: &mut File, at: u64, size: u64, bytes: &mut Vec<u8>) -> io::Result<()> {
    bytes.clear();
    file.seek(SeekFrom::Start(at))?;
    let read = file.by_ref().take(size).read_to_end(bytes)? as u64;
    match read < size {
        true => {
            let why = format!(
                "the file is shorter than it was: it ends at byte {}",
                at + read
            );
            Err(io::Error::new(io::ErrorKind::UnexpectedEof, why))
        }
        false => Ok(()),
    }
}

/// Returns the size of the complete games at the front of `bytes`.
fn whole_games(bytes: &[u8]) -> usize {
    let mut end = 0;
    loop {
        let moves = bytes.get(end + RECORD..).unwrap_or_default();
        let (moves, _) = moves.as_chunks::<4>();
        match moves.iter().position(|bytes| *bytes == [0; 4]) {
            Some(count) => end += RECORD + 4 * (count + 1),
            None => return end,
        }
    }
}

/// Returns the files of a stream in the order of their names here.
pub(crate) fn open_all(
    files: impl IntoIterator<Item = (PathBuf, Option<Format>)>,
) -> Result<Vec<Input>, Error> {
    let inputs = files
        .into_iter()
        .map(|(path, format)| Input::open(path, format));
    let inputs = inputs.collect::<Result<Vec<_>, _>>()?;
    match inputs.is_empty() {
        true => Err(Error::NoFiles),
        false => Ok(inputs),
    }
}
