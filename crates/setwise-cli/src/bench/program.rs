//! Benchmarks that are programs of their own and print what they measured as JSON.

use super::run::{bench, code, lock, origin};
use super::{Place, finish};
use crate::report::Written;
use crate::report::files::Kind;
use crate::{up_to, workspace};
use anyhow::{Context, Result};
use clap::Args;
use setwise_results::Origin;
use setwise_results::code::KernelCode;
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

/// A benchmark, and where its results go.
pub(super) struct Program {
    /// The name of the benchmark.
    pub(super) name: &'static str,
    /// The group of functions that it measures.
    pub(super) group: &'static str,
    /// The kind of its result files.
    pub(super) kind: Kind,
    /// Writes the page beside the first of some folders of results, of which one has this new file.
    pub(super) report: fn(&[&Path], &Path) -> Written,
}

impl Program {
    /// Builds the benchmark, runs it, and writes its result file and its page. Its progress goes to
    /// stderr. Returns what to print.
    ///
    /// `file` makes the text of the result file from its origin, the hashes of the measured code,
    /// and the output of the benchmark.
    pub(super) fn run(
        &self,
        args: &ProgramArgs,
        file: impl FnOnce(Origin, Vec<KernelCode>, &[u8]) -> Result<String>,
    ) -> Result<String> {
        let root = workspace::root()?;
        let _lock = lock(&root)?;
        let place = Place::new(&root, &args.out, args.save);
        let rounds = args.rounds.map(|rounds| format!("--rounds={rounds}"));
        let smoke = args.smoke.then_some("--smoke");
        let arguments: Vec<&str> = smoke.into_iter().chain(rounds.as_deref()).collect();
        // Both before the run, as for the matrix.
        let (origin, code) = (origin(&root), code(&root, Some(self.group)));
        let output = bench(&root, self.name, &arguments, None)?;
        let text = file(origin.clone(), code, &output).context("the output of the benchmark")?;
        let path = place.write(&origin, self.kind, &text)?;
        finish(&path, args.no_report, || {
            (self.report)(&place.folders(), &path)
        })
    }
}
