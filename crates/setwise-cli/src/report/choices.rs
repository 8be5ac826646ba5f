//! The library's rules of choice, tier by tier, and the times that they go by.

use super::contender::family;
use super::machine::{Machine, Series, fastest, median, sorted, speedup};
use super::number;
use super::page::Page;
use super::table::Table;
use setwise::{EntryPoint, Rule, TIERS, rules};
use setwise_results::{Entry, Measure};
use std::fmt::Write;

/// A part of the page for each tier whose kernels were measured on the machine, the highest tier first.
pub(crate) fn choices(Page { machine, .. }: &Page<'_>) -> String {
    let mut text = String::new();
    for &tier in TIERS.iter().rev() {
        let table = table(machine, tier);
        if !table.is_empty() {
            let remark = match machine.tier() == Some(tier) {
                true => ", the tier of this CPU",
                false => "",
            };
            let _ = write!(text, "\n`{tier}`{remark}:\n\n{table}");
        }
    }
    match text.is_empty() {
        true => text,
        false => format!("{}{text}", include_str!("prose/choices.md")),
    }
}

/// A call with a number of boards for which a rule names a kernel.
struct Row<'a> {
    series: Series<'a>,
    n: usize,
    rule: &'static Rule,
}

/// Calls and numbers of boards as rows, kernels as columns. Empty unless all kernels of the rules were measured.
fn table(machine: &Machine, tier: &str) -> String {
    let rules = rules(tier);
    let named = sorted(rules.iter().map(|rule| rule.kernel));
    let measured = sorted(
        machine
            .file
            .cells
            .iter()
            .map(|cell| cell.contender.as_str()),
    );
    if !named
        .iter()
        .all(|name| measured.binary_search(name).is_ok())
    {
        return String::new();
    }
    // Beside the kernels of the rules those that other rules of any tier name for the same layout and technique.
    let other = TIERS.iter().flat_map(|tier| setwise::rules(tier));
    let techniques = sorted(other.map(|rule| super::contender::technique(rule.kernel)));
    let kernels = measured.into_iter().filter(|name| {
        let technique = super::contender::technique(name);
        named.contains(name) || family(name) == tier && techniques.contains(&technique)
    });
    let kernels: Vec<&str> = kernels.collect();
    let mut rows = Vec::new();
    for (point, entry) in EntryPoint::ALL.iter().copied().filter_map(entry) {
        let series = machine.main_series(entry, Measure::Throughput);
        for n in machine.sizes(series) {
            let rule = serving(rules, point, n);
            let rule = rule.filter(|rule| machine.cell(series, rule.kernel, n).is_some());
            rows.extend(rule.map(|rule| Row { series, n, rule }));
        }
    }
    let time = |row: &Row<'_>, kernel: &str| {
        let time = number::ns(median(machine.cell(row.series, kernel, row.n)?));
        Some(if kernel == row.rule.kernel {
            format!("**{time}**")
        } else {
            time
        })
    };
    let table = Table::of(&rows)
        .text("call", |row| row.series.call())
        .number("boards", |row| number::boards(row.n))
        .numbers(
            &kernels,
            |name| format!("`{name}`"),
            |row, name| time(row, name),
        )
        .number("chosen ÷ best", |row| {
            let cells = kernels
                .iter()
                .filter_map(|name| machine.cell(row.series, name, row.n));
            let chosen = machine.cell(row.series, row.rule.kernel, row.n)?;
            speedup(fastest(cells)?, chosen).map(number::ratio)
        });
    table.markdown()
}

/// The entry of the matrix that calls an entry point.
fn entry(point: EntryPoint) -> Option<(EntryPoint, Entry)> {
    Some((point, point.name().parse().ok()?))
}

/// The rule for a call with `n` boards.
fn serving(rules: &'static [Rule], point: EntryPoint, n: usize) -> Option<&'static Rule> {
    let serving = rules
        .iter()
        .filter(|rule| rule.entry == point && rule.from <= n);
    serving.max_by_key(|rule| rule.from)
}
