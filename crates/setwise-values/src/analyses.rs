//! The analyses of a batch.

use setwise_formats::Record;
use setwise_moves::{Analysis, Position, analyze};

/// The analyses of the positions in a batch. The memory is used again for the next batch.
#[derive(Clone, Debug, Default)]
pub struct Analyses {
    positions: Vec<Position>,
    analyses: Vec<Analysis>,
    none: Analysis,
}

impl Analyses {
    /// Analyzes the positions of all records, by the kernels of this CPU.
    pub fn analyze(&mut self, batch: &[Record]) {
        self.positions.clear();
        let positions = batch.iter().map(|record| record.position);
        self.positions.extend(positions);
        self.analyses.clear();
        self.analyses.resize(batch.len(), Analysis::default());
        // The lengths are equal.
        let _ = analyze(&self.positions, &mut self.analyses);
    }

    /// The analysis of record `i` of the last batch. Beyond its end, an empty analysis.
    pub fn of(&self, i: usize) -> &Analysis {
        self.analyses.get(i).unwrap_or(&self.none)
    }
}
