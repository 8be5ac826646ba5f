//! Kernels for the positions of a block.

use crate::functions::checks::FindChecks;
use crate::kernel::MoveFunctions;
use crate::packs::{block::Block, per_position::PerPosition};

impl Block {
    /// Returns the positions whose side to move is in check.
    pub fn find_checks(&self) -> u64 {
        MoveFunctions::selected().find_block_checks(self)
    }

    /// Counts the legal moves of each position.
    pub fn count_legal_moves(&self, counts: &mut [u32; 64]) {
        MoveFunctions::selected().count_block_moves(self, counts);
    }
}

impl MoveFunctions {
    /// Computes [`Block::find_checks`] with these functions.
    pub fn find_block_checks(&self, block: &Block) -> u64 {
        if let Some(batch) = &self.batch {
            return (batch.block_checks)(block, ());
        }
        let check = |i: usize| {
            let mut lanes = [0];
            FindChecks::<true>::fill(&block.frame_of(i), &mut lanes);
            u64::from(lanes[0] != 0) << i
        };
        (0..64).fold(0, |all, i| all | check(i))
    }

    /// Computes [`Block::count_legal_moves`] with these functions.
    pub fn count_block_moves(&self, block: &Block, counts: &mut [u32; 64]) {
        if let Some(batch) = &self.batch {
            return (batch.block_counts)(block, counts);
        }
        for (i, count) in counts.iter_mut().enumerate() {
            // An empty board has no king, which this function needs.
            let is_board = block.us[i] & block.planes[0][i] & block.planes[2][i] != 0;
            *count = match is_board {
                true => (self.count)(&block.position(i, 1), ()),
                false => 0,
            };
        }
    }
}
