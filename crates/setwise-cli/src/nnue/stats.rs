//! `setwise nnue stats`: how many features the positions of a file have.

use super::SetArgs;
use crate::data::input::{FromArgs, Input};
use crate::histogram::Histogram;
use anyhow::{Context, ensure};
use clap::Args;
use serde_json::json;
use setwise_formats::{Format, Record};
use setwise_moves::{Position, Setup};
use setwise_nnue::{AnyExtractor, Boards, Bulletformat, Error, Perspectives, Positions};
use std::path::PathBuf;

/// Count the active features per perspective over the positions of a file: mean, maximum,
/// histogram.
///
/// Both perspectives of a position have the same number of features. A line of text needs only the
/// pieces and the side to move, a record of bulletformat only the pieces; they need not be valid
/// positions. Files with the extension of no format have a FEN or an EPD in each
/// line.
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

/// Runs the command and returns what to print.
pub(super) fn run(args: &StatsArgs) -> anyhow::Result<String> {
    let of_path = || Format::of_path(&args.file).unwrap_or(Format::Fen);
    let from = args.format.from.unwrap_or_else(of_path);
    let mut input = Input::open(&args.file, Some(from), args.format.options(), None)?;
    let name = input.name.clone();
    let set = args.set.set()?;
    let extractor = set.extractor(Perspectives::WhiteBlack);
    let size = extractor.size();
    let stats = count_all(&extractor, &mut input).with_context(|| name.clone());
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

/// The numbers of features of a part of a file.
struct Counted {
    stats: Histogram,
    /// The number of lines or records.
    places: usize,
    /// The first line or record, from 1, whose position has no features, and the reason.
    problem: Option<(usize, String)>,
}

/// Counts the features of all positions of a file.
fn count_all(extractor: &AnyExtractor, input: &mut Input<'_>) -> anyhow::Result<Histogram> {
    let format = input.reader.format();
    let (mut stats, mut places) = (Histogram::default(), 0);
    let unit = match format {
        Format::Fen | Format::Epd | Format::BulletText => "line",
        _ => "record",
    };
    let mut take = |part: Counted| {
        if let Some((place, why)) = part.problem {
            anyhow::bail!("{unit} {}: {why}", places + place);
        }
        stats.merge(&part.stats);
        places += part.places;
        Ok(())
    };
    let (rows, reader) = (input.row_progress(), &mut input.reader);
    match format {
        Format::Fen | Format::Epd | Format::BulletText => {
            reader.read_all_bytes(|| |part: &[u8]| lines(extractor, part), take)?;
        }
        Format::Bulletformat => {
            reader.read_all_bytes(|| |part: &[u8]| records(extractor, part), take)?;
        }
        _ => {
            let worker = || {
                |batch: &mut Vec<Record>| {
                    let positions = batch.iter().map(|record| record.position);
                    count(extractor, &positions.collect::<Vec<Position>>())
                }
            };
            reader.read_all(worker, |batch| {
                let batch = batch.map_err(setwise_formats::Error::Damage)?;
                rows.inc(batch.records.len() as u64);
                take(batch.result)
            })?;
        }
    }
    Ok(stats)
}

/// Counts the features of positions, one in each record.
fn count<P: Positions + ?Sized>(extractor: &AnyExtractor, positions: &P) -> Counted {
    let mut counts = vec![0; positions.len()];
    let problem = extractor.count(positions, &mut counts).err();
    let mut stats = Histogram::default();
    counts.into_iter().for_each(|count| stats.add(count));
    Counted {
        stats,
        places: positions.len(),
        problem: problem.map(|error| match error {
            Error::Position { index, problem } => (index + 1, problem.to_string()),
            other => (1, other.to_string()),
        }),
    }
}

/// Counts the features of the positions in lines of text.
fn lines(extractor: &AnyExtractor, text: &[u8]) -> Counted {
    let (mut boards, mut numbers) = (Vec::new(), Vec::new());
    let (mut places, mut unreadable) = (0, None);
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        places += 1;
        match placement(line) {
            Ok(Some(found)) => {
                boards.push(found);
                numbers.push(places);
            }
            Ok(None) => {}
            Err(why) => {
                unreadable = Some((places, why));
                break;
            }
        }
    }
    let counted = count(extractor, &boards);
    let line = |board: usize| numbers.get(board - 1).copied().unwrap_or(board);
    let problem = counted.problem.map(|(board, why)| (line(board), why));
    Counted {
        stats: counted.stats,
        places,
        problem: problem.or(unreadable),
    }
}

/// Reads the board of a line, if it has one.
fn placement(line: &[u8]) -> Result<Option<Boards>, String> {
    let line = str::from_utf8(line).map_err(|_| "stream did not contain valid UTF-8")?;
    let line = line.trim();
    if line.is_empty() || line.starts_with('#') {
        return Ok(None);
    }
    let setup = Setup::from_placement(line).map_err(|why| why.to_string())?;
    Ok(Some(Boards::from(&setup)))
}

/// Counts the features of the boards of bulletformat.
fn records(extractor: &AnyExtractor, bytes: &[u8]) -> Counted {
    let (records, rest) = bytes.as_chunks::<32>();
    let mut counted = count(extractor, &Bulletformat(records));
    if !rest.is_empty() && counted.problem.is_none() {
        let why = format!("{} bytes instead of 32", rest.len());
        counted.problem = Some((counted.places + 1, why));
    }
    counted
}
