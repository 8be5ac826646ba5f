//! The same measurement in several processes: the file of it.

use crate::failure::Failure;
use crate::report::load;
use serde::{Deserialize, Serialize};
use setwise_benches::results::{Cell, Cpu, Entry, Measure, MeasuredCell, Side};
use std::collections::BTreeMap;
use std::path::Path;

/// The form of the file.
pub(crate) const FORMAT: &str = "setwise-processes/1";

/// The folder of such files, within that of the results.
pub(crate) const FOLDER: &str = "processes";

/// What some processes measured, one after the other, on one machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ProcessFile {
    /// [`FORMAT`].
    pub(crate) format: String,
    /// The machine.
    pub(crate) cpu: Cpu,
    /// The compiler.
    pub(crate) rustc: String,
    /// The day.
    pub(crate) date: String,
    /// What made the file.
    pub(crate) command: String,
    /// The measurements.
    pub(crate) cells: Vec<ProcessCell>,
}

/// A cell of the matrix with a time for each process.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ProcessCell {
    pub(crate) entry: Entry,
    pub(crate) contender: String,
    pub(crate) n: usize,
    pub(crate) corpus: String,
    pub(crate) sliders: Side,
    pub(crate) measure: Measure,
    /// ns per board, the median of each process, in the order of the processes.
    pub(crate) times: Vec<f64>,
}

/// Gathers the cells of several runs, each a process.
pub(crate) fn gather(runs: &[Vec<MeasuredCell>]) -> Vec<ProcessCell> {
    let mut times: BTreeMap<Cell, Vec<f64>> = BTreeMap::new();
    for measured in runs.iter().flatten() {
        if let Some(time) = measured.time() {
            times.entry(measured.cell()).or_default().push(time.median);
        }
    }
    times
        .into_iter()
        .map(|(cell, times)| ProcessCell {
            entry: cell.entry,
            contender: cell.contender,
            n: cell.n,
            corpus: cell.corpus,
            sliders: cell.sliders,
            measure: cell.measure,
            times,
        })
        .collect()
}

impl ProcessFile {
    /// Reads and checks a file.
    pub(crate) fn read(path: &Path) -> Result<Self, Failure> {
        let file = load::of_format(path, FORMAT, |file: &Self| &file.format)?;
        let possible = |time: &f64| time.is_finite() && *time > 0.0;
        let is_wrong =
            |cell: &&ProcessCell| cell.times.is_empty() || !cell.times.iter().all(possible);
        match file.cells.iter().find(is_wrong) {
            None => Ok(file),
            Some(cell) => Err(Failure::new(format!(
                "{}: {} of {}: an impossible time, or none",
                path.display(),
                cell.entry,
                cell.contender
            ))),
        }
    }
}
