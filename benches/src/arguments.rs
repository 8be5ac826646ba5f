//! Benchmarks that are programs of their own: their arguments and their output.

use serde::Serialize;
use std::process::ExitCode;

/// The arguments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Arguments {
    /// Whether the run is as short as possible.
    pub smoke: bool,
    /// How many rounds, from 1 on.
    pub rounds: Option<usize>,
}

/// Runs a benchmark with the arguments of the process: prints its progress to stderr, and what it measured to stdout as JSON.
pub fn run<T: Serialize>(
    name: &str,
    measure: impl FnOnce(Arguments, &dyn Fn(&str)) -> Result<T, String>,
) -> ExitCode {
    let measured = || {
        setwise::select_from_env().map_err(|error| error.to_string())?;
        let arguments = read(std::env::args().skip(1))?;
        let run = measure(arguments, &|line| eprintln!("{name}: {line}"))?;
        serde_json::to_string(&run).map_err(|error| error.to_string())
    };
    match measured() {
        Ok(json) => {
            println!("{json}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{name}: {error}");
            ExitCode::FAILURE
        }
    }
}

fn read(mut arguments: impl Iterator<Item = String>) -> Result<Arguments, String> {
    // `cargo bench` says so; `cargo test` does not.
    let (mut is_bench, mut found) = (false, Arguments::default());
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--bench" => is_bench = true,
            "--smoke" => found.smoke = true,
            "--rounds" => {
                let number = arguments.next().and_then(|number| number.parse().ok());
                let number = number.filter(|&number| number > 0);
                found.rounds = Some(number.ok_or("--rounds wants a number from 1 on")?);
            }
            other => return Err(format!("`{other}`: there are --smoke and --rounds N")),
        }
    }
    found.smoke |= !is_bench;
    Ok(found)
}
