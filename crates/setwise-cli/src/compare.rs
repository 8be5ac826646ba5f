//! `setwise compare`: two runs of the matrix on one CPU, cell by cell.

use crate::report::number::{ns, percent, ratio};
use crate::report::table::Table;
use anyhow::ensure;
use clap::Args;
use itertools::Itertools;
use serde_json::json;
use setwise_results::{Cell, Document, MeasuredCell, ResultFile, Summary};
use std::collections::HashMap;
use std::path::PathBuf;

/// Compare two result files of the benchmark matrix, of one CPU: which cells are faster, which slower.
///
/// Two cells differ if every round of one is faster than every round of the other, and the medians differ by more than the noise. Times are
/// in cycles if both runs measured the clock, so that a change of the clock does not count; else in nanoseconds.
#[derive(Args, Debug)]
#[command(
    after_help = "Exit codes: 0 no cell is slower, 1 a cell is slower or the files cannot be compared, 2 usage error."
)]
pub(crate) struct CompareArgs {
    /// Result file of the earlier run
    old: PathBuf,
    /// Result file of the later run
    new: PathBuf,
    /// Greatest difference of two medians that counts as equal, in percent
    #[arg(long, value_name = "PERCENT", default_value_t = 5, value_parser = crate::up_to(1000))]
    noise: u32,
    /// Print all cells as JSON
    #[arg(long)]
    json: bool,
}

/// A cell of both runs.
struct Pair<'a> {
    cell: &'a Cell,
    old: Summary,
    new: Summary,
}

impl Pair<'_> {
    /// The new time divided by the old one.
    fn change(&self) -> f64 {
        self.new.median / self.old.median
    }

    /// Whether the new time is another one: `faster`, `slower`, or `same`.
    fn verdict(&self, noise: f64) -> &'static str {
        if self.new.min > self.old.max && self.change() > 1.0 + noise {
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
    let noise = f64::from(args.noise) / 100.0;
    let before: HashMap<&Cell, &MeasuredCell> =
        old.cells.iter().map(|cell| (&cell.cell, cell)).collect();
    let pairs = new.cells.iter().filter_map(|cell| {
        let other = before.get(&cell.cell)?;
        Some(Pair {
            cell: &cell.cell,
            old: times(&old, other, in_cycles)?,
            new: times(&new, cell, in_cycles)?,
        })
    });
    let pairs = pairs
        .sorted_by(|a, b| b.change().total_cmp(&a.change()))
        .collect_vec();
    ensure!(!pairs.is_empty(), "the runs have no cell in common");
    let [slower, faster] = ["slower", "faster"].map(|wanted| {
        pairs
            .iter()
            .filter(|pair| pair.verdict(noise) == wanted)
            .collect_vec()
    });
    let alone = [old.cells.len() - pairs.len(), new.cells.len() - pairs.len()];
    let code = u8::from(!slower.is_empty());
    if args.json {
        let cells = pairs.iter().map(|pair| {
            json!({
                "cell": pair.cell, "old": pair.old.median, "new": pair.new.median,
                "change": pair.change(), "verdict": pair.verdict(noise),
            })
        });
        let cells = cells.collect_vec();
        let all = json!({
            "unit": unit, "noise": noise, "slower": slower.len(), "faster": faster.len(), "only_old": alone[0],
            "only_new": alone[1], "cells": cells,
        });
        return Ok((format!("{all:#}\n"), code));
    }
    let mut text = String::new();
    for (title, pairs) in [("Slower", &slower), ("Faster", &faster)] {
        if !pairs.is_empty() {
            text += &format!("{title}, in {unit} per board:\n\n{}\n", table(pairs));
        }
    }
    text += &format!(
        "{} cells: {} slower, {} faster, {} equal within {} or within their rounds\n",
        pairs.len(),
        slower.len(),
        faster.len(),
        pairs.len() - slower.len() - faster.len(),
        percent(noise)
    );
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
        .calls(|pair| pair.cell)
        .text("contender", |pair| pair.cell.contender.clone())
        .text("positions", |pair| pair.cell.corpus.clone())
        .text("sliders", |pair| pair.cell.sliders.to_string())
        .number("old", ns, |pair| pair.old.median)
        .number("new", ns, |pair| pair.new.median)
        .number("new ÷ old", ratio, |pair| pair.change())
        .plain()
}
