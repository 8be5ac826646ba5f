//! The progress of a perft, with an estimate of the remaining time.

use std::io::{IsTerminal, Write, stderr};
use std::time::{Duration, Instant};

/// Shorter runs show nothing.
const PATIENCE: Duration = Duration::from_secs(1);
/// The time between two changes of the line.
const PAUSE: Duration = Duration::from_millis(200);

/// A line on stderr, if that is a terminal; it is removed at the end.
pub(super) struct Progress {
    start: Instant,
    /// When the line may change.
    next: Instant,
}

impl Progress {
    pub(super) fn new() -> Self {
        let start = Instant::now();
        let next = start + PATIENCE;
        Self { start, next }
    }

    /// Shows how many parts of the tree are finished, and the leaves in them, if it is time.
    pub(super) fn update(&mut self, done: usize, parts: usize, leaves: u64) {
        let now = Instant::now();
        if now >= self.next && stderr().is_terminal() {
            self.next = now + PAUSE;
            let line = line(now - self.start, done, parts, leaves);
            let _ = write!(stderr(), "\r{line}\x1b[K");
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if stderr().is_terminal() {
            let _ = write!(stderr(), "\r\x1b[K");
        }
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
    let (percent, millions) = (share * 100.0, leaves as f64 / 1e6);
    format!("{percent:.0} %, {millions:.0} million leaves, about {left} left")
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
