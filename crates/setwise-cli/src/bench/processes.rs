//! The same short measurement in one process after the other.

use super::pin::Pin;
use super::{matrix, number, run};
use crate::failure::Failure;
use crate::processes::{FORMAT, ProcessFile, gather};
use crate::{host, report};
use setwise_benches::options::Options;
use setwise_benches::readback;
use setwise_benches::results::{Entry, Side};
use std::path::Path;
use std::time::Duration;

/// What is measured if nothing is asked for: the calls for many boards.
const ENTRIES: [Entry; 3] = [
    Entry::BatchAttacks,
    Entry::SlicedAttacks,
    Entry::BatchRayAttacks,
];

/// How long each process measures.
const BUDGET: Duration = Duration::from_secs(2);

/// The settings of each process.
pub(super) fn options(mut options: Options, budget: Option<Duration>) -> Options {
    options.rounds = 1;
    options.budget = budget.unwrap_or(BUDGET);
    if options.entries.is_empty() {
        options.entries = ENTRIES.to_vec();
    }
    if options.sizes.is_empty() {
        options.sizes = vec![report::MANY];
    }
    if options.contenders.is_empty() {
        options.contenders = vec![report::LIBRARY.to_string()];
        let choices = setwise::selected().choices.into_iter();
        let kernels = choices.filter(|choice| choice.from <= report::MANY);
        let sliced = kernels.filter(|choice| choice.kernel.name().ends_with("/sliced"));
        options
            .contenders
            .extend(sliced.map(|choice| choice.kernel.name().to_string()));
        options.contenders.dedup();
    }
    options
}

/// Runs the matrix in so many processes; what they found for one side's sliders on the first corpus.
pub(super) fn run_all(
    root: &Path,
    options: &Options,
    raw: &Path,
    pin: &Pin,
    log: &Path,
    processes: u32,
) -> Result<ProcessFile, Failure> {
    let mut runs = Vec::new();
    for process in 1..=processes {
        eprintln!("setwise: process {process} of {processes}");
        matrix::run(root, options, pin, log)?;
        let (run, mut cells) = readback::read(raw).map_err(Failure::new)?;
        let corpus = run.corpora.first().map(|corpus| corpus.name.as_str());
        cells.retain(|cell| cell.sliders == Side::Side && Some(cell.corpus.as_str()) == corpus);
        runs.push(cells);
    }
    let mut cells = gather(&runs);
    for cell in &mut cells {
        cell.times.iter_mut().for_each(|time| *time = number(*time));
    }
    Ok(ProcessFile {
        format: FORMAT.to_string(),
        cpu: host::cpu(),
        rustc: run::rustc(root),
        date: run::today(),
        command: run::command(std::env::args().skip(1)),
        cells,
    })
}
