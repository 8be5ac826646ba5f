//! The progress of a perft, with an estimate of the remaining time.

use setwise_moves::PerftCounts;
use std::io::{IsTerminal, Write, stderr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Shorter runs show nothing.
const PATIENCE: Duration = Duration::from_secs(1);
/// The time between two changes of the line.
const PAUSE: Duration = Duration::from_millis(200);

/// The count so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct State {
    /// Parts of the tree that are finished.
    pub(super) done: usize,
    /// All parts; 0 until they are known.
    pub(super) parts: usize,
    pub(super) total: PerftCounts,
}

/// A state that threads share.
pub(super) type Shared = Arc<Mutex<State>>;

/// Returns the last state.
pub(super) fn latest(shared: &Shared) -> State {
    *shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A line on stderr, if that is a terminal; it is removed at the end.
pub(super) struct Progress {
    shared: Shared,
    start: Instant,
    /// When the line may change; `None` if there is no terminal.
    next: Option<Instant>,
    shown: bool,
}

impl Progress {
    pub(super) fn new(shared: Shared) -> Self {
        let start = Instant::now();
        Self {
            shared,
            start,
            next: stderr().is_terminal().then_some(start + PATIENCE),
            shown: false,
        }
    }

    /// Keeps the state, and shows it if it is time.
    pub(super) fn update(&mut self, state: State) {
        *self.shared.lock().unwrap_or_else(PoisonError::into_inner) = state;
        let now = Instant::now();
        if self.next.is_some_and(|next| now >= next) {
            self.next = Some(now + PAUSE);
            self.shown = true;
            let State { done, parts, total } = state;
            let line = line(now - self.start, done, parts, total.leaves);
            let _ = write!(stderr(), "\r{line}\x1b[K").and_then(|()| stderr().flush());
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.shown {
            wipe();
        }
    }
}

/// Removes the line of progress, if stderr is a terminal.
pub(super) fn wipe() {
    if stderr().is_terminal() {
        let _ = write!(stderr(), "\r\x1b[K");
    }
}

/// The line of progress. The estimate assumes parts of equal size.
fn line(elapsed: Duration, done: usize, parts: usize, leaves: u64) -> String {
    let share = done as f64 / parts.max(1) as f64;
    let seconds = elapsed.as_secs_f64() * (1.0 - share) / share.max(1e-9);
    let left = match seconds {
        ..90.0 => format!("{seconds:.0} s"),
        ..5400.0 => format!("{:.0} min", seconds / 60.0),
        _ => format!("{:.1} h", seconds / 3600.0),
    };
    format!(
        "{:.0} %, {:.0} million leaves, about {left} left",
        share * 100.0,
        leaves as f64 / 1e6
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates() {
        let cases = [
            (10, 1, "25 %, 5 million leaves, about 30 s left"),
            (60, 1, "25 %, 5 million leaves, about 3 min left"),
            (3600, 1, "25 %, 5 million leaves, about 3.0 h left"),
            (10, 4, "100 %, 5 million leaves, about 0 s left"),
        ];
        for (seconds, done, expected) in cases {
            let elapsed = Duration::from_secs(seconds);
            assert_eq!(line(elapsed, done, 4, 5_000_000), expected);
        }
    }
}
