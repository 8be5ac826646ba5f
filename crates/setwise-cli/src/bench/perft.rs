//! `setwise bench-perft`: perft and counts of moves against other move generators, and the page
//! about it.

use super::program::{Program, ProgramArgs};
use crate::report;
use crate::report::files::Kind;
use clap::Args;
use setwise_results::Document;
use setwise_results::code::MOVES;
use setwise_results::perft::PerftFile;

/// Measure perft on this CPU against cozy-chess and chess, and write the page about it.
///
/// Builds the perft benchmark of the workspace and runs it: every kernel that this CPU supports,
/// cozy-chess and chess. The best kernel also counts one position after the other, and with several
/// threads. There are three perfts, two deeper ones for the best kernel, and arrays of positions
/// for the calls that take many. Takes about four minutes. The result file and the page go to a
/// folder in target/; `--save` puts both into docs/.
#[derive(Args, Debug)]
pub(crate) struct BenchPerftArgs {
    #[command(flatten)]
    program: ProgramArgs,
}

/// Runs the command and returns the text for the terminal.
pub(crate) fn run(args: &BenchPerftArgs) -> anyhow::Result<String> {
    let perft = Program {
        name: "perft",
        group: MOVES,
        kind: Kind::Perft,
        report: report::after_perft,
    };
    perft.run(&args.program, |origin, code, output| {
        let file = PerftFile {
            format: PerftFile::FORMAT.to_string(),
            run: serde_json::from_slice(output)?,
            origin,
            code,
        };
        file.to_json()
    })
}
