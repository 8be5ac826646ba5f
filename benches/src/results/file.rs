//! Result files: read strictly, written so that a line of a diff is a cell.

use super::{CorpusStats, Cpu, FORMAT, MeasuredCell, ResultFile, Spread};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::fmt;
use std::path::Path;

/// Why a result file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultError(pub(super) String);

impl fmt::Display for ResultError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ResultError {}

/// `Err` with the message unless the condition holds.
macro_rules! ensure {
    ($condition:expr, $($message:tt)*) => {
        if !$condition {
            return Err(ResultError(format!($($message)*)));
        }
    };
}

pub(super) use ensure;

impl ResultFile {
    /// Reads and checks a file.
    ///
    /// # Errors
    /// The file cannot be read, or [`parse`](Self::parse) refuses it; the message begins with the file's name.
    pub fn read(path: &Path) -> Result<Self, ResultError> {
        read(path, Self::parse)
    }

    /// Reads and checks the text of a file.
    ///
    /// # Errors
    /// The text is not JSON, is a file of another kind or version, has unknown, missing or wrong fields (with line
    /// and column), or contradicts itself.
    pub fn parse(text: &str) -> Result<Self, ResultError> {
        let file: Self = decode(text, FORMAT)?;
        file.check()?;
        Ok(file)
    }

    /// Do the parts of the file fit each other?
    ///
    /// # Errors
    /// The first contradiction found.
    pub fn check(&self) -> Result<(), ResultError> {
        Origin {
            format: [&self.format, FORMAT],
            cpu: &self.cpu,
            rustc: &self.rustc,
            command: &self.command,
            date: &self.date,
        }
        .check()?;
        ensure!(self.rounds > 0, "`rounds` is 0");
        ensure!(
            self.cycle.len() <= self.rounds,
            "`cycle` has {} numbers, but there were {} rounds",
            self.cycle.len(),
            self.rounds
        );
        for &cycle in &self.cycle {
            let possible = cycle.is_finite() && cycle > 0.0;
            ensure!(possible, "`cycle`: {cycle} ns is an impossible time");
        }
        let mut names = HashSet::new();
        for corpus in &self.corpora {
            ensure!(
                names.insert(&corpus.name),
                "there are two corpora of the name `{}`",
                corpus.name
            );
            check_corpus(corpus)?;
        }
        let mut seen = HashSet::new();
        for measured in &self.cells {
            let cell = measured.cell();
            ensure!(
                names.contains(&cell.corpus),
                "{cell}: there is no corpus of this name"
            );
            check_cell(measured, self.rounds)?;
            ensure!(seen.insert(cell.clone()), "{cell}: the cell is there twice");
        }
        Ok(())
    }

    /// The text of the file: one line per corpus, choice and cell.
    ///
    /// # Errors
    /// [`check`](Self::check) refuses it.
    pub fn to_json(&self) -> Result<String, ResultError> {
        self.check()?;
        let Self {
            format,
            cpu,
            rustc,
            flags,
            date,
            mode,
            rounds,
            cycle,
            command,
            corpora,
            selected,
            cells,
        } = self;
        let mut text = String::from("{\n");
        let cycle = match cycle.is_empty() {
            true => None,
            false => Some(("cycle", line(cycle)?)),
        };
        let fields = [
            ("format", line(format)?),
            ("cpu", line(cpu)?),
            ("rustc", line(rustc)?),
            ("flags", line(flags)?),
            ("date", line(date)?),
            ("mode", line(mode)?),
            ("rounds", line(rounds)?),
            ("command", line(command)?),
            ("corpora", lines(corpora)?),
            ("selected", lines(selected)?),
            ("cells", lines(cells)?),
        ];
        let (head, rest) = fields.split_at(7);
        for (name, value) in head.iter().chain(&cycle).chain(rest) {
            let end = if *name == "cells" { "\n}\n" } else { ",\n" };
            text += &format!("  \"{name}\": {value}{end}");
        }
        Ok(text)
    }
}

/// A file as `parse` reads it; faults begin with its name.
pub(super) fn read<T>(
    path: &Path,
    parse: impl FnOnce(&str) -> Result<T, ResultError>,
) -> Result<T, ResultError> {
    std::fs::read_to_string(path)
        .map_err(|error| ResultError(error.to_string()))
        .and_then(|text| parse(&text))
        .map_err(|error| ResultError(format!("{}: {error}", path.display())))
}

/// JSON of this format.
pub(super) fn decode<T: DeserializeOwned>(text: &str, format: &str) -> Result<T, ResultError> {
    expect_format(text, format)?;
    serde_json::from_str(text).map_err(|error| ResultError(error.to_string()))
}

/// What all files say of the run that made them.
pub(super) struct Origin<'a> {
    /// The format that the file names, and the one it must have.
    pub(super) format: [&'a str; 2],
    pub(super) cpu: &'a Cpu,
    pub(super) rustc: &'a str,
    pub(super) command: &'a str,
    pub(super) date: &'a str,
}

