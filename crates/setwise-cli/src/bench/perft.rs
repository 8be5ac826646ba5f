//! `setwise bench-perft`: perft and counts of moves against other move generators, and the page about it.

use super::run::{bench, command, flags, rustc, today};
use super::{finish, results_folder};
use crate::report::{self, files};
use crate::{host, up_to, workspace};
use anyhow::Context;
use clap::Args;
use setwise_results::Document;
use setwise_results::perft::{PerftFile, PerftRun};
use std::path::{Path, PathBuf};

/// Measure perft on this CPU against cozy-chess and chess, and write the page about it.
///
/// Builds the perft benchmark of the workspace and runs it: every kernel that this CPU supports, cozy-chess and
/// chess. The best kernel also counts one position after the other, and with several threads. There are three perfts, two deeper
/// ones for the best kernel, and arrays of positions whose moves are counted. Takes about three minutes. The result file replaces
/// the one of the same CPU and build flags; docs/perft.md is written from all of them.
#[derive(Args, Debug)]
pub(crate) struct BenchPerftArgs {
    /// Shortest possible run, to see that everything works; the numbers mean little
    #[arg(long)]
    smoke: bool,
    /// Number of rounds; ratios are medians over the rounds [default: 7, smoke: 1]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = up_to(1000))]
    rounds: Option<u32>,
    /// Folder of result files, which go to perft/ in it; the page is written beside it [default: docs/results of the
    /// workspace, or a folder in target/ for a smoke run]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Write the result file only
    #[arg(long)]
    no_report: bool,
}

/// Runs the command and returns the text for the terminal.
pub(crate) fn run(args: &BenchPerftArgs) -> anyhow::Result<String> {
    let root = workspace::root()?;
    let results = results_folder(&root, &args.out, args.smoke);
    let file = PerftFile {
        format: PerftFile::FORMAT.to_string(),
        run: measure(&root, args)?,
        cpu: host::cpu(),
        rustc: rustc(&root),
        flags: flags(),
        date: today(),
        command: command(),
    };
    let slug = host::slug(&format!("{} {}", file.cpu.model, file.flags));
    let folder = results.join(report::PERFT_RESULTS);
    let path = folder.join(format!("{slug}.json"));
    files::replace(&path, &file.to_json()?)?;
    let report = || report::after_perft(&results, &slug);
    finish(&path, args.no_report, report)
}

/// Builds the benchmark and runs it; its progress goes to stderr.
fn measure(root: &Path, args: &BenchPerftArgs) -> anyhow::Result<PerftRun> {
    let rounds = args.rounds.map(|rounds| format!("--rounds={rounds}"));
    let smoke = args.smoke.then_some("--smoke");
    let arguments: Vec<&str> = smoke.into_iter().chain(rounds.as_deref()).collect();
    let output = bench(root, "perft", &arguments, None)?;
    serde_json::from_slice(&output).context("the output of the benchmark")
}
