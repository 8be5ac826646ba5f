//! Result files: JSON lines. The first line has everything but the long lists; each other line is
//! an element of one of them, under the name of the list.

use crate::rounds::{Summary, Timed};
use crate::{Origin, code::KernelCode};
use anyhow::{Context, Result, ensure};
use chrono::NaiveDate;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::{collections::HashSet, fs, ops::Deref, path::Path};

/// A kind of result file.
pub trait Document: Serialize + DeserializeOwned {
    /// The value of the field `format`.
    const FORMAT: &str;
    /// The name of the field `rows` in files, if there is one.
    const ROWS: &str = "rows";

    /// Checks that the parts of the file fit each other.
    ///
    /// # Errors
    /// The first contradiction found.
    fn check(&self) -> Result<()> {
        Ok(())
    }

    /// Reads and checks a file.
    ///
    /// # Errors
    /// The file cannot be read, or [`parse`](Self::parse) refuses it; the context is the file's
    /// name.
    fn read(path: &Path) -> Result<Self> {
        let text = fs::read_to_string(path).map_err(anyhow::Error::from);
        text.and_then(|text| Self::parse(&text))
            .with_context(|| path.display().to_string())
    }

    /// Reads and checks the text of a file.
    ///
    /// # Errors
    /// The text is not JSON, is a file of another kind or version, has unknown, missing or wrong
    /// fields, or contradicts itself.
    fn parse(text: &str) -> Result<Self> {
        let mut fields = Map::new();
        for (at, line) in text.lines().enumerate() {
            let is_first = at == 0;
            add(&mut fields, line, is_first).with_context(|| format!("line {}", at + 1))?;
        }
        let found = fields.remove("format").unwrap_or_default();
        let wanted = Self::FORMAT;
        let problem = format!("the format is {found}, this program reads \"{wanted}\"");
        ensure!(found == wanted, "{problem}");
        let rows = fields.remove(Self::ROWS);
        fields.extend(rows.map(|rows| ("rows".into(), rows)));
        let file: Self = serde_json::from_value(Value::Object(fields))?;
        file.check()?;
        Ok(file)
    }

    /// Returns the text of the file.
    ///
    /// # Errors
    /// [`parse`](Self::parse) would refuse it.
    fn text(&self) -> Result<String> {
        let Value::Object(mut head) = serde_json::to_value(self)? else {
            unreachable!("a file has fields");
        };
        head.insert("format".into(), Self::FORMAT.into());
        let rows = head.remove("rows");
        head.extend(rows.map(|rows| (Self::ROWS.into(), rows)));
        let mut lines = String::new();
        head.retain(|name, value| match value.as_array() {
            Some(list) if list.first().is_some_and(Value::is_object) => {
                lines.extend(list.iter().map(|item| format!("{{\"{name}\":{item}}}\n")));
                false
            }
            _ => true,
        });
        let text = format!("{}\n{lines}", Value::Object(head));
        Self::parse(&text)?;
        Ok(text)
    }
}

/// Adds the fields of the first line, or an element to a list.
fn add(fields: &mut Map<String, Value>, line: &str, is_first: bool) -> Result<()> {
    let line: Map<String, Value> = serde_json::from_str(line)?;
    for (name, value) in line {
        check_value(&name, &value)?;
        if is_first {
            fields.insert(name, value);
        } else {
            let list = fields.entry(name).or_insert_with(|| json!([]));
            let list = list.as_array_mut().context("no list of this name")?;
            list.push(value);
        }
    }
    Ok(())
}

/// Fields that documents show as names, in tables and as code.
const NAMES: &str = "best call case contender corpus entry kernel name";

/// Fields whose numbers are greater than 0.
const POSITIVE: &str = "boards children cycle depth instructions leaves median n positions \
    ratio seconds threads times";

