//! The gain by the compiler, the instruction set, and technique and layout.

use super::contender::{BASELINE_LOOP, family, technique};
use super::machine::{MANY, fastest, median, sorted, speedup};
use super::number::{self, ns, ratio};
use super::page::{Page, section};
use super::table::Table;
use setwise_results::{Entry, Role};
use std::convert::identity;

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
    let series = machine.batch(Entry::BatchAttacks);
    let kernels = || series.of(Role::Kernel, MANY);
    let techniques = kernels().map(|cell| technique(&cell.contender));
    let techniques = sorted(techniques.map(|technique| (rank(technique), technique)));
    let mut isas = sorted(kernels().map(|cell| family(&cell.contender)));
    let best = |isa: &str| {
        let own = kernels().filter(|cell| family(&cell.contender) == isa);
        fastest(own).map_or(f64::INFINITY, median)
    };
    isas.sort_by(|a, b| best(b).total_cmp(&best(a)));
    if isas.len() < 2 {
        return String::new();
    }
    let plain = series.cell(BASELINE_LOOP, MANY);
    let time = |name: String| {
        let cell = series.cell(&name, MANY)?;
        let faster = plain.and_then(|plain| speedup(cell, plain));
        let faster = faster.map(|faster| format!(" ({})", ratio(faster)));
        Some(ns(median(cell)) + &faster.unwrap_or_default())
    };
    let mut table = Table::of(&isas).code("instruction set", |isa| *isa).number(
        "plain loop",
        identity,
        |&isa| match isa {
            "wide" => time(BASELINE_LOOP.to_string()),
            isa => time(format!("auto/{isa}")),
        },
    );
    for (_, technique) in techniques {
        table = table.number(technique, identity, |isa| {
            time(format!("{isa}/{technique}"))
        });
    }
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
