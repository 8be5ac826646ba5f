//! `setwise bench-nnue`: features of neural networks against scalar code, and the page about it.

use super::program::{Program, ProgramArgs};
use crate::report;
use crate::report::files::Kind;
use clap::Args;
use setwise_results::Document;
use setwise_results::code::FEATURES;
use setwise_results::nnue::NnueFile;

/// Measure the extraction of NNUE features on this CPU against scalar code, and write the page
/// about it.
///
/// Builds the benchmark of `setwise-nnue` and runs it: every set of features on every instruction
/// set that this CPU supports, as rows without gaps, as padded rows and counted; scalar code for
/// the same rows; copies and fills of the same memory; and the calls with several threads. Takes
/// about three minutes. The result file and the page go to a folder in target/; `--save` puts both
/// into docs/.
#[derive(Args, Debug)]
pub(crate) struct BenchNnueArgs {
    #[command(flatten)]
    program: ProgramArgs,
}

/// Runs the command and returns what to print.
pub(crate) fn run(args: &BenchNnueArgs) -> anyhow::Result<String> {
    let nnue = Program {
        name: "nnue",
        group: FEATURES,
        kind: Kind::Nnue,
        report: report::after_nnue,
    };
    nnue.run(&args.program, |origin, code, output| {
        let file = NnueFile {
            format: NnueFile::FORMAT.to_string(),
            run: serde_json::from_slice(output)?,
            origin,
            code,
        };
        file.to_json()
    })
}
