//! Result files: read strictly, written so that a line of a diff is a cell.

use crate::{CorpusStats, Cpu, FORMAT, MeasuredCell, ResultFile, Spread, Time};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::fmt;
use std::path::Path;

/// Why a result file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultError(pub(crate) String);

impl fmt::Display for ResultError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ResultError {}

impl From<serde_json::Error> for ResultError {
    fn from(error: serde_json::Error) -> Self {
        Self(error.to_string())
    }
}

/// Rules of a file. The first one that does not hold is an error with the message behind it.
macro_rules! ensure {
    ($($condition:expr => $($message:expr),+;)+) => {
        $(if !$condition {
            return Err(ResultError(format!($($message),+)));
        })+
    };
}

pub(crate) use ensure;

/// The fields of a file with their values as text: in one line, and lists with a line for each item.
macro_rules! fields {
    ($file:expr; $($field:ident)*; $($list:ident)*) => {[
        $((stringify!($field), $crate::file::line(&$file.$field)?),)*
        $((stringify!($list), $crate::file::lines(&$file.$list)?),)*
    ]};
}

pub(crate) use fields;

/// Gives a kind of file its reader. Its `check` says whether the parts of a file fit each other.
macro_rules! readable {
    ($file:ty, $format:expr) => {
        impl $file {
            /// Reads and checks a file.
            ///
            /// # Errors
            /// The file cannot be read, or [`parse`](Self::parse) refuses it; the message begins with the file's name.
            pub fn read(path: &std::path::Path) -> Result<Self, $crate::ResultError> {
                $crate::file::read(path, Self::parse)
            }

            /// Reads and checks the text of a file.
            ///
            /// # Errors
            /// The text is not JSON, is a file of another kind or version, has unknown, missing or wrong fields (with line
            /// and column), or contradicts itself.
            pub fn parse(text: &str) -> Result<Self, $crate::ResultError> {
                let file: Self = $crate::file::decode(text, $format)?;
                file.check()?;
                Ok(file)
            }
        }
    };
}

pub(crate) use readable;

readable!(ResultFile, FORMAT);

impl ResultFile {
    /// Checks that the parts of the file fit each other.
    ///
    /// # Errors
    /// The first contradiction found.
    pub fn check(&self) -> Result<(), ResultError> {
        check_format(&self.format, FORMAT)?;
        check_origin(&self.cpu, [&self.rustc, &self.command], &self.date)?;
        ensure! {
            self.rounds > 0 => "`rounds` is 0";
            self.cycle.len() <= self.rounds => "`cycle` has {} numbers, but there were {} rounds", self.cycle.len(), self.rounds;
        }
        for &cycle in &self.cycle {
            let possible = cycle.is_finite() && cycle > 0.0;
            ensure! { possible => "`cycle`: {cycle} ns is an impossible time"; }
        }
        let mut names = HashSet::new();
        for corpus in &self.corpora {
            let name = &corpus.name;
            ensure! { names.insert(name) => "there are two corpora of the name `{name}`"; }
            check_corpus(corpus)?;
        }
        let mut seen = HashSet::new();
        for measured in &self.cells {
            let cell = &measured.cell;
            ensure! { names.contains(&cell.corpus) => "{cell}: there is no corpus of this name"; }
            check_cell(measured, self.rounds)?;
            ensure! { seen.insert(cell) => "{cell}: the cell is there twice"; }
        }
        Ok(())
    }

    /// Returns the text of the file: one line per corpus, choice and cell.
    ///
    /// # Errors
    /// [`check`](Self::check) refuses it.
    pub fn to_json(&self) -> Result<String, ResultError> {
        self.check()?;
        let fields = fields!(self; format cpu rustc flags date mode rounds cycle command; corpora selected cells);
        Ok(object(&fields) + "\n")
    }
}

/// An object with a line for each field. Files of runs before the cycle was measured have none.
pub(crate) fn object(fields: &[(&str, String)]) -> String {
    let fields = fields
        .iter()
        .filter(|(name, value)| *name != "cycle" || value != "[]");
    let field = |(name, value): &(&str, String)| format!("  \"{name}\": {value}");
    let lines: Vec<String> = fields.map(field).collect();
    format!("{{\n{}\n}}", lines.join(",\n"))
}

/// Reads a file with `parse`. Errors begin with its name.
pub(crate) fn read<T>(
    path: &Path,
    parse: impl FnOnce(&str) -> Result<T, ResultError>,
) -> Result<T, ResultError> {
    std::fs::read_to_string(path)
        .map_err(|error| ResultError(error.to_string()))
        .and_then(|text| parse(&text))
        .map_err(|error| ResultError(format!("{}: {error}", path.display())))
}

