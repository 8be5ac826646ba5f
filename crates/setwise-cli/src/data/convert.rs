use super::resume::{Facts, ResumeArgs};
use super::transfer::{self, TransferArgs};
use clap::Args;

/// Convert files to another format.
///
/// A record that the output format cannot hold is an error. The numbers of records are printed at
/// the end, on stderr if the records are on stdout.
#[derive(Args, Debug)]
#[command(
    after_help = "Examples: setwise data convert games.pgn.zst positions.epd\n          setwise data convert games.vf positions.bullet --copy-damaged damaged.vf"
)]
pub(super) struct ConvertArgs {
    #[command(flatten)]
    transfer: TransferArgs,
    #[command(flatten)]
    resume: ResumeArgs,
}

pub(super) fn run(args: &ConvertArgs) -> anyhow::Result<(String, u8)> {
    let facts = Facts::from_iter([("command".into(), "convert".into())]);
    let choice = (&transfer::all as _, true);
    transfer::run_resumable(&args.transfer, &args.resume, facts, None, choice)
}
