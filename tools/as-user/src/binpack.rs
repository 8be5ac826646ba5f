//! The calls of `setwise-binpack`, whose machine code `setwise-cost` hashes.

use setwise_binpack::{Damage, Decoder, Entry, Visit};

/// Adds the scores of some positions.
pub struct Sum {
    pub pass: u64,
    pub scores: i64,
}

impl Visit for Sum {
    #[inline(always)]
    fn visit(&mut self, entry: &Entry) {
        self.scores += i64::from(entry.score().unwrap_or(0));
    }

    #[inline(always)]
    fn pass(&mut self) -> u64 {
        self.pass
    }
}

pub fn chunk(chunk: &[u8], sum: &mut Sum) -> Result<(), Damage> {
    Decoder::new().chunk(chunk, sum)
}

pub fn chunks(chunks: &[&[u8]], sums: &mut [Sum]) -> Vec<Result<(), Damage>> {
    Decoder::new().chunks(chunks, sums)
}
