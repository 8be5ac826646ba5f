//! `setwise-measure compare`: two runs of the matrix on one CPU, cell by cell.

use crate::report::{call_of, with_calls};
use crate::statistics;
use anyhow::{Result, ensure};
use clap::Args;
use itertools::Itertools;
use setwise_program::number::{ns, percent, ratio};
use setwise_program::table::Table;
use setwise_results::{Cell, Document, MeasuredCell, ResultFile, Summary, Timed, code};
use std::cmp::Ordering;
use std::iter::repeat;
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

    /// Whether the new time is greater, less, or the same.
    fn verdict(&self, noise: f64) -> Ordering {
        let (old, new, change) = (&self.old, &self.new, self.change());
        if !self.is_same_code && new.min > old.max && change > 1.0 + noise {
            Ordering::Greater
        } else if !self.is_same_code && new.max < old.min && 1.0 / change > 1.0 + noise {
            Ordering::Less
        } else {
            Ordering::Equal
        }
    }
}

/// Runs the command and returns the text for the terminal and the exit code.
pub(crate) fn run(args: &CompareArgs) -> Result<(String, u8)> {
    let (old, new) = (ResultFile::read(&args.old)?, ResultFile::read(&args.new)?);
    let [one, other] = [&old, &new].map(|file| &file.origin.cpu.model);
    let problem = "the runs are of different CPUs, whose times do not compare";
    ensure!(one == other, "{problem}: {one} and {other}");
    let in_cycles = !old.cycle.is_empty() && !new.cycle.is_empty();
    let unit = if in_cycles { "cycles" } else { "ns" };
    let times = |file: &ResultFile, cell: &MeasuredCell| {
        let cycles = in_cycles.then_some(&file.cycle).into_iter().flatten();
        let cycles = cycles.copied().chain(repeat(1.0));
        let times = cell.rounds().zip(cycles);
        Summary::of(times.filter_map(|(time, cycle)| Some(time? / cycle)))
    };
    let pairs = new.cells.iter().filter_map(|cell| {
        let other = old.cells.iter().find(|other| other.cell == cell.cell)?;
        let hash = |file: &ResultFile| {
            let call = cell.entry.point.name();
            code::find(&file.code, &cell.contender, call).map(str::to_string)
        };
        Some(Pair {
            cell: &cell.cell,
            old: times(&old, other)?,
            new: times(&new, cell)?,
            is_same_code: hash(&old).is_some() && hash(&old) == hash(&new),
        })
    });
    let pairs = pairs.sorted_by(|a, b| b.change().total_cmp(&a.change()));
    let pairs = pairs.collect_vec();
    ensure!(!pairs.is_empty(), "the runs have no cell in common");
    let same = pairs.iter().filter(|pair| pair.is_same_code).collect_vec();
    let measured = statistics::noise_floor(same.iter().map(|pair| pair.change()));
    let noise = measured.unwrap_or(NOISE);
    let mut text = String::new();
    let differing = [("Slower", Ordering::Greater), ("Faster", Ordering::Less)];
    let [slower, faster] = differing.map(|(title, verdict)| {
        let pairs = pairs.iter().filter(|pair| pair.verdict(noise) == verdict);
        let pairs = pairs.collect_vec();
        if !pairs.is_empty() {
            text += &format!("{title}, in {unit} per board:\n\n{}\n", table(&pairs));
        }
        pairs.len()
    });
    let (all, floor) = (pairs.len(), percent(noise));
    let equal = all - slower - faster;
    text += &format!(
        "{all} cells: {slower} slower, {faster} faster, {equal} equal within {floor}, within their rounds, or by their code\n"
    );
    if measured.is_some() {
        let (same, what) = (same.len(), "the same machine code in both runs");
        text += &format!("noise floor of {same} cells with {what}: {floor}\n");
    }
    let [old, new] = [&old, &new].map(|file| file.cells.len() - all);
    if old + new > 0 {
        text += &format!("in one run only: {old} cells of the old, {new} of the new\n");
    }
    Ok((text, u8::from(slower > 0)))
}

fn table(pairs: &[&Pair<'_>]) -> String {
    with_calls(Table::of(pairs), |pair| call_of(pair.cell))
        .text("contender", |pair| pair.cell.contender.clone())
        .text("positions", |pair| pair.cell.corpus.clone())
        .text("sliders", |pair| pair.cell.sliders.to_string())
        .number("old", ns, |pair| pair.old.median)
        .number("new", ns, |pair| pair.new.median)
        .number("new ÷ old", ratio, |pair| pair.change())
        .plain()
}
