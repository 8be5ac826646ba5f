use super::generate::{below, random};
use super::transfer::{self, Keep, TransferArgs};
use clap::Args;
use rand_xoshiro::SplitMix64;
use setwise_formats::Record;

/// Choose records at random.
///
/// Each set of that many records is equally likely. They are written in the order of the input, and
/// kept in memory until its end. The same seed chooses the same records.
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
    random: SplitMix64,
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
            let place = below(&mut self.random, self.seen);
            let place = usize::try_from(place).unwrap_or(usize::MAX);
            if let Some(replaced) = self.chosen.get_mut(place) {
                *replaced = (number, record);
            }
        }
    }

    fn keeps_extras(&self) -> bool {
        false
    }

    fn rest(&mut self) -> anyhow::Result<Vec<Record>> {
        self.chosen.sort_unstable_by_key(|chosen| chosen.0);
        Ok(self.chosen.drain(..).map(|chosen| chosen.1).collect())
    }
}

pub(super) fn run(args: &SampleArgs) -> anyhow::Result<(String, u8)> {
    let mut reservoir = Reservoir {
        chosen: Vec::new(),
        count: args.count,
        seen: 0,
        random: random(args.seed),
    };
    transfer::run(&args.transfer, None, &mut reservoir)
}
