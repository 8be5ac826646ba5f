//! The tables of README.md. They stand between comments: `<!-- report: NAME -->` and
//! `<!-- end -->`.

use super::figures;
use super::files::Files;
use super::markdown::escaped;
use super::matrix::{MANY, Machine};
use super::performance;
use super::perft;
use super::shown::Shown;
use anyhow::{Context, ensure};
use setwise_program::failure::at;
use setwise_program::number::boards;
use setwise_results::aside::Aside;
use setwise_results::perft::PerftRun;
use std::fs;
use std::path::{Path, PathBuf};

/// From the output folder.
const PATH: &str = "../README.md";

/// Adds the README with its tables, if there is one that has them.
pub(crate) fn render(
    out: &Path,
    machines: &[Machine],
    runs: &[Shown<PerftRun>],
    asides: &[Aside],
    files: &mut Files,
) -> anyhow::Result<()> {
    // The output folder itself need not exist yet.
    let path = out.with_file_name("README.md");
    let text = fs::read_to_string(&path).unwrap_or_default();
    if !text.contains(BEGIN) {
        return Ok(());
    }
    let tables = [
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

const BEGIN: &str = "<!-- report: ";
const END: &str = "<!-- end -->";

/// Replaces what stands between the comments.
fn splice(text: &str, tables: &[(&str, String)]) -> anyhow::Result<String> {
    let mut parts = text.split(BEGIN);
    let mut spliced = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let (name, rest) = part.split_once(" -->").context("a comment does not end")?;
        let table = tables.iter().find(|table| table.0 == name);
        let (_, table) = table.with_context(|| format!("there is no table `{name}`"))?;
        let end = rest.find(END);
        let end = end.with_context(|| format!("table `{name}` does not end with `{END}`"))?;
        ensure!(!table.is_empty(), "table `{name}` has no rows");
        spliced += &format!("{BEGIN}{name} -->\n\n{table}\n{}", &rest[end..]);
    }
    Ok(spliced)
}
