//! Figures that the benchmarks do not measure: the page of those measured by hand, those of
//! README.md, and the check that a figure there comes from a result file.

use super::{chart::escaped, files::Files};
use anyhow::{Result, ensure};
use itertools::Itertools;
use regex::Regex;
use setwise_results::aside::{Aside, Figure, Value};
use std::{cmp::Reverse, path::PathBuf};

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
    let version = aside.version.iter();
    let version = version.map(|version| format!(" {}", escaped(version)));
    let mut text = format!("\n## {program}{}, {}\n\n", version.format(""), aside.date);
    let command = aside.command.as_ref().map(|command| format!("`{command}`"));
    let known = [
        ("CPU", &aside.long_cpu()),
        ("revision of setwise", &aside.revision),
        ("flags", &aside.flags),
        ("remark", &aside.remark),
        ("not noted", &aside.lacking),
        ("as run then", &command),
    ];
    for (name, value) in known {
        let line = value.iter().map(|value| format!("* {name}: {value}\n"));
        text.extend(line);
    }
    text +=
        &format!("\n| | unit | setwise | {program} | × |\n| --- | --- | ---: | ---: | ---: |\n");
    for figure in &aside.figures {
        let shown = |value: Option<Value>| value.map(|value| value.to_string());
        let numbers = [shown(figure.setwise), shown(figure.other), times(figure)];
        let numbers = numbers.map(Option::unwrap_or_default).join(" | ");
        text += &format!("| {} | {} | {numbers} |\n", figure.what, figure.unit);
    }
    text
}

/// Returns a figure of README.md by the program, the revision and its name: the CPU and the ratio,
/// as two cells of a table.
pub(super) fn aside(asides: &[Aside], name: &str) -> Option<String> {
    let (rest, id) = name.rsplit_once(' ')?;
    let (program, revision) = rest.rsplit_once(' ')?;
    let is_of =
        |aside: &&Aside| aside.program == program && aside.revision.as_deref() == Some(revision);
    let mut figures = asides.iter().filter(is_of).flat_map(|aside| {
        let figures = aside.figures.iter().filter(|figure| figure.id == id);
        figures.map(move |figure| (aside.short_cpu(), figure))
    });
    let (cpu, figure) = figures.next()?;
    Some(format!("{cpu} | {}", times(figure)?))
}

fn times(figure: &Figure) -> Option<String> {
    let noted = figure.ratio.map(|ratio| ratio.to_string());
    noted.or_else(|| figure.quotient().map(crate::number::ratio))
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
    let found = figure.find(&prose);
    let found = found.map_or("", |found| found.as_str().trim());
    let advice = "write it by `report: NAME`, or explain it in report/figures.rs";
    ensure!(found.is_empty(), "\"{found}\" has no source; {advice}");
    Ok(())
}
