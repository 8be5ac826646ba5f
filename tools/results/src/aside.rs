//! Figures measured by hand beside a program that the benchmarks do not contain.

use crate::file::Document;
use anyhow::{Result, ensure};
use serde::{Deserialize, Serialize};
use setwise_program::host::design;
use std::{collections::HashSet, fmt};

/// The figures of one program and day. `None` was not recorded.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Aside {
    /// The other program.
    pub program: String,
    /// Its version or revision.
    pub version: Option<String>,
    /// The compiler and its flags, or the environment.
    pub flags: Option<String>,
    /// The CPU: the maker's name and numbers, and `AMX` where that was noted.
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
    /// Returns how many times as good setwise is at least, as noted or as the quotient.
    pub fn least(&self) -> Option<f64> {
        match self.ratio {
            Some(Value::One(least) | Value::Range(least, _)) => Some(least),
            None => self.quotient(),
        }
    }

    /// Returns the quotient of the two values: above 1 if that of setwise is better.
    pub fn quotient(&self) -> Option<f64> {
        let (Value::One(setwise), Value::One(other)) = (self.setwise?, self.other?) else {
            return None;
        };
        let is_more_better = self.unit.contains("per second") || self.unit.contains("won");
        let quotient = match is_more_better {
            true => setwise / other,
            false => other / setwise,
        };
        Some(quotient).filter(|quotient| quotient.is_finite())
    }
}

impl Aside {
    /// Returns the name of the CPU's design, or the CPU without what stands in parentheses.
    pub fn short_cpu(&self) -> &str {
        let cpu = self.cpu.as_deref().unwrap_or_default();
        design(cpu).unwrap_or_else(|| cpu.split(" (").next().unwrap_or_default())
    }

    /// Returns the name of the CPU's design, and what was noted.
    pub fn long_cpu(&self) -> Option<String> {
        let cpu = self.cpu.as_ref()?;
        let named = design(cpu).map(|name| format!("{name} ({cpu})"));
        Some(named.unwrap_or_else(|| cpu.clone()))
    }
}

impl Document for Aside {
    const FORMAT: &str = "setwise-aside/1";

    fn check(&self) -> Result<()> {
        ensure!(!self.figures.is_empty(), "there are no figures");
        let fields = [&self.version, &self.flags, &self.cpu];
        let fields = fields.into_iter().chain([&self.revision, &self.command]);
        let mut is_complete = fields.into_iter().all(Option::is_some);
        let mut ids = HashSet::new();
        for figure in &self.figures {
            let (id, ratio) = (&figure.id, figure.ratio);
            ensure!(ids.insert(id), "there are two figures `{id}`");
            let has_both = figure.setwise.is_some() && figure.other.is_some();
            is_complete &= has_both;
            let problem = "there is neither a ratio nor both values";
            ensure!(has_both || ratio.is_some(), "`{id}`: {problem}");
            // A ratio that was noted is a median of ratios, not the quotient of medians.
            if let (Some(Value::One(ratio)), Some(quotient)) = (ratio, figure.quotient()) {
                let fits = (ratio / quotient - 1.0).abs() < 0.05;
                ensure!(fits, "`{id}`: the ratio is not that of the values");
            }
        }
        let problem = "something is not known, and `lacking` does not say so";
        ensure!(is_complete || self.lacking.is_some(), "{problem}");
        Ok(())
    }
}
