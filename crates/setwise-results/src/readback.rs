//! The file in which the process of the matrix leaves its measurements.

use crate::file::read_json;
use crate::{CorpusStats, MeasuredCell, Mode, ResultError};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The file beside criterion's folders.
pub const RUN_FILE: &str = "setwise-run.json";

/// A run of the matrix, as far as it went.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// Quick or full.
    pub mode: Mode,
    /// How often the matrix was passed.
    pub rounds: usize,
    /// ns per cycle of the CPU, a number for each round that is over.
    pub cycle: Vec<f64>,
    /// The positions.
    pub corpora: Vec<CorpusStats>,
    /// The kernels that the host could not run.
    pub unsupported: Vec<String>,
    /// The measurements.
    pub cells: Vec<MeasuredCell>,
}

/// Reads the file from the folder of a run: the run, and all cells, sorted.
///
/// # Errors
/// The file is missing or has another form; the message begins with the path.
pub fn read(folder: &Path) -> Result<(Run, Vec<MeasuredCell>), ResultError> {
    let mut run: Run = read_json(&folder.join(RUN_FILE))?;
    let mut cells = std::mem::take(&mut run.cells);
    cells.sort_by(|a, b| a.cell.cmp(&b.cell));
    Ok((run, cells))
}

/// Rounds to five digits. The others would be noise.
pub fn five_digits(value: f64) -> f64 {
    format!("{value:.4e}").parse().unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cell, Entry, Measure, Role, Side, Time};

    #[test]
    fn what_the_matrix_writes_is_read() {
        let folder = std::env::temp_dir().join(format!("setwise-readback-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join(RUN_FILE);
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
        let (found, cells) = read(&folder).unwrap();
        run.cells.clear();
        assert_eq!((found, cells), (run, vec![cell(8), cell(64)]));
        std::fs::write(&path, "{}").unwrap();
        let broken = read(&folder).unwrap_err().to_string();
        std::fs::remove_dir_all(&folder).unwrap();
        let missing = read(&folder).unwrap_err().to_string();
        for error in [&broken, &missing] {
            assert!(error.starts_with(&path.display().to_string()), "{error}");
        }
        assert!(broken.contains("missing field `mode`"), "{broken}");
    }
}
