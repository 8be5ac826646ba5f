use super::input::Input;
use super::names::{is_standard, name};
use super::transfer::{self, Keep, TransferArgs};
use anyhow::{Context, anyhow, ensure};
use clap::Args;
use setwise_formats::{Error, Format, Record};
use setwise_program::failure::usage;
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::PathBuf;

/// Replace the scores of a file by those of another.
///
/// The scores are numbers of 16 bits, little-endian, one for each record in its order, as White
/// sees them; 32002 and -32002, which stand for none, are refused. Chains and games stay whole.
/// Their number must be that of the records: these are counted before, so that the input is read
/// twice.
#[derive(Args, Debug)]
#[command(
    after_help = "Example: setwise data relabel games.binpack better.binpack --scores scores.i16"
)]
pub(super) struct RelabelArgs {
    #[command(flatten)]
    transfer: TransferArgs,
    /// File of scores
    #[arg(long, value_name = "FILE")]
    scores: PathBuf,
}

struct Scores {
    file: BufReader<File>,
    name: String,
    read: u64,
    failed: Option<anyhow::Error>,
}

impl Scores {
    fn next(&mut self) -> anyhow::Result<i16> {
        let mut score = [0; 2];
        self.file
            .read_exact(&mut score)
            .with_context(|| self.name.clone())?;
        let score = i16::from_le_bytes(score);
        self.read += 1;
        let is_none = score.unsigned_abs() == setwise_binpack::NO_SCORE.unsigned_abs();
        ensure!(
            !is_none,
            "{}: score {}: {score} stands for none",
            self.name,
            self.read
        );
        Ok(score)
    }
}

impl Keep for Scores {
    fn batch(&mut self, batch: &mut Vec<Record>) {
        for record in batch {
            match self.next() {
                Ok(score) => record.white_score = Some(score),
                Err(error) => {
                    self.failed.get_or_insert(error);
                    return;
                }
            }
        }
    }

    fn rest(&mut self) -> anyhow::Result<Vec<Record>> {
        self.failed.take().map_or(Ok(Vec::new()), Err)
    }
}

pub(super) fn run(args: &RelabelArgs) -> anyhow::Result<(String, u8)> {
    let transfer = &args.transfer;
    let checked = transfer::check(transfer)?;
    let (from, to) = (checked.from, checked.written.0);
    let [file] = &checked.files[..] else {
        return Err(usage("relabel reads one file"));
    };
    if from != to || ![Format::Binpack, Format::Viriformat].contains(&to) {
        return Err(usage(
            "relabel needs two files of binpack or two of viriformat",
        ));
    }
    if is_standard(file) {
        return Err(usage("standard input: the input is read twice"));
    }
    let scores = name(&args.scores);
    let of_scores = File::open(&args.scores).with_context(|| scores.clone())?;
    let about = of_scores.metadata().with_context(|| scores.clone())?;
    let bytes = about.len();
    let format = &transfer.reading.format;
    let options = format
        .options()
        .on_damage(transfer.reading.on_damage.on_damage());
    let mut input = Input::open(file, None, format.from, options, None)?;
    let counted = input.reader.read_all(
        || |_: &mut Vec<Record>| (),
        |batch| batch.map(drop).map_err(Error::Damage),
    );
    counted.map_err(|error| anyhow!("{}: {error}", input.name))?;
    let records = input.reader.totals().records;
    ensure!(
        bytes == 2 * records,
        "{scores}: {} scores, but {} has {records} records",
        bytes as f64 / 2.0,
        input.name
    );
    drop(input);
    let mut scores = Scores {
        file: BufReader::new(of_scores),
        name: scores,
        read: 0,
        failed: None,
    };
    transfer::run(transfer, None, &mut scores)
}
