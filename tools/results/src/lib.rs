//! The result files of setwise's benchmarks.
//!
//! The root of the crate has the result file of one run of the matrix on one machine. Times are in
//! nanoseconds per board. The speed of a machine drifts, so a cell keeps one time per round, and
//! two cells are compared over their common rounds: see [`Timed::ratio_to`].
//!
//! Times, corpora, choices and cases of features ignore unknown fields, which older files have.
//! [`perft`], [`nnue`], [`formats`], [`aside`] and [`code`] have the other kinds of files.
//! `file` reads, checks and writes files.

use serde::{Deserialize, Serialize};
use setwise_program::host::Cpu;
use std::{collections::BTreeMap, fmt, ops::Deref};

pub mod aside;
pub mod code;
mod entry;
mod file;
pub mod formats;
pub mod nnue;
pub mod perft;
mod rounds;
pub use entry::{Entry, Form};
pub use file::{Document, File, Hashed, Measured, Run};
pub use rounds::{Row, Summary, Time, Timed, five_digits};

/// The file of a run of the matrix.
pub type ResultFile = File<Matrix>;

/// What a run of the matrix knows beside its cells.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Matrix {
    /// Quick or full.
    pub mode: Mode,
    /// ns per cycle of the CPU, one number per round; empty if that was not measured.
    pub cycle: Vec<f64>,
    /// The positions.
    pub corpora: Vec<CorpusName>,
    /// Which kernel the library chose on this machine for which call.
    pub selected: Vec<Selected>,
}

/// The origin of a result file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Origin {
    /// The machine.
    pub cpu: Cpu,
    /// The revision of the source, as git names it, and `-dirty` if sources had changes; `before`
    /// and the revision that added the file if it was not recorded; empty without git.
    pub revision: String,
    /// The compiler, as `rustc --version` prints it.
    pub rustc: String,
    /// Build flags beyond the profile (`RUSTFLAGS`); empty if there were none.
    pub flags: String,
    /// The versions of the libraries that the benchmarks use; empty if they were not recorded.
    pub libraries: BTreeMap<String, String>,
    /// The time of the run in UTC, `2026-05-20T14:03:59Z`, or the day.
    pub time: String,
    /// The command that made the file.
    pub command: String,
}

impl Origin {
    /// Returns the day of the run.
    pub fn day(&self) -> &str {
        self.time.get(..10).unwrap_or(&self.time)
    }
}

/// Declares enums whose values have names, in lower case, in files and on command lines.
macro_rules! named {
    ($($(#[$doc:meta])* $kind:ident { $($(#[$note:meta])* $value:ident,)* })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(rename_all = "lowercase")]
        pub enum $kind {
            $($(#[$note])* $value,)*
        }

        impl $kind {
            /// Every value, in the order of reports.
            pub const ALL: [Self; [$(Self::$value),*].len()] = [$(Self::$value),*];
        }

        impl fmt::Display for $kind {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(&format!("{self:?}").to_lowercase())
            }
        }
    )*};
}

named! {
    /// How long the run was.
    Mode {
        /// Some minutes, a subset of the matrix: the default.
        Quick,
        /// The whole matrix.
        Full,
    }
    /// Whose sliders are filled.
    Side {
        /// Those of the side to move.
        Side,
        /// Those of both sides.
        Both,
    }
    /// The meaning of a cell's time.
    Measure {
        /// Independent calls, one after the other.
        Throughput,
        /// Each call depends on the result of the previous one.
        Latency,
    }
    /// What a contender is.
    Role {
        /// The library through its public functions.
        Library,
        /// A kernel of the library, called by name.
        Kernel,
        /// The plain loop, which the compiler vectorizes.
        Loop,
        /// The same fill, written with vectors of another library.
        Vectors,
        /// The same calls, written by hand with the intrinsics of the CPU.
        Intrinsics,
        /// Scalar fills, fenced against vectorization.
        Scalar,
        /// A lookup or computation for each slider, by code of others.
        Pieces,
        /// A piece-wise system of the library.
        System,
        /// The memory traffic of the call without the computation.
        Bound,
    }
}

impl Run for Matrix {
    type Row = MeasuredCell;
    const FORMAT: &str = "setwise-matrix/4";
    const ROWS: &str = "cells";
    const ENDING: &str = "";

    fn cases(&self) -> impl Iterator<Item = &String> {
        self.corpora.iter().map(|corpus| &corpus.name)
    }

    fn cycle(&self) -> Option<&[f64]> {
        (!self.cycle.is_empty()).then_some(&self.cycle)
    }
}

/// A corpus.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CorpusName {
    /// The name that cells refer to: `games`, `random`, `random-boards`.
    pub name: String,
}

/// The library's choice for one kind of call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Selected {
    /// The call.
    pub entry: Entry,
    /// The least number of boards.
    pub from: usize,
    /// The kernel's name.
    pub kernel: String,
}

/// The key of a cell of the matrix.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Cell {
    /// The call.
    pub entry: Entry,
    /// The measured code: a kernel (`avx512/sliced`), `setwise` for the library's own choice, or a
    /// peer.
    pub contender: String,
    /// Boards per call.
    pub n: usize,
    /// The name of the corpus.
    pub corpus: String,
    /// Whose sliders.
    pub sliders: Side,
    /// Throughput or latency.
    pub measure: Measure,
}

/// A cell with its times. It dereferences to the cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MeasuredCell {
    /// What is measured.
    #[serde(flatten)]
    pub cell: Cell,
    /// What the contender is.
    pub role: Role,
    /// One element per round, in round order; `null` where the round is missing.
    pub rounds: Vec<Option<Time>>,
}

impl Deref for MeasuredCell {
    type Target = Cell;

    fn deref(&self) -> &Cell {
        &self.cell
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (entry, contender, n, corpus) = (self.entry, &self.contender, self.n, &self.corpus);
        write!(f, "{entry} of {contender}, n = {n}, {corpus} corpus, ")?;
        write!(f, "sliders: {}, {}", self.sliders, self.measure)
    }
}

impl Timed for MeasuredCell {
    fn name(&self) -> String {
        self.cell.to_string()
    }

    fn case(&self) -> &str {
        &self.corpus
    }

    fn rounds(&self) -> impl Iterator<Item = Option<f64>> {
        let rounds = self.rounds.iter();
        rounds.map(|time| time.as_ref().map(|time| time.median))
    }
}
