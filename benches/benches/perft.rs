//! The perft benchmark; see [`setwise_benches::perft`]. Prints what was measured as JSON.
//!
//! ```text
//! cargo bench -p setwise-benches --bench perft -- [--smoke] [--rounds N]
//! ```
//!
//! As a test (`cargo test --benches`) it makes a smoke run.

use setwise_benches::perft::{Settings, run};
use std::process::ExitCode;

fn main() -> ExitCode {
    match measure() {
        Ok(json) => {
            println!("{json}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("perft: {error}");
            ExitCode::FAILURE
        }
    }
}

fn measure() -> Result<String, String> {
    setwise::select_from_env().map_err(|error| error.to_string())?;
    let settings = settings(std::env::args().skip(1))?;
    let run = run(settings, |line| eprintln!("perft: {line}"))?;
    serde_json::to_string(&run).map_err(|error| error.to_string())
}

fn settings(mut arguments: impl Iterator<Item = String>) -> Result<Settings, String> {
    // `cargo bench` says so; `cargo test` does not.
    let (mut is_bench, mut is_smoke, mut rounds) = (false, false, None);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--bench" => is_bench = true,
            "--smoke" => is_smoke = true,
            "--rounds" => {
                let number = arguments.next().and_then(|number| number.parse().ok());
                let number = number.filter(|&number| number > 0);
                rounds = Some(number.ok_or("--rounds wants a number from 1 on")?);
            }
            other => return Err(format!("`{other}`: there are --smoke and --rounds N")),
        }
    }
    let mut settings = Settings::new(is_smoke || !is_bench);
    settings.rounds = rounds.unwrap_or(settings.rounds);
    Ok(settings)
}
