//! From an input to an output: what `convert`, `filter`, `sample` and `dedup` have in common.

use super::input::{Input, InputArgs, format_of, is_same_file, is_standard, name};
use super::output::{Output, OutputArgs, beside_records};
use crate::failure::usage;
use anyhow::{Context, anyhow};
use clap::Args;
use serde_json::json;
use setwise_formats::{
    Compression, Compressor, ConvertError, Format, OnDamage, Record, WriteError, Writer,
    convert_with,
};
use std::io::ErrorKind;
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

/// The choice of the records that are written.
pub(super) trait Keep {
    /// Removes the records of a batch that are not written.
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

/// Copies the records that are kept. Returns what to print.
pub(super) fn run(args: &TransferArgs, keep: &mut impl Keep) -> anyhow::Result<String> {
    // Before the outputs are opened, so that nothing is created in vain.
    let (to, compression) = check(args)?;
    let mut copy = None;
    let mut output = Output::open(&args.output)?;
    if let Some(path) = &args.reading.copy_damaged {
        copy = Some(Output::open(path)?);
    }
    let on_damage = match &mut copy {
        Some(copy) => OnDamage::CopyTo(Box::new(copy)),
        None => args.reading.on_damage.on_damage(),
    };
    let mut input = Input::open(&args.input, &args.reading.format, on_damage)?;
    let options = args.writing.options().assume_missing(args.assume_missing);
    let stream = compression.writer(&mut output)?;
    let mut writer = Writer::new(stream, to, options);
    let rows = input.row_progress();
    let copied = convert_with(&mut input.reader, &mut writer, |batch| {
        rows.inc(batch.len() as u64);
        keep.batch(batch);
    });
    let rest = match copied {
        Ok(()) => keep.rest()?,
        Err(_) => Vec::new(),
    };
    let written = copied.and_then(|()| {
        writer.write_all(&rest).map_err(ConvertError::Write)?;
        let written = writer.written();
        let finished = writer.finish().and_then(Compressor::finish);
        finished.map_err(|error| ConvertError::Write(error.into()))?;
        Ok(written)
    });
    let written = match written {
        Ok(written) => written,
        // A closed pipe, as with `head`, is no failure.
        Err(ConvertError::Write(WriteError::Write(error)))
            if is_standard(&args.output) && error.kind() == ErrorKind::BrokenPipe =>
        {
            return Ok(String::new());
        }
        Err(error) => return Err(explain(error, &input.name, &output.name, args)),
    };
    let text = summary(&input, written, args.json);
    drop(input);
    output.commit()?;
    if let Some(copy) = copy {
        copy.commit()?;
    }
    let copy = args.reading.copy_damaged.as_deref();
    let is_taken = is_standard(&args.output) || copy.is_some_and(is_standard);
    Ok(beside_records(text, is_taken))
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
fn explain(error: ConvertError, input: &str, output: &str, args: &TransferArgs) -> anyhow::Error {
    match error {
        ConvertError::Lacks(_) if !args.assume_missing => usage(format!(
            "{input}: {error} (--assume-missing writes default values, but no moves)"
        )),
        ConvertError::Lacks(_) => usage(format!("{input}: {error}")),
        ConvertError::NotWritten => usage(format!("{output}: {error}")),
        ConvertError::Read(error) => anyhow!("{input}: {error}"),
        ConvertError::Write(error) => anyhow!("{output}: {error}"),
        other => anyhow!("{input}: {other}"),
    }
}

/// The numbers of records.
fn summary(input: &Input<'_>, written: u64, as_json: bool) -> String {
    let totals = input.reader.totals();
    let (read, damaged) = (totals.records, totals.damaged);
    let first = input.reader.first_damage();
    if as_json {
        let first = first.map(ToString::to_string);
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
