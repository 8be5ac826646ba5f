use super::input::{FromArgs, Input};
use super::names::{format_of, name};
use super::notices::{self, Entry, listed, noticed};
use clap::Args;
use serde_json::{Value, json};
use setwise_formats::{Damage, Error, Format, Notice, Record, Totals};
use std::path::{Path, PathBuf};

/// Find damaged records, lines and games: illegal positions, illegal moves, unreadable text, cut
/// ends.
///
/// Reading continues after damage, and after a file that cannot be read. The exit code is 1 if
/// there is any.
#[derive(Args, Debug)]
#[command(
    after_help = "Examples: setwise data validate games.pgn.zst\n          setwise data validate *.bullet --json"
)]
pub(super) struct ValidateArgs {
    /// Files, or `-` for the standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    format: FromArgs,
    /// Number of damages to print for each file
    #[arg(long, value_name = "N", default_value_t = 20)]
    show: usize,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

struct Validated {
    name: String,
    format: Format,
    totals: Totals,
    shown: Vec<Damage>,
    /// Why reading ended before the end of the file.
    failure: Option<String>,
}

pub(super) fn run(args: &ValidateArgs) -> anyhow::Result<(String, u8)> {
    for file in &args.files {
        // A wrong name ends the command before a long file is read.
        format_of(file, args.format.from, "--from")?;
    }
    let files = args.files.iter().map(|file| validate(file, args));
    let files: Vec<_> = files.collect::<anyhow::Result<_>>()?;
    let is_sound = |file: &Validated| file.totals.damaged == 0 && file.failure.is_none();
    let code = u8::from(!files.iter().all(is_sound));
    let text = match args.json {
        true => {
            let files: Value = files.iter().map(Validated::to_json).collect();
            format!("{files:#}\n")
        }
        false => files.iter().map(Validated::text).collect(),
    };
    Ok((text, code))
}

fn validate(file: &Path, args: &ValidateArgs) -> anyhow::Result<Validated> {
    let (format, _) = format_of(file, args.format.from, "--from")?;
    let mut found = Validated {
        name: name(file),
        format,
        totals: Totals::default(),
        shown: Vec::new(),
        failure: None,
    };
    let options = args.format.options().counts(true);
    let mut input = match Input::open(file, None, args.format.from, options, None) {
        Ok(input) => input,
        // A failure of one of several files does not discard the results of the others.
        Err(error) if args.files.len() > 1 => {
            found.failure = Some(format!("{error:#}"));
            return Ok(found);
        }
        Err(error) => return Err(error),
    };
    let rows = input.row_progress();
    let worker = || |_: &mut Vec<Record>| ();
    let read = input.reader.read_all(worker, |batch| {
        match batch {
            Ok(batch) => rows.inc(batch.records.len() as u64),
            Err(damage) if found.shown.len() < args.show => found.shown.push(damage),
            Err(_) => {}
        }
        Ok::<(), Error>(())
    });
    found.failure = read.err().map(|error| error.to_string());
    found.totals = input.reader.totals();
    Ok(found)
}

impl Validated {
    fn noticed(&self, is_lenient: bool) -> Vec<Entry> {
        let is_wanted = |notice: Notice| notice.is_lenient() == is_lenient;
        noticed(self.totals, self.format, is_wanted)
    }

    fn text(&self) -> String {
        let (records, damaged) = (self.totals.records, self.totals.damaged);
        let (name, unit) = (&self.name, self.format.unit());
        let mut text = format!("{name}: records: {records}, damaged {unit}s: {damaged}\n");
        for (what, is_lenient) in [("read leniently", true), ("not kept", false)] {
            let entries = self.noticed(is_lenient);
            if !entries.is_empty() {
                text += &format!("  {what}: {}\n", listed(&entries));
            }
        }
        for shown in &self.shown {
            text += &format!("  {shown}\n");
        }
        let more = damaged - self.shown.len() as u64;
        if more > 0 {
            text += &format!("  and {more} more\n");
        }
        if let Some(failure) = &self.failure {
            text += &format!("  {failure}\n");
        }
        text
    }

    fn to_json(&self) -> Value {
        let damages = self.shown.iter().map(|shown| {
            json!({
                "number": shown.number,
                "offset": shown.offset,
                "line": shown.line,
                "reason": shown.reason.to_string(),
            })
        });
        json!({
            "file": self.name,
            "format": self.format.name(),
            "unit": self.format.unit(),
            "records": self.totals.records,
            "units": self.totals.units,
            "damaged": self.totals.damaged,
            "damaged_bytes": self.totals.damaged_bytes,
            "bytes": self.totals.bytes,
            "damages": damages.collect::<Value>(),
            "failure": self.failure,
            "lenient": notices::json(&self.noticed(true)),
            "told": notices::json(&self.noticed(false)),
        })
    }
}
