//! The same short measurement in several processes, one after the other.

use super::{matrix, run};
use crate::report;
use itertools::Itertools;
use setwise_results::options::Options;
use setwise_results::processes::{ProcessFile, gather};
use setwise_results::readback::{Run, five_digits};
use setwise_results::{Document, Entry, Side};
use std::path::Path;

/// The default calls, those for many boards.
const ENTRIES: [Entry; 3] = [
    Entry::BatchAttacks,
    Entry::SlicedAttacks,
    Entry::BatchRayAttacks,
];

/// The default time of the measurement in each process.
pub(super) const BUDGET: u64 = 2;

/// Completes the settings of each process with defaults.
pub(super) fn complete(options: &mut Options) {
    options.rounds = 1;
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
pub(super) fn run_all(root: &Path, options: &Options, count: u32) -> anyhow::Result<ProcessFile> {
    let (origin, mut runs) = (run::origin(root), Vec::new());
    for process in 1..=count {
        eprintln!("setwise: process {process} of {count}");
        let Run {
            corpora, mut cells, ..
        } = matrix(root, options)?;
        let corpus = corpora.first().map(|corpus| corpus.name.as_str());
        cells.retain(|cell| cell.sliders == Side::Side && Some(cell.corpus.as_str()) == corpus);
        runs.push(cells);
    }
    let mut cells = gather(&runs);
    let times = cells.iter_mut().flat_map(|cell| &mut cell.times);
    times.for_each(|time| *time = five_digits(*time));
    Ok(ProcessFile {
        format: ProcessFile::FORMAT.to_string(),
        origin,
        cells,
    })
}
