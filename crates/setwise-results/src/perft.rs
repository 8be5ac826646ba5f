//! The result file of one run of the perft benchmark.

use crate::code::KernelCode;
use crate::file::{NAMES, check_rounds, ensure, fields, is_name, is_time, object, with_run};
use crate::{Document, Origin, Summary};
use anyhow::Result;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

/// The library's best kernel, position after position.
pub const ONE_BY_ONE: &str = "one-by-one";
/// The crate `cozy-chess`.
pub const COZY_CHESS: &str = "cozy-chess";
/// The crate `chess`.
pub const CHESS: &str = "chess";

/// The array of few positions, which begins 16 bytes behind a multiple of 64, as a `Vec` does.
pub const IN_CACHE: &str = "in cache";
/// The same positions, which begin at a multiple of 64 bytes. Only the best kernel counts them.
pub const ALIGNED: &str = "in cache, aligned";

/// The measurements of one run, and the machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PerftFile {
    /// [`Document::FORMAT`].
    pub format: String,
    /// The machine, the source, the compiler, the time.
    pub origin: Origin,
    /// The hashes of the functions' machine code, one for each instruction set; empty in files that
    /// do not tell.
    #[serde(default)]
    pub code: Vec<KernelCode>,
    /// The measurements.
    pub run: PerftRun,
}

/// The part of the file that the benchmark writes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PerftRun {
    /// The number of rounds: the length of every row's `seconds`.
    pub rounds: usize,
    /// The instruction sets that the compiler was allowed to use in all code, among those that
    /// matter for move generation.
    pub built_for: Vec<String>,
    /// The kernel that the library chooses on this machine.
    pub best: String,
    /// Perfts.
    pub trees: Vec<Tree>,
    /// Arrays of positions that a call takes.
    pub arrays: Vec<Array>,
    /// The measurements.
    pub rows: Vec<Row>,
}

/// A perft.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tree {
    /// The name that rows refer to.
    pub name: String,
    /// The root.
    pub fen: String,
    /// The depth.
    pub depth: u32,
    /// The perft of this depth.
    pub leaves: u64,
    /// The perft of the depth before: the number of positions whose moves are counted.
    pub children: u64,
}

/// Positions in an array.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Array {
    /// The name that rows refer to.
    pub name: String,
    /// The call that takes the positions, if it is not `count_legal_moves`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub call: Option<String>,
    /// The origin of the positions, in a sentence.
    pub source: String,
    /// The number of positions.
    pub positions: u64,
    /// The number of their legal moves.
    pub moves: u64,
}

/// The times of one contender in one case.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// The name of a tree or an array.
    pub case: String,
    /// The name of a kernel, or [`ONE_BY_ONE`], [`COZY_CHESS`], [`CHESS`].
    pub contender: String,
    /// The number of threads.
    pub threads: usize,
    /// Seconds for one pass of the whole tree or array, one element per round, in round order;
    /// `null` in rounds that the contender sat out.
    pub seconds: Vec<Option<f64>>,
}

impl Row {
    /// Returns the seconds over the rounds; `None` if every round is missing.
    pub fn time(&self) -> Option<Summary> {
        Summary::of(self.seconds.iter().copied().flatten())
    }

    /// Returns how many times faster than `other` this row is: the time of `other` divided by this
    /// time, round by round. Only rounds of both rows count; `None` if there is none.
    ///
    /// ```
    /// use setwise_results::perft::Row;
    /// let row = |seconds: [Option<f64>; 2]| Row {
    ///     case: "startpos".into(),
    ///     contender: "wide".into(),
    ///     threads: 1,
    ///     seconds: seconds.to_vec(),
    /// };
    /// let (fast, slow) = (row([Some(1.0), Some(2.0)]), row([Some(3.0), None]));
    /// assert_eq!(fast.ratio_to(&slow).unwrap().median, 3.0);
    /// ```
    pub fn ratio_to(&self, other: &Self) -> Option<Summary> {
        let pairs = self.seconds.iter().zip(&other.seconds);
        Summary::of(pairs.filter_map(|(mine, theirs)| Some((*theirs)? / (*mine)?)))
    }
}

impl Document for PerftFile {
    const FORMAT: &str = "setwise-perft/2";

    fn check(&self) -> Result<()> {
        self.origin.check()?;
        self.code.iter().try_for_each(KernelCode::check)?;
        self.run.check()
    }
}

impl PerftFile {
    /// Returns the text of the file: one line per tree, array and row.
    ///
    /// # Errors
    /// [`check`](Document::check) refuses it.
    pub fn to_json(&self) -> Result<String> {
        self.check()?;
        let run = object(&fields!(self.run; rounds built_for best; trees arrays rows));
        with_run(Self::FORMAT, &self.origin, &self.code, run)
    }
}

impl PerftRun {
    fn check(&self) -> Result<()> {
        ensure! {
            self.rounds > 0 => "`rounds` is 0";
            !self.best.trim().is_empty() => "`best` is empty";
        }
        let mut cases = HashSet::new();
        for tree in &self.trees {
            let Tree { name, depth, .. } = tree;
            let (leaves, children) = (tree.leaves, tree.children);
            ensure! {
                is_name(name) => "a tree has no usable name: {NAMES}";
                cases.insert(name) => "there are two cases of the name `{name}`";
                *depth > 0 && leaves > 0 && children > 0 => "tree `{name}`: depth {depth}, {leaves} leaves and {children} children are impossible";
            }
        }
        for array in &self.arrays {
            let (name, positions) = (&array.name, array.positions);
            ensure! {
                is_name(name) => "an array has no usable name: {NAMES}";
                cases.insert(name) => "there are two cases of the name `{name}`";
                positions > 0 => "array `{name}` has no positions";
                array.call.as_deref().is_none_or(is_name) => "array `{name}`: the call has no usable name: {NAMES}";
            }
        }
        check_rows(&self.rows, self.rounds, &cases)
    }
}

/// Checks rows whose cases have these names.
pub(crate) fn check_rows(rows: &[Row], rounds: usize, cases: &HashSet<&String>) -> Result<()> {
    let mut seen = HashSet::new();
    for row in rows {
        let (case, contender, threads) = (&row.case, &row.contender, row.threads);
        let name = format!("`{contender}` with {threads} threads on `{case}`");
        ensure! {
            cases.contains(case) => "{name}: there is no case of this name";
            is_name(contender) => "{name}: the contender has no usable name: {NAMES}";
            threads > 0 => "{name}: no thread";
        }
        check_rounds(&name, &row.seconds, rounds)?;
        let mut times = row.seconds.iter().flatten();
        let impossible = times.find(|time| !is_time(**time));
        ensure! {
            impossible.is_none() => "{name}: {impossible:?} seconds are impossible";
            seen.insert((case, contender, threads)) => "{name}: the row is there twice";
        }
    }
    Ok(())
}
