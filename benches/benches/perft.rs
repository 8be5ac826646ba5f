//! The perft benchmark; see [`setwise_benches::perft`]. Prints what was measured as JSON.
//!
//! ```text
//! cargo bench -p setwise-benches --bench perft -- [--smoke] [--rounds N]
//! ```
//!
//! As a test (`cargo test --benches`) it makes a smoke run.

use anyhow::Result;
use clap::Parser;
use setwise_benches::perft::{Settings, run};

#[derive(Parser)]
struct Arguments {
    /// Shortest possible run
    #[arg(long)]
    smoke: bool,
    /// Number of rounds
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: Option<u32>,
    /// Passed by `cargo bench`, not by `cargo test`
    #[arg(long, hide = true)]
    bench: bool,
}

fn main() -> Result<()> {
    setwise::select_from_env()?;
    let arguments = Arguments::parse();
    let mut settings = Settings::new(arguments.smoke || !arguments.bench);
    if let Some(rounds) = arguments.rounds {
        settings.rounds = rounds as usize;
    }
    let run = run(settings, |line| eprintln!("perft: {line}"))?;
    println!("{}", serde_json::to_string(&run)?);
    Ok(())
}