impl Origin<'_> {
    pub(super) fn check(&self) -> Result<(), ResultError> {
        let [found, format] = self.format;
        ensure!(found == format, "the format is `{found}`, not `{format}`");
        for (name, value) in [
            ("cpu.model", self.cpu.model.as_str()),
            ("cpu.arch", &self.cpu.arch),
            ("rustc", self.rustc),
            ("command", self.command),
        ] {
            ensure!(!value.trim().is_empty(), "`{name}` is empty");
        }
        ensure!(
            is_date(self.date),
            "`date` is `{}`, not of the form 2026-05-20",
            self.date
        );
        Ok(())
    }
}

/// Fails unless the text is JSON with this field `format`.
fn expect_format(text: &str, expected: &str) -> Result<(), ResultError> {
    /// The one field that every version has.
    #[derive(Deserialize)]
    struct Format {
        format: Option<String>,
    }
    let wrong = |error: serde_json::Error| ResultError(error.to_string());
    let Format { format } = serde_json::from_str(text).map_err(wrong)?;
    match format {
        Some(format) if format == expected => Ok(()),
        Some(format) => Err(ResultError(format!(
            "the format is `{format}`, this program reads `{expected}`"
        ))),
        None => Err(ResultError(format!(
            "not a result file: there is no field `format` (`{expected}`)"
        ))),
    }
}

pub(super) fn line(value: &impl Serialize) -> Result<String, ResultError> {
    serde_json::to_string(value).map_err(|error| ResultError(error.to_string()))
}

pub(super) fn lines<T: Serialize>(values: &[T]) -> Result<String, ResultError> {
    let lines = values
        .iter()
        .map(|value| Ok(format!("    {}", line(value)?)))
        .collect::<Result<Vec<_>, _>>()?;
    Ok(if lines.is_empty() {
        "[]".into()
    } else {
        format!("[\n{}\n  ]", lines.join(",\n"))
    })
}

fn check_corpus(corpus: &CorpusStats) -> Result<(), ResultError> {
    let CorpusStats {
        name,
        positions,
        men,
        sliders_side,
        sliders_both,
        phases,
        ..
    } = corpus;
    ensure!(!name.trim().is_empty(), "a corpus has no name");
    ensure!(*positions > 0, "corpus `{name}` has no positions");
    let sum = phases.opening + phases.middlegame + phases.endgame;
    ensure!(
        sum == *positions,
        "corpus `{name}` has {positions} positions, but {sum} by phase"
    );
    for (what, spread) in [
        ("men", men),
        ("sliders_side", sliders_side),
        ("sliders_both", sliders_both),
    ] {
        let Spread { mean, min, max } = *spread;
        let in_order = f64::from(min) <= mean && mean <= f64::from(max);
        ensure!(
            in_order && max <= 64,
            "corpus `{name}`: `{what}` is impossible: {min} <= {mean} <= {max}"
        );
    }
    Ok(())
}

fn check_cell(cell: &MeasuredCell, rounds: usize) -> Result<(), ResultError> {
    let name = cell.cell();
    ensure!(
        !cell.contender.trim().is_empty(),
        "{name}: the contender has no name"
    );
    ensure!(cell.n > 0, "{name}: n is 0");
    let found = cell.rounds.len();
    ensure!(
        found == rounds,
        "{name}: {found} rounds, but the file says {rounds}"
    );
    ensure!(
        cell.rounds.iter().any(Option::is_some),
        "{name}: no round was measured"
    );
    for time in cell.rounds.iter().flatten() {
        let (low, median, high) = (time.low, time.median, time.high);
        let in_order = 0.0 < low && low <= median && median <= high && high.is_finite();
        ensure!(
            in_order,
            "{name}: an impossible time: 0 < {low} <= {median} <= {high}"
        );
    }
    Ok(())
}

