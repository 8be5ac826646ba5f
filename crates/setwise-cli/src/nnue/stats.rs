use super::SetArgs;
use crate::data::input::{FromArgs, Input};
use crate::histogram::Histogram;
use anyhow::{anyhow, ensure};
use clap::Args;
use serde_json::json;
use setwise_formats::{Format, Record};
use setwise_nnue::{AnyExtractor, Error, Perspectives};
use std::path::PathBuf;

/// Count the active features per perspective over the positions of a file: mean, maximum,
/// histogram.
///
/// Both perspectives of a position have the same number of features. Files with the extension of no
/// format have a FEN or an EPD in each line.
#[derive(Args, Debug)]
#[command(after_help = "Example: setwise nnue stats games.epd --set full-threats")]
pub(super) struct StatsArgs {
    /// File of positions, or `-` for the standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    set: SetArgs,
    #[command(flatten)]
    format: FromArgs,
    /// Print JSON; entry n of the histogram is the number of positions with n features
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &StatsArgs) -> anyhow::Result<String> {
    let of_path = || Format::of_path(&args.file).unwrap_or(Format::Epd);
    let from = args.format.from.unwrap_or_else(of_path);
    let mut input = Input::open(&args.file, None, Some(from), args.format.options(), None)?;
    let name = input.name.clone();
    let set = args.set.set()?;
    let extractor = set.extractor(Perspectives::WhiteBlack);
    let size = extractor.size();
    let stats = count_all(&extractor, &mut input).map_err(|error| anyhow!("{name}: {error}"));
    drop(input);
    let stats = stats?;
    ensure!(stats.total() > 0, "{name}: no positions");
    if args.json {
        let value = json!({
            "file": name,
            "set": set.name(),
            "size": size,
            "positions": stats.total(),
            "mean": stats.mean(),
            "max": stats.max(),
            "histogram": stats.counts(),
        });
        return Ok(format!("{value:#}\n"));
    }
    let (positions, mean, max) = (stats.total(), stats.mean(), stats.max());
    let title = format!("{}, {name}: {positions} positions", set.name());
    let numbers = format!("active features per perspective: mean {mean:.2}, max {max}");
    Ok(format!("{title}\n{numbers}\n\n{}", stats.bars("features")))
}

fn count_all(extractor: &AnyExtractor, input: &mut Input<'_>) -> anyhow::Result<Histogram> {
    let mut stats = Histogram::default();
    let (rows, reader) = (input.row_progress(), &mut input.reader);
    let worker = || {
        |batch: &mut Vec<Record>| {
            let positions: Vec<_> = batch.iter().map(|record| record.position).collect();
            let mut counts = vec![0; positions.len()];
            extractor.count(&positions, &mut counts).map(|()| counts)
        }
    };
    reader.read_all(worker, |batch| {
        let batch = batch.map_err(setwise_formats::Error::Damage)?;
        rows.inc(batch.records.len() as u64);
        let counts = batch.result.map_err(|error| match error {
            Error::Position { index, reason } => {
                anyhow!("position {}: {reason}", stats.total() + index as u64 + 1)
            }
            other => other.into(),
        })?;
        counts.into_iter().for_each(|count| stats.add(count));
        anyhow::Ok(())
    })?;
    Ok(stats)
}
