//! Figures measured by hand beside a program that the benchmarks do not contain.

use crate::file::{self, ensure, is_line};
use crate::{Document, Fields};
use anyhow::Result;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::fmt;

/// The figures of one program and day. `None` is what nobody noted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Aside {
    /// The other program.
    pub program: String,
    /// Its version or revision.
    pub version: Option<String>,
    /// The compiler and its flags, or the environment.
    pub flags: Option<String>,
    /// The CPU.
    pub cpu: Option<String>,
    /// The day, `2026-05-20`.
    pub date: String,
    /// The revision of setwise.
    pub revision: Option<String>,
    /// What was run.
    pub command: Option<String>,
    /// What the positions, the rounds and the machine were like.
    pub remark: Option<String>,
    /// What was not noted: a text where a field or a value is missing.
    pub lacking: Option<String>,
    /// The figures.
    pub figures: Vec<Figure>,
}

/// One figure of both programs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Figure {
    /// A short name, unique in the file.
    pub id: String,
    /// What was measured.
    pub what: String,
    /// What is counted: less of it is better, unless it is something `per second` or `won`.
    pub unit: String,
    /// The value of setwise.
    pub setwise: Option<Value>,
    /// The value of the other program.
    pub other: Option<Value>,
    /// How many times as good setwise is, where it was noted.
    pub ratio: Option<Value>,
}

/// A number, or the least and the greatest one.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Value {
    /// One number.
    One(f64),
    /// A range.
    Range(f64, f64),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::One(value) => write!(f, "{value}"),
            Self::Range(low, high) => write!(f, "{low} to {high}"),
        }
    }
}

impl Figure {
    /// Returns the quotient of the two values: above 1 if that of setwise is better.
    pub fn quotient(&self) -> Option<f64> {
        let (Value::One(setwise), Value::One(other)) = (self.setwise?, self.other?) else {
            return None;
        };
        let is_more_better = ["per second", "won"]
            .iter()
            .any(|what| self.unit.contains(what));
        let quotient = if is_more_better {
            setwise / other
        } else {
            other / setwise
        };
        Some(quotient).filter(|quotient| quotient.is_finite())
    }
}

impl Document for Aside {
    const FORMAT: &str = "setwise-aside/1";
    const OLDER: &str = Self::FORMAT;

    fn from_fields(fields: Fields) -> Result<Self> {
        file::value(fields)
    }

    fn fields(&self) -> Result<Fields> {
        file::fields(self)
    }

    fn check(&self) -> Result<()> {
        let Self {
            program,
            version,
            flags,
            cpu,
            date,
            revision,
            command,
            remark,
            lacking,
            ..
        } = self;
        let known = [version, flags, cpu, revision, command];
        let texts = known
            .into_iter()
            .chain([remark, lacking])
            .flatten()
            .chain([program]);
        let mut is_complete = known.iter().all(|field| field.is_some());
        let bad = texts
            .into_iter()
            .find(|text| text.trim().is_empty() || !is_line(text));
        ensure! {
            bad.is_none() => "a text is empty or has a control character: {bad:?}";
            date.parse::<Date>().is_ok_and(|day| day.to_string() == *date) => "`date` is {date:?}, not of the form 2026-05-20";
            !self.figures.is_empty() => "there are no figures";
        }
        let mut ids = HashSet::new();
        for figure in &self.figures {
            let Figure {
                id,
                what,
                unit,
                setwise,
                other,
                ratio,
            } = figure;
            let is_possible = |value: &Value| match *value {
                Value::One(one) => one >= 0.0 && one.is_finite(),
                Value::Range(low, high) => 0.0 <= low && low < high && high.is_finite(),
            };
            // A ratio that was noted is a median of ratios, not the quotient of medians.
            let fits = match (ratio, figure.quotient()) {
                (Some(Value::One(ratio)), Some(quotient)) => (ratio / quotient - 1.0).abs() < 0.05,
                _ => true,
            };
            ensure! {
                ids.insert(id) => "there are two figures `{id}`";
                [id, what, unit].iter().all(|text| !text.trim().is_empty() && is_line(text)) => "`{id}`: an unusable text";
                [setwise, other, ratio].into_iter().flatten().all(is_possible) => "`{id}`: an impossible value";
                ratio.is_some() || setwise.is_some() && other.is_some() => "`{id}`: neither a ratio nor both values";
                fits => "`{id}`: the ratio is not that of the values";
            }
            is_complete &= setwise.is_some() && other.is_some();
        }
        ensure! { is_complete || lacking.is_some() => "something is not known, and `lacking` does not say so"; }
        Ok(())
    }
}
