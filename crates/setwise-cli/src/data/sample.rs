//! `setwise data sample`: a random choice of records.

use super::transfer::{self, Keep, TransferArgs};
use clap::Args;
use setwise_formats::Record;

/// Choose records at random.
///
/// Each set of that many records is equally likely. They are written in the order of the input, and kept in memory until its
/// end. The same seed chooses the same records.
#[derive(Args, Debug)]
#[command(
    after_help = "Example: setwise data sample positions.bullet some.bullet --count 100000 --seed 1"
)]
pub(super) struct SampleArgs {
    #[command(flatten)]
    transfer: TransferArgs,
    /// Number of records; all are written if there are fewer
    #[arg(long, value_name = "N")]
    count: usize,
    /// Seed of the random numbers
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
}

/// The records chosen so far, each with its number in the input, and those that may replace them.
struct Reservoir {
    chosen: Vec<(u64, Record)>,
    count: usize,
    seen: u64,
    state: u64,
}

impl Reservoir {
    /// Returns a random number below `end`, by splitmix64.
    fn random(&mut self, end: u64) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.state;
        bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^= bits >> 31;
        ((u128::from(bits) * u128::from(end)) >> 64) as u64
    }
}

impl Keep for Reservoir {
    fn batch(&mut self, batch: &mut Vec<Record>) {
        for record in batch.drain(..) {
            let number = self.seen;
            self.seen += 1;
            if self.chosen.len() < self.count {
                self.chosen.push((number, record));
                continue;
            }
            let place = self.random(self.seen);
            let place = usize::try_from(place).unwrap_or(usize::MAX);
            if let Some(replaced) = self.chosen.get_mut(place) {
                *replaced = (number, record);
            }
        }
    }

    fn rest(&mut self) -> Vec<Record> {
        self.chosen.sort_unstable_by_key(|chosen| chosen.0);
        self.chosen.drain(..).map(|chosen| chosen.1).collect()
    }
}

/// Runs the command and returns what to print.
pub(super) fn run(args: &SampleArgs) -> anyhow::Result<String> {
    let mut reservoir = Reservoir {
        chosen: Vec::new(),
        count: args.count,
        seen: 0,
        state: args.seed,
    };
    transfer::run(&args.transfer, &mut reservoir)
}
