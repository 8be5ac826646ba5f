//! How far the matrix is, on stderr.

use setwise_benches::results::{Cell, Measure, Side};
use std::time::{Duration, Instant};

/// Counts what is done, and guesses what is left from how wrong the plan was so far.
pub(crate) struct Progress {
    start: Instant,
    total: usize,
    planned: Duration,
    done: usize,
    spent: Duration,
}

impl Progress {
    /// Of so many measurements, planned to take this long together.
    pub(crate) fn new(total: usize, planned: Duration) -> Self {
        Self {
            start: Instant::now(),
            total,
            planned,
            done: 0,
            spent: Duration::ZERO,
        }
    }

    /// A line between the others.
    pub(crate) fn say(&self, line: &str) {
        eprintln!("{line}");
    }

    /// A measurement is done that was planned to take `cost`.
    pub(crate) fn done(&mut self, cell: &Cell, ns: Option<f64>, cost: Duration) {
        self.done += 1;
        self.spent += cost;
        let width = self.total.to_string().len();
        let mut what = format!("{} n={}", cell.entry, cell.n);
        if cell.sliders == Side::Both {
            what += " both sides";
        }
        if cell.measure == Measure::Latency {
            what += " latency";
        }
        let time = ns.map_or(String::from("not run"), |ns| format!("{ns:.2} ns/board"));
        eprintln!(
            "[{:>width$}/{}] {what}, {} corpus, {}  {time}  ~{} left",
            self.done,
            self.total,
            cell.corpus,
            cell.contender,
            self.left()
        );
    }

    /// The time that is left.
    pub(crate) fn left(&self) -> String {
        let planned = self.planned.saturating_sub(self.spent).as_secs_f64();
        let factor = if self.spent > Duration::from_secs(2) {
            self.start.elapsed().as_secs_f64() / self.spent.as_secs_f64()
        } else {
            1.0
        };
        let seconds = planned * factor;
        if seconds < 90.0 {
            format!("{seconds:.0} s")
        } else {
            format!("{:.0} min", seconds / 60.0)
        }
    }
}
