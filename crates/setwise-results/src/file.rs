//! Result files. They are read strictly, and written with one line per cell, for readable diffs.

use crate::code::KernelCode;
use crate::{CorpusStats, MeasuredCell, ResultFile, Spread, Time};
use anyhow::{Context, Result};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::path::Path;
use std::{fmt, fs};

/// Checks rules in order. The first rule that fails is an error with its message.
macro_rules! ensure {
    ($($condition:expr => $($message:expr),+;)+) => {
        $(::anyhow::ensure!($condition, $($message),+);)+
    };
}

pub(crate) use ensure;

/// The fields of a file with their values as text: in one line, and lists with a line for each
/// item.
macro_rules! fields {
    ($file:expr; $($field:ident)*; $($list:ident)*) => {[
        $((stringify!($field), $crate::file::line(&$file.$field)?),)*
        $((stringify!($list), $crate::file::lines(&$file.$list)?),)*
    ]};
}

pub(crate) use fields;

/// A kind of result file: JSON with a field `format` of its own.
pub trait Document: DeserializeOwned {
    /// The value of the field `format`.
    const FORMAT: &str;

    /// Checks that the parts of the file fit each other.
    ///
    /// # Errors
    /// The first contradiction found.
    fn check(&self) -> Result<()>;

    /// Reads and checks a file.
    ///
    /// # Errors
    /// The file cannot be read, or [`parse`](Self::parse) refuses it; the context is the file's
    /// name.
    fn read(path: &Path) -> Result<Self> {
        let read = || {
            ensure! { fs::metadata(path)?.is_file() => "not a file"; }
            Self::parse(&fs::read_to_string(path)?)
        };
        read().with_context(|| path.display().to_string())
    }

    /// Reads and checks the text of a file.
    ///
    /// # Errors
    /// The text is not JSON, is a file of another kind or version, has unknown, missing or wrong
    /// fields (with line and column), or contradicts itself.
    fn parse(text: &str) -> Result<Self> {
        /// The one field that every version has.
        #[derive(Deserialize)]
        struct Format {
            format: Option<String>,
        }
        let (wanted, found) = (Self::FORMAT, serde_json::from_str::<Format>(text)?.format);
        ensure! {
            found.is_some() => "not a result file: there is no field `format` (`{wanted}`)";
            found.as_deref() == Some(wanted) => "the format is `{}`, this program reads `{wanted}`", found.unwrap_or_default();
        }
        let file: Self = serde_json::from_str(text)?;
        file.check()?;
        Ok(file)
    }
}

impl Document for ResultFile {
    const FORMAT: &str = "setwise-results/3";

    fn check(&self) -> Result<()> {
        self.origin.check()?;
        let impossible = self.cycle.iter().find(|cycle| !is_time(**cycle));
        ensure! {
            self.rounds > 0 => "`rounds` is 0";
            self.cycle.len() <= self.rounds => "`cycle` has {} numbers, but there were {} rounds", self.cycle.len(), self.rounds;
            impossible.is_none() => "`cycle`: {impossible:?} ns is an impossible time";
        }
        let mut names = HashSet::new();
        for corpus in &self.corpora {
            let name = &corpus.name;
            ensure! { names.insert(name) => "there are two corpora of the name `{name}`"; }
            check_corpus(corpus)?;
        }
        for choice in &self.selected {
            let (kernel, why) = (&choice.kernel, &choice.why);
            ensure! { is_name(kernel) && is_line(why) => "`selected`: an unusable text: {kernel:?}, {why:?}"; }
        }
        self.code.iter().try_for_each(KernelCode::check)?;
        let mut seen = HashSet::new();
        for measured in &self.cells {
            let cell = &measured.cell;
            ensure! { names.contains(&cell.corpus) => "{cell}: there is no corpus of this name"; }
            check_cell(measured, self.rounds)?;
            ensure! { seen.insert(cell) => "{cell}: the cell is there twice"; }
        }
        Ok(())
    }
}

impl ResultFile {
    /// Returns the text of the file: one line per corpus, choice and cell.
    ///
    /// # Errors
    /// [`check`](Document::check) refuses it.
    pub fn to_json(&self) -> Result<String> {
        self.check()?;
        let [format, rest @ ..] =
            fields!(self; format mode rounds cycle; corpora selected code cells);
        let origin = ("origin", nested(self.origin.text()?));
        let fields: Vec<_> = [format, origin].into_iter().chain(rest).collect();
        Ok(object(&fields) + "\n")
    }
}

