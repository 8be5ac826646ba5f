use super::input::Input;
use super::names::{is_standard, name};
use super::sort::{Sorted, Sorter};
use super::temporary::{listen, remember_temporary};
use super::transfer::{self, Keep, TransferArgs};
use anyhow::{Context, anyhow, ensure};
use clap::Args;
use setwise_formats::{Error, OnDamage, Record};
use setwise_moves::{Color, Position, Role};
use setwise_program::failure::usage;
use setwise_program::progress::progress;
use std::fs::{self, File};
use std::io::{self, Read};
use std::{iter::Peekable, path::Path};

/// Keep the first record of each position, in the order of the input.
///
/// Positions are equal if the pieces, the side to move and the castling rights are equal, and the
/// en passant square where a pawn attacks it. Clocks do not matter. Whole positions are compared,
/// not hashes of them.
///
/// The input is read twice. The first time, the positions are sorted, if necessary in temporary
/// files beside the output: 43 bytes for each record.
#[derive(Args, Debug)]
#[command(after_help = "Example: setwise data dedup games.vf positions.marlin")]
pub(super) struct DedupArgs {
    #[command(flatten)]
    transfer: TransferArgs,
    /// Memory for sorting, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    memory: u32,
}

/// The bytes that distinguish a position, in a separate order.
const KEY: usize = 35;

/// The bytes of the number of a record, big-endian, so that numbers are in order.
const NUMBER: usize = 8;

/// A position and the number of its record.
const ITEM: usize = KEY + NUMBER;

fn key(position: &Position) -> [u8; KEY] {
    let mut planes = [0; 4];
    planes[0] = position.by_color(Color::Black);
    for role in Role::ALL {
        // Starts at 1, so that each piece is in a plane.
        let code = role.index() + 1;
        for (bit, plane) in planes[1..].iter_mut().enumerate() {
            if code >> bit & 1 != 0 {
                *plane |= position.by_role(role);
            }
        }
    }
    let [first, .., last] = position.castling().to_le_bytes();
    let en_passant = position.capturable_en_passant();
    let en_passant = en_passant.map_or(64, |square| square.index() as u8);
    let turn = position.turn().index() as u8;
    let mut key = [0; KEY];
    let (boards, state) = key.split_at_mut(32);
    boards.copy_from_slice(planes.map(u64::to_le_bytes).as_flattened());
    state.copy_from_slice(&[first, last, en_passant | turn << 7]);
    key
}

struct Dedup {
    /// The numbers of the records that are not kept, ascending.
    dropped: Peekable<Sorted<NUMBER>>,
    /// The number of the next record.
    next: u64,
    failed: Option<io::Error>,
}

impl Dedup {
    fn keeps(&mut self) -> bool {
        let number = self.next.to_be_bytes();
        self.next += 1;
        let is_other = |item: &io::Result<_>| matches!(item, Ok(other) if *other != number);
        match self.dropped.next_if(|item| !is_other(item)) {
            Some(Ok(_)) => false,
            Some(Err(error)) => {
                self.failed.get_or_insert(error);
                false
            }
            None => true,
        }
    }
}

impl Keep for Dedup {
    fn batch(&mut self, batch: &mut Vec<Record>) {
        batch.retain(|_| self.keeps());
    }

    fn rest(&mut self) -> anyhow::Result<Vec<Record>> {
        if let Some(error) = self.failed.take() {
            return Err(error).context(TEMPORARY);
        }
        ensure!(
            self.dropped.next().is_none(),
            "the input has changed between the first and the second reading"
        );
        Ok(Vec::new())
    }
}

/// The subject of an error.
const TEMPORARY: &str = "temporary file";

