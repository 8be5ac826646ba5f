//! The result file of one run of the benchmark of files of positions.

use crate::file::{Hashed, Run};
use crate::rounds::Row;
use serde::{Deserialize, Serialize};

/// `setwise-formats`.
pub const SETWISE: &str = "setwise";
/// A copy of the bytes of the file, and of the records.
pub const COPY: &str = "copy";

/// The part of the file that the benchmark writes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FormatsRun {
    /// The instruction set that the library chooses on this machine.
    pub best: String,
    /// What the records are, in a sentence.
    pub source: String,
    /// The formats, read and written.
    pub cases: Vec<FormatCase>,
}

/// A format that is read or written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FormatCase {
    /// The name that rows refer to.
    pub name: String,
    /// The name of the format.
    pub format: String,
    /// Whether it is written.
    pub is_written: bool,
    /// The number of records.
    pub records: u64,
    /// The size of the file.
    pub bytes: u64,
}

impl Run for FormatsRun {
    type Row = Row;
    const FORMAT: &str = "setwise-formats/1";
    const ENDING: &str = ".formats";
    const HASHED: Hashed = Hashed::Nothing;

    fn cases(&self) -> impl Iterator<Item = &String> {
        self.cases.iter().map(|case| &case.name)
    }
}
