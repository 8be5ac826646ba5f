//! The matrix: entry point x kernel x boards per call, with the peers, in interleaved rounds of
//! criterion.
//!
//! Every loop is compared with the oracle on its own input before anything is timed. The process
//! draws a wrong answer and ends with status 1. As a test (`cargo test --benches`) it checks and
//! does not time.

mod cells;
mod options;
mod plan;
mod progress;

use crate::clock;
use crate::contenders::{self, unsupported};
use crate::corpus::Corpus;
use anyhow::{Context, Error, Result, bail};
use cells::Cells;
use core_affinity::CoreId;
use criterion::Criterion;
use indicatif::HumanDuration;
pub use options::{Options, VARIABLE};
use plan::{groups, measurement, shuffled, warm_up};
use progress::Progress;
use setwise_results::{Cell, Matrix, MeasuredCell, Selected, five_digits};
use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::time::Duration;

/// Measures the matrix in this process, whose arguments are criterion's own and whose settings are
/// in the environment. The measurements so far are in the file of the settings after each round.
///
/// # Errors
/// A setting or an answer is wrong, or the file cannot be written.
pub fn main() -> Result<()> {
    setwise::selection::select_from_env()?;
    let options = Options::from_env()?;
    let corpora = match &options.positions {
        Some(path) => vec![Corpus::from_file(path).map_err(Error::msg)?],
        None => vec![Corpus::games(), Corpus::random(), Corpus::random_boards()],
    };
    let contenders = contenders::all();
    let groups = groups(&options, &contenders, corpora.len());
    let Some(largest) = groups.iter().map(|group| group.n).max() else {
        let names: Vec<&str> = contenders.iter().map(|c| c.name.as_str()).collect();
        let names = names.join(", ");
        bail!("no cell of the matrix is left; the contenders are {names}");
    };
    let mut matrix = Cells::new(corpora, contenders, largest);
    let passes = matrix.check(&groups)?;
    // `cargo bench` passes this argument, `cargo test` does not.
    if !std::env::args().any(|argument| argument == "--bench") {
        return Ok(());
    }

    let time = measurement(options.budget_of_a_round(), passes.values());
    let unsupported = unsupported().join(" ");
    if !unsupported.is_empty() {
        eprintln!("not measured, as this CPU lacks the instructions: {unsupported}");
    }
    let mut run = Matrix {
        mode: options.mode,
        rounds: options.rounds,
        cycle: Vec::new(),
        corpora: matrix.corpora.iter().map(Corpus::stats).collect(),
        selected: selected(),
        cells: Vec::new(),
    };
    let pinned = options
        .cpu
        .map(|id| core_affinity::set_for_current(CoreId { id }));
    match (options.cpu, pinned) {
        (Some(id), Some(true)) => eprintln!("pinned to CPU {id}"),
        _ => eprintln!("not pinned to a CPU: expect more noise"),
    }
    let all = passes.values().map(|&pass| plan::cost(time, pass));
    let planned = all.sum::<Duration>() * options.rounds as u32;
    let mut progress = Progress::new(passes.len() * options.rounds, planned);
    let (cells, rounds, ms) = (passes.len(), options.rounds, time.as_millis());
    let all = HumanDuration(planned);
    eprintln!("{cells} cells, {rounds} rounds, {ms} ms each: about {all}");
    let mut criterion = Criterion::default()
        .without_plots()
        .nresamples(1_001)
        .warm_up_time(warm_up(time))
        .measurement_time(time)
        .configure_from_args();
    let mut cells: HashMap<Cell, MeasuredCell> = HashMap::new();
    for round in 0..rounds {
        for group in shuffled(&groups, round) {
            for &measured in &group.cells {
                let cell = matrix.cell(&group, measured);
                let (pass, role) = (passes[&cell], matrix.contenders[measured.1].role);
                let found = matrix.measure(&mut criterion, (&group, measured), round, (time, pass));
                progress.done(&cell, found, plan::cost(time, pass));
                if found.is_some() {
                    let new = || MeasuredCell::new(cell.clone(), role, rounds);
                    cells.entry(cell.clone()).or_insert_with(new).rounds[round] = found;
                }
            }
        }
        run.cells = cells.values().cloned().collect();
        run.cells.sort_by(|a, b| a.cell.cmp(&b.cell));
        run.cycle.push(five_digits(clock::cycle()));
        record(&options.output, &run)?;
    }
    criterion.final_summary();
    Ok(())
}

/// The library's choices on this CPU.
fn selected() -> Vec<Selected> {
    let choices = setwise::selection::selected().choices.into_iter();
    let choices = choices.filter_map(|choice| {
        Some(Selected {
            entry: choice.entry.name().parse().ok()?,
            from: choice.from,
            kernel: choice.kernel.name().to_string(),
            why: choice.why.to_string(),
        })
    });
    choices.collect()
}

/// Writes the measurements so far.
fn record(path: &Path, run: &Matrix) -> Result<()> {
    let text = serde_json::to_string(run)?;
    fs::write(path, text).with_context(|| path.display().to_string())
}
