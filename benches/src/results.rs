//! The result file of one run on one machine, and what may be concluded from it.
//!
//! Times are in nanoseconds per board. Machines drift, so a cell keeps one time per round, and two cells are
//! compared round by round: see [`MeasuredCell::ratio_to`].

use serde::{Deserialize, Serialize};
use std::fmt;

mod file;
pub mod perft;
pub use file::ResultError;

/// The form of the file that this code reads and writes.
pub const FORMAT: &str = "setwise-results/1";

/// Everything that one run of the matrix measured, and where.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResultFile {
    /// [`FORMAT`].
    pub format: String,
    /// The machine.
    pub cpu: Cpu,
    /// The compiler, as `rustc --version` prints it.
    pub rustc: String,
    /// Build flags beyond the release profile (`RUSTFLAGS`); empty if there were none.
    pub flags: String,
    /// The day of the run, `2026-05-20`.
    pub date: String,
    /// Quick or full.
    pub mode: Mode,
    /// How often the matrix was passed: the length of every cell's `rounds`.
    pub rounds: usize,
    /// ns per cycle of the CPU, one number per round; empty if that was not measured.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cycle: Vec<f64>,
    /// The command that made this file.
    pub command: String,
    /// The positions.
    pub corpora: Vec<CorpusStats>,
    /// Which kernel the library chose on this machine for which call.
    pub selected: Vec<Selected>,
    /// The measurements.
    pub cells: Vec<MeasuredCell>,
}

/// The machine of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cpu {
    /// The maker's name of it.
    pub model: String,
    /// As Rust names it: `x86_64`, `aarch64`.
    pub arch: String,
    /// Logical CPUs.
    pub cores: usize,
    /// The instruction sets that matter here, such as `avx2`, `gfni`.
    pub features: Vec<String>,
}

/// How long the run was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// The default: some minutes, a subset of the matrix.
    Quick,
    /// The whole matrix.
    Full,
}

/// What a cell calls. The names are those of the functions of the library.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Entry {
    /// One position, the union of all directions.
    Attacks,
    /// One position, eight directions, each of the eight words read.
    RayAttacks,
    /// One position, eight directions, stored and not read.
    RayAttacksStored,
    /// One position, one direction (the mean over the eight).
    OccludedFill,
    /// One rook or bishop (the mean over the two).
    PieceAttacks,
    /// Many positions, union.
    BatchAttacks,
    /// Many positions, eight output slices.
    BatchRayAttacks,
    /// Many positions, one direction (the mean over the eight).
    BatchOccludedFill,
    /// Many positions, union, on boards that are kept in the layout in which the library works, as their results are.
    SlicedAttacks,
}

/// Whose sliders are filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// The side to move's.
    Side,
    /// Both sides'.
    Both,
}

/// What the time of a cell means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Measure {
    /// Independent calls, one after the other.
    Throughput,
    /// Each call waits for the result of the one before.
    Latency,
}

/// A corpus in numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CorpusStats {
    /// The name that cells refer to: `games`, `random`, `file`.
    pub name: String,
    /// Where the positions come from, in a sentence.
    pub source: String,
    /// How many.
    pub positions: usize,
    /// Men on the board.
    pub men: Spread,
    /// Sliders of the side to move; a queen is one slider.
    pub sliders_side: Spread,
    /// Sliders of both sides.
    pub sliders_both: Spread,
    /// How many positions of each phase.
    pub phases: Phases,
}

/// A number that varies over the positions of a corpus.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spread {
    /// The mean.
    pub mean: f64,
    /// The smallest.
    pub min: u32,
    /// The largest.
    pub max: u32,
}

/// Positions by phase: pieces count knight 1, bishop 1, rook 2, queen 4, 24 at the start of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Phases {
    /// 20 and more.
    pub opening: usize,
    /// 9 to 19.
    pub middlegame: usize,
    /// 8 and less.
    pub endgame: usize,
}

/// The library's choice for one kind of call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Selected {
    /// The call.
    pub entry: Entry,
    /// From how many boards on.
    pub from: usize,
    /// The kernel's name.
    pub kernel: String,
    /// The reason, in a sentence.
    pub why: String,
}

