//! The matrix: entry point x kernel x boards per call, with the peers, in interleaved rounds of
//! criterion.
//!
//! Every loop is compared with the oracle on its own input before anything is timed. The process
//! draws a wrong answer and ends with status 1.

mod cells;
mod plan;

use crate::clock;
use anyhow::{Context, Result};
use cells::Cells;
use criterion::Criterion;
use indicatif::HumanDuration;
use itertools::Itertools;
use plan::{groups, measurement, warm_up};
use serde::{Deserialize, Serialize};
use setwise_conformance::Rng;
use setwise_results::{CorpusName, Matrix, MeasuredCell, Mode, Selected, five_digits};
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

/// The environment variable with the [`Options`] as JSON, because criterion reads the arguments of
/// the process.
pub const VARIABLE: &str = "SETWISE_MATRIX";

/// The settings of a run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Options {
    /// The part of the matrix.
    pub part: Part,
    /// Number of rounds, at least 1.
    pub rounds: usize,
    /// Time for all rounds together, in seconds.
    pub budget: u64,
    /// The file for the measurements.
    pub output: PathBuf,
}

/// A part of the matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Part {
    /// All of it.
    Full,
    /// What the report compares.
    Quick,
    /// The same for few sizes.
    Smoke,
    /// The library and its main kernels, with many boards.
    Many,
}

impl Part {
    /// Returns the usual settings.
    pub const fn options(self, output: PathBuf) -> Options {
        let (rounds, budget) = match self {
            Self::Full => (7, 3600),
            Self::Quick => (2, 180),
            Self::Smoke => (1, 1),
            Self::Many => (1, 2),
        };
        Options {
            part: self,
            rounds,
            budget,
            output,
        }
    }
}

/// Measures the matrix in this process, whose arguments are criterion's own. The process ends with
/// its standard input, so that it does not outlive its parent. The measurements so far are in the
/// file of the settings after each round.
///
/// # Errors
/// A setting or an answer is wrong, or the file cannot be written.
pub fn main() -> Result<()> {
    std::thread::spawn(|| {
        // An error ends the input too.
        let _ = std::io::copy(&mut std::io::stdin(), &mut std::io::sink());
        std::process::exit(1);
    });
    setwise::selection::select_from_env()?;
    let options = std::env::var(VARIABLE).context(VARIABLE)?;
    let options: Options = serde_json::from_str(&options).context(VARIABLE)?;
    let rounds = options.rounds;
    let mut matrix = Cells::new();
    let mut groups = groups(options.part, rounds, &matrix.contenders);
    matrix.check(&mut groups)?;
    let matrix = &matrix;
    let kernels = setwise::kernels().iter();
    let missing = kernels.filter(|kernel| !kernel.is_supported());
    let missing = missing.map(|kernel| kernel.name()).join(" ");
    if !missing.is_empty() {
        eprintln!("not measured, as this CPU lacks the instructions: {missing}");
    }
    // The first CPU often serves interrupts.
    let cpu = core_affinity::get_core_ids().and_then(|cpus| cpus.last().copied());
    match cpu.filter(|cpu| core_affinity::set_for_current(*cpu)) {
        Some(cpu) => eprintln!("pinned to CPU {}", cpu.id),
        None => eprintln!("not pinned to a CPU: expect more noise"),
    }
    let passes = groups.iter().flat_map(|group| &group.cells);
    let passes = passes.map(|cell| cell.pass).collect_vec();
    let budget = Duration::from_secs(options.budget) / rounds as u32;
    let (time, planned) = measurement(budget, &passes);
    let planned = planned * rounds as u32;
    let (cells, ms, all) = (passes.len(), time.as_millis(), HumanDuration(planned));
    eprintln!("{cells} cells, {rounds} rounds, {ms} ms each: about {all}");
    let mut criterion = Criterion::default()
        .without_plots()
        .nresamples(1_001)
        .warm_up_time(warm_up(time))
        .measurement_time(time)
        .configure_from_args();
    let (mut rng, mut cycle, mut done) = (Rng::new(0), Vec::new(), 0);
    for round in 0..rounds {
        rng.shuffle(&mut groups);
        for group in &mut groups {
            rng.shuffle(&mut group.cells);
            for i in 0..group.cells.len() {
                let one = &group.cells[i];
                let (place, pass) = ((&*group, (one.entry, one.contender)), one.pass);
                let found = matrix.measure(&mut criterion, place, round, (time, pass));
                done += 1;
                let (cell, all) = (matrix.cell(place), cells * rounds);
                let time = found.map(|time| format!("{:.2} ns/board", time.median));
                let time = time.unwrap_or_else(|| "not run".into());
                eprintln!("[{done}/{all}] {cell}: {time}");
                group.cells[i].rounds[round] = found;
            }
        }
        cycle.push(five_digits(clock::cycle()));
        let measured = groups.iter().flat_map(|group| {
            let cells = group.cells.iter().map(move |cell| MeasuredCell {
                cell: matrix.cell((group, (cell.entry, cell.contender))),
                role: matrix.contenders[cell.contender].role,
                rounds: cell.rounds.clone(),
            });
            cells.filter(|cell| cell.rounds.iter().any(Option::is_some))
        });
        let corpora = matrix.corpora.iter().map(|corpus| corpus.name.to_string());
        let run = Matrix {
            mode: match options.part {
                Part::Full => Mode::Full,
                _ => Mode::Quick,
            },
            rounds,
            cycle: cycle.clone(),
            corpora: corpora.map(|name| CorpusName { name }).collect(),
            selected: selected(),
            cells: measured.sorted_by(|a, b| a.cell.cmp(&b.cell)).collect(),
        };
        let (path, text) = (&options.output, serde_json::to_string(&run)?);
        fs::write(path, text).with_context(|| path.display().to_string())?;
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
        })
    });
    choices.collect()
}
