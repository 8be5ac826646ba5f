//! `setwise-measure report`: the result files as documents with charts. They depend on the files
//! only.

mod chart;
mod figures;
pub(crate) mod files;
mod html;
mod markdown;
mod matrix;
mod nnue;
mod performance;
mod perft;
mod readme;
mod shown;

use crate::workspace;
use anyhow::{Result, anyhow, ensure};
use clap::Args;
use files::Files;
use itertools::Itertools;
pub(crate) use matrix::{Calls, FENCED, LIBRARY, MANY};
use setwise_results::Matrix;
use setwise_results::nnue::NnueRun;
use setwise_results::perft::PerftRun;
use setwise_results::processes::Processes;
pub(crate) use shown::Benchmark;
use shown::{Shown, Sources};
use std::cmp::Reverse;
use std::path::{Path, PathBuf};

/// The folder of predictions in a folder of results.
const PREDICTIONS: &str = "predictions";

/// The folder of figures that were measured aside.
const ASIDES: &str = "aside";

/// Write docs/performance.md, docs/report.html, docs/perft.md, docs/nnue.md, docs/aside.md, the
/// charts and the tables of README.md from all result files.
///
/// The same result files give the same bytes on every machine.
#[derive(Args, Debug)]
pub(crate) struct ReportArgs {
    /// Folder of result files [default: docs/results of the workspace]
    #[arg(long, value_name = "DIR")]
    results: Option<PathBuf>,
    /// Folder for performance.md, report.html, perft.md, nnue.md, aside.md and charts/ [default:
    /// docs of the workspace]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Write nothing; fail if the files differ from what would be written
    #[arg(long)]
    check: bool,
}

/// Runs the command and returns the text for the terminal.
pub(crate) fn run(args: &ReportArgs) -> Result<String> {
    let results = folder(&args.results, "docs/results")?;
    let out = folder(&args.out, "docs")?;
    let report = Report::read(vec![results.clone()], None)?;
    let advice = "there are no result files; `cargo run --release -p setwise-measure` makes one";
    ensure!(
        !report.machines.is_empty(),
        "{}: {advice}",
        results.display()
    );
    let files = report.render(&out)?;
    if args.check {
        files::check(&out, &files)?;
        return Ok(format!("{} files are up to date\n", files.len()));
    }
    files::write(&out, &files)?;
    Ok(format!("{}\n", out.join(performance::NAME).display()))
}

/// A folder that was given, or one in the workspace.
fn folder(given: &Option<PathBuf>, place: &str) -> Result<PathBuf> {
    let advise = |error| anyhow!("{error:#}; or give both --results and --out");
    match given {
        Some(path) => Ok(path.clone()),
        None => Ok(workspace::root().map_err(advise)?.join(place)),
    }
}

/// The shown runs of all benchmarks.
struct Report {
    sources: Sources,
    machines: Vec<Shown<Matrix>>,
    perft: Vec<Shown<PerftRun>>,
    nnue: Vec<Shown<NnueRun>>,
}

impl Report {
    fn read(folders: Vec<PathBuf>, new: Option<PathBuf>) -> Result<Self> {
        let sources = Sources::new(folders, new)?;
        Ok(Self {
            machines: matrix::machines(&sources)?,
            perft: sources.with_rows()?,
            nnue: sources.with_rows()?,
            sources,
        })
    }

    /// Renders all files of the report for an output folder. Pages on the matrix need a run of it.
    fn render(&self, out: &Path) -> Result<Files> {
        let mut files = Files::new();
        if !self.machines.is_empty() {
            let charts = self.machines.iter().map(performance::chart).flatten_ok();
            let charts: Vec<_> = charts.try_collect()?;
            files.extend(charts.iter().map(chart::Chart::file));
            let latest = |run: &Shown<Processes>| Reverse(run.file.origin.time.clone());
            let processes = self.sources.shown(latest)?;
            let text = performance::document(&self.machines, &processes, &charts);
            files.insert(PathBuf::from(performance::NAME), text);
            let predictions = self.sources.documents(PREDICTIONS)?;
            let page = html::page(&self.machines, &predictions);
            files.insert(PathBuf::from(html::NAME), page);
        }
        perft::render(&self.perft, &mut files)?;
        nnue::render(&self.nnue, &mut files)?;
        let asides = self.sources.documents(ASIDES)?;
        figures::render(&asides, &mut files);
        readme::render(out, &self.machines, &self.perft, &asides, &mut files)?;
        Ok(files)
    }
}

/// Writes the report beside the first folder of results, with a new run. Returns the text for the
/// terminal: the tables of the run, and the path of the page that shows it.
pub(crate) fn after<R: Benchmark>(folders: Vec<PathBuf>, new: &Path) -> Result<String> {
    let parent = folders[0].parent().unwrap_or(Path::new(""));
    let out = if parent == Path::new("") {
        Path::new(".")
    } else {
        parent
    }
    .to_path_buf();
    let report = Report::read(folders, Some(new.to_path_buf()))?;
    files::write(&out, &report.render(&out)?)?;
    let all = report.sources.shown(|_: &Shown<R>| ())?;
    let new = all.iter().filter(|run| report.sources.is_new(run));
    let tables = new.flat_map(R::sections).map(|section| section.plain());
    let page = out.join(R::PAGE);
    Ok(format!(
        "{}report:  {}\n",
        tables.collect::<String>(),
        page.display()
    ))
}
