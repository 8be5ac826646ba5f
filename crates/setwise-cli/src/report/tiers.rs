//! Instruction sets against techniques: what the compiler, dispatch and layout are worth.

use super::contender::{self, BASELINE_LOOP, Kind};
use super::machine::{Machine, Series, median, speedup};
use super::number;
use super::table::Table;
use setwise_benches::results::{Entry, Measure, MeasuredCell};

/// Techniques from the plain to the elaborate; others follow by name.
const TECHNIQUES: [&str; 7] = [
    "dumb7",
    "kogge-stone",
    "subtraction",
    "adaptive",
    "compass",
    "sliced",
    "sliced-stream",
];

/// Kernels that stand beside the loop that was compiled for the same instruction set.
const LOOPS: [(&str, &str); 3] = [
    ("wide", BASELINE_LOOP),
    ("avx2", "auto/avx2"),
    ("avx512", "auto/avx512"),
];

/// A row for each instruction set, a column for the plain loop and for each technique; empty if fewer than two
/// instruction sets were measured.
pub(crate) fn table(machine: &Machine, entry: Entry, n: usize) -> Table {
    let series = machine.main_series(entry, Measure::Throughput);
    let kernels: Vec<(&str, &str)> = machine
        .cells(series)
        .filter(|cell| cell.n == n && contender::kind(&cell.contender) == Kind::Kernel)
        .filter_map(|cell| cell.contender.split_once('/'))
        .collect();
    let mut techniques: Vec<&str> = kernels.iter().map(|&(_, technique)| technique).collect();
    techniques.sort_unstable_by_key(|&technique| (rank(technique), technique));
    techniques.dedup();
    let mut isas: Vec<(f64, &str)> = Vec::new();
    for &(isa, technique) in &kernels {
        let time = machine
            .cell(series, &format!("{isa}/{technique}"), n)
            .map_or(f64::INFINITY, median);
        match isas.iter_mut().find(|(_, other)| *other == isa) {
            Some((best, _)) => *best = best.min(time),
            None => isas.push((time, isa)),
        }
    }
    isas.sort_by(|a, b| b.0.total_cmp(&a.0));
    let head = ["instruction set", "plain loop"]
        .into_iter()
        .chain(techniques.iter().copied());
    let mut table = Table::new(head, &[0]);
    if isas.len() < 2 {
        return table;
    }
    for (_, isa) in isas {
        let plain = LOOPS.iter().find(|(of, _)| *of == isa);
        let plain = plain.and_then(|(_, name)| machine.cell(series, name, n));
        let mut row = vec![
            format!("`{isa}`"),
            plain.map_or_else(String::new, |cell| time(machine, series, cell)),
        ];
        row.extend(techniques.iter().map(|technique| {
            let cell = machine.cell(series, &format!("{isa}/{technique}"), n);
            cell.map_or_else(String::new, |cell| time(machine, series, cell))
        }));
        table.row(row);
    }
    table
}

/// The place of a technique between the plain and the elaborate.
pub(crate) fn rank(technique: &str) -> usize {
    let known = TECHNIQUES.iter().position(|&known| known == technique);
    known.unwrap_or(TECHNIQUES.len())
}

/// ns per board, and how many times faster than the loop of a baseline build that is.
fn time(machine: &Machine, series: Series<'_>, cell: &MeasuredCell) -> String {
    let plain = machine.cell(series, BASELINE_LOOP, cell.n);
    let time = number::ns(median(cell));
    match plain.and_then(|plain| speedup(cell, plain)) {
        Some(ratio) => format!("{time} ({})", number::ratio(ratio)),
        None => time,
    }
}
