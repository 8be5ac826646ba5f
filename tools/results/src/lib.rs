//! The result files of setwise's benchmarks.
//!
//! The root of the crate has the result file of one run of the matrix on one machine. Times are in
//! nanoseconds per board. The speed of a machine drifts, so a cell keeps one time per round, and
//! two cells are compared round by round: see [`MeasuredCell::ratio_to`].
//!
//! [`perft`], [`nnue`], [`processes`], [`predictions`] and [`code`] have the other kinds of files.
//! `origin` has the machine and the revision that every file
//! names, `file` how files are read, checked and written.

use anyhow::Result;
use file::{add_name, check_rounds, ensure, is_line, is_name, is_time};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::fmt;
use std::ops::Deref;

pub mod aside;
pub mod code;
mod entry;
mod file;
pub mod nnue;
mod origin;
pub mod perft;
pub mod predictions;
pub mod processes;
mod rows;
pub use entry::{Entry, Form};
pub use file::{Document, Fields, File, Run};
pub use origin::Origin;
pub use rows::Row;
pub use setwise_program::host::Cpu;

/// The file of a run of the matrix.
pub type ResultFile = File<Matrix>;

/// The measurements of one run of the matrix.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Matrix {
    /// Quick or full.
    pub mode: Mode,
    /// The number of rounds: the length of every cell's `rounds`.
    pub rounds: usize,
    /// ns per cycle of the CPU, one number per round; empty if that was not measured.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cycle: Vec<f64>,
    /// The positions.
    #[serde(default)]
    pub corpora: Vec<CorpusStats>,
    /// Which kernel the library chose on this machine for which call.
    #[serde(default)]
    pub selected: Vec<Selected>,
    /// The measurements.
    #[serde(default)]
    pub cells: Vec<MeasuredCell>,
}

/// Declares an enum whose values have names, which stand in files and on command lines.
macro_rules! named {
    ($(#[$doc:meta])* $kind:ident, $($(#[$note:meta])* $value:ident = $name:literal,)*) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        pub enum $kind {
            $($(#[$note])* #[serde(rename = $name)] $value,)*
        }

        impl $kind {
            /// Every value, in the order of reports.
            pub const ALL: [Self; [$($name),*].len()] = [$(Self::$value),*];

            /// The name in files and on command lines.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$value => $name,)*
                }
            }
        }

        impl fmt::Display for $kind {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.name())
            }
        }
    };
}

named! {
    /// How long the run was.
    Mode,
    /// Some minutes, a subset of the matrix: the default.
    Quick = "quick",
    /// The whole matrix.
    Full = "full",
}

named! {
    /// Whose sliders are filled.
    Side,
    /// Those of the side to move.
    Side = "side",
    /// Those of both sides.
    Both = "both",
}

named! {
    /// The meaning of a cell's time.
    Measure,
    /// Independent calls, one after the other.
    Throughput = "throughput",
    /// Each call depends on the result of the previous one.
    Latency = "latency",
}

named! {
    /// What a contender is.
    Role,
    /// The library through its public functions.
    Library = "library",
    /// A kernel of the library, called by name.
    Kernel = "kernel",
    /// The plain loop, which the compiler vectorizes.
    Loop = "loop",
    /// Scalar fills, fenced against vectorization.
    Scalar = "scalar",
    /// A lookup or computation for each slider, by code of others.
    Pieces = "pieces",
    /// A piece-wise system of the library.
    System = "system",
    /// The memory traffic of the call without the computation.
    Bound = "bound",
}

impl Run for Matrix {
    const FORMAT: &str = "setwise-matrix/4";
    const OLDER: &str = "setwise-results/3";
    const ENDING: &str = "";
    const GROUP: Option<&str> = None;

    fn rounds(&self) -> usize {
        self.rounds
    }

    fn check(&self) -> Result<()> {
        let impossible = self.cycle.iter().find(|cycle| !is_time(**cycle));
        ensure! {
            self.cycle.len() <= self.rounds => "`cycle` has {} numbers, but there were {} rounds", self.cycle.len(), self.rounds;
            impossible.is_none() => "`cycle`: {impossible:?} ns is an impossible time";
        }
        let mut names = HashSet::new();
        for corpus in &self.corpora {
            add_name(&mut names, "a corpus", &corpus.name)?;
            corpus.check()?;
        }
        for Selected { kernel, why, .. } in &self.selected {
            ensure! { is_name(kernel) && is_line(why) => "`selected`: an unusable text: {kernel:?}, {why:?}"; }
        }
        let mut seen = HashSet::new();
        for measured in &self.cells {
            let cell = &measured.cell;
            ensure! {
                names.contains(cell.corpus.as_str()) => "{cell}: there is no corpus of this name";
                is_name(&cell.contender) => "{cell}: the contender has no usable name";
                cell.n > 0 => "{cell}: n is 0";
                seen.insert(cell) => "{cell}: the cell is there twice";
            }
            check_rounds(cell, &measured.rounds, self.rounds)?;
            for Time { median, low, high } in measured.rounds.iter().flatten() {
                let in_order = is_time(*low) && low <= median && median <= high && is_time(*high);
                ensure! { in_order => "{cell}: an impossible time: 0 < {low} <= {median} <= {high}"; }
            }
        }
        Ok(())
    }
}

