//! The progress of the matrix, on stderr.

use setwise_results::{Cell, Measure, Side, Time};
use std::time::{Duration, Instant};

/// Counts the measurements, and estimates the time that is left from how wrong the plan was so far.
pub(crate) struct Progress {
    start: Instant,
    total: usize,
    planned: Duration,
    done: usize,
    spent: Duration,
}

impl Progress {
    /// Begins, with so many measurements that are planned to take this long together.
    pub(crate) fn new(total: usize, planned: Duration) -> Self {
        Self {
            start: Instant::now(),
            total,
            planned,
            done: 0,
            spent: Duration::ZERO,
        }
    }

    /// Reports a measurement that was planned to take `cost`.
    pub(crate) fn done(&mut self, cell: &Cell, time: Option<Time>, cost: Duration) {
        self.done += 1;
        self.spent += cost;
        let (done, total, left) = (self.done, self.total, self.left());
        let both = ["", " both sides"][usize::from(cell.sliders == Side::Both)];
        let latency = ["", " latency"][usize::from(cell.measure == Measure::Latency)];
        let time = time.map_or("not run".into(), |time| {
            format!("{:.2} ns/board", time.median)
        });
        let (entry, n, corpus, contender) = (cell.entry, cell.n, &cell.corpus, &cell.contender);
        let what = format!("{entry} n={n}{both}{latency}, {corpus} corpus, {contender}");
        let width = total.to_string().len();
        eprintln!("[{done:>width$}/{total}] {what}  {time}  ~{left} left");
    }

    /// Returns the time that is left.
    pub(crate) fn left(&self) -> String {
        let planned = self.planned.saturating_sub(self.spent).as_secs_f64();
        let spent = self.spent.as_secs_f64();
        let seconds = match spent > 2.0 {
            true => planned * self.start.elapsed().as_secs_f64() / spent,
            false => planned,
        };
        match seconds < 90.0 {
            true => format!("{seconds:.0} s"),
            false => format!("{:.0} min", seconds / 60.0),
        }
    }
}
