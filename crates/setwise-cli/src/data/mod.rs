mod convert;
mod dedup;
mod destination;
mod filter;
mod games;
mod generate;
mod groups;
pub(crate) mod input;
mod inputs;
mod interleave;
mod names;
pub(crate) mod notices;
mod output;
mod paths;
mod relabel;
mod resume;
mod sample;
mod shuffle;
mod sort;
mod split;
mod stats;
mod temporary;
mod transfer;
mod units;
mod validate;

use clap::{Args, Subcommand};

/// Convert, check, describe, filter, sample, deduplicate, mix and split files of positions and
/// training data.
///
/// The extension of a file gives the format: .bullet (bulletformat), .marlin, .vf (viriformat),
/// .binpack, .fen, .epd, .txt (`FEN | score | result`), .pgn, .parquet, .arrow or .csv; files may
/// be compressed: games.pgn.zst, positions.epd.gz. `-` stands for the standard input or output.
/// The first bytes of an input give its compression.
///
/// Deviations from a format that other programs write are read and counted (with `--strict` they
/// are damage). Data that an output cannot hold is lost and counted (with `--deny-loss` it is an
/// error). `setwise data COMMAND --help` lists the options.
#[derive(Args, Debug)]
pub(crate) struct DataArgs {
    #[command(subcommand)]
    command: DataCommand,
}

#[derive(Subcommand, Debug)]
enum DataCommand {
    Convert(convert::ConvertArgs),
    Validate(validate::ValidateArgs),
    Stats(stats::StatsArgs),
    Filter(filter::FilterArgs),
    Games(games::GamesArgs),
    Sample(sample::SampleArgs),
    Dedup(dedup::DedupArgs),
    Shuffle(shuffle::ShuffleArgs),
    Interleave(interleave::InterleaveArgs),
    Split(split::SplitArgs),
    Head(split::HeadArgs),
    Relabel(relabel::RelabelArgs),
    Generate(generate::GenerateArgs),
}

pub(crate) fn run(args: &DataArgs) -> anyhow::Result<(String, u8)> {
    match &args.command {
        DataCommand::Convert(args) => convert::run(args),
        DataCommand::Validate(args) => validate::run(args),
        DataCommand::Stats(args) => stats::run(args),
        DataCommand::Filter(args) => filter::run(args),
        DataCommand::Games(args) => games::run(args),
        DataCommand::Sample(args) => sample::run(args),
        DataCommand::Dedup(args) => dedup::run(args),
        DataCommand::Shuffle(args) => shuffle::run(args),
        DataCommand::Interleave(args) => interleave::run(args),
        DataCommand::Split(args) => split::run(args),
        DataCommand::Head(args) => split::head(args),
        DataCommand::Relabel(args) => relabel::run(args),
        DataCommand::Generate(args) => Ok((generate::run(args)?, 0)),
    }
}
