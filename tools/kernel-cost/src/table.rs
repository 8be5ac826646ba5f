//! The committed counts: a text file, a line per kernel and entry point.

use crate::count::Cost;
use anyhow::{Context, Result};
use setwise_results::predictions::Prediction;
use std::collections::BTreeMap;

/// The part of a count by which it may change before [`differences`] reports it.
pub const TOLERANCE: f64 = 0.10;

/// The counts by kernel and entry point.
pub type Rows = BTreeMap<(String, String), Row>;

/// A line without the names.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    boards: usize,
    per_board: f64,
    calls: usize,
    spills: usize,
    doubts: String,
}

/// Returns the rows of some costs.
pub fn rows(costs: &[Cost]) -> Rows {
    let row = |cost: &Cost| {
        let doubts: Vec<&str> = cost.doubts.iter().copied().collect();
        let row = Row {
            boards: cost.boards,
            per_board: cost.instructions,
            calls: cost.calls,
            spills: cost.spills,
            doubts: doubts.join(", ").replace(' ', "-"),
        };
        ((cost.name.kernel.clone(), cost.name.entry.to_string()), row)
    };
    costs.iter().map(row).collect()
}

/// Formats the file.
pub fn text(title: &str, rows: &Rows) -> String {
    let mut text = format!("# {title}\n#\n{EXPLANATION}");
    for ((kernel, entry), row) in rows {
        let line = format!(
            "{kernel:<28} {entry:<20} {:>6}  {:>12.2}  {:>5}  {:>6}  {}",
            row.boards, row.per_board, row.calls, row.spills, row.doubts,
        );
        text += line.trim_end();
        text.push('\n');
    }
    text
}

const EXPLANATION: &str = "\
# boards: done per turn of the hot loop (1: the whole function). instructions: per board, on the longest way through
# the loop; of fills the mean of the eight directions. calls: in the loop. spills: vectors to and from the stack.
# A text after the numbers says why a count is doubtful.
# kernel                     call                 boards  instructions  calls  spills
";

/// Reads the file.
///
/// # Errors
/// A line has another form.
pub fn parse(text: &str) -> Result<Rows> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| parse_line(line).with_context(|| format!("not a row: {line}")))
        .collect()
}

fn parse_line(line: &str) -> Option<((String, String), Row)> {
    let mut words = line.split_whitespace();
    let key = (words.next()?.to_owned(), words.next()?.to_owned());
    let row = Row {
        boards: words.next()?.parse().ok()?,
        per_board: words.next()?.parse().ok()?,
        calls: words.next()?.parse().ok()?,
        spills: words.next()?.parse().ok()?,
        doubts: words.collect::<Vec<_>>().join(" "),
    };
    Some((key, row))
}

/// Lists the changes for the worse and the missing and added rows, a line each. Fewer instructions or spills than committed are
/// no change, unless there are so few that something must be missing.
pub fn differences(committed: &Rows, counted: &Rows) -> Vec<String> {
    let mut all = Vec::new();
    for ((kernel, entry), row) in counted {
        let mut add = |text: String| all.push(format!("{kernel} {entry}: {text}"));
        let Some(old) = committed.get(&(kernel.clone(), entry.clone())) else {
            add("not in the committed list".to_owned());
            continue;
        };
        let (new, before) = (row.per_board, old.per_board);
        if (new - before).abs() > before * TOLERANCE {
            add(format!(
                "{new:.2} instructions per board, {before:.2} committed"
            ));
        }
        if row.calls > old.calls {
            add(format!(
                "{} calls in the hot loop, {} committed",
                row.calls, old.calls
            ));
        }
        if row.spills > old.spills + old.spills / 4 + 4 {
            add(format!("{} spills, {} committed", row.spills, old.spills));
        }
        if row.boards != old.boards {
            add(format!(
                "{} boards per turn, {} committed",
                row.boards, old.boards
            ));
        }
        if row.doubts != old.doubts {
            add(format!(
                "doubts '{}', '{}' committed",
                row.doubts, old.doubts
            ));
        }
    }
    let lost = committed.keys().filter(|key| !counted.contains_key(*key));
    all.extend(lost.map(|(kernel, entry)| format!("{kernel} {entry}: committed, but not found")));
    all
}

/// Returns whether a prediction was made from the committed count.
pub fn is_current(committed: &Rows, prediction: &Prediction) -> bool {
    let row = committed.get(&(prediction.kernel.clone(), prediction.entry.clone()));
    // Both have two decimals, but halves are not rounded alike.
    row.is_some_and(|row| (row.per_board - prediction.instructions).abs() < 0.015)
}

/// Lists the predictions that were not made from the committed counts, a line each. (A kernel without a prediction is no
/// contradiction: the simulator is not everywhere.)
pub fn stale(committed: &Rows, predictions: &[Prediction]) -> Vec<String> {
    let stale = predictions
        .iter()
        .filter(|prediction| !is_current(committed, prediction));
    stale
        .map(|Prediction { kernel, entry, instructions, .. }| {
            format!("{kernel} {entry}: predicted from {instructions} instructions, not the committed count")
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::name::Name;
    use setwise_core::EntryPoint;

    fn cost(instructions: f64, calls: usize, spills: usize) -> Cost {
        Cost {
            name: Name {
                kernel: "neon/sliced".to_owned(),
                entry: EntryPoint::BatchAttacks,
            },
            boards: 16,
            instructions: instructions / 16.0,
            calls,
            spills,
            doubts: Default::default(),
            hash: 0,
            paths: Vec::new(),
        }
    }

    #[test]
    fn what_counts_as_a_difference() {
        let old = parse(&text("aarch64", &rows(&[cost(320.0, 0, 10)]))).unwrap();
        let of = |new: Cost| differences(&old, &rows(&[new]));
        assert!(of(cost(320.0, 0, 10)).is_empty());
        assert!(of(cost(350.0, 0, 16)).is_empty());
        assert_eq!(
            of(cost(360.0, 1, 17)),
            [
                "neon/sliced batch_attacks: 22.50 instructions per board, 20.00 committed",
                "neon/sliced batch_attacks: 1 calls in the hot loop, 0 committed",
                "neon/sliced batch_attacks: 17 spills, 10 committed",
            ]
        );
        let gone = differences(&old, &rows(&[]));
        assert_eq!(
            gone,
            ["neon/sliced batch_attacks: committed, but not found"]
        );
        let added = differences(&rows(&[]), &old);
        assert_eq!(
            added,
            ["neon/sliced batch_attacks: not in the committed list"]
        );
        assert!(parse("neon/sliced batch_attacks 16").is_err());
    }

    #[test]
    fn predictions_fit_the_counts() {
        let counts = parse(&text("aarch64", &rows(&[cost(305.0, 0, 0)]))).unwrap();
        let of = |instructions| {
            let prediction = Prediction {
                kernel: "neon/sliced".to_owned(),
                entry: "batch_attacks".to_owned(),
                boards: 16,
                instructions,
                cycles: BTreeMap::new(),
            };
            stale(&counts, &[prediction])
        };
        assert!(of(19.06).is_empty() && of(19.07).is_empty());
        assert_eq!(
            of(19.08),
            [
                "neon/sliced batch_attacks: predicted from 19.08 instructions, not the committed count"
            ]
        );
        assert!(stale(&counts, &[]).is_empty());
    }
}
