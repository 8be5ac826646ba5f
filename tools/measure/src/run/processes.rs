//! The same short measurement in several processes, one after the other.

use crate::report;
use anyhow::Result;
use itertools::Itertools;
use setwise_benches::matrix::Options;
use setwise_results::processes::{Processes, gather};
use setwise_results::{Entry, Side, five_digits};

/// The default calls, those for many boards.
const ENTRIES: [Entry; 3] = [
    Entry::BatchAttacks,
    Entry::SlicedAttacks,
    Entry::BatchRayAttacks,
];

/// Completes the settings of each process with defaults.
pub(super) fn complete(options: &mut Options) {
    (options.rounds, options.budget) = (1, 2);
    if options.entries.is_empty() {
        options.entries = ENTRIES.to_vec();
    }
    if options.sizes.is_empty() {
        options.sizes = vec![report::MANY];
    }
    if options.contenders.is_empty() {
        let choices = setwise::selection::selected().choices.into_iter();
        let choices = choices.filter(|choice| choice.from <= report::MANY);
        let names = choices.map(|choice| choice.kernel.name());
        let sliced = names.filter(|name| name.ends_with("/sliced"));
        let all = [report::LIBRARY].into_iter().chain(sliced).dedup();
        options.contenders = all.map(String::from).collect();
    }
}

/// Runs the matrix in `count` processes and gathers the times for one side's sliders on the first
/// corpus.
pub(super) fn run_all(options: &Options, count: u32) -> Result<Processes> {
    let mut runs = Vec::new();
    for process in 1..=count {
        eprintln!("process {process} of {count}");
        let mut run = super::measure(options)?;
        let corpus = run.corpora.first().map(|corpus| corpus.name.as_str());
        run.cells
            .retain(|cell| cell.sliders == Side::Side && Some(cell.corpus.as_str()) == corpus);
        runs.push(run.cells);
    }
    let mut cells = gather(&runs);
    let times = cells.iter_mut().flat_map(|cell| &mut cell.times);
    times.for_each(|time| *time = five_digits(*time));
    Ok(Processes { cells })
}
