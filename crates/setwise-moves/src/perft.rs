//! Leaf counts.

use crate::Position;

impl Position {
    /// The number of move sequences of this length.
    pub fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => u64::from(self.count_legal()),
            _ => self
                .legal_moves()
                .iter()
                .map(|found| self.play_unchecked(found).perft(depth - 1))
                .sum(),
        }
    }
}
