//! The committed counts: a text file, a line per kernel and call.

use crate::count::Cost;
use crate::predict::Prediction;
use std::collections::BTreeMap;
use std::fmt::Write;

/// How far a count may move before [`differences`] speaks up: a part of it.
pub const TOLERANCE: f64 = 0.10;

const HEADING: &str =
    "# kernel                 call                 boards  instructions  calls  spills";

/// One line.
#[derive(Clone, Debug, PartialEq)]
struct Row {
    boards: usize,
    per_board: f64,
    calls: usize,
    spills: usize,
    doubts: String,
}

/// The file, lines in the order of kernels and calls.
pub fn text(title: &str, costs: &[Cost]) -> String {
    let mut text = format!("# {title}\n#\n{}", EXPLANATION);
    text += HEADING;
    text.push('\n');
    let rows: BTreeMap<_, _> = costs.iter().map(|cost| (&cost.name, cost)).collect();
    for (name, cost) in rows {
        let doubts: Vec<&str> = cost.doubts.iter().copied().collect();
        let mut line = format!(
            "{:<24} {:<20} {:>6}  {:>12.2}  {:>5}  {:>6}  {}",
            name.kernel,
            name.entry,
            cost.boards,
            cost.instructions,
            cost.calls,
            cost.spills,
            doubts.join(", ").replace(' ', "-"),
        );
        line.truncate(line.trim_end().len());
        let _ = writeln!(text, "{line}");
    }
    text
}

const EXPLANATION: &str = "\
# boards: done per turn of the hot loop (1: the whole function). instructions: per board, on the longest way through
# the loop; of fills the mean of the eight directions. calls: in the loop. spills: vectors to and from the stack.
# What follows says why a count is doubtful. Functions that came out the same are merged by the compiler and stand
# here once.
";

fn rows(text: &str) -> Result<BTreeMap<(String, String), Row>, String> {
    let mut rows = BTreeMap::new();
    for (number, line) in text.lines().enumerate() {
        if line.starts_with('#') || line.is_empty() {
            continue;
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        let row = || -> Option<((String, String), Row)> {
            let &[
                kernel,
                entry,
                boards,
                per_board,
                calls,
                spills,
                ref doubts @ ..,
            ] = &words[..]
            else {
                return None;
            };
            let row = Row {
                boards: boards.parse().ok()?,
                per_board: per_board.parse().ok()?,
                calls: calls.parse().ok()?,
                spills: spills.parse().ok()?,
                doubts: doubts.join(" "),
            };
            Some(((kernel.to_owned(), entry.to_owned()), row))
        };
        let (key, row) = row().ok_or_else(|| format!("line {}: {line}", number + 1))?;
        rows.insert(key, row);
    }
    Ok(rows)
}

/// What has changed for the worse, or is there no longer, or was not there: a line each. Fewer instructions or spills
/// than `committed` are no difference, unless they are so few that something must be missing.
///
/// # Errors
/// A line of a file that cannot be read.
pub fn differences(committed: &str, counted: &str) -> Result<Vec<String>, String> {
    let (old, new) = (rows(committed)?, rows(counted)?);
    let mut all = Vec::new();
    for (key, row) in &new {
        let title = format!("{} {}", key.0, key.1);
        let Some(before) = old.get(key) else {
            all.push(format!("{title}: not in the committed list"));
            continue;
        };
        let (now, was) = (row.per_board, before.per_board);
        if (now - was).abs() > was * TOLERANCE {
            all.push(format!(
                "{title}: {now:.2} instructions per board, {was:.2} committed"
            ));
        }
        if row.calls > before.calls {
            all.push(format!(
                "{title}: {} calls in the hot loop, {} committed",
                row.calls, before.calls
            ));
        }
        if row.spills > before.spills + before.spills / 4 + 4 {
            all.push(format!(
                "{title}: {} spills, {} committed",
                row.spills, before.spills
            ));
        }
        if row.boards < before.boards {
            all.push(format!(
                "{title}: {} boards per turn, {} committed",
                row.boards, before.boards
            ));
        }
        if row.doubts != before.doubts {
            all.push(format!(
                "{title}: doubts '{}', '{}' committed",
                row.doubts, before.doubts
            ));
        }
    }
    for key in old.keys().filter(|key| !new.contains_key(*key)) {
        all.push(format!("{} {}: committed, but not found", key.0, key.1));
    }
    Ok(all)
}

/// Where a file of predictions does not fit the committed counts: a line each.
///
/// # Errors
/// A line of the counts that cannot be read.
pub fn stale(committed: &str, predictions: &[Prediction]) -> Result<Vec<String>, String> {
    let mut rows = rows(committed)?;
    let mut all = Vec::new();
    for prediction in predictions {
        let key = (prediction.kernel.clone(), prediction.entry.clone());
        // Two decimals either way, but halves are not rounded alike.
        let same = |row: Row| (row.per_board - prediction.instructions).abs() < 0.015;
        if !rows.remove(&key).is_some_and(same) {
            all.push(format!(
                "{} {}: predicted from {} instructions, not the committed count",
                key.0, key.1, prediction.instructions
            ));
        }
    }
    for (key, _) in rows
        .iter()
        .filter(|(_, row)| row.calls == 0 && row.doubts.is_empty())
    {
        all.push(format!("{} {}: not predicted", key.0, key.1));
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::name::Name;

    fn cost(instructions: f64, calls: usize, spills: usize) -> Cost {
        Cost {
            name: Name {
                kernel: "neon/sliced".to_owned(),
                entry: "batch_attacks".to_owned(),
                pack: 16,
            },
            boards: 16,
            instructions: instructions / 16.0,
            calls,
            spills,
            doubts: Default::default(),
            ways: Vec::new(),
        }
    }

    #[test]
    fn what_counts_as_a_difference() {
        let old = text("aarch64", &[cost(320.0, 0, 10)]);
        let of = |new: Cost| differences(&old, &text("aarch64", &[new])).unwrap();
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
        let gone = differences(&old, &text("aarch64", &[])).unwrap();
        assert_eq!(
            gone,
            ["neon/sliced batch_attacks: committed, but not found"]
        );
        let added = differences(&text("aarch64", &[]), &old).unwrap();
        assert_eq!(
            added,
            ["neon/sliced batch_attacks: not in the committed list"]
        );
        assert!(differences("neon/sliced batch_attacks 16", &old).is_err());
    }

    #[test]
    fn predictions_fit_the_counts() {
        let counts = text("aarch64", &[cost(305.0, 0, 0)]);
        let of = |instructions| {
            let prediction = Prediction {
                kernel: "neon/sliced".to_owned(),
                entry: "batch_attacks".to_owned(),
                boards: 16,
                instructions,
                cycles: BTreeMap::new(),
            };
            stale(&counts, &[prediction]).unwrap()
        };
        assert!(of(19.06).is_empty() && of(19.07).is_empty());
        assert_eq!(
            of(19.08),
            [
                "neon/sliced batch_attacks: predicted from 19.08 instructions, not the committed count"
            ]
        );
        assert_eq!(
            stale(&counts, &[]).unwrap(),
            ["neon/sliced batch_attacks: not predicted"]
        );
        let doubtful = text("aarch64", &[cost(305.0, 1, 0)]);
        assert!(stale(&doubtful, &[]).unwrap().is_empty());
    }
}
