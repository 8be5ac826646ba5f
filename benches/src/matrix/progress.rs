//! The progress of the matrix, on stderr.

use indicatif::{HumanDuration, ProgressBar};
use setwise_results::{Cell, Measure, Side, Time};
use std::time::Duration;

/// Counts the measurements, and estimates the time that is left.
pub(super) struct Progress {
    total: usize,
    done: usize,
    /// The planned time in milliseconds, of which it knows how fast it passes.
    plan: ProgressBar,
}

impl Progress {
    /// Begins, with so many measurements that are planned to take this long together.
    pub(super) fn new(total: usize, planned: Duration) -> Self {
        let (done, plan) = (0, ProgressBar::hidden());
        plan.set_length(planned.as_millis() as u64);
        Self { total, done, plan }
    }

    /// Reports a measurement that was planned to take `cost`.
    pub(super) fn done(&mut self, cell: &Cell, time: Option<Time>, cost: Duration) {
        self.done += 1;
        self.plan.inc(cost.as_millis() as u64);
        let (done, total, left) = (self.done, self.total, HumanDuration(self.plan.eta()));
        let both = ["", " both sides"][usize::from(cell.sliders == Side::Both)];
        let latency = ["", " latency"][usize::from(cell.measure == Measure::Latency)];
        let time = time.map(|time| format!("{:.2} ns/board", time.median));
        let time = time.unwrap_or_else(|| "not run".into());
        let (entry, n, corpus, contender) = (cell.entry, cell.n, &cell.corpus, &cell.contender);
        let what = format!("{entry} n={n}{both}{latency}, {corpus} corpus, {contender}");
        let width = total.to_string().len();
        eprintln!("[{done:>width$}/{total}] {what}  {time}  ~{left:#} left");
    }
}
