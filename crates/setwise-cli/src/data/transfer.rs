use super::destination::Destination;
use super::input::{Choice, Input, InputArgs, MoveFrom};
use super::names::{format_of, is_same_file, is_standard, name};
use super::notices::{self, Notices};
use super::output::{Finished, Output, OutputArgs, beside_records, is_closed};
use super::resume::{Checkpoints, Facts, Points, ResumeArgs, add_input};
use crate::program::failure::{message, usage};
use anyhow::{Context, anyhow, bail};
use clap::Args;
use itertools::Itertools;
use serde_json::json;
use setwise_formats::{
    Compression, Error, Fields, Format, Notice, OnDamage, ReadPoint, Record, Unwritable,
};
use setwise_values::Value;
use std::io::{self, ErrorKind};
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
    /// Write default values for fields that the input lacks and the output needs: White to move,
    /// no castling right, no en passant square, clocks 0 and 1, score 0, a draw. They are counted
    #[arg(long)]
    pub(super) assume_missing: bool,
    /// End with an error if the output cannot hold all data of the input
    #[arg(long)]
    deny_loss: bool,
    /// Print the numbers of records as JSON
    #[arg(long)]
    json: bool,
    /// Print no numbers of records, but still losses, lenient readings, default values and missing
    /// values
    #[arg(long, short, conflicts_with = "json")]
    quiet: bool,
}

/// A choice of the records that are written, which depends on those before them.
pub(super) trait Keep {
    /// Removes the records of a batch that are not written. Batches come in their order.
    fn batch(&mut self, batch: &mut Vec<Record>);

    /// Whether records are written with what the input says beside their fields.
    fn keeps_extras(&self) -> bool {
        true
    }

    /// Returns the records to write after all others, or why nothing is written at all.
    fn rest(&mut self) -> anyhow::Result<Vec<Record>> {
        Ok(Vec::new())
    }
}

/// Refuses impossible arguments and a missing input. Returns the format of the input, and the
/// format and the compression of the output.
pub(super) fn check(args: &TransferArgs) -> anyhow::Result<(Format, (Format, Compression))> {
    let (from, _) = format_of(&args.input, args.reading.format.from, "--from")?;
    if from.is_columnar() && args.reading.copy_damaged.is_some() {
        let name = name(&args.input);
        let text = format!("{name}: damaged rows of {from} are not copied");
        return Err(usage(text));
    }
    let to = args.writing.format(&args.output)?;
    distinct(args)?;
    if !is_standard(&args.input) {
        std::fs::metadata(&args.input).with_context(|| name(&args.input))?;
    }
    Ok((from, to))
}

struct All;

impl Keep for All {
    fn batch(&mut self, _: &mut Vec<Record>) {}
}

/// A choice that keeps all records, as the function of a thread.
pub(super) fn all() -> impl FnMut(&mut Vec<Record>) {
    |_: &mut Vec<Record>| ()
}

/// Copies the records that are kept, of the input or of a copy of it.
pub(super) fn run(
    args: &TransferArgs,
    copy: Option<&Path>,
    keep: &mut impl Keep,
) -> anyhow::Result<(String, u8)> {
    // Before the outputs are opened, so that nothing is created in vain.
    let (_, written) = check(args)?;
    transfer(args, copy, written, None, &[], all, keep)
}

