//! `setwise report`: the result files as a document with charts. It depends on the files and on nothing else.

mod bounds;
mod chart;
mod choices;
mod contender;
mod document;
mod full;
mod kept;
pub(crate) mod load;
mod machine;
pub(crate) mod number;
pub(crate) mod output;
mod page;
mod perft;
mod predictions;
mod processes;
mod prose;
mod run;
mod summary;
mod systems;
pub(crate) mod table;
mod techniques;
mod tiers;

use crate::failure::Failure;
use crate::workspace;
use clap::Args;
pub(crate) use contender::{FENCED, LIBRARY};
pub(crate) use machine::MANY;
use machine::Machine;
pub(crate) use perft::FOLDER as PERFT_RESULTS;
use std::path::{Path, PathBuf};

/// Render docs/performance.md, its page for each CPU, docs/perft.md, docs/techniques-table.md and the charts from all
/// result files.
///
/// The same result files give the same bytes on every machine.
#[derive(Args, Debug)]
pub(crate) struct ReportArgs {
    /// The folder of result files [default: docs/results of the workspace]
    #[arg(long, value_name = "DIR")]
    results: Option<PathBuf>,
    /// Where performance.md, performance/, perft.md, techniques-table.md and charts/ are written [default: docs of the workspace]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Write nothing; fail if the files are not what would be written
    #[arg(long)]
    check: bool,
}

/// Runs the command; what to print.
pub(crate) fn run(args: &ReportArgs) -> Result<String, Failure> {
    let both = "or give both --results and --out";
    let results = workspace::or_default(args.results.as_deref(), "docs/results", both)?;
    let out = workspace::or_default(args.out.as_deref(), "docs", both)?;
    let files = render(&results)?;
    if args.check {
        output::check(&out, &files)?;
        return Ok(format!("{} files are up to date\n", files.len()));
    }
    output::write(&out, &files)?;
    Ok(format!("{}\n", out.join(document::NAME).display()))
}

/// Every file of the report on the results in a folder.
fn render(results: &Path) -> Result<output::Files, Failure> {
    files(results, &load::all(results)?)
}

/// All documents: what was loaded of the matrix, and what there is about perft.
fn files(results: &Path, machines: &[Machine]) -> Result<output::Files, Failure> {
    let mut files = document::render(machines, &predictions::all(results)?)?;
    perft::render(&perft::all(results)?, &mut files)?;
    Ok(files)
}

/// Renders the report and gives its main file and the summary of one machine as a text table.
pub(crate) fn after_bench(
    results: &Path,
    out: &Path,
    slug: &str,
) -> Result<(PathBuf, String), Failure> {
    let machines = load::all(results)?;
    output::write(out, &files(results, &machines)?)?;
    let summary = machines
        .iter()
        .find(|machine| machine.slug == slug)
        .map_or_else(String::new, terminal_summary);
    Ok((out.join(document::NAME), summary))
}

/// Renders the page about perft and its charts, and gives its file and the tables of one result file as text.
pub(crate) fn after_perft(
    results: &Path,
    out: &Path,
    slug: &str,
) -> Result<(PathBuf, String), Failure> {
    let measured = perft::all(results)?;
    let mut files = output::Files::new();
    perft::render(&measured, &mut files)?;
    // Charts of the matrix belong to the other document.
    for (path, text) in &files {
        output::replace(&out.join(path), text)?;
    }
    let summary = measured.iter().find(|measured| measured.slug == slug);
    let summary = summary.map_or_else(String::new, perft::terminal_summary);
    Ok((out.join(perft::NAME), summary))
}

/// The summary for the terminal.
fn terminal_summary(machine: &Machine) -> String {
    let lines = summary::lines(machine);
    format!(
        "{}\nHow many times faster the best kernel is:\n\n{}",
        summary::choice_table(machine, &lines).plain(),
        summary::lead_table(&lines).plain()
    )
}
