//! `setwise-measure compare`: two runs of the matrix on one CPU, cell by cell.

use crate::report::Calls;
use crate::statistics;
use anyhow::ensure;
use clap::Args;
use itertools::Itertools;
use setwise_program::number::{ns, percent, ratio};
use setwise_program::table::Table;
use setwise_results::{Cell, Document, MeasuredCell, ResultFile, Summary, code};
use std::collections::HashMap;
use std::path::PathBuf;

/// Compare two result files of the benchmark matrix, of one CPU: which cells are faster, which
/// slower.
///
/// Two cells differ if every round of one is faster than every round of the other, and the medians
/// differ by more than the noise floor. Cells of kernels whose machine code is the same in both
/// runs do not differ: 95 % of them are within the noise floor. Times are in cycles if both runs
/// measured the clock, so that a change of the clock does not count; else in nanoseconds.
#[derive(Args, Debug)]
#[command(
    after_help = "Exit codes: 0 no cell is slower, 1 a cell is slower or the files cannot be compared, 2 usage error."
)]
pub(crate) struct CompareArgs {
    /// Result file of the earlier run
    old: PathBuf,
    /// Result file of the later run
    new: PathBuf,
}

/// A cell of both runs.
struct Pair<'a> {
    cell: &'a Cell,
    old: Summary,
    new: Summary,
    /// The machine code was the same.
    is_same_code: bool,
}

/// The noise floor where nothing measures it.
const NOISE: f64 = 0.05;

impl Pair<'_> {
    /// The new time divided by the old one.
    fn change(&self) -> f64 {
        self.new.median / self.old.median
    }

    /// Whether the new time is another one: `faster`, `slower`, or `same`.
    fn verdict(&self, noise: f64) -> &'static str {
        if self.is_same_code {
            "same"
        } else if self.new.min > self.old.max && self.change() > 1.0 + noise {
            "slower"
        } else if self.new.max < self.old.min && 1.0 / self.change() > 1.0 + noise {
            "faster"
        } else {
            "same"
        }
    }
}

/// Runs the command and returns the text for the terminal and the exit code.
pub(crate) fn run(args: &CompareArgs) -> anyhow::Result<(String, u8)> {
    let (old, new) = (ResultFile::read(&args.old)?, ResultFile::read(&args.new)?);
    ensure!(
        old.origin.cpu.model == new.origin.cpu.model,
        "the runs are of different CPUs, whose times do not compare: {} and {}",
        old.origin.cpu.model,
        new.origin.cpu.model
    );
    let in_cycles = [&old, &new]
        .iter()
        .all(|file| file.cycle.len() == file.rounds);
    let unit = if in_cycles { "cycles" } else { "ns" };
    let is_same_code = |cell: &Cell| {
        let hash = |file| code::find(file, &cell.contender, cell.entry.point().name());
        hash(&old.code).is_some_and(|before| hash(&new.code) == Some(before))
    };
    let before: HashMap<&Cell, &MeasuredCell> =
        old.cells.iter().map(|cell| (&cell.cell, cell)).collect();
    let pairs = new.cells.iter().filter_map(|cell| {
        let other = before.get(&cell.cell)?;
        Some(Pair {
            cell: &cell.cell,
            old: times(&old, other, in_cycles)?,
            new: times(&new, cell, in_cycles)?,
            is_same_code: is_same_code(cell),
        })
    });
    let pairs = pairs
        .sorted_by(|a, b| b.change().total_cmp(&a.change()))
        .collect_vec();
    ensure!(!pairs.is_empty(), "the runs have no cell in common");
    let same = pairs.iter().filter(|pair| pair.is_same_code).collect_vec();
    let measured = statistics::noise_floor(same.iter().map(|pair| pair.change()));
    let noise = measured.unwrap_or(NOISE);
    let [slower, faster] = ["slower", "faster"].map(|wanted| {
        pairs
            .iter()
            .filter(|pair| pair.verdict(noise) == wanted)
            .collect_vec()
    });
    let alone = [old.cells.len() - pairs.len(), new.cells.len() - pairs.len()];
    let code = u8::from(!slower.is_empty());
    let mut text = String::new();
    for (title, pairs) in [("Slower", &slower), ("Faster", &faster)] {
        if !pairs.is_empty() {
            text += &format!("{title}, in {unit} per board:\n\n{}\n", table(pairs));
        }
    }
    let (slower, faster) = (slower.len(), faster.len());
    let (all, floor) = (pairs.len(), percent(noise));
    let equal = all - slower - faster;
    text += &format!(
        "{all} cells: {slower} slower, {faster} faster, {equal} equal within {floor}, within their rounds, or by their code\n"
    );
    if let Some(measured) = measured {
        let (same, measured) = (same.len(), percent(measured));
        text += &format!(
            "noise floor of {same} cells with the same machine code in both runs: {measured}\n"
        );
    }
    if alone != [0, 0] {
        text += &format!(
            "in one run only: {} cells of the old, {} of the new\n",
            alone[0], alone[1]
        );
    }
    Ok((text, code))
}

/// The times of a cell over the rounds, in cycles or in nanoseconds.
fn times(file: &ResultFile, cell: &MeasuredCell, in_cycles: bool) -> Option<Summary> {
    let rounds = cell.rounds.iter().enumerate();
    Summary::of(rounds.filter_map(|(round, time)| {
        let cycle = if in_cycles {
            *file.cycle.get(round)?
        } else {
            1.0
        };
        Some(time.as_ref()?.median / cycle)
    }))
}

fn table(pairs: &[&Pair<'_>]) -> String {
    Table::of(pairs)
        .calls(|pair| ((pair.cell.entry, pair.cell.measure), pair.cell.n))
        .text("contender", |pair| pair.cell.contender.clone())
        .text("positions", |pair| pair.cell.corpus.clone())
        .text("sliders", |pair| pair.cell.sliders.to_string())
        .number("old", ns, |pair| pair.old.median)
        .number("new", ns, |pair| pair.new.median)
        .number("new ÷ old", ratio, |pair| pair.change())
        .plain()
}
