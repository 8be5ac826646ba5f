mod features;
mod stats;

use clap::builder::PossibleValuesParser;
use clap::{Args, Subcommand};
use setwise_nnue::NamedSet;
use setwise_program::failure::usage;

/// Show and count the features of neural networks (NNUE).
#[derive(Args, Debug)]
pub(crate) struct NnueArgs {
    #[command(subcommand)]
    command: NnueCommand,
}

#[derive(Subcommand, Debug)]
enum NnueCommand {
    Features(features::FeaturesArgs),
    Stats(stats::StatsArgs),
}

/// The option that names a set.
#[derive(Args, Debug)]
struct SetArgs {
    /// Set of features
    #[arg(long, value_name = "NAME", default_value = NamedSet::FullThreats.name())]
    #[arg(value_parser = PossibleValuesParser::new(NamedSet::ALL.iter().map(|set| set.name())))]
    set: String,
}

impl SetArgs {
    fn set(&self) -> anyhow::Result<NamedSet> {
        NamedSet::named(&self.set).ok_or_else(|| usage(format!("--set {}: no such set", self.set)))
    }
}

pub(crate) fn run(args: &NnueArgs) -> anyhow::Result<String> {
    match &args.command {
        NnueCommand::Features(args) => features::run(args),
        NnueCommand::Stats(args) => stats::run(args),
    }
}
