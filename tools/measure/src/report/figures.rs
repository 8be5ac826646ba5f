//! Figures that the benchmarks do not measure: the page of those measured aside, the weight of a
//! build in README.md, and the check that a figure there comes from a result file.

use super::files::Files;
use super::markdown::{BEGIN, END, escaped};
use anyhow::bail;
use itertools::Itertools;
use setwise_program::number;
use setwise_results::aside::{Aside, Figure, Value};
use std::cmp::Reverse;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// Adds the page of the figures that were measured aside.
pub(super) fn render(asides: &[Aside], files: &mut Files) {
    let mut text = String::from(include_str!("prose/aside.md"));
    let order = |aside: &&Aside| (aside.program.to_lowercase(), Reverse(aside.date.clone()));
    for aside in asides.iter().sorted_by_key(order) {
        text += &section(aside);
    }
    files.insert(PathBuf::from("aside.md"), text);
}

/// Returns what one file says.
fn section(aside: &Aside) -> String {
    let program = escaped(&aside.program);
    let version = aside.version.iter();
    let heading = [&aside.program].into_iter().chain(version).join(" ");
    let mut text = format!("\n## {}, {}\n\n", escaped(&heading), aside.date);
    let known = [
        ("CPU", &aside.cpu),
        ("revision of setwise", &aside.revision),
        ("flags", &aside.flags),
    ];
    let known = known
        .into_iter()
        .chain([("remark", &aside.remark), ("not noted", &aside.lacking)]);
    for (name, value) in known {
        if let Some(value) = value {
            let _ = writeln!(text, "* {name}: {value}");
        }
    }
    if let Some(command) = &aside.command {
        let _ = writeln!(text, "* command: `{command}`");
    }
    let _ = write!(
        text,
        "\n| | unit | setwise | {program} | × |\n| --- | --- | ---: | ---: | ---: |\n"
    );
    for figure in &aside.figures {
        let Figure {
            what,
            unit,
            setwise,
            other,
            ratio,
            ..
        } = figure;
        let ratio = ratio.map(|ratio| ratio.to_string());
        let ratio = ratio
            .or_else(|| figure.quotient().map(number::ratio))
            .unwrap_or_default();
        let [setwise, other] =
            [setwise, other].map(|value| value.map_or_else(String::new, |value| value.to_string()));
        let _ = writeln!(text, "| {what} | {unit} | {setwise} | {other} | {ratio} |");
    }
    text
}

/// Returns what a clean build costs: the table of weight.md, and shakmaty as it was last measured
/// aside. `None` if a source is missing.
pub(super) fn weight(out: &Path, asides: &[Aside]) -> Option<String> {
    let shown = |seconds: f64, size: f64| format!("{seconds:.0} s ({size:.1} MB)");
    let table = fs::read_to_string(out.join("weight.md")).ok()?;
    let row = |program: &str| {
        let rows = table.lines().map(|line| line.split('|').map(str::trim));
        let row = rows
            .map(Itertools::collect_vec)
            .find(|row| row.get(1) == Some(&program))?;
        Some(shown(row.get(3)?.parse().ok()?, row.get(6)?.parse().ok()?))
    };
    let value = |aside: &Aside, id: &str| {
        let figure = aside.figures.iter().find(|figure| figure.id == id);
        match figure?.other? {
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
        `setwise-moves` too, {} with cozy-chess, and {shakmaty} with shakmaty {version} ([measured aside](docs/aside.md), {date}). \
        [docs/weight.md](docs/weight.md) has more.\n",
        row("attack maps with `setwise`")?,
        row("legal moves with `setwise-moves`")?,
        row("one position with cozy-chess")?,
    ))
}

/// Figures of README.md that were not measured.
const NOT_MEASURED: [&str; 1] = [
    // `setwise tune` stops after this time.
    "in about three seconds",
];

const UNITS: [&str; 21] = [
    "times", "×", "%", "ns", "µs", "ms", "s", "second", "seconds", "minute", "minutes", "hour",
    "hours", "KB", "KiB", "MB", "MiB", "GB", "GiB", "G", "billion",
];

/// Fails if README.md has a number with a unit outside of code, links and what the report writes.
pub(super) fn check(text: &str) -> anyhow::Result<()> {
    let outside = |text: String, (begin, end): (&str, &str)| {
        let mut parts = text.split(begin);
        let first = parts.next().unwrap_or_default().to_string();
        match begin == end {
            true => first + &parts.skip(1).step_by(2).join(" "),
            false => parts.fold(first, |kept, part| {
                kept + " " + part.split_once(end).map_or("", |(_, rest)| rest)
            }),
        }
    };
    let inside = [("```", "```"), (BEGIN, END), ("`", "`"), ("](", ")")];
    let prose = inside.into_iter().fold(text.to_string(), outside);
    let mut prose = prose
        .split_whitespace()
        .join(" ")
        .replace("CPU seconds", "seconds");
    for figure in NOT_MEASURED {
        prose = prose.replace(figure, "");
    }
    let is_number = |word: &str| {
        let named = [
            "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        ];
        named.contains(&word)
            || word.starts_with(|c: char| c.is_ascii_digit())
                && word
                    .bytes()
                    .all(|b| b.is_ascii_digit() || b",.".contains(&b))
    };
    let is_figure = |&(number, unit): &(&str, &str)| {
        let attached = UNITS.iter().filter(|unit| unit.len() > 1 || **unit == "%");
        is_number(number) && UNITS.contains(&unit)
            || attached
                .filter_map(|unit| number.strip_suffix(unit))
                .any(is_number)
    };
    let words = prose.split(|c: char| c.is_whitespace() || "()[]*;:—".contains(c));
    let words = words
        .map(|word| word.trim_end_matches([',', '.']))
        .filter(|word| !word.is_empty());
    if let Some((number, unit)) = words.chain([""]).tuple_windows().find(is_figure) {
        bail!(
            "\"{number} {unit}\" has no source; write it by `report: NAME`, or explain it in {}",
            file!()
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_without_a_source_are_found() {
        let allowed = format!(
            "{} and\n```sh\nsleep 7 s\n```\n`9 ns` {BEGIN}a -->\n1.5 times\n{END} on one CPU in 2026.",
            NOT_MEASURED[0]
        );
        check(&allowed).unwrap();
        for figure in [
            "7.5 times as fast",
            "It takes 27 CPU\nseconds.",
            "(0.7 MB)",
            "95%, or so",
            "5 %",
            "ten minutes",
            "12.5ns",
        ] {
            check(&format!("{allowed} {figure}")).unwrap_err();
        }
    }
}
