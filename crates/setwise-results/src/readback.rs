//! The file in which the process of the matrix leaves its measurements.

use crate::{CorpusStats, MeasuredCell, Mode};
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The measurements of a run so far.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// Quick or full.
    pub mode: Mode,
    /// The number of rounds.
    pub rounds: usize,
    /// ns per cycle of the CPU, one number for each finished round.
    pub cycle: Vec<f64>,
    /// The positions.
    pub corpora: Vec<CorpusStats>,
    /// The kernels that the host could not run.
    pub unsupported: Vec<String>,
    /// The measurements.
    pub cells: Vec<MeasuredCell>,
}

/// Reads the file of a run, and sorts the cells.
///
/// # Errors
/// The file is missing or has another form; the message begins with the path.
pub fn read(path: &Path) -> Result<Run> {
    let parse = || anyhow::Ok(serde_json::from_slice(&std::fs::read(path)?)?);
    let mut run: Run = parse().with_context(|| path.display().to_string())?;
    run.cells.sort_by(|a, b| a.cell.cmp(&b.cell));
    Ok(run)
}

/// Rounds to five digits; further digits would be noise.
pub fn five_digits(value: f64) -> f64 {
    format!("{value:.4e}").parse().unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cell, Entry, Measure, Role, Side, Time};

    #[test]
    fn what_the_matrix_writes_is_read() {
        let path = std::env::temp_dir().join(format!("setwise-run-{}.json", std::process::id()));
        let cell = |n| {
            let cell = Cell {
                entry: Entry::BatchAttacks,
                contender: "avx512/sliced".into(),
                n,
                corpus: "games".into(),
                sliders: Side::Both,
                measure: Measure::Throughput,
            };
            let rounds = vec![None, Time::of(vec![1.0, 1.5, 4.0])];
            MeasuredCell {
                rounds,
                ..MeasuredCell::new(cell, Role::Kernel, 0)
            }
        };
        let mut run = Run {
            mode: Mode::Quick,
            rounds: 2,
            cycle: vec![0.25, 0.2501],
            corpora: Vec::new(),
            unsupported: vec!["avx9/sliced".into()],
            cells: vec![cell(64), cell(8)],
        };
        std::fs::write(&path, serde_json::to_string_pretty(&run).unwrap()).unwrap();
        run.cells.reverse();
        assert_eq!(read(&path).unwrap(), run);
        std::fs::write(&path, "{}").unwrap();
        let broken = format!("{:#}", read(&path).unwrap_err());
        std::fs::remove_file(&path).unwrap();
        let missing = format!("{:#}", read(&path).unwrap_err());
        for error in [&broken, &missing] {
            assert!(error.starts_with(&path.display().to_string()), "{error}");
        }
        assert!(broken.contains("missing field `mode`"), "{broken}");
    }
}
