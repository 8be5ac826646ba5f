//! The result file of a benchmark that is a program of its own.

use crate::code::KernelCode;
use crate::file::{NAMES, check_rounds, ensure, is_name, is_time, line, lines, nested, object};
use crate::{Document, Origin, Summary};
use anyhow::Result;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

/// The part of a result file that the benchmark writes.
pub trait BenchmarkRun: Serialize + DeserializeOwned {
    /// The format of the whole file.
    const FORMAT: &str;
    /// The name of the benchmark.
    const NAME: &str;
    /// The group of functions that it measures.
    const GROUP: &str;

    /// Checks everything that the types do not.
    ///
    /// # Errors
    /// A number or a name is impossible.
    fn check(&self) -> Result<()>;

    /// Returns the text: one line for each element of the long lists.
    ///
    /// # Errors
    /// The value does not serialize.
    fn text(&self) -> Result<String>;

    /// Returns the number of rounds: the length of every row's `seconds`.
    fn rounds(&self) -> usize;

    /// Returns the measurements.
    fn rows(&self) -> &[Row];
}

/// The measurements of one run, and the machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunFile<R> {
    /// [`Document::FORMAT`].
    pub format: String,
    /// The machine, the source, the compiler, the time.
    pub origin: Origin,
    /// The hashes of the functions' machine code, one for each instruction set; empty in files that
    /// do not tell.
    #[serde(default)]
    pub code: Vec<KernelCode>,
    /// The measurements.
    pub run: R,
}

impl<R: BenchmarkRun> Document for RunFile<R> {
    const FORMAT: &str = R::FORMAT;

    fn check(&self) -> Result<()> {
        self.origin.check()?;
        self.code.iter().try_for_each(KernelCode::check)?;
        self.run.check()
    }
}

impl<R: BenchmarkRun> RunFile<R> {
    /// Returns the text of the file.
    ///
    /// # Errors
    /// [`check`](Document::check) refuses it.
    pub fn to_json(&self) -> Result<String> {
        self.check()?;
        let fields = [
            ("format", line(&R::FORMAT)?),
            ("origin", nested(self.origin.text()?)),
            ("code", lines(&self.code)?),
            ("run", nested(self.run.text()?)),
        ];
        Ok(object(&fields) + "\n")
    }
}

/// The times of one contender in one case.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// The name of a tree or an array.
    pub case: String,
    /// The name of a kernel, or of other code.
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
