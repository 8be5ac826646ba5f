//! `setwise-measure report`: the result files as documents with charts. They depend on the files
//! only.

macro_rules! prose {
    ($name:literal) => {
        include_str!(concat!("prose/", $name, ".md"))
    };
}

mod chart;
mod figures;
pub(crate) mod files;
mod formats;
mod html;
mod ladder;
mod matrix;
mod nnue;
mod performance;
mod perft;
mod readme;
mod shown;

use crate::root;
use anyhow::{Result, ensure};
use clap::Args;
use files::{ASIDES, Files, PREDICTIONS};
use itertools::Itertools;
use setwise_results::formats::FormatsRun;
use setwise_results::nnue::NnueRun;
pub(crate) use shown::Benchmark;
use shown::{Shown, Sources};
use std::path::{Path, PathBuf};

/// Write docs/performance.md, docs/report.html, docs/perft.md, docs/nnue.md, docs/formats.md,
/// docs/aside.md, the charts and the figures of README.md from all result files.
///
/// The same result files give the same bytes on every machine.
#[derive(Args, Debug)]
pub(crate) struct ReportArgs {
    /// Folder of result files [default: docs/results of the workspace]
    #[arg(long, value_name = "DIR")]
    results: Option<PathBuf>,
    /// Folder for performance.md, report.html, perft.md, nnue.md, formats.md, aside.md and charts/
    /// [default: docs of the workspace]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Write nothing; fail if the files differ from what would be written
    #[arg(long)]
    check: bool,
}

pub(crate) fn run(args: &ReportArgs) -> Result<String> {
    let results = (args.results.clone()).unwrap_or_else(|| root().join("docs/results"));
    let out = args.out.clone().unwrap_or_else(|| root().join("docs"));
    let files = render(&Sources::new(vec![results.clone()], None)?, &out)?;
    let (folder, page) = (results.display(), Path::new(performance::NAME));
    let advice = "there are no result files; `cargo run --release -p setwise-measure` makes one";
    ensure!(files.contains_key(page), "{folder}: {advice}");
    if args.check {
        files::check(&out, &files)?;
        return Ok(format!("{} files are up to date\n", files.len()));
    }
    files::write(&out, &files)?;
    Ok(format!("{}\n", out.join(page).display()))
}

/// Renders all files of the report for an output folder. Pages on the matrix need a run of it.
fn render(sources: &Sources, out: &Path) -> Result<Files> {
    let mut files = Files::new();
    let machines = matrix::machines(sources)?;
    let order = machines.iter().map(|machine| machine.cpu.clone());
    let order = order.collect_vec();
    let (perft, nnue) = (sources.longest_in(&order)?, sources.longest_in(&order)?);
    let asides = sources.documents(ASIDES)?;
    if !machines.is_empty() {
        let charts = machines.iter().filter_map(performance::chart).collect_vec();
        files.extend(charts.iter().map(chart::Chart::file));
        let elsewhere = performance::elsewhere(&perft, &nnue, &asides);
        let text = performance::document(&machines, &charts, &elsewhere);
        files.insert(PathBuf::from(performance::NAME), text);
        let predictions = sources.documents(PREDICTIONS)?;
        let page = html::page(&machines, &perft, &nnue, &predictions);
        files.insert(PathBuf::from(html::NAME), page);
    }
    shown::page(&perft, &mut files);
    shown::page::<NnueRun>(&nnue, &mut files);
    shown::page::<FormatsRun>(&sources.longest_in(&order)?, &mut files);
    figures::render(&asides, &mut files);
    readme::render(out, &machines, &perft, &asides, &mut files)?;
    Ok(files)
}

/// Writes the report beside the first folder of results, with a new run. Returns the text for the
/// terminal: the tables of the run, and the path of the page that shows it.
pub(crate) fn after<R: Benchmark>(folders: Vec<PathBuf>, new: &Path) -> Result<String> {
    let parent = folders[0].parent().filter(|path| *path != Path::new(""));
    let out = parent.unwrap_or(Path::new(".")).to_path_buf();
    let sources = Sources::new(folders, Some(new.to_path_buf()))?;
    files::write(&out, &render(&sources, &out)?)?;
    let all: Vec<Shown<R>> = sources.longest()?;
    let new = all.iter().filter(|run| sources.is_new(run));
    let tables: String = new.map(R::tables).collect();
    let page = out.join(R::PAGE);
    Ok(format!("{tables}report:  {}\n", page.display()))
}
