//! The file of the same measurement in several processes. Older revisions made them.

use crate::{Cell, File, Run};
use anyhow::{Result, ensure};
use serde::{Deserialize, Serialize};

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
