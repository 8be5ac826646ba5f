//! `setwise bench-nnue`: features of neural networks against scalar code, and the page about it.

use super::program::ProgramArgs;
use clap::Args;

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
    pub(crate) program: ProgramArgs,
}
