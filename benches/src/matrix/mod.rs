//! The matrix: entry point x kernel x boards per call, with the peers, in interleaved rounds of
//! criterion.
//!
//! Every loop is compared with the oracle on its own input before anything is timed. The process
//! draws a wrong answer and ends with status 1. As a test (`cargo test --benches`) it checks and
//! does not time.

mod cells;
mod options;
mod plan;

use crate::clock;
use crate::contenders;
use crate::corpus::Corpus;
use anyhow::{Context, Result, bail};
use cells::Cells;
use core_affinity::CoreId;
use criterion::Criterion;
use indicatif::{HumanDuration, ProgressBar};
use itertools::Itertools;
pub use options::{Options, VARIABLE};
use plan::{cost, groups, measurement, shuffled, warm_up};
use setwise_results::{Cell, Matrix, Measure, MeasuredCell, Selected, Side, Time, five_digits};
use std::collections::BTreeMap;
use std::fs;
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
        Some(path) => vec![Corpus::from_file(path)?],
        None => vec![Corpus::games(), Corpus::random(), Corpus::random_boards()],
    };
    let contenders = contenders::all();
    let groups = groups(&options, &contenders, corpora.len());
    let Some(largest) = groups.iter().map(|group| group.n).max() else {
        let names = contenders.iter().map(|one| &one.name).join(", ");
        bail!("no cell of the matrix is left; the contenders are {names}");
    };
    let mut matrix = Cells::new(corpora, contenders, largest);
    let passes = matrix.check(&groups)?;
    // `cargo bench` passes this argument, `cargo test` does not.
    if !std::env::args().any(|argument| argument == "--bench") {
        return Ok(());
    }

    let kernels = setwise::kernels().iter();
    let missing = kernels.filter(|kernel| !kernel.is_supported());
    let missing = missing.map(|kernel| kernel.name()).join(" ");
    if !missing.is_empty() {
        eprintln!("not measured, as this CPU lacks the instructions: {missing}");
    }
    let mut run = Matrix {
        mode: options.mode,
        rounds: options.rounds,
        cycle: Vec::new(),
        corpora: matrix.corpora.iter().map(Corpus::stats).collect(),
        selected: selected(),
        cells: Vec::new(),
    };
    let pin = |id| core_affinity::set_for_current(CoreId { id });
    match options.cpu.filter(|id| pin(*id)) {
        Some(id) => eprintln!("pinned to CPU {id}"),
        None => eprintln!("not pinned to a CPU: expect more noise"),
    }
    let (cells, rounds) = (passes.len(), options.rounds);
    let budget = Duration::from_secs(options.budget) / rounds as u32;
    let time = measurement(budget, passes.values());
    let planned: Duration = passes.values().map(|&pass| cost(time, pass)).sum();
    let (planned, ms) = (planned * rounds as u32, time.as_millis());
    let all = HumanDuration(planned);
    eprintln!("{cells} cells, {rounds} rounds, {ms} ms each: about {all}");
    // In milliseconds that are planned; the bar knows how fast they pass.
    let plan = ProgressBar::hidden();
    plan.set_length(planned.as_millis() as u64);
    let mut criterion = Criterion::default()
        .without_plots()
        .nresamples(1_001)
        .warm_up_time(warm_up(time))
        .measurement_time(time)
        .configure_from_args();
    let mut measured: BTreeMap<Cell, MeasuredCell> = BTreeMap::new();
    let mut done = 0;
    for round in 0..rounds {
        for group in shuffled(&groups, round) {
            for &(entry, contender) in &group.cells {
                let place = (&group, (entry, contender));
                let cell = matrix.cell(place);
                let (pass, role) = (passes[&cell], matrix.contenders[contender].role);
                let found = matrix.measure(&mut criterion, place, round, (time, pass));
                done += 1;
                plan.inc(cost(time, pass).as_millis() as u64);
                let (all, left) = (cells * rounds, HumanDuration(plan.eta()));
                let width = all.to_string().len();
                eprintln!(
                    "[{done:>width$}/{all}] {}  ~{left:#} left",
                    line(&cell, found)
                );
                if found.is_some() {
                    let new = || MeasuredCell::new(cell.clone(), role, rounds);
                    measured.entry(cell.clone()).or_insert_with(new).rounds[round] = found;
                }
            }
        }
        run.cells = measured.values().cloned().collect();
        run.cycle.push(five_digits(clock::cycle()));
        let (path, text) = (&options.output, serde_json::to_string(&run)?);
        fs::write(path, text).with_context(|| path.display().to_string())?;
    }
    criterion.final_summary();
    Ok(())
}

/// Returns a line about a measurement.
fn line(cell: &Cell, time: Option<Time>) -> String {
    let both = ["", " both sides"][usize::from(cell.sliders == Side::Both)];
    let latency = ["", " latency"][usize::from(cell.measure == Measure::Latency)];
    let time = time.map(|time| format!("{:.2} ns/board", time.median));
    let time = time.unwrap_or_else(|| "not run".into());
    let (entry, n, corpus, contender) = (cell.entry, cell.n, &cell.corpus, &cell.contender);
    format!("{entry} n={n}{both}{latency}, {corpus} corpus, {contender}  {time}")
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
