//! Which kernel for which call: the library's rules, tier by tier, beside the times that they go by.

use super::machine::{Machine, median, speedup};
use super::number;
use super::summary::call;
use super::table::Table;
use setwise::{EntryPoint, Rule, TIERS, rules};
use setwise_benches::results::{Entry, Measure, MeasuredCell};
use std::fmt::Write;

/// The calls with rules, and what they are in the matrix.
const CALLS: [(EntryPoint, Entry); 6] = [
    (EntryPoint::Attacks, Entry::Attacks),
    (EntryPoint::RayAttacks, Entry::RayAttacks),
    (EntryPoint::OccludedFill, Entry::OccludedFill),
    (EntryPoint::BatchAttacks, Entry::BatchAttacks),
    (EntryPoint::BatchRayAttacks, Entry::BatchRayAttacks),
    (EntryPoint::BatchOccludedFill, Entry::BatchOccludedFill),
];

/// Ways of working that any rule might name.
const CANDIDATES: [&str; 5] = [
    "compass",
    "adaptive",
    "kogge-stone",
    "sliced",
    "sliced-stream",
];

/// A part for each tier whose kernels were measured on the machine, the highest first.
pub(crate) fn tables(machine: &Machine) -> String {
    let mut text = String::new();
    for tier in TIERS.into_iter().rev() {
        let table = table(machine, tier);
        if !table.is_empty() {
            let own = machine.tier();
            let remark = match own == Some(tier) {
                true => ", the tier of this CPU",
                false => "",
            };
            let _ = write!(text, "\n`{tier}`{remark}:\n\n{}", table.markdown());
        }
    }
    text
}

/// Calls and numbers of boards as rows, kernels as columns; empty unless all kernels of the rules were measured.
fn table(machine: &Machine, tier: &str) -> Table {
    let rules = rules(tier);
    let measured = |name: &str| machine.file.cells.iter().any(|cell| cell.contender == name);
    if !rules.iter().all(|rule| measured(rule.kernel)) {
        return Table::default();
    }
    let mut kernels: Vec<String> = CANDIDATES
        .into_iter()
        .map(|technique| format!("{tier}/{technique}"))
        .filter(|name| measured(name))
        .collect();
    for rule in rules {
        if !kernels.iter().any(|name| name == rule.kernel) {
            kernels.insert(0, rule.kernel.to_string());
        }
    }
    let head = ["call".to_string(), "boards".to_string()]
        .into_iter()
        .chain(kernels.iter().map(|name| format!("`{name}`")))
        .chain(["chosen ÷ best".to_string()]);
    let mut table = Table::new(head, &[0]);
    for (point, entry) in CALLS {
        let series = machine.main_series(entry, Measure::Throughput);
        for n in machine.sizes(series) {
            let Some(rule) = serving(rules, point, n) else {
                continue;
            };
            let cells: Vec<Option<&MeasuredCell>> = kernels
                .iter()
                .map(|name| machine.cell(series, name, n))
                .collect();
            let chosen = machine.cell(series, rule.kernel, n);
            let best = cells
                .iter()
                .flatten()
                .min_by(|a, b| median(a).total_cmp(&median(b)));
            let (Some(chosen), Some(best)) = (chosen, best) else {
                continue;
            };
            let times = cells.iter().map(|cell| match cell {
                Some(cell) if cell.contender == rule.kernel => {
                    format!("**{}**", number::ns(median(cell)))
                }
                Some(cell) => number::ns(median(cell)),
                None => String::new(),
            });
            let ratio = speedup(best, chosen).map_or_else(String::new, number::ratio);
            table.row(
                [call(series), number::boards(n)]
                    .into_iter()
                    .chain(times)
                    .chain([ratio])
                    .collect(),
            );
        }
    }
    table
}

/// The rule for a call with so many boards.
fn serving(rules: &'static [Rule], point: EntryPoint, n: usize) -> Option<&'static Rule> {
    rules
        .iter()
        .filter(|rule| rule.entry == point && rule.from <= n)
        .max_by_key(|rule| rule.from)
}