/// Checks the texts and the numbers of a field, which documents show.
fn check_value(name: &str, value: &Value) -> Result<()> {
    let is_one_of = |names: &str| names.split(' ').any(|one| one == name);
    match value {
        Value::Array(all) => all.iter().try_for_each(|one| check_value(name, one))?,
        Value::Object(all) => all
            .iter()
            .try_for_each(|(name, one)| check_value(name, one))?,
        Value::String(text) => {
            // Parsing alone would accept spaces and numbers with too few digits.
            let day = |text: &str| text.parse::<NaiveDate>();
            let is_day = |text: &str| day(text).is_ok_and(|day| day.to_string() == text);
            let is_usable = match name {
                "time" | "date" => text.get(..10).is_some_and(is_day),
                "hash" => text.len() == 16 && text.bytes().all(|b| b.is_ascii_hexdigit()),
                _ if is_one_of(NAMES) => {
                    let is_usable =
                        |c: char| c == ' ' || c.is_ascii_graphic() && !"`|<>".contains(c);
                    !text.trim().is_empty() && text.chars().all(is_usable)
                }
                _ => !text.chars().any(char::is_control),
            };
            ensure!(is_usable, "`{name}` is not usable: {text:?}");
        }
        Value::Number(number) if is_one_of(POSITIVE) => {
            ensure!(number.as_f64() > Some(0.0), "`{name}` is {number}");
        }
        _ => {}
    }
    Ok(())
}

/// The functions whose machine code is hashed with a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hashed {
    /// The kernels of the matrix.
    Kernels,
    /// A group of other functions, by its name.
    Group(&'static str),
    /// No functions, because no group contains the measured code.
    Nothing,
}

/// A kind of run, with what its benchmark knows beside the measurements.
pub trait Run: Serialize + DeserializeOwned {
    /// A measurement.
    type Row: Timed + Serialize + DeserializeOwned;
    /// [`Document::FORMAT`].
    const FORMAT: &str;
    /// [`Document::ROWS`].
    const ROWS: &str = "rows";
    /// What the name of a file ends with, before `.json`.
    const ENDING: &str;
    /// The functions that it measures, if there are hashes of them.
    const HASHED: Hashed = Hashed::Kernels;

    /// Returns the names of the cases that the rows are of.
    fn cases(&self) -> impl Iterator<Item = &String>;

    /// Returns the numbers of ns per cycle of the CPU, which must be one per round.
    fn cycle(&self) -> Option<&[f64]> {
        None
    }

    /// Keeps of each case the rounds that all its contenders took part in, if there are any, so
    /// that their medians can be compared.
    fn keep_common_rounds(_rows: &mut [Self::Row]) {}
}

/// What a benchmark returns: the number of rounds, the rows, and what else it knows.
pub type Measured<R> = Result<(usize, Vec<<R as Run>::Row>, R)>;

/// The result file of a run. It dereferences to what the benchmark knows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound = "")]
pub struct File<R: Run> {
    /// The machine, the source, the compiler, the time.
    pub origin: Origin,
    /// The hashes of the measured machine code; empty if not requested.
    pub code: Vec<KernelCode>,
    /// The number of rounds: each row has as many times.
    pub rounds: usize,
    /// The measurements.
    pub rows: Vec<R::Row>,
    /// What the benchmark knows beside them.
    #[serde(flatten)]
    pub run: R,
}

impl<R: Run> File<R> {
    /// Returns the median over the measurements of the spread of their rounds.
    pub fn spread(&self) -> Option<f64> {
        let spreads = self
            .rows
            .iter()
            .filter_map(|row| Some(row.time()?.spread()));
        Some(Summary::of(spreads)?.median)
    }
}

impl<R: Run> Deref for File<R> {
    type Target = R;

    fn deref(&self) -> &R {
        &self.run
    }
}

impl<R: Run> Document for File<R> {
    const FORMAT: &str = R::FORMAT;
    const ROWS: &str = R::ROWS;

    /// Checks that there is one measurement of each name, of a known case and with a time in one of
    /// all rounds.
    fn check(&self) -> Result<()> {
        let rounds = self.rounds;
        ensure!(rounds > 0, "there are no rounds");
        let cycles = self.run.cycle().map_or(rounds, <[f64]>::len);
        let problem = format!("`cycle` has {cycles} numbers, but there were {rounds} rounds");
        ensure!(cycles == rounds, "{problem}");
        let (mut known, mut seen) = (HashSet::new(), HashSet::new());
        for case in self.run.cases() {
            ensure!(known.insert(case.as_str()), "`{case}` is there twice");
        }
        for row in &self.rows {
            let (name, case, found) = (row.name(), row.case(), row.rounds().count());
            ensure!(known.contains(case), "{name}: `{case}` is not in the file");
            let problem = format!("times of {found} of {rounds} rounds, or none");
            let is_whole = found == rounds && row.time().is_some();
            ensure!(is_whole, "{name}: {problem}");
            ensure!(!seen.contains(&name), "{name}: it is there twice");
            seen.insert(name);
        }
        Ok(())
    }
}
