//! The library's rules of choice, tier by tier, and the times that they go by.

use super::contender::{family, technique};
use super::machine::{MANY, Machine, fastest, sorted, speedup};
use super::number::{ns, ratio};
use super::page::Page;
use super::table::Table;
use itertools::Itertools;
use setwise::{EntryPoint, Rule, TIERS, rules};
use setwise_results::Entry;
use std::convert::identity;
use std::fmt::Write;

/// A part of the page for each tier whose kernels were measured on the machine, the highest tier first.
pub(crate) fn choices(Page { machine, .. }: &Page<'_>) -> String {
    let mut text = String::new();
    let own = machine.selected(Entry::BatchAttacks, MANY).map(family);
    for &tier in TIERS.iter().rev() {
        let table = table(machine, tier);
        if !table.is_empty() {
            let is_own = own == Some(tier);
            let remark = if is_own { ", the tier of this CPU" } else { "" };
            let _ = write!(text, "\n`{tier}`{remark}:\n\n{table}");
        }
    }
    match text.is_empty() {
        true => text,
        false => format!("{}{text}", include_str!("prose/choices.md")),
    }
}

/// Calls and numbers of boards as rows, kernels as columns. Empty unless all kernels of the rules were measured.
fn table(machine: &Machine, tier: &str) -> String {
    let named = sorted(rules(tier).iter().map(|rule| rule.kernel));
    let cells = machine.file.cells.iter();
    let measured = sorted(cells.map(|cell| cell.contender.as_str()));
    if !named.iter().all(|name| measured.contains(name)) {
        return String::new();
    }
    // Beside the kernels of the rules those that other rules of any tier name for the same layout and technique.
    let all = TIERS.iter().flat_map(|tier| rules(tier));
    let techniques = all.map(|rule| technique(rule.kernel)).collect_vec();
    let is_shown = |name: &&str| {
        named.contains(name) || family(name) == tier && techniques.contains(&technique(name))
    };
    let kernels = measured.into_iter().filter(is_shown).collect_vec();
    let calls = EntryPoint::ALL.iter().filter_map(|&point| {
        let entry = point.name().parse().ok()?;
        Some((point, machine.batch(entry)))
    });
    let calls = calls.collect_vec();
    let rows = calls.iter().flat_map(|(point, series)| {
        let rows = series.sizes().into_iter().filter_map(|n| {
            let rule = serving(tier, *point, n)?;
            Some((series, series.cell(rule.kernel, n)?))
        });
        rows.collect_vec()
    });
    let rows = rows.collect_vec();
    let mut table = Table::of(&rows).calls(|(_, chosen)| chosen);
    for kernel in &kernels {
        table = table.number(format!("`{kernel}`"), identity, |(series, chosen)| {
            let mark = if *kernel == chosen.contender {
                "**"
            } else {
                ""
            };
            let time = ns(series.time(kernel, chosen.n)?);
            Some(format!("{mark}{time}{mark}"))
        });
    }
    let table = table.number("chosen ÷ best", ratio, |(series, chosen)| {
        let cell = |name: &&str| series.cell(name, chosen.n);
        speedup(fastest(kernels.iter().filter_map(cell))?, chosen)
    });
    table.markdown()
}

/// The rule for a call with `n` boards.
fn serving(tier: &str, point: EntryPoint, n: usize) -> Option<&'static Rule> {
    let rules = rules(tier).iter();
    let serving = rules.filter(|rule| rule.entry == point && rule.from <= n);
    serving.max_by_key(|rule| rule.from)
}
