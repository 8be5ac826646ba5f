//! Figures that the benchmarks do not measure: the page of those measured aside, the weight of a
//! build in README.md, and the check that a figure there comes from a result file.

use super::files::Files;
use super::markdown::escaped;
use anyhow::{Result, bail};
use itertools::Itertools;
use regex::Regex;
use setwise_program::number;
use setwise_results::aside::{Aside, Value};
use std::cmp::Reverse;
use std::fs;
use std::path::{Path, PathBuf};

/// Adds the page of the figures that were measured aside.
pub(super) fn render(asides: &[Aside], files: &mut Files) {
    let mut text = String::from(prose!("aside"));
    let order = |aside: &&Aside| (aside.program.to_lowercase(), Reverse(aside.date.clone()));
    for aside in asides.iter().sorted_by_key(order) {
        text += &section(aside);
    }
    files.insert(PathBuf::from("aside.md"), text);
}

fn section(aside: &Aside) -> String {
    let program = escaped(&aside.program);
    let version = aside
        .version
        .iter()
        .map(|version| format!(" {}", escaped(version)));
    let mut text = format!("\n## {program}{}, {}\n\n", version.format(""), aside.date);
    let command = aside.command.as_ref().map(|command| format!("`{command}`"));
    let known = [
        ("CPU", &aside.cpu),
        ("revision of setwise", &aside.revision),
        ("flags", &aside.flags),
        ("remark", &aside.remark),
        ("not noted", &aside.lacking),
        ("command", &command),
    ];
    for (name, value) in known {
        let line = value.iter().map(|value| format!("* {name}: {value}\n"));
        text.extend(line);
    }
    text +=
        &format!("\n| | unit | setwise | {program} | × |\n| --- | --- | ---: | ---: | ---: |\n");
    for figure in &aside.figures {
        let shown = |value: Option<Value>| value.map(|value| value.to_string());
        let ratio = shown(figure.ratio).or_else(|| figure.quotient().map(number::ratio));
        let numbers = [shown(figure.setwise), shown(figure.other), ratio];
        let numbers = numbers.map(Option::unwrap_or_default).join(" | ");
        text += &format!("| {} | {} | {numbers} |\n", figure.what, figure.unit);
    }
    text
}

/// Returns what a clean build costs: the table of weight.md, and shakmaty as it was last measured
/// aside. `None` if a source is missing.
pub(super) fn weight(out: &Path, asides: &[Aside]) -> Option<String> {
    let shown = |seconds: f64, size: f64| format!("{seconds:.0} s ({size:.1} MB)");
    let table = fs::read_to_string(out.join("weight.md")).ok()?;
    let row = |program: &str| {
        let mut rows = table
            .lines()
            .map(|line| line.split('|').map(str::trim).collect_vec());
        let row = rows.find(|row| row.get(1) == Some(&program))?;
        Some(shown(row.get(3)?.parse().ok()?, row.get(6)?.parse().ok()?))
    };
    let value = |aside: &Aside, id: &str| {
        let mut figures = aside.figures.iter();
        match figures.find(|figure| figure.id == id)?.other? {
            Value::One(value) => Some(value),
            Value::Range(..) => None,
        }
    };
    let shakmaty = asides.iter().filter(|aside| aside.program == "shakmaty");
    let shakmaty = shakmaty.filter_map(|aside| {
        let text = shown(value(aside, "clean-build")?, value(aside, "size")?);
        Some((&aside.date, text, aside.version.as_deref()?))
    });
    let (date, shakmaty, version) = shakmaty.max()?;
    Some(format!(
        "A clean build of a small program takes this CPU time, and the program has this size, stripped: {} with `setwise`, {} with \
        `setwise` and `setwise-moves`, {} with cozy-chess, and {shakmaty} with shakmaty {version} ([measured aside](docs/aside.md), {date}). \
        [docs/weight.md](docs/weight.md) has more.\n",
        row("attack maps with `setwise`")?,
        row("legal moves with `setwise-moves`")?,
        row("one position with cozy-chess")?,
    ))
}

/// Fails if README.md has a number with a unit outside of code, links and what the report writes.
pub(super) fn check(text: &str) -> Result<()> {
    // `setwise tune` stops after three seconds: that was not measured.
    let inside = r"(?s)```.*?```|<!-- report: .*?<!-- end -->|`[^`]*`|\]\([^)]*\)|in\s+about\s+three\s+seconds";
    let prose = Regex::new(inside)?.replace_all(text, " ");
    let figure = Regex::new(
        r"(?x)\b([0-9][0-9,.]*|two|three|four|five|six|seven|eight|nine|ten)\s*(CPU\s+)?
        (times|×|%|ns|µs|ms|s|seconds?|minutes?|hours?|[KMG]i?B|G|billion)(\W|$)",
    )?;
    if let Some(found) = figure.find(&prose) {
        let found = found.as_str().trim();
        bail!(
            "\"{found}\" has no source; write it by `report: NAME`, or explain it in {}",
            file!()
        );
    }
    Ok(())
}
