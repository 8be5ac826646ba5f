//! `setwise bench-nnue`: features of neural networks against scalar code, and the page about it.

use super::program::{Program, ProgramArgs};
use super::run::{command, flags, revision, rustc, today};
use crate::{host, report};
use clap::Args;
use setwise_results::Document;
use setwise_results::nnue::NnueFile;

/// Measure the extraction of NNUE features on this CPU against scalar code, and write the page about it.
///
/// Builds the benchmark of `setwise-nnue` and runs it: every set of features on every instruction set that this CPU supports,
/// as rows without gaps, as padded rows and counted; scalar code for the same rows; copies and fills of the same memory; and
/// the calls with several threads. Takes about three minutes. The result file replaces the one of the same CPU and build
/// flags; docs/nnue.md is written from all of them.
#[derive(Args, Debug)]
pub(crate) struct BenchNnueArgs {
    #[command(flatten)]
    program: ProgramArgs,
}

/// Runs the command and returns what to print.
pub(crate) fn run(args: &BenchNnueArgs) -> anyhow::Result<String> {
    let nnue = Program {
        name: "nnue",
        folder: report::NNUE_RESULTS,
        report: report::after_nnue,
    };
    nnue.run(&args.program, |root, output| {
        let file = NnueFile {
            format: NnueFile::FORMAT.to_string(),
            run: serde_json::from_slice(output)?,
            cpu: host::cpu(),
            revision: revision(root),
            rustc: rustc(root),
            flags: flags(),
            date: today(),
            command: command(),
        };
        file.to_json()
    })
}
