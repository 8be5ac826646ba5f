//! The gain by the compiler, the instruction set, and technique and layout.

use super::contender::{BASELINE_LOOP, family, technique};
use super::machine::{MANY, fastest, median, sorted, speedup};
use super::number;
use super::page::{Page, section};
use super::table::Table;
use setwise_results::{Entry, Measure};

/// Techniques from the plain to the elaborate. Others follow by name.
const TECHNIQUES: [&str; 7] = [
    "dumb7",
    "kogge-stone",
    "subtraction",
    "adaptive",
    "direction-per-lane",
    "sliced",
    "sliced-stream",
];

/// Returns a row for each instruction set, with a column for the plain loop that was compiled for it and for each
/// technique. Empty if fewer than two instruction sets were measured.
pub(crate) fn tiers(Page { machine, .. }: &Page<'_>) -> String {
    let series = machine.main_series(Entry::BatchAttacks, Measure::Throughput);
    let kernels = || machine.kernels(series, MANY);
    let techniques = sorted(kernels().map(|cell| {
        let technique = technique(&cell.contender);
        (rank(technique), technique)
    }));
    let mut isas = sorted(kernels().map(|cell| family(&cell.contender)));
    let best = |isa: &str| {
        let own = kernels().filter(|cell| family(&cell.contender) == isa);
        fastest(own).map_or(f64::INFINITY, median)
    };
    isas.sort_by(|a, b| best(b).total_cmp(&best(a)));
    if isas.len() < 2 {
        return String::new();
    }
    let plain = machine.cell(series, BASELINE_LOOP, MANY);
    let time = |name: &str| {
        let cell = machine.cell(series, name, MANY)?;
        let time = number::ns(median(cell));
        let ratio = plain
            .and_then(|plain| speedup(cell, plain))
            .map(number::ratio);
        Some(ratio.map_or_else(|| time.clone(), |ratio| format!("{time} ({ratio})")))
    };
    let table = Table::of(&isas)
        .text("instruction set", |isa| format!("`{isa}`"))
        .number("plain loop", |&isa| match isa {
            "wide" => time(BASELINE_LOOP),
            isa => time(&format!("auto/{isa}")),
        })
        .numbers(
            techniques,
            |technique| technique.1,
            |isa, technique| time(&format!("{isa}/{}", technique.1)),
        );
    let boards = number::boards(MANY);
    section(
        &include_str!("prose/tiers.md").replace("{boards}", &boards),
        &table,
    )
}

/// Returns the place of a technique between the plain and the elaborate.
pub(crate) fn rank(technique: &str) -> usize {
    let known = TECHNIQUES.iter().position(|&known| known == technique);
    known.unwrap_or(TECHNIQUES.len())
}
