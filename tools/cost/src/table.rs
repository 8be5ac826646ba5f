//! The committed counts: a text file, a line per kernel and entry point.

use crate::count::{Cost, Counts};
use anyhow::{Context, Result};
use setwise_results::predictions::Prediction;
use std::collections::BTreeMap;

/// The part of a count by which it may change before [`differences`] reports it.
const TOLERANCE: f64 = 0.10;

/// The counts by kernel and entry point.
pub(crate) type Rows = BTreeMap<(String, String), Counts>;

/// Returns the rows of some costs.
pub(crate) fn rows(costs: &[Cost]) -> Rows {
    let key = |cost: &Cost| (cost.name.kernel.clone(), cost.name.entry.to_string());
    let row = |cost: &Cost| (key(cost), cost.counts.clone());
    costs.iter().map(row).collect()
}

/// Formats the file of an architecture.
pub(crate) fn text(machine: &str, rows: &Rows) -> String {
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
pub(crate) fn parse(text: &str) -> Result<Rows> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let row = |line: &str| parse_line(line).with_context(|| format!("not a row: {line}"));
    lines.map(row).collect()
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
pub(crate) fn differences(committed: &Rows, counted: &Rows) -> Vec<String> {
    let is_worse = |new: &Counts, old: &Counts| {
        (new.instructions - old.instructions).abs() > old.instructions * TOLERANCE
            || new.calls > old.calls
            || new.spills > old.spills + old.spills / 4 + 4
            || (new.boards, &new.doubts) != (old.boards, &old.doubts)
    };
    let worse = counted
        .iter()
        .filter_map(|(key, new)| match committed.get(key) {
            Some(old) if is_worse(new, old) => Some((key, format!("{new:?}; committed: {old:?}"))),
            Some(_) => None,
            None => Some((key, "not in the committed list".to_owned())),
        });
    let lost = committed.keys().filter(|key| !counted.contains_key(*key));
    let lost = lost.map(|key| (key, "committed, but not found".to_owned()));
    let line = |(key, what): (&(String, String), String)| format!("{} {}: {what}", key.0, key.1);
    worse.chain(lost).map(line).collect()
}

/// Returns the reason if a prediction was not made from the count of these rows. (A kernel without
/// a prediction is no contradiction: the simulator is not everywhere.)
pub(crate) fn stale(rows: &Rows, prediction: &Prediction) -> Option<String> {
    let (kernel, entry) = (&prediction.kernel, &prediction.entry);
    let row = rows.get(&(kernel.clone(), entry.clone()));
    // Both have two decimals, but halves are not rounded alike.
    let is_current = |row: &Counts| (row.instructions - prediction.instructions).abs() < 0.015;
    let text = format!("{kernel} {entry}: predicted from another count than the committed one");
    (!row.is_some_and(is_current)).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_counts_as_a_difference() {
        let row = |counts: &str| parse(&format!("neon/sliced attacks {counts}")).unwrap();
        let old = parse(&text("aarch64", &row("16 20.0 0 10"))).unwrap();
        for same in ["16 20.0 0 10", "16 21.8 0 16"] {
            assert!(differences(&old, &row(same)).is_empty());
        }
        for worse in [
            "16 22.5 0 10",
            "16 17.5 0 10",
            "16 20.0 1 10",
            "16 20.0 0 17",
            "8 20.0 0 10",
        ] {
            assert_eq!(differences(&old, &row(worse)).len(), 1, "{worse}");
        }
        assert_eq!(differences(&old, &row("16 20.0 0 10 boards")).len(), 1);
        let gone = "neon/sliced attacks: committed, but not found";
        assert_eq!(differences(&old, &Rows::new()), [gone]);
        let added = "neon/sliced attacks: not in the committed list";
        assert_eq!(differences(&Rows::new(), &old), [added]);
        assert!(parse("neon/sliced attacks 16").is_err());
    }
}
