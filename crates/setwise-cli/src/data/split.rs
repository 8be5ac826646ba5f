use super::generate::{below, random};
use super::units::{UnitArgs, UnitInput, UnitOutput};
use super::{names::is_standard, output::beside_records};
use clap::{ArgGroup, Args};
use std::path::{Path, PathBuf};

/// Split a file in two, by share or by count.
///
/// Games of viriformat and chains of binpack stay whole. With --share, each unit goes to the first
/// output with this probability; with --count, the units from the front on do, until there are
/// enough records. The same seed makes the same files.
#[derive(Args, Debug)]
#[command(
    after_help = "Example: setwise data split games.binpack training.binpack validation.binpack --share 95",
    group(ArgGroup::new("how").required(true).args(["share", "count"]))
)]
pub(super) struct SplitArgs {
    /// File to read, or `-` for the standard input
    #[arg(value_name = "INPUT")]
    input: PathBuf,
    /// File to write. It is replaced as a whole at the end
    #[arg(value_name = "FIRST")]
    first: PathBuf,
    /// File for the rest
    #[arg(value_name = "REST")]
    rest: PathBuf,
    #[command(flatten)]
    files: UnitArgs,
    /// Percentage of the units for the first file
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u64).range(0..=100))]
    share: Option<u64>,
    /// Number of records for the first file
    #[arg(long, value_name = "N")]
    count: Option<u64>,
    /// Seed of the random numbers
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
}

pub(super) fn run(args: &SplitArgs) -> anyhow::Result<(String, u8)> {
    let outputs = [args.first.as_path(), &args.rest];
    let (format, kind) = args.files.kind(&[&args.input], &outputs, false)?;
    let mut units = UnitInput::open(&args.input, format, kind)?;
    let [first, rest] = outputs.map(|path| UnitOutput::create(path, kind));
    let mut files = [first?, rest?];
    let (mut random, mut records) = (random(args.seed), [0; 2]);
    while let Some(unit) = units.next()? {
        let is_first = match (args.share, args.count) {
            (Some(share), _) => below(&mut random, 100) < share,
            (_, count) => records[0] < count.unwrap_or(0),
        };
        let of = usize::from(!is_first);
        files[of].push(unit.bytes)?;
        records[of] += unit.records;
    }
    drop(units);
    for file in files {
        file.commit()?;
    }
    let [first, rest] = records;
    let text = format!("records in the first file: {first}\nrecords in the other: {rest}\n");
    let is_taken = outputs.iter().any(|path| is_standard(path));
    Ok((beside_records(text, is_taken), 0))
}

/// Copy the first records of a file.
///
/// Games of viriformat and chains of binpack are copied whole, until there are enough records.
#[derive(Args, Debug)]
#[command(after_help = "Example: setwise data head games.binpack few.binpack --count 1000")]
pub(super) struct HeadArgs {
    /// File to read, or `-` for the standard input
    #[arg(value_name = "INPUT")]
    input: PathBuf,
    /// File to write, or `-` for the standard output. It is replaced as a whole at the end
    #[arg(value_name = "OUTPUT")]
    output: PathBuf,
    #[command(flatten)]
    files: UnitArgs,
    /// Number of records
    #[arg(long, value_name = "N")]
    count: u64,
}

pub(super) fn head(args: &HeadArgs) -> anyhow::Result<(String, u8)> {
    let output: &Path = &args.output;
    let (format, kind) = args.files.kind(&[&args.input], &[output], false)?;
    let mut units = UnitInput::open(&args.input, format, kind)?;
    let mut file = UnitOutput::create(output, kind)?;
    let mut records = 0;
    while records < args.count
        && let Some(unit) = units.next()?
    {
        file.push(unit.bytes)?;
        records += unit.records;
    }
    drop(units);
    file.commit()?;
    let text = format!("records written: {records}\n");
    Ok((beside_records(text, is_standard(output)), 0))
}
