//! `setwise bench-perft`: perft and counts of moves against other move generators, and the page about it.

use super::program::{Program, ProgramArgs};
use super::run::{command, flags, revision, rustc, today};
use crate::{host, report};
use clap::Args;
use setwise_results::Document;
use setwise_results::perft::PerftFile;

/// Measure perft on this CPU against cozy-chess and chess, and write the page about it.
///
/// Builds the perft benchmark of the workspace and runs it: every kernel that this CPU supports, cozy-chess and
/// chess. The best kernel also counts one position after the other, and with several threads. There are three perfts, two deeper
/// ones for the best kernel, and arrays of positions whose moves are counted. Takes about three minutes. The result file replaces
/// the one of the same CPU and build flags; docs/perft.md is written from all of them.
#[derive(Args, Debug)]
pub(crate) struct BenchPerftArgs {
    #[command(flatten)]
    program: ProgramArgs,
}

/// Runs the command and returns the text for the terminal.
pub(crate) fn run(args: &BenchPerftArgs) -> anyhow::Result<String> {
    let perft = Program {
        name: "perft",
        folder: report::PERFT_RESULTS,
        report: report::after_perft,
    };
    perft.run(&args.program, |root, output| {
        let file = PerftFile {
            format: PerftFile::FORMAT.to_string(),
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
