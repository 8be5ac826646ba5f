//! From an input to an output: what `convert`, `filter`, `sample` and `dedup` have in common.

use super::input::{
    Choice, Input, InputArgs, argument, format_of, is_same_file, is_standard, name,
};
use super::output::{Output, OutputArgs, beside_records, is_closed};
use super::resume::{Facts, Resumable, ResumeArgs, add_input};
use crate::failure::usage;
use anyhow::{Context, anyhow};
use clap::Args;
use serde_json::json;
use setwise_formats::{
    Compression, Compressor, Error, Format, OnDamage, ReadPoint, Record, WritePoint, Writer,
};
use std::io::Write;
use std::path::{Path, PathBuf};

/// An input, an output, and how they are read and written.
#[derive(Args, Debug)]
pub(super) struct TransferArgs {
    /// File to read, or `-` for the standard input
    #[arg(value_name = "INPUT")]
    pub(super) input: PathBuf,
    /// File to write, or `-` for the standard output. It is replaced as a whole at the end
    #[arg(value_name = "OUTPUT")]
    pub(super) output: PathBuf,
    #[command(flatten)]
    pub(super) reading: InputArgs,
    #[command(flatten)]
    writing: OutputArgs,
    /// Write default values for fields that the input lacks and the output needs: White to move, no castling right, no en
    /// passant square, clocks 0 and 1, score 0, a draw
    #[arg(long)]
    assume_missing: bool,
    /// Print the numbers of records as JSON
    #[arg(long)]
    json: bool,
}

/// A choice of the records that are written, which depends on those before them.
pub(super) trait Keep {
    /// Removes the records of a batch that are not written. The batches are in the order of the input.
    fn batch(&mut self, batch: &mut Vec<Record>);

    /// Returns the records that are written after all others, or the reason why nothing is written at all.
    fn rest(&mut self) -> anyhow::Result<Vec<Record>> {
        Ok(Vec::new())
    }
}

/// Refuses impossible arguments and a missing input. Returns the format and the compression of the output.
pub(super) fn check(args: &TransferArgs) -> anyhow::Result<(Format, Compression)> {
    let (from, _) = format_of(&args.input, args.reading.format.from, "--from")?;
    if from.is_columnar() && args.reading.copy_damaged.is_some() {
        let name = args.input.display();
        return Err(usage(format!(
            "{name}: damaged rows of {from} are not copied"
        )));
    }
    let to = args.writing.format(&args.output)?;
    distinct(args)?;
    if !is_standard(&args.input) {
        std::fs::metadata(&args.input).with_context(|| name(&args.input))?;
    }
    Ok(to)
}

/// Keeps all records.
struct All;

impl Keep for All {
    fn batch(&mut self, _: &mut Vec<Record>) {}
}

/// A choice that keeps all records, as the function of a thread.
pub(super) fn all() -> impl FnMut(&mut Vec<Record>) {
    |_: &mut Vec<Record>| ()
}

/// Copies the records that are kept. Returns what to print.
pub(super) fn run(args: &TransferArgs, keep: &mut impl Keep) -> anyhow::Result<String> {
    // Before the outputs are opened, so that nothing is created in vain.
    let written = check(args)?;
    transfer(args, written, None, all, keep)
}

/// Copies the records that are kept, from the checkpoint of an interrupted run on if that is asked for. `choice` makes the functions of threads
/// that remove records from a batch. Their choice for a record depends on these facts and on nothing else.
pub(super) fn run_resumable<C: FnMut(&mut Vec<Record>)>(
    args: &TransferArgs,
    resume: &ResumeArgs,
    mut facts: Facts,
    choice: impl Fn() -> C + Sync,
) -> anyhow::Result<String> {
    let written = check(args)?;
    let mut resumable = None;
    if resume.resume {
        let (from, _) = format_of(&args.input, args.reading.format.from, "--from")?;
        if args.reading.copy_damaged.is_some() {
            return Err(usage("a run with --copy-damaged cannot be resumed"));
        }
        let is_skipped = args.reading.on_damage == Choice::Skip;
        facts.insert("--from".into(), argument(from).into());
        facts.insert("--to".into(), argument(written.0).into());
        let final_positions = args.reading.format.final_positions;
        facts.insert("--final-positions".into(), final_positions.into());
        facts.insert("--on-damage skip".into(), is_skipped.into());
        facts.insert("--assume-missing".into(), args.assume_missing.into());
        add_input(&mut facts, &args.input, from)?;
        resumable = resume.open(&args.output, written, facts)?;
    }
    transfer(args, written, resumable, choice, &mut All)
}

/// The entries of a checkpoint.
const READ: &str = "read";
const WRITTEN: &str = "written";

