//! The result file of one run of the benchmark of NNUE features.

use crate::code::FEATURES;
use crate::file::{Hashed, Run};
use crate::rounds::Row;
use serde::{Deserialize, Serialize};

/// Scalar code that writes both perspectives in one pass.
pub const ONE_PASS: &str = "one-pass";
/// Scalar code that writes one perspective after the other.
pub const BY_PERSPECTIVE: &str = "by-perspective";
/// A copy of the finished rows.
pub const COPY: &str = "copy";
/// A constant in all entries of padded rows, with ordinary stores.
pub const FILL: &str = "fill";
/// The same with non-temporal stores.
pub const STREAM: &str = "stream";
/// `Changes::find` of `setwise-nnue`, from two sets of bitboards.
pub const FIND: &str = "find";
/// Scalar code that looks at each changed square, before the move and after it.
pub const BY_SQUARE: &str = "by-square";
/// Arithmetic in registers.
pub const REGISTERS: &str = "registers";

/// What the benchmark itself knows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NnueRun {
    /// ns per cycle of the CPU, one number per round.
    pub cycle: Vec<f64>,
    /// The instruction set that the library chooses on this machine.
    pub best: String,
    /// How the scalar code looks up the attacks of sliders.
    pub lookup: String,
    /// Where the positions come from, in a sentence.
    pub source: String,
    /// The number of entries of a padded row.
    pub stride: usize,
    /// What was measured, in the order of the report.
    pub cases: Vec<Case>,
}

/// Where the features go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Output {
    /// Rows without gaps.
    Csr,
    /// Rows of equal length.
    Padded,
    /// Only their number.
    Count,
    /// The attacks that a move removes and adds, without numbers.
    Records,
    /// The features that a move removes and adds, of both perspectives.
    Changes,
    /// Those of one perspective.
    ChangesOfOne,
    /// All features of the position before the move, of both perspectives.
    All,
}

impl Output {
    /// Returns whether it is of a move, not of a position.
    pub const fn is_of_moves(self) -> bool {
        !matches!(self, Self::Csr | Self::Padded | Self::Count)
    }
}

/// A set of features with an output.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Case {
    /// The name that rows refer to.
    pub name: String,
    /// The name of the set.
    pub set: String,
    /// The output.
    pub output: Output,
    /// The number of positions or moves of a pass.
    pub positions: u64,
    /// The mean number of features per perspective.
    pub features: f64,
    /// Whether numbers of threads are compared, not contenders.
    pub threads: bool,
}

impl Run for NnueRun {
    type Row = Row;
    const FORMAT: &str = "setwise-nnue/3";
    const ENDING: &str = ".nnue";
    const HASHED: Hashed = Hashed::Group(FEATURES);

    fn cases(&self) -> impl Iterator<Item = &String> {
        self.cases.iter().map(|case| &case.name)
    }

    fn cycle(&self) -> Option<&[f64]> {
        Some(&self.cycle)
    }
}
