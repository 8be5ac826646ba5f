//! `setwise-measure report`: the result files as documents with charts. They depend on the files
//! only.

mod chart;
mod contender;
mod figures;
pub(crate) mod files;
mod html;
mod machine;
mod markdown;
mod measured;
mod nnue;
mod origin;
mod performance;
mod perft;
mod plots;
mod readme;
mod summary;

use crate::workspace;
use anyhow::anyhow;
use clap::Args;
pub(crate) use contender::{FENCED, LIBRARY};
use files::Files;
use itertools::Itertools;
pub(crate) use machine::Calls;
pub(crate) use machine::MANY;
use machine::Machine;
use machine::machines;
pub(crate) use measured::Benchmark;
use plots::Chart;
use setwise_program::number;
use setwise_results::aside::Aside;
use setwise_results::nnue::NnueRun;
use setwise_results::perft::PerftRun;
use setwise_results::predictions::Predictions;
use std::path::{Path, PathBuf};

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
pub(crate) fn run(args: &ReportArgs) -> anyhow::Result<String> {
    let results = folder(&args.results, "docs/results")?;
    let out = folder(&args.out, "docs")?;
    let files = render(
        std::slice::from_ref(&results),
        &out,
        None,
        &machines(std::slice::from_ref(&results), None)?,
    )?;
    if args.check {
        files::check(&out, &files)?;
        return Ok(format!("{} files are up to date\n", files.len()));
    }
    files::write(&out, &files)?;
    Ok(format!("{}\n", out.join(performance::NAME).display()))
}

/// A folder that was given, or one in the workspace.
fn folder(given: &Option<PathBuf>, place: &str) -> anyhow::Result<PathBuf> {
    let advise = |error| anyhow!("{error:#}; or give both --results and --out");
    match given {
        Some(path) => Ok(path.clone()),
        None => Ok(workspace::root().map_err(advise)?.join(place)),
    }
}

/// Renders all files of the report for an output folder; the file `shown` is preferred to other
/// runs of its machine.
fn render(
    folders: &[PathBuf],
    out: &Path,
    shown: Option<&Path>,
    machines: &[Machine],
) -> anyhow::Result<Files> {
    let predicted = folders
        .iter()
        .map(|results| files::read_all(&results.join(files::PREDICTIONS)));
    let predicted: Vec<Predictions> = predicted.flatten_ok().try_collect()?;
    let mut files = Files::new();
    let charts = machines.iter().map(plots::batch_attacks).flatten_ok();
    let charts: Vec<_> = charts.try_collect()?;
    files.extend(charts.iter().map(Chart::file));
    let text = performance::document(machines, &charts);
    files.insert(PathBuf::from(performance::NAME), text);
    files.insert(PathBuf::from(html::NAME), html::page(machines, &predicted));
    let perft = measured::all(folders, shown)?;
    PerftRun::render(&perft, &mut files)?;
    NnueRun::render(&measured::all(folders, shown)?, &mut files)?;
    let asides = folders.iter();
    let asides = asides.map(|results| files::read_all(&results.join(figures::FOLDER)));
    let asides: Vec<Aside> = asides.flatten_ok().try_collect()?;
    figures::render(&asides, &mut files);
    readme::render(out, machines, &perft, &asides, &mut files)?;
    Ok(files)
}

/// The path of the written document, and a text for the terminal.
pub(crate) type Written = anyhow::Result<(PathBuf, String)>;

/// Writes the report beside the first folder of results. Returns the path of its page, and the
/// summary of the new file for the terminal.
pub(crate) fn after_matrix(folders: &[PathBuf], new: &Path) -> Written {
    let (out, machines) = (beside(&folders[0]), machines(folders, Some(new))?);
    files::write(out, &render(folders, out, Some(new), &machines)?)?;
    let is_new = |machine: &&Machine| machine.path == new;
    let summary = machines.iter().find(is_new).map(|machine| {
        let (lines, noise) = (summary::lines(machine), machine.noise().unwrap_or(0.0));
        let in_short =
            performance::attack_maps(machine).map_or_else(String::new, |(_, sentence)| {
                format!(
                    "Attack maps of {} positions: {sentence}.\n\n",
                    number::boards(MANY)
                )
            });
        format!(
            "{}{}\nHow many times as fast it is (▼: slower):\n\n{}\n{in_short}",
            summary::choice_table(&lines).plain(),
            summary::mean_choice(&lines).replace(['*', '`'], ""),
            summary::lead_table(&summary::leads(&lines, noise)).plain()
        )
    });
    Ok((out.join(html::NAME), summary.unwrap_or_default()))
}

/// Writes the page of a benchmark and its charts; returns its path and the tables of the new file
/// for the terminal.
pub(crate) fn after_rows<R: Benchmark>(folders: &[PathBuf], new: &Path) -> Written {
    let (out, measured) = (beside(&folders[0]), measured::all::<R>(folders, Some(new))?);
    let mut files = Files::new();
    R::render(&measured, &mut files)?;
    // Charts of the matrix belong to the other document.
    files::replace_all(out, &files)?;
    let measured = measured.iter().find(|measured| measured.is_of(new));
    let summary = measured.map(R::terminal_summary);
    Ok((out.join(R::PAGE), summary.unwrap_or_default()))
}

/// The folder of the report on a folder of results.
fn beside(results: &Path) -> &Path {
    let parent = results.parent().filter(|parent| *parent != Path::new(""));
    parent.unwrap_or(Path::new("."))
}