/// A corpus in numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CorpusStats {
    /// The name that cells refer to: `games`, `random`, `file`.
    pub name: String,
    /// The origin of the positions, in a sentence.
    pub source: String,
    /// The number of positions.
    pub positions: usize,
    /// Pieces on the board, pawns included.
    #[serde(alias = "men")]
    pub pieces: Spread,
    /// Sliders of the side to move; a queen is one slider.
    pub sliders_side: Spread,
    /// Sliders of both sides.
    pub sliders_both: Spread,
    /// The number of positions of each phase.
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

impl CorpusStats {
    fn check(&self) -> Result<()> {
        let (name, positions, phases) = (&self.name, self.positions, self.phases);
        let sum = phases.opening + phases.middlegame + phases.endgame;
        ensure! {
            is_line(&self.source) => "the source of corpus `{name}` has a control character";
            positions > 0 => "corpus `{name}` has no positions";
            sum == positions => "corpus `{name}` has {positions} positions, but {sum} by phase";
        }
        for (what, spread) in [
            ("pieces", self.pieces),
            ("sliders_side", self.sliders_side),
            ("sliders_both", self.sliders_both),
        ] {
            let Spread { mean, min, max } = spread;
            let in_order = f64::from(min) <= mean && mean <= f64::from(max);
            ensure! { in_order && max <= 64 => "corpus `{name}`: `{what}` is impossible: {min} <= {mean} <= {max}"; }
        }
        Ok(())
    }
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
    /// The least number of boards.
    pub from: usize,
    /// The kernel's name.
    pub kernel: String,
    /// The reason, in a sentence.
    pub why: String,
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

impl Time {
    /// Returns the median of some samples and, from their order alone, its confidence interval of
    /// 95 %; `None` without samples.
    pub fn of(mut samples: Vec<f64>) -> Option<Self> {
        samples.sort_by(f64::total_cmp);
        let last = samples.len().checked_sub(1)?;
        // The number of samples below the median is binomial.
        let half = 0.98 * (samples.len() as f64).sqrt();
        let at = |place: f64| samples[(place.round() as usize).min(last)];
        let middle = last as f64 / 2.0;
        let median = Summary::of(samples.iter().copied())?.median;
        let time = [median, at(middle - half), at(middle + half)];
        let [median, low, high] = time.map(five_digits);
        let (low, high) = (low.min(median), high.max(median));
        Some(Self { median, low, high })
    }
}

/// Rounds to five digits; further digits would be noise.
pub fn five_digits(value: f64) -> f64 {
    format!("{value:.4e}").parse().unwrap_or(value)
}

/// The median, the smallest and the largest value of some rounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// The median over the rounds.
    pub median: f64,
    /// The smallest.
    pub min: f64,
    /// The largest.
    pub max: f64,
    /// The number of rounds.
    pub rounds: usize,
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (entry, contender, n, corpus) = (self.entry, &self.contender, self.n, &self.corpus);
        write!(f, "{entry} of {contender}, n = {n}, {corpus} corpus, ")?;
        write!(f, "sliders: {}, {}", self.sliders, self.measure)
    }
}

impl Summary {
    /// Summarizes some numbers; `None` if there are none.
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
    /// Makes a cell without times.
    pub fn new(cell: Cell, role: Role, rounds: usize) -> Self {
        let rounds = vec![None; rounds];
        Self { cell, role, rounds }
    }

    /// Returns the ns per board over the rounds; `None` if every round is missing.
    pub fn time(&self) -> Option<Summary> {
        Summary::of(self.rounds.iter().flatten().map(|time| time.median))
    }

    /// Returns how many times faster than `other` this cell is: the time of `other` divided by this
    /// time, round by round, because the speed of a machine drifts between rounds. Only rounds of
    /// both cells count; `None` if there is none.
    pub fn ratio_to(&self, other: &Self) -> Option<Summary> {
        let pairs = self.rounds.iter().zip(&other.rounds);
        let ratio = |(mine, theirs): (&Option<Time>, &Option<Time>)| {
            Some(theirs.as_ref()?.median / mine.as_ref()?.median)
        };
        Summary::of(pairs.filter_map(ratio))
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
            ..MeasuredCell::new(cell, Role::Kernel, 0)
        }
    }

    #[test]
    fn names_are_those_of_the_file() {
        let json = serde_json::to_string(&Role::ALL).unwrap();
        assert_eq!(
            json,
            format!("[\"{}\"]", Role::ALL.map(Role::name).join("\",\""))
        );
    }

    #[test]
    fn the_interval_of_a_median() {
        let time = Time::of((0..100).rev().map(f64::from).collect()).unwrap();
        assert_eq!((time.median, time.low, time.high), (49.5, 40.0, 59.0));
        let time = Time::of(vec![2.0, 1.0]).unwrap();
        assert_eq!((time.median, time.low, time.high), (1.5, 1.0, 2.0));
        assert_eq!(Time::of(Vec::new()), None);
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
