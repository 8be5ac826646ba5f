//! Files, and the units into which they are cut for decoding.

use crate::error::{Damage, Error, ReadError, is_loaded};
use setwise_formats::Format;
use setwise_formats::units::{Part, Place as PartPlace};
use std::{fs::File, path::PathBuf};

/// A part of a file that is decoded on its own.
#[derive(Debug, Default)]
pub(crate) struct Unit {
    pub(crate) part: Part,
    /// The number of the file.
    pub(crate) file: usize,
    /// The number of the unit in its file.
    pub(crate) number: u64,
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
    pub(crate) part: PartPlace,
    pub(crate) number: u64,
}

impl Input {
    /// Checks a file and stores its size. The file is opened again for each unit, because a stream
    /// may have more files than a process can have open.
    pub(crate) fn open(path: PathBuf, format: Option<Format>) -> Result<Self, Error> {
        let format = format.or_else(|| Format::of_path(&path));
        let Some(format) = format.filter(|&format| is_loaded(format)) else {
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
        self.size.saturating_sub(self.place.part.offset)
    }

    /// Reads the next unit whose number passes `is_wanted`, into the memory of `bytes`. Returns
    /// `None` at the end of the file.
    pub(crate) fn next(&mut self, bytes: Vec<u8>, is_wanted: impl Fn(u64) -> bool) -> Option<Unit> {
        let mut unit = Unit::default();
        unit.part.bytes = bytes;
        let mut file = None;
        while self.left() > 0 {
            let Place { part: at, number } = self.place;
            let is_wanted = is_wanted(number);
            let (format, size, part) = (self.format, self.size, &mut unit.part);
            let read = match &mut file {
                Some(file) => part.read(file, format, size, at, is_wanted),
                None => File::open(&self.path)
                    .and_then(|opened| part.read(file.insert(opened), format, size, at, is_wanted)),
            };
            self.place.number += 1;
            unit.number = number;
            match read {
                Ok(next) => self.place.part = next,
                Err(why) => {
                    // The places of later units are unknown, so the rest of the file is skipped.
                    unit.part.bytes.clear();
                    unit.damage = Some(self.damage(at.offset, ReadError::File(why.into())));
                    self.place.part.offset = self.size;
                    return Some(unit);
                }
            }
            if is_wanted {
                let damage = unit.part.damage.take();
                unit.damage = damage.map(|(at, why)| self.damage(at, ReadError::Data(why)));
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
