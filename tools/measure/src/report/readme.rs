//! The figures of README.md. They stand between comments: `<!-- report: NAME -->` and
//! `<!-- end -->`. [`render`] has the names.

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

/// Adds the README with its figures, if there is one that has them.
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
    let picture = |chart: super::chart::Chart| chart.markdown().replace("](", "](docs/");
    let figure = |name: &str| match name {
        "perft 7" => first::perft7(runs),
        "picture" => first::chart(runs).map(picture),
        "pext" => first::pext(machines),
        "attacks" => first::attacks(machines),
        name => match name.strip_prefix("weight ") {
            Some(program) => figures::weight(out, program),
            None => figures::aside(asides, name),
        },
    };
    let spliced = splice(&text, figure).with_context(at(&path))?;
    figures::check(&spliced).with_context(at(&path))?;
    files.insert(PathBuf::from(PATH), spliced);
    Ok(())
}

/// Replaces what stands between the comments: in a line, or as a paragraph.
fn splice(text: &str, figure: impl Fn(&str) -> Option<String>) -> Result<String> {
    let place = Regex::new(r"(?s)(<!-- report: ([^>]*?) -->)(\n*).*?(\n*)<!-- end -->")?;
    let names = place.captures_iter(text).map(|place| place[2].to_string());
    let names = names.collect_vec();
    let is_whole = names.len() == text.matches(BEGIN).count();
    ensure!(is_whole, "a figure does not end with `<!-- end -->`");
    for name in names {
        ensure!(figure(&name).is_some(), "there is no figure `{name}`");
    }
    let spliced = place.replace_all(text, |place: &Captures<'_>| {
        let found = figure(&place[2]).unwrap_or_default();
        let (begin, before, after) = (&place[1], &place[3], &place[4]);
        format!("{begin}{before}{}{after}<!-- end -->", found.trim_end())
    });
    Ok(spliced.into_owned())
}