/// Reads the input, and returns the numbers of the records whose positions occur earlier in it.
fn dropped(
    args: &TransferArgs,
    file: &Path,
    copy: Option<&Path>,
    folder: &Path,
    memory: usize,
) -> anyhow::Result<Sorted<NUMBER>> {
    // Damage is reported by the second reading.
    let on_damage = match args.reading.copy_damaged {
        Some(_) => OnDamage::Skip,
        None => args.reading.on_damage.on_damage(),
    };
    let from = &args.reading.format;
    let options = from.options().on_damage(on_damage);
    let mut input = Input::open(file, copy, from.from, options, None)?;
    let mut positions = Sorter::<ITEM>::new(folder, memory / 2);
    let mut number = 0u64;
    let rows = input.row_progress();
    let key = |record: &Record| key(&record.position);
    let keys = |records: &mut Vec<Record>| records.iter().map(key).collect::<Vec<_>>();
    let read = input.reader.read_all(
        || keys,
        |batch| {
            let keys = batch.map_err(Error::Damage)?.result;
            rows.inc(keys.len() as u64);
            for key in keys {
                let mut item = [0; ITEM];
                let (start, end) = item.split_at_mut(KEY);
                start.copy_from_slice(&key);
                end.copy_from_slice(&number.to_be_bytes());
                positions.push(item).context(TEMPORARY)?;
                number += 1;
            }
            anyhow::Ok(())
        },
    );
    read.map_err(|error| match error.downcast_ref::<Error>() {
        Some(of_input) => anyhow!("{}: {of_input}", input.name),
        None => error,
    })?;
    drop(input);
    let template = "{percent}% of {human_len} positions compared, {per_sec}, about {eta} left";
    let compared = progress(Some(number), template);
    let mut numbers = Sorter::<NUMBER>::new(folder, memory / 2);
    let mut last = None;
    for item in compared.wrap_iter(positions.finish()) {
        let item = item.context(TEMPORARY)?;
        let (start, end) = item.split_at(KEY);
        let start: [u8; KEY] = start.try_into()?;
        if last.replace(start) == Some(start) {
            numbers.push(end.try_into()?).context(TEMPORARY)?;
        }
    }
    compared.finish_and_clear();
    Ok(numbers.finish())
}

pub(super) fn run(args: &DedupArgs) -> anyhow::Result<(String, u8)> {
    let output = &args.transfer.paths.output;
    let checked = transfer::check(&args.transfer)?;
    let [input] = &checked.files[..] else {
        return Err(usage("dedup reads one file"));
    };
    let folder = match (is_standard(output), output.parent()) {
        (true, _) | (_, None) => std::env::temp_dir(),
        (_, Some(folder)) if folder.as_os_str().is_empty() => ".".into(),
        (_, Some(folder)) => folder.to_path_buf(),
    };
    // Handles signals from the first reading on, which opens no output.
    listen();
    let spooled = spool(input, &folder)?;
    let copy = spooled.as_ref().map(tempfile::NamedTempFile::path);
    let memory = (args.memory as usize) << 20;
    let mut dedup = Dedup {
        dropped: dropped(&args.transfer, input, copy, &folder, memory)?.peekable(),
        next: 0,
        failed: None,
    };
    transfer::run(&args.transfer, copy, &mut dedup)
}

/// Copies an input that cannot be read twice, such as a pipe, into a temporary file, which is
/// removed when it is dropped.
fn spool(input: &Path, folder: &Path) -> anyhow::Result<Option<tempfile::NamedTempFile>> {
    let is_file = || fs::metadata(input).is_ok_and(|about| about.is_file());
    if !is_standard(input) && is_file() {
        return Ok(None);
    }
    let mut file = tempfile::NamedTempFile::new_in(folder).context(TEMPORARY)?;
    remember_temporary(file.path());
    let mut source: Box<dyn Read> = match is_standard(input) {
        true => Box::new(io::stdin()),
        false => Box::new(File::open(input).with_context(|| name(input))?),
    };
    io::copy(&mut source, &mut file).context(TEMPORARY)?;
    Ok(Some(file))
}
