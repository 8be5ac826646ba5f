use super::generate::{below, random};
use super::units::{self, UnitArgs, UnitInput, UnitOutput};
use super::{names::is_standard, output::beside_records, paths::Paths};
use anyhow::ensure;
use clap::Args;
use setwise_program::failure::usage;
use std::path::{Path, PathBuf};

/// Mix several files at random, each in its order.
///
/// The next record, game or chunk of binpack (about 1 MiB) comes from a file with a probability
/// that is proportional to the bytes that it has left, so that all files end at about the same
/// place. The same seed makes the same file.
#[derive(Args, Debug)]
#[command(after_help = "Example: setwise data interleave a.binpack b.binpack all.binpack --seed 1")]
pub(super) struct InterleaveArgs {
    #[command(flatten)]
    paths: Paths<2>,
    #[command(flatten)]
    files: UnitArgs,
    /// Seed of the random numbers
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
}

pub(super) fn run(args: &InterleaveArgs) -> anyhow::Result<(String, u8)> {
    let inputs: Vec<&Path> = args.paths.input.iter().map(PathBuf::as_path).collect();
    let (format, kind) = args.files.kind(&inputs, &[&args.paths.output], true)?;
    let mut left = Vec::new();
    for path in &inputs {
        let size = units::size(path);
        let why = || usage(format!("{}: its size must be known", path.display()));
        left.push((UnitInput::open(path, format, kind)?, size.ok_or_else(why)?));
    }
    let mut file = UnitOutput::create(&args.paths.output, kind)?;
    let (mut random, mut count) = (random(args.seed), 0_u64);
    loop {
        let total: u64 = left.iter().map(|(_, bytes)| bytes).sum();
        if total == 0 {
            break;
        }
        let mut place = below(&mut random, total);
        for (units, bytes) in &mut left {
            if place >= *bytes {
                place -= *bytes;
                continue;
            }
            match units.next()? {
                Some(unit) => {
                    file.push(unit.bytes)?;
                    *bytes = bytes.saturating_sub(kind.size(unit.bytes)).max(1);
                    count += 1;
                }
                None => *bytes = 0,
            }
            break;
        }
    }
    ensure!(count > 0, "the files are empty");
    file.commit()?;
    let text = format!("{}s: {count}\n", kind.name());
    Ok((beside_records(text, is_standard(&args.paths.output)), 0))
}
