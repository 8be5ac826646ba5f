//! The perft benchmark; see [`setwise_benches::perft`]. Prints what was measured as JSON.
//!
//! ```text
//! cargo bench -p setwise-benches --bench perft -- [--smoke] [--rounds N]
//! ```
//!
//! As a test (`cargo test --benches`) it makes a smoke run.

use setwise_benches::arguments;
use setwise_benches::perft::{Settings, run};
use std::process::ExitCode;

fn main() -> ExitCode {
    arguments::run("perft", |arguments, progress| {
        let mut settings = Settings::new(arguments.smoke);
        settings.rounds = arguments.rounds.unwrap_or(settings.rounds);
        run(settings, progress)
    })
}
