//! Benchmarks that are programs of their own: their arguments and their output.

use anyhow::Result;
use clap::Parser;
use serde::Serialize;

#[derive(Parser)]
struct Arguments {
    /// Shortest possible run
    #[arg(long)]
    smoke: bool,
    /// Number of rounds
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: Option<u32>,
    /// `cargo bench` says so; `cargo test` does not
    #[arg(long, hide = true)]
    bench: bool,
}

/// Runs a benchmark with the arguments of the process: whether the run is as short as possible, and
/// the number of rounds. Its progress goes to stderr, and what it has measured to stdout as JSON.
pub(crate) fn run<T: Serialize>(
    name: &str,
    measure: impl FnOnce(bool, Option<usize>, &dyn Fn(&str)) -> Result<T>,
) -> Result<()> {
    setwise_benches::end_with_input();
    setwise::selection::select_from_env()?;
    let arguments = Arguments::parse();
    let rounds = arguments.rounds.map(|rounds| rounds as usize);
    let is_short = arguments.smoke || !arguments.bench;
    let run = measure(is_short, rounds, &|line| eprintln!("{name}: {line}"))?;
    println!("{}", serde_json::to_string(&run)?);
    Ok(())
}
