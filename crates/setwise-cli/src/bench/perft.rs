//! `setwise bench-perft`: perft and counts of moves against other move generators, and the page
//! about it.

use super::program::ProgramArgs;
use clap::Args;

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
    pub(crate) program: ProgramArgs,
}
