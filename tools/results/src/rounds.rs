//! Times by round, and their comparison.

use serde::{Deserialize, Serialize};

/// A measurement with a time for each round.
pub trait Timed {
    /// Returns what was measured, unique in a file.
    fn name(&self) -> String;

    /// Returns the name of the positions or the tree that it was measured on.
    fn case(&self) -> &str;

    /// Returns the times in round order; `None` where the round is missing.
    fn rounds(&self) -> impl Iterator<Item = Option<f64>>;

    /// Returns the time over the rounds; `None` if every round is missing.
    fn time(&self) -> Option<Summary> {
        Summary::of(self.rounds().flatten())
    }

    /// Returns the median of the time; infinity if every round is missing.
    fn median(&self) -> f64 {
        self.time().map_or(f64::INFINITY, |time| time.median)
    }

    /// Returns how many times as fast as `other` this one is: the quotient of the medians over the
    /// rounds of both, because the speed of a machine drifts between rounds; `None` if there is no
    /// such round.
    ///
    /// ```
    /// use setwise_results::{Row, Timed};
    /// let row = |seconds| Row { seconds, ..Row::default() };
    /// let (fast, slow) = (vec![Some(1.0), Some(2.0)], vec![Some(3.0), None]);
    /// assert_eq!(row(fast).ratio_to(&row(slow)), Some(3.0));
    /// ```
    fn ratio_to(&self, other: &Self) -> Option<f64> {
        let both = self.rounds().zip(other.rounds());
        let both = both.filter_map(|(mine, theirs)| mine.zip(theirs));
        let (mine, theirs): (Vec<_>, Vec<_>) = both.unzip();
        Some(Summary::of(theirs)?.median / Summary::of(mine)?.median)
    }
}

/// The times of one contender in one case: a whole tree or array.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
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

impl Timed for Row {
    fn name(&self) -> String {
        let (case, contender, threads) = (&self.case, &self.contender, self.threads);
        format!("`{contender}` with {threads} threads on `{case}`")
    }

    fn case(&self) -> &str {
        &self.case
    }

    fn rounds(&self) -> impl Iterator<Item = Option<f64>> {
        self.seconds.iter().copied()
    }
}

/// A time in ns per board.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Time {
    /// The median of the round's samples.
    pub median: f64,
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
}

impl Summary {
    /// Summarizes some numbers; `None` if there are none.
    pub fn of(numbers: impl IntoIterator<Item = f64>) -> Option<Self> {
        let mut sorted: Vec<f64> = numbers.into_iter().collect();
        sorted.sort_by(f64::total_cmp);
        let (min, max) = (*sorted.first()?, *sorted.last()?);
        let rounds = sorted.len();
        let median = (sorted[(rounds - 1) / 2] + sorted[rounds / 2]) / 2.0;
        Some(Self { median, min, max })
    }

    /// Returns the distance between the smallest and the largest value, as a share of the median.
    pub fn spread(&self) -> f64 {
        (self.max - self.min) / self.median
    }
}
