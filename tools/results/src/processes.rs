//! The file of the same measurement in several processes.

use crate::{Cell, File, MeasuredCell, Run, Timed, five_digits};
use anyhow::{Result, ensure};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The file of several processes, one after the other, on one machine.
pub type ProcessFile = File<Processes>;

/// What they measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Processes {
    /// The measurements.
    pub cells: Vec<ProcessCell>,
}

/// A cell of the matrix with a time for each process.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProcessCell {
    /// What is measured.
    #[serde(flatten)]
    pub cell: Cell,
    /// ns per board, the median of each process, in the order of the processes.
    pub times: Vec<f64>,
}

/// Gathers the cells of several processes.
pub fn gather(runs: &[Vec<MeasuredCell>]) -> Vec<ProcessCell> {
    let mut times: BTreeMap<&Cell, Vec<f64>> = BTreeMap::new();
    for measured in runs.iter().flatten() {
        if let Some(time) = measured.time() {
            let times = times.entry(&measured.cell).or_default();
            times.push(five_digits(time.median));
        }
    }
    let cell = |(cell, times): (&Cell, Vec<f64>)| ProcessCell {
        cell: cell.clone(),
        times,
    };
    times.into_iter().map(cell).collect()
}

impl Run for Processes {
    const FORMAT: &str = "setwise-processes/3";
    const ENDING: &str = ".processes";

    fn rounds(&self) -> usize {
        let processes = self.cells.iter().map(|cell| cell.times.len());
        processes.max().unwrap_or(0)
    }

    fn check(&self) -> Result<()> {
        for ProcessCell { cell, times } in &self.cells {
            ensure!(!times.is_empty(), "{cell}: there are no times");
        }
        Ok(())
    }
}
