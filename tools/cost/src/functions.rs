//! The functions of two revisions, compared by their machine code.

use crate::Code;
use anyhow::{Context, Result};
use itertools::Itertools;
use std::collections::{BTreeMap, BTreeSet};
use std::{fs, path::Path, process::ExitCode};

/// Writes a list of all functions, or compares with the list that is there.
pub(crate) fn compare(all: &Code, file: &Path) -> Result<ExitCode> {
    let lines = all.iter().flat_map(|(group, functions)| {
        let functions = functions.iter();
        functions.map(move |one| format!("{group} {:016x} {}\n", one.hash(), one.name))
    });
    // A copy of a function does not count.
    let list: String = lines.sorted().dedup().collect();
    if !file.exists() {
        fs::write(file, list)?;
        println!("{}", file.display());
        return Ok(ExitCode::SUCCESS);
    }
    let report = differences(&fs::read_to_string(file)?, &list)?;
    print!("{report}");
    Ok(ExitCode::from(u8::from(report.contains("\n  "))))
}

/// Returns for each group the number of functions whose code is in both lists, and the names of
/// the others: `-` in the first list, `+` in the second.
fn differences(before: &str, after: &str) -> Result<String> {
    // The names in both lists by group and hash.
    let mut groups: BTreeMap<_, BTreeMap<_, [BTreeSet<&str>; 2]>> = BTreeMap::new();
    for (side, list) in [before, after].into_iter().enumerate() {
        for line in list.lines() {
            let parts = line.splitn(3, ' ').collect_tuple();
            let (group, hash, name) = parts.context("not a list of functions")?;
            let group = groups.entry(group).or_default();
            group.entry(hash).or_default()[side].insert(name);
        }
    }
    let mut report = String::new();
    for (group, functions) in groups {
        let (mut equal, mut others) = (0, Vec::new());
        for [before, after] in functions.values() {
            equal += before.len().min(after.len());
            let renamed = [before - after, after - before];
            let pairs = renamed[0].len().min(renamed[1].len());
            for (side, names) in renamed.into_iter().enumerate() {
                others.extend(names.into_iter().skip(pairs).map(|name| (name, side)));
            }
        }
        others.sort_unstable();
        report += &format!("{group}: {equal} functions with equal code\n");
        for (name, side) in others {
            report += &format!("  {} {name}\n", ['-', '+'][side]);
        }
    }
    Ok(report)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn renamed_and_other_functions() {
        let before = "moves 1 a\nmoves 1 b\nmoves 2 c\nmoves 4 e\npgn 1 d\n";
        let after = "moves 1 a\nmoves 1 x\nmoves 1 y\nmoves 3 c\nmoves 4 f\npgn 1 d\n";
        let report = "moves: 3 functions with equal code\n  - c\n  + c\n  + y\npgn: 1 functions with equal code\n";
        assert_eq!(differences(before, after).unwrap(), report);
        assert!(differences("moves 1", after).is_err());
    }
}