/// Reads a file of JSON.
pub(crate) fn read_json<T: DeserializeOwned>(path: &Path) -> Result<T, ResultError> {
    read(path, |text| Ok(serde_json::from_str(text)?))
}

/// Reads JSON with this field `format`.
pub(crate) fn decode<T: DeserializeOwned>(text: &str, format: &str) -> Result<T, ResultError> {
    /// The one field that every version has.
    #[derive(Deserialize)]
    struct Format {
        format: Option<String>,
    }
    let found: Format = serde_json::from_str(text)?;
    ensure! {
        found.format.is_some() => "not a result file: there is no field `format` (`{format}`)";
    }
    check_format(&found.format.unwrap_or_default(), format)?;
    Ok(serde_json::from_str(text)?)
}

pub(crate) fn check_format(found: &str, format: &str) -> Result<(), ResultError> {
    ensure! { found == format => "the format is `{found}`, this program reads `{format}`"; }
    Ok(())
}

/// Checks the fields that all files have: the machine, the compiler and the command, and the day.
pub(crate) fn check_origin(cpu: &Cpu, texts: [&str; 2], date: &str) -> Result<(), ResultError> {
    let [rustc, command] = texts.map(str::trim);
    ensure! {
        !cpu.model.trim().is_empty() => "`cpu.model` is empty";
        !cpu.arch.trim().is_empty() => "`cpu.arch` is empty";
        !rustc.is_empty() => "`rustc` is empty";
        !command.is_empty() => "`command` is empty";
        is_date(date) => "`date` is `{date}`, not of the form 2026-05-20";
    }
    Ok(())
}

pub(crate) fn line(value: &impl Serialize) -> Result<String, ResultError> {
    Ok(serde_json::to_string(value)?)
}

pub(crate) fn lines<T: Serialize>(values: &[T]) -> Result<String, ResultError> {
    let lines: Vec<String> = values.iter().map(line).collect::<Result<_, _>>()?;
    Ok(match lines.is_empty() {
        true => "[]".into(),
        false => format!("[\n    {}\n  ]", lines.join(",\n    ")),
    })
}

fn check_corpus(corpus: &CorpusStats) -> Result<(), ResultError> {
    let (name, positions, phases) = (&corpus.name, corpus.positions, corpus.phases);
    ensure! {
        !name.trim().is_empty() => "a corpus has no name";
        positions > 0 => "corpus `{name}` has no positions";
    }
    let sum = phases.opening + phases.middlegame + phases.endgame;
    ensure! { sum == positions => "corpus `{name}` has {positions} positions, but {sum} by phase"; }
    for (what, spread) in [
        ("men", corpus.men),
        ("sliders_side", corpus.sliders_side),
        ("sliders_both", corpus.sliders_both),
    ] {
        let Spread { mean, min, max } = spread;
        let in_order = f64::from(min) <= mean && mean <= f64::from(max);
        ensure! { in_order && max <= 64 => "corpus `{name}`: `{what}` is impossible: {min} <= {mean} <= {max}"; }
    }
    Ok(())
}

fn check_cell(measured: &MeasuredCell, rounds: usize) -> Result<(), ResultError> {
    let name = &measured.cell;
    ensure! {
        !name.contender.trim().is_empty() => "{name}: the contender has no name";
        name.n > 0 => "{name}: n is 0";
    }
    check_rounds(name, &measured.rounds, rounds)?;
    for Time { median, low, high } in measured.rounds.iter().flatten() {
        let in_order = 0.0 < *low && low <= median && median <= high && high.is_finite();
        ensure! { in_order => "{name}: an impossible time: 0 < {low} <= {median} <= {high}"; }
    }
    Ok(())
}

/// Fails unless a measurement has its number of rounds, and a time in one of them.
pub(crate) fn check_rounds<T>(
    name: &dyn fmt::Display,
    times: &[Option<T>],
    rounds: usize,
) -> Result<(), ResultError> {
    let found = times.len();
    ensure! {
        found == rounds => "{name}: {found} rounds, but the file says {rounds}";
        times.iter().any(Option::is_some) => "{name}: no round was measured";
    }
    Ok(())
}

/// Four digits, two digits of a month, two of a day.
fn is_date(text: &str) -> bool {
    let number = |range: std::ops::Range<usize>| text.get(range)?.parse().ok();
    text.replace(|c: char| c.is_ascii_digit(), "0") == "0000-00-00"
        && matches!((number(5..7), number(8..10)), (Some(1..=12), Some(1..=31)))
}
