//! The committed counts: a text file, a line per kernel and entry point.

use crate::count::{Cost, Counts};
use crate::name::Name;
use anyhow::{Context, Result};
use setwise_results::predictions::Prediction;
use std::collections::BTreeMap;

/// The part of a count by which it may change before [`differences`] reports it.
pub const TOLERANCE: f64 = 0.10;

/// The counts by kernel and entry point.
pub type Rows = BTreeMap<(String, String), Counts>;

/// Returns the rows of some costs.
pub fn rows(costs: &[Cost]) -> Rows {
    let key = |name: &Name| (name.kernel.clone(), name.entry.to_string());
    let row = |cost: &Cost| (key(&cost.name), cost.counts.clone());
    costs.iter().map(row).collect()
}

/// Formats the file of an architecture.
pub fn text(machine: &str, rows: &Rows) -> String {
    let title = "cost counted in the assembly (default release build)";
    let mut text = format!("# Kernels of setwise on {machine}: {title}\n#\n{EXPLANATION}");
    for ((kernel, entry), row) in rows {
        let line = format!(
            "{kernel:<28} {entry:<20} {:>6}  {:>12.2}  {:>5}  {:>6}  {}",
            row.boards, row.instructions, row.calls, row.spills, row.doubts,
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

fn parse_line(line: &str) -> Option<((String, String), Counts)> {
    let mut words = line.split_whitespace();
    let key = (words.next()?.to_owned(), words.next()?.to_owned());
    let row = Counts {
        boards: words.next()?.parse().ok()?,
        instructions: words.next()?.parse().ok()?,
        calls: words.next()?.parse().ok()?,
        spills: words.next()?.parse().ok()?,
        doubts: words.collect(),
    };
    Some((key, row))
}

/// Lists the changes for the worse and the missing and added rows, a line each. Fewer instructions
/// or spills than committed are no change, unless there are so few that something must be missing.
pub fn differences(committed: &Rows, counted: &Rows) -> Vec<String> {
    let is_worse = |new: &Counts, old: &Counts| {
        (new.instructions - old.instructions).abs() > old.instructions * TOLERANCE
            || new.calls > old.calls
            || new.spills > old.spills + old.spills / 4 + 4
            || (new.boards, &new.doubts) != (old.boards, &old.doubts)
    };
    let worse = counted.iter().filter_map(|(key, new)| {
        let what = match committed.get(key) {
            Some(old) if is_worse(new, old) => format!("{new}; committed: {old}"),
            Some(_) => return None,
            None => "not in the committed list".to_owned(),
        };
        Some(format!("{} {}: {what}", key.0, key.1))
    });
    let lost = committed.keys().filter(|key| !counted.contains_key(*key));
    let lost = lost.map(|(kernel, entry)| format!("{kernel} {entry}: committed, but not found"));
    worse.chain(lost).collect()
}

/// Returns the reason if a prediction was not made from the count of these rows. (A kernel without
/// a prediction is no contradiction: the simulator is not everywhere.)
pub fn stale(rows: &Rows, prediction: &Prediction) -> Option<String> {
    let Prediction {
        kernel,
        entry,
        instructions,
        ..
    } = prediction;
    let row = rows.get(&(kernel.clone(), entry.clone()));
    // Both have two decimals, but halves are not rounded alike.
    let is_current = row.is_some_and(|row| (row.instructions - instructions).abs() < 0.015);
    let text = format!("predicted from {instructions} instructions, not the committed count");
    (!is_current).then(|| format!("{kernel} {entry}: {text}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use setwise_core::EntryPoint;

    fn cost(instructions: f64, calls: usize, spills: usize) -> Cost {
        Cost {
            name: Name {
                kernel: "neon/sliced".to_owned(),
                entry: EntryPoint::BatchAttacks,
            },
            counts: Counts {
                boards: 16,
                instructions: instructions / 16.0,
                calls,
                spills,
                doubts: String::new(),
            },
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
        for worse in [
            cost(360.0, 0, 10),
            cost(280.0, 0, 10),
            cost(320.0, 1, 10),
            cost(320.0, 0, 17),
        ] {
            let counts = worse.counts.clone();
            assert_eq!(
                of(worse),
                [format!(
                    "neon/sliced batch_attacks: {counts}; committed: 16 boards, 20.00 instructions, 0 calls, 10 spills"
                )]
            );
        }
        let mut doubtful = cost(320.0, 0, 10);
        doubtful.counts.doubts = "boards".to_owned();
        assert_eq!(of(doubtful).len(), 1);
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
            stale(&counts, &prediction)
        };
        assert!(of(19.06).is_none() && of(19.07).is_none());
        assert_eq!(
            of(19.08).unwrap(),
            "neon/sliced batch_attacks: predicted from 19.08 instructions, not the committed count"
        );
    }
}
