//! The rows of benchmarks that measure whole trees or arrays.

use crate::Summary;
use crate::file::{check_rounds, ensure, is_name, is_time};
use anyhow::Result;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

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
    /// use setwise_results::Row;
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
pub(crate) fn check_rows(rows: &[Row], rounds: usize, cases: &HashSet<&str>) -> Result<()> {
    let mut seen = HashSet::new();
    for row in rows {
        let (case, contender, threads) = (&row.case, &row.contender, row.threads);
        let name = format!("`{contender}` with {threads} threads on `{case}`");
        ensure! {
            cases.contains(case.as_str()) => "{name}: there is no case of this name";
            is_name(contender) => "{name}: the contender has no usable name";
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
