//! The tables of README.md. They stand between comments: `<!-- report: NAME -->` and
//! `<!-- end -->`.

use super::figures;
use super::files::Files;
use super::first;
use super::matrix::Machine;
use super::shown::Shown;
use anyhow::{Context, Result, ensure};
use itertools::Itertools;
use regex::{Captures, Regex};
use setwise_program::failure::at;
use setwise_results::aside::Aside;
use setwise_results::perft::PerftRun;
use std::fs;
use std::path::{Path, PathBuf};

const PATH: &str = "../README.md";

const BEGIN: &str = "<!-- report: ";

/// Adds the README with its tables, if there is one that has them.
pub(crate) fn render(
    out: &Path,
    machines: &[Machine],
    runs: &[Shown<PerftRun>],
    asides: &[Aside],
    files: &mut Files,
) -> Result<()> {
    // The output folder itself need not exist yet.
    let path = out.with_file_name("README.md");
    let text = fs::read_to_string(&path).unwrap_or_default();
    if !text.contains(BEGIN) {
        return Ok(());
    }
    let picture = first::chart(runs).map(|chart| {
        let markdown = chart.markdown().replace("](", "](docs/");
        markdown.trim_end().to_string() + "\n"
    });
    let tables = [
        ("perft 7", first::perft7(runs).unwrap_or_default()),
        ("picture", picture.unwrap_or_default()),
        ("pext", first::pext(machines).unwrap_or_default()),
        ("gains", first::gains(asides)),
        ("attacks", first::attacks(machines).unwrap_or_default()),
        ("weight", figures::weight(out, asides).unwrap_or_default()),
    ];
    let spliced = splice(&text, &tables).with_context(at(&path))?;
    figures::check(&spliced).with_context(at(&path))?;
    files.insert(PathBuf::from(PATH), spliced);
    Ok(())
}

/// Replaces what stands between the comments.
fn splice(text: &str, tables: &[(&str, String)]) -> Result<String> {
    let place = Regex::new(r"(?s)(<!-- report: (.*?) -->).*?<!-- end -->")?;
    let places = place
        .captures_iter(text)
        .map(|place| place.extract::<2>().1[1]);
    let names = places.collect_vec();
    let begun = text.matches(BEGIN).count();
    ensure!(
        names.len() == begun,
        "a table does not end with `<!-- end -->`"
    );
    for name in names {
        let table = tables.iter().find(|table| table.0 == name);
        let (_, table) = table.with_context(|| format!("there is no table `{name}`"))?;
        ensure!(!table.is_empty(), "table `{name}` has no rows");
    }
    let spliced = place.replace_all(text, |place: &Captures<'_>| {
        let table = tables.iter().find(|table| table.0 == &place[2]);
        let table = table.map_or("", |table| &table.1);
        format!("{}\n\n{table}\n<!-- end -->", &place[1])
    });
    Ok(spliced.into_owned())
}