/// What distinguishes a cell of the matrix from all others.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    /// The call.
    pub entry: Entry,
    /// Who answers it: a kernel's name (`avx512/sliced`), `setwise` for the library's own choice, or a peer.
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

/// A cell with its times.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MeasuredCell {
    /// The call.
    pub entry: Entry,
    /// Who answers it, as in [`Cell::contender`].
    pub contender: String,
    /// Boards per call.
    pub n: usize,
    /// The name of the corpus.
    pub corpus: String,
    /// Whose sliders.
    pub sliders: Side,
    /// Throughput or latency.
    pub measure: Measure,
    /// One element per round, in round order; `null` where the round is missing.
    pub rounds: Vec<Option<Time>>,
}

/// A time in ns per board with its confidence interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Time {
    /// The median of the round's samples.
    pub median: f64,
    /// Lower end of the confidence interval.
    pub low: f64,
    /// Upper end of the confidence interval.
    pub high: f64,
}

/// The median of some rounds and how far they went.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// The median over the rounds.
    pub median: f64,
    /// The smallest.
    pub min: f64,
    /// The largest.
    pub max: f64,
    /// Over how many rounds.
    pub rounds: usize,
}

impl Entry {
    /// All entries, in the order of the report.
    pub const ALL: [Self; 9] = [
        Self::BatchAttacks,
        Self::SlicedAttacks,
        Self::BatchRayAttacks,
        Self::BatchOccludedFill,
        Self::Attacks,
        Self::RayAttacks,
        Self::RayAttacksStored,
        Self::OccludedFill,
        Self::PieceAttacks,
    ];

    /// The name in files and on command lines.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Attacks => "attacks",
            Self::RayAttacks => "ray_attacks",
            Self::RayAttacksStored => "ray_attacks_stored",
            Self::OccludedFill => "occluded_fill",
            Self::PieceAttacks => "piece_attacks",
            Self::BatchAttacks => "batch_attacks",
            Self::BatchRayAttacks => "batch_ray_attacks",
            Self::BatchOccludedFill => "batch_occluded_fill",
            Self::SlicedAttacks => "sliced_attacks",
        }
    }

    /// A call with many boards (true) or with one (false)?
    pub const fn is_batch(self) -> bool {
        matches!(
            self,
            Self::BatchAttacks
                | Self::BatchRayAttacks
                | Self::BatchOccludedFill
                | Self::SlicedAttacks
        )
    }
}

impl Side {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Side, Self::Both];

    /// The name in files and on command lines.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Side => "side",
            Self::Both => "both",
        }
    }
}

impl Measure {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Throughput, Self::Latency];

    /// The name in files and on command lines.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Throughput => "throughput",
            Self::Latency => "latency",
        }
    }
}

impl Mode {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Quick, Self::Full];

    /// The name in files and on command lines.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Quick => "quick",
            Self::Full => "full",
        }
    }
}

/// Display and parsing by name for the enums of a result file.
macro_rules! by_name {
    ($($kind:ident: $what:literal),*) => {$(
        impl fmt::Display for $kind {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.name())
            }
        }

        impl std::str::FromStr for $kind {
            type Err = String;

            fn from_str(text: &str) -> Result<Self, String> {
                Self::ALL.into_iter().find(|k| k.name() == text).ok_or_else(|| {
                    let names = Self::ALL.map(Self::name).join(", ");
                    format!("`{text}` is no {}; there are {names}", $what)
                })
            }
        }
    )*};
}
by_name!(Entry: "entry point", Side: "choice of sliders", Measure: "measure", Mode: "mode");

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            entry,
            contender,
            n,
            corpus,
            sliders,
            measure,
        } = self;
        write!(
            f,
            "{entry} of {contender}, n = {n}, {corpus} corpus, sliders: {sliders}, {measure}"
        )
    }
}

