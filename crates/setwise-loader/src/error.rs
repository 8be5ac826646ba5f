//! Why a loader cannot be opened, or ends.

use crate::rules::RuleError;
use core::fmt;
use setwise_formats::{Fields, Format};
use std::{io, path::PathBuf, sync::Arc};

/// Why a loader cannot be opened, or why its batches end early.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// No files are given.
    NoFiles,
    /// A file cannot be opened.
    Open(PathBuf, io::Error),
    /// A file has no bytes.
    EmptyFile(PathBuf),
    /// The extension of a file does not name a format that the loader reads.
    Format(PathBuf),
    /// No set of features has this name.
    Features(String),
    /// The format of a file lacks what a skip rule or the condition asks for.
    Lacks(PathBuf, Fields),
    /// The condition reads this value or column, which training data does not have.
    Condition(String),
    /// A skip rule has an invalid value.
    Rule(RuleError),
    /// The number of rows of a batch is 0, or its entries do not fit 31 bits.
    BatchSize(usize),
    /// The rank is not below the number of ranks.
    Rank(u64, u64),
    /// The files have no rows for a rank of a cyclic loader: the rank, the number of ranks, and the
    /// number of chunks and runs of games or records.
    NoUnits(u64, u64, u64),
    /// A saved state is unreadable, or belongs to other files or other settings.
    State(&'static str),
    /// The memory of a batch is too small.
    Memory {
        /// The field of the batch.
        field: &'static str,
        /// Its number of entries.
        entries: usize,
        /// The number that is needed.
        needed: usize,
    },
    /// A position has more features than a row has places.
    RowTooShort {
        /// The number of features per perspective.
        features: usize,
        /// The number of places in a row.
        stride: usize,
    },
    /// A file is damaged, and damage is fatal.
    Damage(Damage),
    /// A whole epoch had no position that is kept, so that a cyclic loader would never end.
    NothingKept,
    /// A thread has failed, which is a bug of this crate.
    Thread,
}

/// Whether a loader reads files of a format: those that can be cut and have outcomes.
pub(crate) fn is_loaded(format: Format) -> bool {
    format.is_cut() && format.stores().contains(Fields::OUTCOME)
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoFiles => f.write_str("no files are given"),
            Self::Open(path, why) => write!(f, "{}: {why}", path.display()),
            Self::EmptyFile(path) => write!(f, "{}: the file is empty", path.display()),
            Self::Format(path) => {
                let known = Format::ALL.into_iter().filter(|&format| is_loaded(format));
                let known: Vec<_> = known
                    .map(|format| format!(".{}", format.extension()))
                    .collect();
                let (path, known) = (path.display(), known.join(", "));
                write!(f, "{path}: the extension is none of {known}")
            }
            Self::Features(name) => {
                write!(f, "{name:?} is no set of features; the sets are: {}", {
                    let names = setwise_nnue::NamedSet::ALL.iter().map(|set| set.name());
                    let single = names.filter(|name| !name.contains('+'));
                    single.collect::<Vec<_>>().join(", ")
                })
            }
            Self::Lacks(path, fields) => {
                write!(
                    f,
                    "{}: the format lacks what is needed: {fields}",
                    path.display()
                )
            }
            Self::Condition(name) => {
                write!(f, "condition: `{name}` is not known of training data")
            }
            Self::Rule(why) => why.fmt(f),
            Self::BatchSize(size) => write!(f, "a batch cannot have {size} rows"),
            Self::Rank(rank, world) => write!(f, "rank {rank} is not below {world}"),
            Self::NoUnits(rank, world, units) => write!(
                f,
                "rank {rank} of {world} has no rows: none of the {units} chunks and runs of 1 MiB is its own, and {world} in a file are enough"
            ),
            Self::State(why) => write!(f, "saved state: {why}"),
            Self::Memory {
                field,
                entries,
                needed,
            } => write!(f, "{field}: {entries} entries, but {needed} are needed"),
            Self::RowTooShort { features, stride } => {
                write!(f, "{features} features do not fit a row of {stride}")
            }
            Self::Damage(damage) => damage.fmt(f),
            Self::NothingKept => f.write_str("no position of all files is kept"),
            Self::Thread => f.write_str("a thread of the loader has failed"),
        }
    }
}

impl core::error::Error for Error {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Open(_, why) => Some(why),
            Self::Rule(why) => Some(why),
            Self::Damage(damage) => Some(damage),
            _ => None,
        }
    }
}

/// A place of a file that cannot be read, and why.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Damage {
    /// The file.
    pub path: PathBuf,
    /// The byte where the unreadable chain, game or record begins.
    pub offset: u64,
    /// The reason.
    pub reason: ReadError,
}

/// Why a place of a file cannot be read.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum ReadError {
    /// A chunk, a game, a line or a record is damaged.
    Data(setwise_formats::ReadError),
    /// The system failed, or the file has changed.
    File(Arc<io::Error>),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // The text of formats can name an option of the program.
            Self::Data(setwise_formats::ReadError::Binpack(why)) => why.fmt(f),
            Self::Data(why) => why.fmt(f),
            Self::File(why) => why.fmt(f),
        }
    }
}

impl core::error::Error for ReadError {}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (path, offset) = (self.path.display(), self.offset);
        write!(f, "{path}, byte {offset}: {}", self.reason)
    }
}

impl core::error::Error for Damage {}

/// The reaction to damage. Damage is always counted. Positions before it are delivered, except
/// those of a damaged game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnDamage {
    /// The loader ends with an error, after the rows before the damage.
    #[default]
    Stop,
    /// The rest of a damaged chunk is skipped, and the whole of a damaged game or record; after an
    /// error of the system, the rest of the file in this epoch.
    Skip,
}