/// Four digits, two digits of a month, two of a day.
fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let number = |part: &str, digits: usize| {
        let plain = part.len() == digits && part.bytes().all(|b| b.is_ascii_digit());
        part.parse::<u32>().ok().filter(|_| plain)
    };
    match parts[..] {
        [year, month, day] => {
            number(year, 4).is_some()
                && number(month, 2).is_some_and(|month| (1..=12).contains(&month))
                && number(day, 2).is_some_and(|day| (1..=31).contains(&day))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"{
  "format": "setwise-results/1",
  "cpu": {"model":"Some CPU","arch":"x86_64","cores":2,"features":["avx2","bmi2"]},
  "rustc": "rustc 1.95.0",
  "flags": "",
  "date": "2026-05-20",
  "mode": "quick",
  "rounds": 2,
  "command": "setwise bench",
  "corpora": [
    {"name":"games","source":"made by hand","positions":2,"men":{"mean":20.5,"min":9,"max":32},"sliders_side":{"mean":3.0,"min":1,"max":5},"sliders_both":{"mean":6.0,"min":2,"max":10},"phases":{"opening":1,"middlegame":0,"endgame":1}}
  ],
  "selected": [
    {"entry":"batch_attacks","from":64,"kernel":"avx512/sliced","why":"the fastest"}
  ],
  "cells": [
    {"entry":"batch_attacks","contender":"avx512/sliced","n":1024,"corpus":"games","sliders":"side","measure":"throughput","rounds":[{"median":0.71,"low":0.7,"high":0.73},null]},
    {"entry":"attacks","contender":"scalar/kogge-stone","n":1,"corpus":"games","sliders":"both","measure":"latency","rounds":[null,{"median":9.5,"low":9.5,"high":9.5}]}
  ]
}
"#;

    #[test]
    fn what_was_written_is_read_again() {
        let file = ResultFile::parse(TEXT).unwrap();
        assert_eq!(file.cells[0].rounds[0].unwrap().high, 0.73);
        assert_eq!(file.to_json().unwrap(), TEXT);
        let mut empty = file;
        (empty.cells, empty.selected) = (vec![], vec![]);
        assert_eq!(ResultFile::parse(&empty.to_json().unwrap()), Ok(empty));
    }

    #[test]
    fn broken_and_foreign_files_are_refused_with_the_reason() {
        for (from, to, reason) in [
            (TEXT, "", "EOF while parsing a value at line 1 column 0"),
            (TEXT, "[1, 2]", "invalid type"),
            (
                TEXT,
                "{\"x\": 1}",
                "not a result file: there is no field `format` (`setwise-results/1`)",
            ),
            (
                "results/1",
                "results/2",
                "the format is `setwise-results/2`, this program reads `setwise-results/1`",
            ),
            ("\"flags\"", "\"flag\"", "unknown field `flag`"),
            ("\"flags\": \"\",", "", "missing field `flags`"),
            ("\"n\":1024,", "\"n\":-1,", "invalid value: integer `-1`"),
            ("\"n\":1024,", "\"n\":1024,\"m\":1,", "unknown field `m`"),
            (
                "\"batch_attacks\",\"c",
                "\"batch_attack\",\"c",
                "unknown variant `batch_attack`",
            ),
            (
                "\"n\":1024",
                "\"n\":0",
                "n = 0, games corpus, sliders: side, throughput: n is 0",
            ),
            (
                "2026-05-20",
                "2026-13-20",
                "`date` is `2026-13-20`, not of the form 2026-05-20",
            ),
            ("2026-05-20", "20.5.2026", "not of the form"),
            (
                "\"rounds\": 2",
                "\"rounds\": 3",
                "2 rounds, but the file says 3",
            ),
            ("\"rounds\": 2", "\"rounds\": 0", "`rounds` is 0"),
            (
                "{\"median\":0.71,\"low\":0.7,\"high\":0.73}",
                "null",
                "no round was measured",
            ),
            (
                "\"low\":0.7,",
                "\"low\":0.72,",
                "an impossible time: 0 < 0.72 <= 0.71 <= 0.73",
            ),
            ("\"low\":0.7,", "\"low\":0.0,", "an impossible time"),
            (
                "1024,\"corpus\":\"games\"",
                "1024,\"corpus\":\"other\"",
                "there is no corpus of this name",
            ),
            (
                "\"avx512/sliced\",\"n\"",
                "\" \",\"n\"",
                "the contender has no name",
            ),
            (
                "\"positions\":2",
                "\"positions\":3",
                "corpus `games` has 3 positions, but 2 by phase",
            ),
            (
                "\"mean\":20.5",
                "\"mean\":33",
                "`men` is impossible: 9 <= 33 <= 32",
            ),
            ("\"Some CPU\"", "\"\"", "`cpu.model` is empty"),
            (
                "\"rustc 1.95.0\"",
                "1",
                "invalid type: integer `1`, expected a string at line 4",
            ),
            (
                "\"attacks\",\"contender\":\"scalar/kogge-stone\",\"n\":1,\"corpus\":\"games\",\"sliders\":\"both\",\"measure\":\"latency\"",
                "\"batch_attacks\",\"contender\":\"avx512/sliced\",\"n\":1024,\"corpus\":\"games\",\"sliders\":\"side\",\"measure\":\"throughput\"",
                "the cell is there twice",
            ),
        ] {
            assert!(TEXT.contains(from), "{from}");
            let error = ResultFile::parse(&TEXT.replacen(from, to, 1))
                .expect_err(reason)
                .to_string();
            assert!(error.contains(reason), "expected {reason}, got {error}");
        }
    }

    #[test]
    fn the_name_of_the_file_comes_first() {
        let missing = Path::new("no/such/file.json");
        assert!(
            ResultFile::read(missing)
                .unwrap_err()
                .to_string()
                .starts_with("no/such/file.json: ")
        );
    }
}
