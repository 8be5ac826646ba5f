//! The tables of README.md. They stand between comments: `<!-- report: NAME -->` and
//! `<!-- end -->`.

use super::figures;
use super::files::Files;
use super::first;
use super::markdown::escaped;
use super::matrix::{MANY, Machine};
use super::performance;
use super::perft;
use super::shown::Shown;
use anyhow::{Context, Result, ensure};
use itertools::Itertools;
use regex::{Captures, Regex};
use setwise_program::failure::at;
use setwise_program::number::boards;
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
        ("headline", headline(machines, runs).unwrap_or_default()),
        ("batches", performance::readme(machines)),
        ("perft", perft::readme(runs)),
        ("weight", figures::weight(out, asides).unwrap_or_default()),
    ];
    let spliced = splice(&text, &tables).with_context(at(&path))?;
    figures::check(&spliced).with_context(at(&path))?;
    files.insert(PathBuf::from(PATH), spliced);
    Ok(())
}

/// Returns what the CPU with the fastest `batch_attacks` does on one core.
fn headline(machines: &[Machine], perft: &[Shown<PerftRun>]) -> Option<String> {
    let all = machines.iter();
    let all = all.filter_map(|machine| Some((machine, performance::attack_maps(machine)?)));
    let (machine, (_, sentence)) = all.min_by(|a, b| a.1.0.total_cmp(&b.1.0))?;
    let model = &machine.file.origin.cpu.model;
    let perft = perft.iter().find_map(|run| run.headline(model));
    let perft = perft.map_or_else(String::new, |perft| format!("* **Perft:** {perft}.\n"));
    let (title, model, many) = (machine.heading(), escaped(model), boards(MANY));
    Some(format!(
        "On one core of {title} ({model}):\n\n* **Attack maps of {many} positions:** {sentence}.\n{perft}"
    ))
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
