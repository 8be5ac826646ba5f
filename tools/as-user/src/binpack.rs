//! The calls of `setwise-binpack`, whose machine code `setwise-cost` hashes.

use setwise_binpack::{ChainPosition, Damage, Decoder, Visit};

/// Adds the scores of some positions.
pub struct Sum {
    pub skip: u64,
    pub scores: i64,
}

impl Visit for Sum {
    #[inline(always)]
    fn visit(&mut self, position: &ChainPosition) {
        self.scores += i64::from(position.mover_score().unwrap_or(0));
    }

    #[inline(always)]
    fn skip(&mut self) -> u64 {
        self.skip
    }
}

pub fn chunk(chunk: &[u8], sum: &mut Sum) -> Result<(), Damage> {
    Decoder::new().chunk(chunk, sum)
}

pub fn chunks(chunks: &[&[u8]], sums: &mut [Sum]) -> Vec<Result<(), Damage>> {
    Decoder::new().chunks(chunks, sums)
}
