//! Benchmarks that are programs of their own and print what they measured as JSON.

use super::run::{bench, code, lock, origin};
use super::{Place, finish};
use crate::report::{self, Benchmark};
use crate::{up_to, workspace};
use anyhow::{Context, Result};
use clap::Args;
use setwise_results::RunFile;
use std::path::PathBuf;

/// The options of such a benchmark.
#[derive(Args, Debug)]
pub(crate) struct ProgramArgs {
    /// Shortest possible run, to see that everything works; the numbers mean little
    #[arg(long)]
    smoke: bool,
    /// Number of rounds; ratios are medians over the rounds
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = up_to(1000))]
    rounds: Option<u32>,
    /// Add the results to those in docs/ of the workspace, and write the page there
    #[arg(long, conflicts_with_all = ["smoke", "out", "no_report"])]
    save: bool,
    /// Folder of result files; the page is written beside it [default: a folder in target/]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Write the result file only
    #[arg(long)]
    no_report: bool,
}

/// Builds the benchmark, runs it, and writes its result file and its page. Its progress goes to
/// stderr. Returns what to print.
pub(crate) fn run<R: Benchmark>(args: &ProgramArgs) -> Result<String> {
    let root = workspace::root()?;
    let _lock = lock(&root)?;
    let place = Place::new(&root, &args.out, args.save);
    let rounds = args.rounds.map(|rounds| format!("--rounds={rounds}"));
    let smoke = args.smoke.then_some("--smoke");
    let arguments: Vec<&str> = smoke.into_iter().chain(rounds.as_deref()).collect();
    // Both before the run, as for the matrix.
    let (origin, code) = (origin(&root), code(&root, Some(R::GROUP)));
    let output = bench(&root, R::NAME, &arguments, None)?;
    let text = || {
        let file = RunFile::<R> {
            format: R::FORMAT.to_string(),
            run: serde_json::from_slice(&output)?,
            origin: origin.clone(),
            code,
        };
        file.to_json()
    };
    let text = text().context("the output of the benchmark")?;
    let path = place.write(&origin, R::KIND, &text)?;
    finish(&path, args.no_report, || {
        report::after_benchmark::<R>(&place.folders(), &path)
    })
}
