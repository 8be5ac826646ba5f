//! `setwise report`: the result files as documents with charts. They depend on the files only.

mod chart;
mod contender;
pub(crate) mod files;
mod html;
mod machine;
mod markdown;
mod nnue;
pub(crate) mod number;
mod page;
mod perft;
mod plots;
mod predictions;
mod summary;
pub(crate) mod table;
mod techniques;

use crate::workspace;
use anyhow::anyhow;
use clap::Args;
pub(crate) use contender::{FENCED, LIBRARY};
use files::Files;
pub(crate) use machine::MANY;
use machine::Machine;
pub(crate) use nnue::FOLDER as NNUE_RESULTS;
use page::Page;
pub(crate) use perft::FOLDER as PERFT_RESULTS;
use plots::Chart;
use std::path::{Path, PathBuf};

/// The name of the main document in the output folder.
const NAME: &str = "performance.md";

/// Write docs/performance.md, docs/report.html, a page for each CPU, docs/perft.md, docs/nnue.md, docs/techniques-table.md and the charts
/// from all result files.
///
/// The same result files give the same bytes on every machine.
#[derive(Args, Debug)]
pub(crate) struct ReportArgs {
    /// Folder of result files [default: docs/results of the workspace]
    #[arg(long, value_name = "DIR")]
    results: Option<PathBuf>,
    /// Folder for performance.md, report.html, performance/, perft.md, nnue.md, techniques-table.md and charts/ [default: docs of the workspace]
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
    let files = render(&results, &files::machines(&results)?)?;
    if args.check {
        files::check(&out, &files)?;
        return Ok(format!("{} files are up to date\n", files.len()));
    }
    files::write(&out, &files)?;
    Ok(format!("{}\n", out.join(NAME).display()))
}

/// A folder that was given, or one in the workspace.
fn folder(given: &Option<PathBuf>, place: &str) -> anyhow::Result<PathBuf> {
    let advise = |error| anyhow!("{error:#}; or give both --results and --out");
    match given {
        Some(path) => Ok(path.clone()),
        None => Ok(workspace::root().map_err(advise)?.join(place)),
    }
}

/// Renders all files of the report.
fn render(results: &Path, machines: &[Machine]) -> anyhow::Result<Files> {
    let predicted = predictions::all(results)?;
    let mut files = Files::new();
    let mut text = String::from(include_str!("prose/opening.md"));
    if machines.len() > 1 {
        text += include_str!("prose/across.md");
        text += &(summary::across(machines) + "\n");
    }
    for machine in machines {
        let page = Page {
            machine,
            charts: &plots::all(machine)?,
            predicted: &predicted,
        };
        let charts = page.charts.iter();
        files.extend(charts.map(Chart::file));
        text += &chapter(&page);
        files.insert(PathBuf::from(page::path(machine)), page::markdown(&page));
    }
    files.insert(PathBuf::from(html::NAME), html::page(machines, &predicted));
    text += &predictions::chapter(&predicted);
    text += include_str!("prose/end.md");
    files.insert(PathBuf::from(NAME), text);
    let techniques = techniques::document(machines, &predicted);
    files.insert(PathBuf::from(techniques::NAME), techniques);
    perft::render(&perft::all(results)?, &mut files)?;
    nnue::render(&nnue::all(results)?, &mut files)?;
    Ok(files)
}

/// The chapter of the main document on one machine, with the first of its charts.
fn chapter(page: &Page<'_>) -> String {
    let machine = page.machine;
    let lines = summary::lines(machine);
    let chart = page.charts.first().map(|chart| chart.markdown(""));
    let parts = [
        format!("## {}\n\n", machine.title()),
        chart.unwrap_or_default(),
        include_str!("prose/choice.md").replace("{corpus}", machine.main_corpus()),
        summary::choice_table(&lines).markdown(),
        summary::mean_choice(&lines),
        include_str!("prose/leads.md").to_string(),
        summary::lead_table(&summary::leads(&lines)).markdown(),
        include_str!("prose/more.md").replace("{page}", &page::path(machine)),
    ];
    parts.concat()
}

/// The path of the written document, and a text for the terminal.
pub(crate) type Written = anyhow::Result<(PathBuf, String)>;

/// Writes the report; returns the path of its main document and the summary of one machine for the terminal.
pub(crate) fn after_bench(results: &Path, slug: &str) -> Written {
    let (out, machines) = (beside(results), files::machines(results)?);
    files::write(out, &render(results, &machines)?)?;
    let machine = machines.iter().find(|machine| machine.slug == slug);
    let summary = machine.map(|machine| {
        let lines = summary::lines(machine);
        format!(
            "{}{}\nHow many times as fast it is (▼: slower):\n\n{}\n",
            summary::choice_table(&lines).plain(),
            summary::mean_choice(&lines).replace(['*', '`'], ""),
            summary::lead_table(&summary::leads(&lines)).plain()
        )
    });
    Ok((out.join(NAME), summary.unwrap_or_default()))
}

/// Writes the page about perft and its charts; returns its path and the tables of one result file for the terminal.
pub(crate) fn after_perft(results: &Path, slug: &str) -> Written {
    let (out, measured) = (beside(results), perft::all(results)?);
    let mut files = Files::new();
    perft::render(&measured, &mut files)?;
    // Charts of the matrix belong to the other document.
    files::replace_all(out, &files)?;
    let measured = measured.iter().find(|measured| measured.slug == slug);
    let summary = measured.map(perft::terminal_summary);
    Ok((out.join(perft::NAME), summary.unwrap_or_default()))
}

/// Writes the page about features of neural networks and its charts, as [`after_perft`] does about perft.
pub(crate) fn after_nnue(results: &Path, slug: &str) -> Written {
    let (out, measured) = (beside(results), nnue::all(results)?);
    let mut files = Files::new();
    nnue::render(&measured, &mut files)?;
    files::replace_all(out, &files)?;
    let measured = measured.iter().find(|measured| measured.slug == slug);
    let summary = measured.map(nnue::terminal_summary);
    Ok((out.join(nnue::NAME), summary.unwrap_or_default()))
}

/// The folder of the report on a folder of results.
fn beside(results: &Path) -> &Path {
    let parent = results.parent().filter(|parent| *parent != Path::new(""));
    parent.unwrap_or(Path::new("."))
}