impl Summary {
    /// Of some numbers; `None` if there is none.
    pub fn of(numbers: impl IntoIterator<Item = f64>) -> Option<Self> {
        let mut sorted: Vec<f64> = numbers.into_iter().collect();
        sorted.sort_by(f64::total_cmp);
        let (min, max) = (*sorted.first()?, *sorted.last()?);
        let rounds = sorted.len();
        let median = (sorted[(rounds - 1) / 2] + sorted[rounds / 2]) / 2.0;
        Some(Self {
            median,
            min,
            max,
            rounds,
        })
    }
}

impl MeasuredCell {
    /// A cell without any time yet.
    pub fn new(cell: Cell, rounds: usize) -> Self {
        let Cell {
            entry,
            contender,
            n,
            corpus,
            sliders,
            measure,
        } = cell;
        let rounds = vec![None; rounds];
        Self {
            entry,
            contender,
            n,
            corpus,
            sliders,
            measure,
            rounds,
        }
    }

    /// What is measured.
    pub fn cell(&self) -> Cell {
        Cell {
            entry: self.entry,
            contender: self.contender.clone(),
            n: self.n,
            corpus: self.corpus.clone(),
            sliders: self.sliders,
            measure: self.measure,
        }
    }

    /// ns per board over the rounds; `None` if every round is missing.
    pub fn time(&self) -> Option<Summary> {
        Summary::of(self.rounds.iter().flatten().map(|time| time.median))
    }

    /// How many times faster than `other` this cell is: `other`'s time divided by this one's, round by round,
    /// because only the times of one round are near each other in time. Rounds that either cell lacks do not
    /// count; `None` if no round is left.
    pub fn ratio_to(&self, other: &Self) -> Option<Summary> {
        let pairs = self.rounds.iter().zip(&other.rounds);
        Summary::of(
            pairs
                .filter_map(|(mine, theirs)| Some(theirs.as_ref()?.median / mine.as_ref()?.median)),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(medians: &[Option<f64>]) -> MeasuredCell {
        let cell = Cell {
            entry: Entry::BatchAttacks,
            contender: "u64/kogge-stone".into(),
            n: 64,
            corpus: "games".into(),
            sliders: Side::Side,
            measure: Measure::Throughput,
        };
        let time = |median: f64| Time {
            median,
            low: median,
            high: median,
        };
        MeasuredCell {
            rounds: medians.iter().map(|m| m.map(time)).collect(),
            ..MeasuredCell::new(cell, 0)
        }
    }

    #[test]
    fn names_are_those_of_the_file() {
        for entry in Entry::ALL {
            assert_eq!(
                serde_json::to_string(&entry).unwrap(),
                format!("\"{entry}\"")
            );
            assert_eq!(entry.name().parse(), Ok(entry));
        }
        for (json, name) in [
            (
                serde_json::to_string(&Side::ALL).unwrap(),
                Side::ALL.map(Side::name),
            ),
            (
                serde_json::to_string(&Measure::ALL).unwrap(),
                Measure::ALL.map(Measure::name),
            ),
            (
                serde_json::to_string(&Mode::ALL).unwrap(),
                Mode::ALL.map(Mode::name),
            ),
        ] {
            assert_eq!(json, format!("[\"{}\",\"{}\"]", name[0], name[1]));
        }
        assert_eq!(
            "slow".parse::<Mode>().unwrap_err(),
            "`slow` is no mode; there are quick, full"
        );
    }

    /// A drift of the machine between rounds that hits both cells leaves the ratio alone.
    #[test]
    fn ratios_are_taken_round_by_round() {
        let fast = cell(&[Some(1.0), Some(1.6), None, Some(1.1)]);
        let slow = cell(&[Some(10.0), Some(16.0), Some(99.0), Some(9.9)]);
        let ratio = fast.ratio_to(&slow).unwrap();
        assert_eq!((ratio.median, ratio.rounds), (10.0, 3));
        assert_eq!((ratio.min, ratio.max), (9.9 / 1.1, 10.0));
        assert_eq!(fast.time().unwrap().median, 1.1);
        assert_eq!(slow.time().unwrap().median, (10.0 + 16.0) / 2.0);
        assert_eq!(
            cell(&[None, Some(1.0)]).ratio_to(&cell(&[Some(1.0), None])),
            None
        );
        assert_eq!(cell(&[None]).time(), None);
    }
}
