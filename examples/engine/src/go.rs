//! The words after `go`.

use crate::time::{Clock, Limits};
use setwise_moves::Color;
use std::str::FromStr;
use std::time::Duration;

/// Reads the words after `go`, for the side to move. Without limits the search is infinite.
pub(crate) fn parse_limits(words: &[&str], turn: Color) -> Result<Limits, String> {
    let mut limits = Limits::default();
    let mut left = words;
    while let [name, rest @ ..] = left {
        let value = rest.first().copied();
        left = rest.get(1..).unwrap_or_default();
        let is_ours = name.starts_with('w') == (turn == Color::White);
        match *name {
            "infinite" => {
                limits.infinite = true;
                left = rest;
            }
            "depth" => limits.depth = Some(number(name, value)?),
            "nodes" => limits.nodes = Some(number(name, value)?),
            "movetime" => limits.move_time = Some(millis(name, value)?),
            "movestogo" => clock(&mut limits).moves_to_go = Some(number(name, value)?),
            "wtime" | "btime" => {
                let time = millis(name, value)?;
                if is_ours {
                    clock(&mut limits).left = time;
                }
            }
            "winc" | "binc" => {
                let time = millis(name, value)?;
                if is_ours {
                    clock(&mut limits).increment = time;
                }
            }
            _ => return Err(format!("go does not know {name:?}")),
        }
    }
    limits.infinite |= limits == Limits::default();
    Ok(limits)
}

fn clock(limits: &mut Limits) -> &mut Clock {
    limits.clock.get_or_insert_default()
}

fn number<T: FromStr>(name: &str, value: Option<&str>) -> Result<T, String> {
    let number = value.and_then(|value| value.parse().ok());
    number.ok_or_else(|| format!("{name} needs a number"))
}

/// A clock may have run below zero.
fn millis(name: &str, value: Option<&str>) -> Result<Duration, String> {
    let millis: i64 = number(name, value)?;
    Ok(Duration::from_millis(millis.max(0).unsigned_abs()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(text: &str, turn: Color) -> Result<Limits, String> {
        parse_limits(&text.split_whitespace().collect::<Vec<_>>(), turn)
    }

    #[test]
    fn limits_are_read() {
        let text = "wtime 1000 btime 2000 winc 10 binc 20 movestogo 5 depth 3";
        for (turn, left) in [(Color::White, 1000), (Color::Black, 2000)] {
            let found = limits(text, turn).unwrap();
            let clock = found.clock.unwrap();
            assert_eq!(clock.left, Duration::from_millis(left));
            assert_eq!(clock.increment, Duration::from_millis(left / 100));
            assert_eq!((clock.moves_to_go, found.depth), (Some(5), Some(3)));
            assert!(!found.infinite);
        }
        let overdrawn = limits("btime -50", Color::Black).unwrap();
        assert_eq!(overdrawn.clock, Some(Clock::default()));
        assert!(limits("", Color::White).unwrap().infinite);
        assert!(limits("infinite", Color::White).unwrap().infinite);
        for bad in ["depth", "depth x", "nodes -1", "movetime 1e3", "fast"] {
            assert!(limits(bad, Color::White).is_err(), "{bad}");
        }
    }
}