/// Copies the records that are kept, on request from the checkpoint of an interrupted run. `choice`
/// makes the functions of threads that remove records from a batch. Their choice for
/// a record depends on these facts and on nothing else. The records that lack one of the values
/// `read` are counted.
pub(super) fn run_resumable<C: FnMut(&mut Vec<Record>)>(
    args: &TransferArgs,
    resume: &ResumeArgs,
    mut facts: Facts,
    read: &[&'static Value],
    choice: impl Fn() -> C + Sync,
) -> anyhow::Result<(String, u8)> {
    let (from, written) = check(args)?;
    let mut checkpoints = None;
    if resume.resume {
        if args.reading.copy_damaged.is_some() {
            return Err(usage("a run with --copy-damaged cannot be resumed"));
        }
        let (format, on_damage) = (&args.reading.format, args.reading.on_damage);
        facts.insert("--from".into(), from.id().into());
        facts.insert("--to".into(), written.0.id().into());
        for (name, is_on) in [
            ("--final-positions", format.final_positions),
            ("--on-damage skip", on_damage == Choice::Skip),
            ("--on-damage keep-prefix", on_damage == Choice::KeepPrefix),
            ("--strict", format.strict),
            ("--move-from bm", format.move_from == MoveFrom::Bm),
            ("--assume-missing", args.assume_missing),
        ] {
            facts.insert(name.into(), is_on.into());
        }
        add_input(&mut facts, &args.input, from)?;
        checkpoints = resume.open(&args.output, written, facts)?;
    }
    transfer(args, None, written, checkpoints, read, choice, &mut All)
}

/// The entries of a checkpoint for the input and for the records without a value.
const READ: &str = "read";
const MISSING: &str = "missing";

/// Copies the records that are kept into an output that is checked.
fn transfer<C: FnMut(&mut Vec<Record>)>(
    args: &TransferArgs,
    input_copy: Option<&Path>,
    written: (Format, Compression),
    checkpoints: Option<Checkpoints>,
    read: &[&'static Value],
    choice: impl Fn() -> C + Sync,
    keep: &mut impl Keep,
) -> anyhow::Result<(String, u8)> {
    let options = args.writing.options().assume_missing(args.assume_missing);
    let mut output = Output::open(&args.output, written, options, checkpoints)?;
    let output_name = output.name.clone();
    let copy_path = args.reading.copy_damaged.as_deref();
    let mut copy = copy_path.map(Destination::open).transpose()?;
    let on_damage = match &mut copy {
        Some(copy) => OnDamage::CopyTo(Box::new(copy)),
        None => args.reading.on_damage.on_damage(),
    };
    let begin = output.begin().map(|points| points.get::<ReadPoint>(READ));
    let begin = begin.transpose()?;
    let names = read.iter().map(|value| value.name());
    let mut missing: Vec<(&str, u64)> = names.map(|name| (name, 0)).collect();
    if let Some(points) = output.begin() {
        let before = points.get::<String>(MISSING)?;
        for ((_, number), before) in missing.iter_mut().zip(before.split(',')) {
            *number = before.parse().unwrap_or(0);
        }
    }
    let mut notices = Notice::ALL.into_iter();
    let has_room = notices.any(|notice| written.0.has_room(notice));
    let from = &args.reading.format;
    let options = from.options().on_damage(on_damage);
    let options = options.keep_extras(has_room && keep.keeps_extras());
    let mut input = Input::open(&args.input, input_copy, from.from, options, begin.as_ref())?;
    let rows = input.row_progress();
    let choose = || {
        let mut choose = choice();
        move |batch: &mut Vec<Record>| {
            let lacking = |value: &&Value| {
                let lacks = |record: &&Record| !record.known().contains(value.needs());
                batch.iter().filter(lacks).count() as u64
            };
            let lacking: Vec<u64> = read.iter().map(lacking).collect();
            let all = batch.len() as u64;
            choose(batch);
            (all, lacking)
        }
    };
    let is_possible = output.writer.accept_input(input.reader.format());
    let copied = is_possible.and_then(|()| {
        input.reader.read_all(choose, |batch| {
            let batch = batch?;
            rows.inc(batch.result.0);
            for ((_, number), more) in missing.iter_mut().zip(&batch.result.1) {
                *number += more;
            }
            keep.batch(batch.records);
            output.writer.write_batch(&batch)?;
            output.checkpoint(|| {
                let points = Points::default().with(READ, &batch.point?);
                Some(points.with(MISSING, &missing.iter().map(|(_, number)| number).join(",")))
            })
        })
    });
    // What comes before the end of a cut input is kept if damage is.
    let keeps_damaged = args.reading.on_damage != Choice::Stop || copy_path.is_some();
    let (copied, cut) = match copied {
        Err(Error::Read(error)) if keeps_damaged && is_cut(&error) => (Ok(()), Some(error)),
        copied => (copied, None),
    };
    let rest = copied.is_ok().then(|| keep.rest()).transpose()?;
    let finished = copied.and_then(|()| {
        output.writer.write_all(&rest.unwrap_or_default())?;
        output.finish()
    });
    let finished = match finished {
        Ok(finished) => finished,
        Err(error) if is_closed(&args.output, &error) => return Ok((String::new(), 0)),
        Err(error) => return Err(explain(error, &input.name, &output_name, args)),
    };
    let earlier = begin.as_ref().and_then(ReadPoint::first_damage);
    let notices = Notices::new(&input, &finished, written.0, keep.keeps_extras(), &missing);
    if args.deny_loss && !notices.lost.is_empty() {
        bail!("{output_name}: {} (--deny-loss)", notices.losses());
    }
    let text = match args.quiet {
        true => String::new(),
        false => summary(&input, &finished, earlier, &notices, args.json),
    };
    if let Some(error) = &cut {
        message(&format!("{}: {error}", input.name));
    }
    let input_name = input.name.clone();
    drop(input);
    notices.print(&input_name, &output_name);
    finished.commit()?;
    if let Some(copy) = copy {
        copy.commit()?;
    }
    let is_taken = is_standard(&args.output) || copy_path.is_some_and(is_standard);
    Ok((beside_records(text, is_taken), cut.is_some().into()))
}

/// Whether the input ends too early, or is damaged where it is compressed.
fn is_cut(error: &io::Error) -> bool {
    let kind = error.kind();
    matches!(kind, ErrorKind::UnexpectedEof | ErrorKind::InvalidData)
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
    let help = match args.assume_missing {
        true => "",
        false => " (--assume-missing writes default values, but no moves)",
    };
    match error {
        Error::Lacks(_) => usage(format!("{input}: {error}{help}")),
        Error::NotWritten(_) => usage(format!("{output}: {error}")),
        Error::Record {
            reason: Unwritable::Missing(Fields::SCORE),
            ..
        } => anyhow!("{output}: {error} (filter --where has_score leaves such records out)"),
        Error::Record {
            reason: Unwritable::Missing(_),
            ..
        } => anyhow!("{output}: {error}{help}"),
        Error::Record { .. } | Error::Write(_) => anyhow!("{output}: {error}"),
        error => anyhow!("{input}: {error}"),
    }
}

fn summary(
    input: &Input<'_>,
    finished: &Finished,
    earlier: Option<&str>,
    notices: &Notices,
    as_json: bool,
) -> String {
    let (totals, written) = (input.reader.totals(), finished.written);
    let (read, damaged) = (totals.records, totals.damaged);
    let first = input.reader.first_damage().map(ToString::to_string);
    let first = earlier.map(ToString::to_string).or(first);
    if as_json {
        let numbers = json!({
            "read": read,
            "written": written,
            "chains": finished.chains,
            "damaged": damaged,
            "first_damage": first,
            "lenient": notices::json(&notices.lenient),
            "lost": notices::json(&notices.lost),
            "assumed": notices::json(&notices.assumed),
            "missing": notices::json(&notices.missing),
        });
        return format!("{numbers:#}\n");
    }
    let unit = input.reader.format().unit();
    let mut text =
        format!("records read: {read}\nrecords written: {written}\ndamaged {unit}s: {damaged}\n");
    if let Some(first) = first {
        text += &format!("first damage: {first}\n");
    }
    if let Some(chains) = finished.chains {
        text += &format!("chains written: {chains}\n");
    }
    text
}
