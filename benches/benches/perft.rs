//! The perft benchmark; see [`setwise_benches::perft`]. Prints what was measured as JSON.
//!
//! ```text
//! cargo bench -p setwise-benches --bench perft -- [--smoke] [--rounds N]
//! ```
//!
//! As a test (`cargo test --benches`) it makes a smoke run.

mod program;

use setwise_benches::perft::{Settings, run};

fn main() -> anyhow::Result<()> {
    program::run("perft", |smoke, rounds, progress| {
        let mut settings = Settings::new(smoke);
        settings.rounds = rounds.unwrap_or(settings.rounds);
        run(settings, progress)
    })
}
