//! Counters of the work of a loader.

use crate::rules::Rule;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Counts of the work of a loader since its opening. Threads work ahead of the batches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counters {
    /// Bytes read from files.
    pub bytes: u64,
    /// Positions decoded.
    pub decoded: u64,
    /// Positions skipped by each rule, in the order of [`Rule::ALL`].
    pub skipped: [u64; Rule::ALL.len()],
    /// Positions for which the condition does not hold.
    pub excluded: u64,
    /// Samples delivered.
    pub delivered: u64,
    /// Damaged chunks, games and records, and errors of the system.
    pub damaged: u64,
    /// The time that threads have spent reading files, including waits for another thread's read.
    pub disk: Duration,
    /// The time that threads have waited for the consumer.
    pub consumer: Duration,
    /// The time that the consumer has waited for threads.
    pub starved: Duration,
}

impl Counters {
    /// Returns the number of positions that a rule has skipped.
    pub const fn skipped_by(&self, rule: Rule) -> u64 {
        self.skipped[rule as usize]
    }
}

/// Reads the [`Counters`] of a loader from any thread, also after its end.
#[derive(Clone, Debug)]
pub struct Meter(pub(crate) Arc<Tally>);

impl Meter {
    /// Returns the current counters.
    pub fn counters(&self) -> Counters {
        let get = |number: &AtomicU64| number.load(Ordering::Relaxed);
        let time = |number| Duration::from_nanos(get(number));
        let tally = &*self.0;
        Counters {
            bytes: get(&tally.bytes),
            decoded: get(&tally.decoded),
            skipped: tally.skipped.each_ref().map(get),
            excluded: get(&tally.excluded),
            delivered: get(&tally.delivered),
            damaged: get(&tally.damaged),
            disk: time(&tally.disk),
            consumer: time(&tally.consumer),
            starved: time(&tally.starved),
        }
    }
}

#[derive(Debug, Default)]
pub(crate) struct Tally {
    pub(crate) bytes: AtomicU64,
    pub(crate) decoded: AtomicU64,
    pub(crate) skipped: [AtomicU64; Rule::ALL.len()],
    pub(crate) excluded: AtomicU64,
    pub(crate) delivered: AtomicU64,
    pub(crate) damaged: AtomicU64,
    pub(crate) disk: AtomicU64,
    pub(crate) consumer: AtomicU64,
    pub(crate) starved: AtomicU64,
}

pub(crate) fn add(number: &AtomicU64, more: u64) {
    number.fetch_add(more, Ordering::Relaxed);
}

/// Adds the time since an instant, in nanoseconds.
pub(crate) fn add_time(number: &AtomicU64, since: Instant) {
    add(number, since.elapsed().as_nanos() as u64);
}
