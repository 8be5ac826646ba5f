//! The criterion matrix: entry point x kernel x boards per call, with the peers, in interleaved rounds.
//!
//! ```text
//! cargo bench -p setwise-benches --bench matrix -- --output-format bencher
//! ```
//!
//! Settings are environment variables, see [`setwise_results::options`]; arguments are criterion's own. Every loop is
//! checked against the square walker on its own input before anything is timed; a wrong answer is drawn and ends the
//! process with status 1. As a test (`cargo test --benches`) it checks and does not time.

mod cells;
mod progress;

use cells::Matrix;
use criterion::Criterion;
use progress::Progress;
use setwise_benches::clock;
use setwise_benches::contenders::{self, unsupported};
use setwise_benches::corpus::Corpus;
use setwise_benches::plan::{self, groups, measurement, shuffled, warm_up};
use setwise_results::options::Options;
use setwise_results::readback::{RUN_FILE, Run};
use setwise_results::{Cell, MeasuredCell};
use std::collections::HashMap;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("matrix: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    setwise::select_from_env()?;
    let options = Options::from_env()?;
    let corpora = match &options.positions {
        Some(path) => vec![Corpus::from_file(path)?],
        None => vec![Corpus::games(), Corpus::random(), Corpus::random_boards()],
    };
    let contenders = contenders::all();
    let groups = groups(&options, &contenders, corpora.len());
    let Some(largest) = groups.iter().map(|group| group.n).max() else {
        let names: Vec<&str> = contenders.iter().map(|c| c.name.as_str()).collect();
        let names = names.join(", ");
        return Err(format!("no cell of the matrix is left; the contenders are {names}").into());
    };
    let mut matrix = Matrix::new(corpora, contenders, largest);
    let passes = matrix.check(&groups)?;
    // `cargo bench` says so; `cargo test` does not.
    if !std::env::args().any(|argument| argument == "--bench") {
        return Ok(());
    }

    let time = measurement(options.budget_of_a_round(), passes.values());
    let folder = prepare(&options)?;
    let mut run = Run {
        mode: options.mode,
        rounds: options.rounds,
        cycle: Vec::new(),
        corpora: matrix.corpora.iter().map(Corpus::stats).collect(),
        unsupported: unsupported(),
        cells: Vec::new(),
    };
    record(&folder, &run)?;
    let all = passes.values().map(|&pass| plan::cost(time, pass));
    let planned = all.sum::<Duration>() * options.rounds as u32;
    let mut progress = Progress::new(passes.len() * options.rounds, planned);
    eprintln!(
        "{} cells, {} rounds, {} ms each: about {}",
        passes.len(),
        options.rounds,
        time.as_millis(),
        progress.left()
    );
    let mut criterion = Criterion::default()
        .output_directory(&folder)
        .without_plots()
        .nresamples(1_001)
        .warm_up_time(warm_up(time))
        .measurement_time(time)
        .configure_from_args();
    let mut cells: HashMap<Cell, MeasuredCell> = HashMap::new();
    for round in 0..options.rounds {
        for group in shuffled(&groups, round) {
            for &measured in &group.cells {
                let cell = matrix.cell(&group, measured);
                let (pass, role) = (passes[&cell], matrix.contenders[measured.1].role);
                let found = matrix.measure(&mut criterion, (&group, measured), round, (time, pass));
                progress.done(&cell, found, plan::cost(time, pass));
                if found.is_some() {
                    let new = || MeasuredCell::new(cell.clone(), role, options.rounds);
                    cells.entry(cell.clone()).or_insert_with(new).rounds[round] = found;
                }
            }
        }
        run.cells = cells.values().cloned().collect();
        run.cycle.push(clock::cycle());
        record(&folder, &run)?;
    }
    criterion.final_summary();
    eprintln!("done; the results are in {}", folder.display());
    Ok(())
}

/// Returns the folder for results: emptied if it is one of an earlier run, refused if it holds anything else.
fn prepare(options: &Options) -> Result<PathBuf, Box<dyn Error>> {
    // <target>/release/deps/matrix-...
    let program = std::env::current_exe()?;
    let target = program.ancestors().nth(3).unwrap_or(&program);
    let folder = options
        .output
        .clone()
        .unwrap_or_else(|| target.join("matrix"));
    let fault = |error: std::io::Error| format!("{}: {error}", folder.display());
    fs::create_dir_all(&folder).map_err(fault)?;
    let is_empty = fs::read_dir(&folder).map_err(fault)?.next().is_none();
    if !is_empty && !folder.join(RUN_FILE).is_file() {
        let folder = folder.display();
        return Err(format!("{folder}: neither empty nor a folder of results").into());
    }
    fs::remove_dir_all(&folder).map_err(fault)?;
    fs::create_dir_all(&folder).map_err(fault)?;
    Ok(folder)
}

/// Writes the run, as far as it went, beside criterion's files.
fn record(folder: &Path, run: &Run) -> Result<(), Box<dyn Error>> {
    let path = folder.join(RUN_FILE);
    fs::write(&path, serde_json::to_string_pretty(run)?)
        .map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(())
}