/// An object with a line for each field. Empty texts, lists and maps that older files lack are left
/// out.
pub(crate) fn object(fields: &[(&str, String)]) -> String {
    let empty = [
        ("code", "[]"),
        ("cycle", "[]"),
        ("libraries", "{}"),
        ("revision", "\"\""),
    ];
    let is_shown = |field: &&(&str, String)| !empty.contains(&(field.0, &field.1));
    let field = |(name, value): &(&str, String)| format!("  \"{name}\": {value}");
    let lines: Vec<String> = fields.iter().filter(is_shown).map(field).collect();
    format!("{{\n{}\n}}", lines.join(",\n"))
}

/// An object as the value of a field.
pub(crate) fn nested(object: String) -> String {
    object.replace('\n', "\n  ")
}

/// Returns whether a measured time is possible.
pub(crate) fn is_time(time: f64) -> bool {
    time > 0.0 && time.is_finite()
}

/// What [`is_name`] asks for.
pub(crate) const NAMES: &str = "a name has visible ASCII characters, and none of ` | < >";

/// Returns whether a text has one line, and nothing that a terminal takes for a command.
pub(crate) fn is_line(text: &str) -> bool {
    !text.chars().any(char::is_control)
}

/// Returns whether a text can be a name: documents show names as code, in tables.
pub(crate) fn is_name(text: &str) -> bool {
    let is_usable = |b: u8| (b.is_ascii_graphic() || b == b' ') && !b"`|<>".contains(&b);
    !text.trim().is_empty() && text.bytes().all(is_usable)
}

pub(crate) fn line(value: &impl Serialize) -> Result<String> {
    Ok(serde_json::to_string(value)?)
}

pub(crate) fn lines<T: Serialize>(values: &[T]) -> Result<String> {
    let lines = values.iter().map(line).collect::<Result<Vec<_>>>()?;
    Ok(match lines.is_empty() {
        true => "[]".into(),
        false => format!("[\n    {}\n  ]", lines.join(",\n    ")),
    })
}

fn check_corpus(corpus: &CorpusStats) -> Result<()> {
    let (name, positions, phases) = (&corpus.name, corpus.positions, corpus.phases);
    ensure! {
        is_name(name) => "a corpus has no usable name: {name:?}; {NAMES}";
        is_line(&corpus.source) => "the source of corpus `{name}` has a control character";
        positions > 0 => "corpus `{name}` has no positions";
    }
    let sum = phases.opening + phases.middlegame + phases.endgame;
    ensure! { sum == positions => "corpus `{name}` has {positions} positions, but {sum} by phase"; }
    for (what, spread) in [
        ("pieces", corpus.pieces),
        ("sliders_side", corpus.sliders_side),
        ("sliders_both", corpus.sliders_both),
    ] {
        let Spread { mean, min, max } = spread;
        let in_order = f64::from(min) <= mean && mean <= f64::from(max);
        ensure! { in_order && max <= 64 => "corpus `{name}`: `{what}` is impossible: {min} <= {mean} <= {max}"; }
    }
    Ok(())
}

fn check_cell(measured: &MeasuredCell, rounds: usize) -> Result<()> {
    let name = &measured.cell;
    ensure! {
        is_name(&name.contender) => "{name}: the contender has no usable name: {NAMES}";
        name.n > 0 => "{name}: n is 0";
    }
    check_rounds(name, &measured.rounds, rounds)?;
    for Time { median, low, high } in measured.rounds.iter().flatten() {
        let in_order = is_time(*low) && low <= median && median <= high && is_time(*high);
        ensure! { in_order => "{name}: an impossible time: 0 < {low} <= {median} <= {high}"; }
    }
    Ok(())
}

/// Fails unless a measurement has its number of rounds, and a time in one of them.
pub(crate) fn check_rounds<T>(
    name: &dyn fmt::Display,
    times: &[Option<T>],
    rounds: usize,
) -> Result<()> {
    let found = times.len();
    ensure! {
        found == rounds => "{name}: {found} rounds, but the file says {rounds}";
        times.iter().any(Option::is_some) => "{name}: no round was measured";
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reading a pipe would wait for someone who writes.
    #[cfg(unix)]
    #[test]
    fn only_files_are_read() {
        let folder = std::env::temp_dir().join(format!("setwise-fifo-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let pipe = folder.join("pipe.json");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.unwrap().success());
        let error = ResultFile::read(&pipe).unwrap_err();
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!(
            format!("{error:#}"),
            format!("{}: not a file", pipe.display())
        );
    }
}
