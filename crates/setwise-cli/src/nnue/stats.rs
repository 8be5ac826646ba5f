//! `setwise nnue stats`: how many features the positions of a file have.

use super::SetArgs;
use crate::data::input::{name, open_bytes};
use crate::histogram::Histogram;
use anyhow::{Context, bail, ensure};
use bulletformat::ChessBoard;
use clap::{Args, ValueEnum};
use serde_json::json;
use setwise_moves::Setup;
use setwise_nnue::{AnyExtractor, Boards, Error, Perspectives, ToBoards};
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

/// Count the active features per perspective over the positions of a file: mean, maximum, histogram.
///
/// Both perspectives of a position have the same number of features.
#[derive(Args, Debug)]
#[command(after_help = "Example: setwise nnue stats games.epd --set full-threats")]
pub(super) struct StatsArgs {
    /// File of positions, or `-` for the standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    set: SetArgs,
    /// Format of the file [default: bulletformat for files that end in .bf, .bullet or .data, else text]
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// Print JSON; entry n of the histogram is the number of positions with n features
    #[arg(long)]
    json: bool,
}

/// The format of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A FEN or an EPD per line; only the pieces and the side to move are read; lines that begin with # are skipped
    Text,
    /// Records of 32 bytes, as bullet reads them
    Bulletformat,
}

impl Format {
    /// The format that a name ends in.
    fn of(path: &Path) -> Self {
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("bf" | "bullet" | "data") => Self::Bulletformat,
            _ => Self::Text,
        }
    }
}

/// Runs the command and returns what to print.
pub(super) fn run(args: &StatsArgs) -> anyhow::Result<String> {
    let (source, progress) = open_bytes(&args.file)?;
    let name = name(&args.file);
    let reader = Reader {
        source: BufReader::with_capacity(1 << 16, Box::new(source)),
        format: args.format.unwrap_or_else(|| Format::of(&args.file)),
        place: 0,
    };
    let set = args.set.set()?;
    let extractor = set.extractor(Perspectives::WhiteBlack);
    let size = extractor.size();
    let stats = count(&extractor, reader).with_context(|| name.clone());
    progress.finish_and_clear();
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

/// Reads positions.
struct Reader {
    source: BufReader<Box<dyn Read>>,
    format: Format,
    /// The number of the last line or record, from 1.
    place: u64,
}

/// The number of positions that are read before they are counted.
const CHUNK: usize = 1 << 12;

impl Reader {
    /// Reads some positions, each with its line or record. None are left after an empty result.
    fn read(&mut self) -> anyhow::Result<Vec<(u64, Boards)>> {
        let mut positions = Vec::with_capacity(CHUNK);
        while positions.len() < CHUNK {
            self.place += 1;
            let position = match self.format {
                Format::Text => self.read_line(),
                Format::Bulletformat => self.read_record(),
            };
            match position.with_context(|| self.name(self.place))? {
                Next::Position(boards) => positions.push((self.place, boards)),
                Next::Skipped => {}
                Next::End => break,
            }
        }
        Ok(positions)
    }

    fn name(&self, place: u64) -> String {
        match self.format {
            Format::Text => format!("line {place}"),
            Format::Bulletformat => format!("record {place}"),
        }
    }

    fn read_line(&mut self) -> anyhow::Result<Next> {
        let mut line = String::new();
        if self.source.read_line(&mut line)? == 0 {
            return Ok(Next::End);
        }
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            return Ok(Next::Skipped);
        }
        Ok(Next::Position(Boards::from(&Setup::from_placement(line)?)))
    }

    fn read_record(&mut self) -> anyhow::Result<Next> {
        let mut record = Vec::with_capacity(32);
        self.source.by_ref().take(32).read_to_end(&mut record)?;
        if record.is_empty() {
            return Ok(Next::End);
        }
        let Some((occupied, rest)) = record.split_first_chunk() else {
            bail!("{} bytes instead of 32", record.len());
        };
        let (Some(pieces), 32) = (rest.first_chunk(), record.len()) else {
            bail!("{} bytes instead of 32", record.len());
        };
        let board = ChessBoard {
            occ: u64::from_le_bytes(*occupied),
            pcs: *pieces,
            ..ChessBoard::default()
        };
        Ok(Next::Position(board.to_boards()))
    }
}

/// What comes next in a file.
enum Next {
    Position(Boards),
    Skipped,
    End,
}

/// Counts the features of all positions.
fn count(extractor: &AnyExtractor, mut reader: Reader) -> anyhow::Result<Histogram> {
    let mut stats = Histogram::default();
    loop {
        let (places, boards): (Vec<_>, Vec<_>) = reader.read()?.into_iter().unzip();
        if boards.is_empty() {
            return Ok(stats);
        }
        let mut counts = vec![0; boards.len()];
        let counted = extractor.count(&boards, &mut counts);
        counted.map_err(|error| match error {
            Error::Position { index, problem } => {
                anyhow::anyhow!("{}: {problem}", reader.name(places[index]))
            }
            other => other.into(),
        })?;
        counts.into_iter().for_each(|count| stats.add(count));
    }
}
