//! The words after `go`.

use crate::time::{Clock, Limits};
use setwise_moves::Color;
use std::time::Duration;

/// Reads the words after `go`, for the side to move. Without limits the search is infinite. Returns
/// the limits, and the words that are skipped: unknown ones, and names of limits that no number
/// follows.
pub(crate) fn parse_limits<'a>(words: &[&'a str], turn: Color) -> (Limits, Vec<&'a str>) {
    let (mut limits, mut skipped) = (Limits::default(), Vec::new());
    let mut left = words;
    while let [name, rest @ ..] = left {
        left = match (*name, rest) {
            ("infinite", _) => {
                limits.infinite = true;
                rest
            }
            (_, [value, behind @ ..]) if read(&mut limits, name, value, turn).is_some() => behind,
            _ => {
                skipped.push(*name);
                rest
            }
        };
    }
    limits.infinite |= limits == Limits::default();
    (limits, skipped)
}

/// Reads a limit. Returns `None` if no limit has the name, or if the value is not its number.
fn read(limits: &mut Limits, name: &str, value: &str, turn: Color) -> Option<()> {
    let is_ours = name.starts_with('w') == (turn == Color::White);
    match name {
        "depth" => limits.depth = Some(value.parse().ok()?),
        "nodes" => limits.nodes = Some(value.parse().ok()?),
        "movetime" => limits.move_time = Some(millis(value)?),
        "movestogo" => clock(limits).moves_to_go = Some(value.parse().ok()?),
        "wtime" | "btime" if is_ours => clock(limits).left = millis(value)?,
        "winc" | "binc" if is_ours => clock(limits).increment = millis(value)?,
        "wtime" | "btime" | "winc" | "binc" => _ = millis(value)?,
        _ => return None,
    }
    Some(())
}

fn clock(limits: &mut Limits) -> &mut Clock {
    limits.clock.get_or_insert_default()
}

/// A clock may have run below zero.
fn millis(value: &str) -> Option<Duration> {
    let millis: i64 = value.parse().ok()?;
    Some(Duration::from_millis(millis.max(0).unsigned_abs()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(text: &str, turn: Color) -> (Limits, String) {
        let words: Vec<_> = text.split_whitespace().collect();
        let (limits, skipped) = parse_limits(&words, turn);
        (limits, skipped.join(" "))
    }

    #[test]
    fn limits_are_read() {
        let text = "wtime 1000 btime 2000 winc 10 binc 20 movestogo 5 depth 3";
        for (turn, left) in [(Color::White, 1000), (Color::Black, 2000)] {
            let (found, skipped) = limits(text, turn);
            let clock = found.clock.unwrap();
            assert_eq!(clock.left, Duration::from_millis(left));
            assert_eq!(clock.increment, Duration::from_millis(left / 100));
            assert_eq!((clock.moves_to_go, found.depth), (Some(5), Some(3)));
            assert!(!found.infinite && skipped.is_empty());
        }
        let (overdrawn, _) = limits("btime -50", Color::Black);
        assert_eq!(overdrawn.clock, Some(Clock::default()));
        assert!(limits("", Color::White).0.infinite);
        assert!(limits("infinite", Color::White).0.infinite);
    }
}
