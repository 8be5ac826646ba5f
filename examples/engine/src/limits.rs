//! Limits of a search.

use setwise_moves::Color;
use std::time::Duration;

/// What `go` asks for. Without limits, the search ends at `stop`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Limits {
    pub(crate) depth: Option<i32>,
    pub(crate) nodes: Option<u64>,
    /// The search stops here.
    pub(crate) time: Option<Duration>,
}

/// The time that is kept for the way between engine and opponent.
const RESERVE: Duration = Duration::from_millis(40);
/// The number of moves that the time is divided by where the game has no time control.
const USUAL_MOVES_TO_GO: i64 = 30;

impl Limits {
    /// Reads the words after `go`, for the side to move. Unknown words, and names of limits that no
    /// number follows, are skipped. A clock may have run below zero.
    pub(crate) fn parse(words: &[&str], turn: Color) -> Self {
        let number = |name: &str| -> Option<i64> {
            let at = words.iter().position(|word| *word == name)?;
            words.get(at + 1)?.parse().ok()
        };
        let millis = |name| {
            let millis = number(name)?.max(0).unsigned_abs();
            Some(Duration::from_millis(millis))
        };
        let [clock, increment] = match turn {
            Color::White => ["wtime", "winc"],
            Color::Black => ["btime", "binc"],
        };
        let moves = number("movestogo").unwrap_or(USUAL_MOVES_TO_GO);
        let moves = moves.clamp(1, USUAL_MOVES_TO_GO) as u32;
        let share = millis(clock).map(|left| {
            let left = left.saturating_sub(RESERVE);
            left.min(left / moves + millis(increment).unwrap_or_default() / 2)
        });
        let time = millis("movetime").or(share);
        Self {
            depth: number("depth").and_then(|depth| depth.try_into().ok()),
            nodes: number("nodes").and_then(|nodes| nodes.try_into().ok()),
            time: time.map(|time| time.max(Duration::from_millis(1))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(text: &str, turn: Color) -> Limits {
        Limits::parse(&text.split(' ').collect::<Vec<_>>(), turn)
    }

    #[test]
    fn limits_are_read() {
        let text = "wtime 1040 btime 2040 winc 10 binc 20 movestogo 5 depth 3";
        for (turn, time) in [(Color::White, 205), (Color::Black, 410)] {
            let found = limits(text, turn);
            assert_eq!(found.time, Some(Duration::from_millis(time)));
            assert_eq!((found.depth, found.nodes), (Some(3), None));
        }
        for late in ["btime -50", "btime 30 binc 1000", "btime 41 movestogo 1"] {
            let found = limits(late, Color::Black);
            assert_eq!(found.time, Some(Duration::from_millis(1)), "{late}");
        }
        for infinite in ["", "infinite", "depth", "mate 3", "winc 7"] {
            assert_eq!(limits(infinite, Color::White), Limits::default());
        }
    }
}