/// Copies the records that are kept into an output that is checked.
fn transfer<C: FnMut(&mut Vec<Record>)>(
    args: &TransferArgs,
    (to, compression): (Format, Compression),
    mut resumable: Option<Resumable>,
    choice: impl Fn() -> C + Sync,
    keep: &mut impl Keep,
) -> anyhow::Result<String> {
    let mut copy = None;
    let mut output = match &resumable {
        Some(resumable) => Output::of_file(&args.output, resumable.sink()?),
        None => Output::open(&args.output)?,
    };
    if let Some(path) = &args.reading.copy_damaged {
        copy = Some(Output::open(path)?);
    }
    let on_damage = match &mut copy {
        Some(copy) => OnDamage::CopyTo(Box::new(copy)),
        None => args.reading.on_damage.on_damage(),
    };
    let (mut begin, mut go_on): (Option<ReadPoint>, Option<WritePoint>) = (None, None);
    let mut input = match &resumable {
        Some(resumable) => {
            (begin, go_on) = (resumable.progress(READ)?, resumable.progress(WRITTEN)?);
            Input::open_at(&args.input, &args.reading.format, on_damage, begin.as_ref())?
        }
        None => Input::open(&args.input, &args.reading.format, on_damage)?,
    };
    let options = args.writing.options().assume_missing(args.assume_missing);
    let stream = compression.writer(&mut output)?;
    let mut writer = Writer::new(stream, to, options);
    if let Some(point) = &go_on {
        writer = writer.at(point);
    }
    let rows = input.row_progress();
    let choose = || {
        let mut choose = choice();
        move |batch: &mut Vec<Record>| {
            let read = batch.len() as u64;
            choose(batch);
            read
        }
    };
    let is_possible = writer.check_input(input.reader.format());
    let copied = is_possible.and_then(|()| {
        input.reader.read_all(choose, |batch| {
            let batch = batch?;
            rows.inc(batch.result);
            keep.batch(batch.records);
            writer.write_all(batch.records)?;
            match &mut resumable {
                Some(resumable) => save(resumable, &mut writer, batch.point),
                None => Ok(()),
            }
        })
    });
    let rest = match copied {
        Ok(()) => keep.rest()?,
        Err(_) => Vec::new(),
    };
    let written = copied.and_then(|()| {
        writer.write_all(&rest)?;
        let written = writer.written();
        let stream = writer.finish()?;
        Compressor::finish(stream).map_err(Error::Write)?;
        Ok(written)
    });
    let written = match written {
        Ok(written) => written,
        Err(error) if is_closed(&args.output, &error) => return Ok(String::new()),
        Err(error) => return Err(explain(error, &input.name, &output.name, args)),
    };
    let earlier = begin.as_ref().and_then(ReadPoint::first_damage);
    let text = summary(&input, written, earlier, args.json);
    drop(input);
    output.commit()?;
    if let Some(resumable) = resumable {
        resumable.commit()?;
    }
    if let Some(copy) = copy {
        copy.commit()?;
    }
    let copy = args.reading.copy_damaged.as_deref();
    let is_taken = is_standard(&args.output) || copy.is_some_and(is_standard);
    Ok(beside_records(text, is_taken))
}

/// Writes a checkpoint if it is time.
fn save(
    resumable: &mut Resumable,
    writer: &mut Writer<impl Write>,
    read: Option<ReadPoint>,
) -> Result<(), Error> {
    let Some(read) = read.filter(|_| resumable.is_due()) else {
        return Ok(());
    };
    match writer.point()? {
        Some(written) => {
            let entries = [(READ, read.to_string()), (WRITTEN, written.to_string())];
            let saved = resumable.save(written.offset(), &entries);
            saved.map_err(Error::Write)
        }
        None => Ok(()),
    }
}

/// Refuses outputs that are the input or each other.
fn distinct(args: &TransferArgs) -> anyhow::Result<()> {
    let same = |one: &Path, other: &Path| !is_standard(other) && is_same_file(one, other);
    let (input, output) = (&args.input, &args.output);
    let refuse = |path: &Path, what| Err(usage(format!("{}: {what}", path.display())));
    if same(input, output) {
        return refuse(output, "the output is the input");
    }
    match &args.reading.copy_damaged {
        Some(copy) if same(input, copy) => refuse(copy, "--copy-damaged names the input"),
        Some(copy) if copy == output || same(output, copy) => {
            refuse(copy, "--copy-damaged names the output")
        }
        _ => Ok(()),
    }
}

/// Returns the error with the name of the file that it concerns.
fn explain(error: Error, input: &str, output: &str, args: &TransferArgs) -> anyhow::Error {
    match error {
        Error::Lacks(_) if !args.assume_missing => usage(format!(
            "{input}: {error} (--assume-missing writes default values, but no moves)"
        )),
        Error::Lacks(_) => usage(format!("{input}: {error}")),
        Error::NotWritten(_) => usage(format!("{output}: {error}")),
        Error::Record { .. } | Error::Write(_) => anyhow!("{output}: {error}"),
        error => anyhow!("{input}: {error}"),
    }
}

/// The numbers of records.
fn summary(input: &Input<'_>, written: u64, earlier: Option<&str>, as_json: bool) -> String {
    let totals = input.reader.totals();
    let (read, damaged) = (totals.records, totals.damaged);
    let first = input.reader.first_damage().map(ToString::to_string);
    let first = earlier.map(ToString::to_string).or(first);
    if as_json {
        let numbers =
            json!({"read": read, "written": written, "damaged": damaged, "first_damage": first});
        return format!("{numbers:#}\n");
    }
    let unit = input.reader.format().unit();
    let mut text =
        format!("records read: {read}\nrecords written: {written}\ndamaged {unit}s: {damaged}\n");
    if let Some(first) = first {
        text += &format!("first damage: {first}\n");
    }
    text
}
