//! Benchmarks that are programs of their own and print what they measured as JSON.

use super::run::{bench, flags, lock};
use super::{finish, results_folder};
use crate::report::{Written, files};
use crate::{host, up_to, workspace};
use anyhow::{Context, Result};
use clap::Args;
use std::path::{Path, PathBuf};

/// The options of such a benchmark.
#[derive(Args, Debug)]
pub(crate) struct ProgramArgs {
    /// Shortest possible run, to see that everything works; the numbers mean little
    #[arg(long)]
    smoke: bool,
    /// Number of rounds; ratios are medians over the rounds
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = up_to(1000))]
    rounds: Option<u32>,
    /// Folder of result files, which go to a folder of this benchmark in it; the page is written beside it [default:
    /// docs/results of the workspace, or a folder in target/ for a smoke run]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Write the result file only
    #[arg(long)]
    no_report: bool,
}

/// A benchmark, and where its results go.
pub(super) struct Program {
    /// The name of the benchmark.
    pub(super) name: &'static str,
    /// The folder of its results within the folder of results.
    pub(super) folder: &'static str,
    /// Makes the report on a result file, whose stem is given.
    pub(super) report: fn(&Path, &str) -> Written,
}

impl Program {
    /// Builds the benchmark, runs it, and writes its result file and its page. Its progress goes to stderr. Returns what to print.
    ///
    /// `file` makes the text of the result file from the root of the workspace and the output of the benchmark.
    pub(super) fn run(
        &self,
        args: &ProgramArgs,
        file: impl FnOnce(&Path, &[u8]) -> Result<String>,
    ) -> Result<String> {
        let root = workspace::root()?;
        let _lock = lock(&root)?;
        let results = results_folder(&root, &args.out, args.smoke);
        let rounds = args.rounds.map(|rounds| format!("--rounds={rounds}"));
        let smoke = args.smoke.then_some("--smoke");
        let arguments: Vec<&str> = smoke.into_iter().chain(rounds.as_deref()).collect();
        let output = bench(&root, self.name, &arguments, None)?;
        let text = file(&root, &output).context("the output of the benchmark")?;
        let slug = host::slug(&format!("{} {}", host::cpu().model, flags()));
        let path = results.join(self.folder).join(format!("{slug}.json"));
        files::replace(&path, &text)?;
        finish(&path, args.no_report, || (self.report)(&results, &slug))
    }
}
