//! Facts about the positions of a batch that the kernels compute.

use setwise_formats::Record;
use setwise_moves::{Analysis, Color, Position, Role, analyze};

/// The analyses of a batch. The memory is used again for the next batch.
#[derive(Default)]
pub(super) struct Facts {
    positions: Vec<Position>,
    analyses: Vec<Analysis>,
    none: Analysis,
}

impl Facts {
    /// Analyzes all positions of a batch.
    pub(super) fn analyze(&mut self, batch: &[Record]) {
        self.positions.clear();
        let positions = batch.iter().map(|record| record.position);
        self.positions.extend(positions);
        self.analyses.clear();
        self.analyses.resize(batch.len(), Analysis::default());
        // The lengths are equal.
        let _ = analyze(&self.positions, &mut self.analyses);
    }

    /// The analysis of a record of the batch.
    pub(super) fn of(&self, i: usize) -> &Analysis {
        self.analyses.get(i).unwrap_or(&self.none)
    }
}

/// The phase of a position, as [`Phases`](setwise_results::Phases) counts it: 24 at the start of a game, 0 without pieces.
pub(super) fn phase(position: &Position) -> u32 {
    let count = |role| position.by_role(role).count_ones();
    count(Role::Knight) + count(Role::Bishop) + 2 * count(Role::Rook) + 4 * count(Role::Queen)
}

/// The worth of each role in centipawns.
pub(super) const WORTH: [i32; 6] = [100, 300, 300, 500, 900, 20_000];

/// The material of a color minus that of the other one, in centipawns. The kings cancel out.
pub(super) fn material(position: &Position, color: Color) -> i32 {
    let count = |color, role| position.pieces(color, role).count_ones() as i32;
    let difference = |role| count(color, role) - count(color.other(), role);
    let roles = Role::ALL.into_iter().zip(WORTH);
    roles.map(|(role, worth)| worth * difference(role)).sum()
}
