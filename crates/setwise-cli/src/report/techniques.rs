//! Techniques: a table of its own with the instructions and the time of each, and the gain by compiler, instruction set,
//! technique and layout. The library's rules of choice, tier by tier, and the times that they go by.

use super::contender::{BASELINE_LOOP, family, technique};
use super::machine::{MANY, Machine, fastest, median, sorted, speedup};
use super::number::{boards, ns, ratio};
use super::page::{Page, section};
use super::predictions::counted;
use super::table::Table;
use itertools::Itertools;
use setwise::{EntryPoint, Kernel, Rule, TIERS, rules};
use setwise_results::predictions::Predictions;
use setwise_results::{Entry, Role};
use std::convert::identity;
use std::fmt::Write;

/// The name of the file in the output folder.
pub(crate) const NAME: &str = "techniques-table.md";

/// The calls that have columns.
const CALLS: [Entry; 2] = [Entry::BatchAttacks, Entry::BatchRayAttacks];

/// Returns the document, with a part for each machine.
pub(crate) fn document(machines: &[Machine], predicted: &[Predictions]) -> String {
    let mut text = include_str!("prose/techniques.md").replace("{boards}", &boards(MANY));
    for machine in machines {
        let table = table(machine, predicted);
        if !table.is_empty() {
            text += &format!("\n## {}\n\n{table}", machine.title());
        }
    }
    text
}

/// A row for each kernel that was measured, by technique, the slowest first.
fn table(machine: &Machine, predicted: &[Predictions]) -> String {
    let series = CALLS.map(|entry| machine.batch(entry));
    let all = series.iter().flat_map(|of| of.of(Role::Kernel, MANY));
    let mut kernels = sorted(all.map(|cell| cell.contender.as_str()));
    let slowest = |kernel| series[0].time(kernel, MANY).unwrap_or(f64::INFINITY);
    kernels.sort_by(|a, b| {
        let technique = rank(technique(a)).cmp(&rank(technique(b)));
        technique.then(slowest(b).total_cmp(&slowest(a)))
    });
    let mut table = Table::of(&kernels)
        .text("technique", |name| {
            Some(portable(name)?.technique().to_string())
        })
        .text("layout", |name| Some(portable(name)?.layout().to_string()))
        .code("kernel", |name| *name);
    for (entry, series) in CALLS.into_iter().zip(&series) {
        let count = |name: &&str| Some(counted(machine, predicted, name, entry)?.instructions);
        table = table.number(format!("`{entry}`: instructions"), ns, count);
        table = table.number("ns", ns, |name| series.time(name, MANY));
    }
    table.markdown()
}

/// The portable kernel of the same technique and layout. It is in every build, so the report does not depend on the
/// machine.
fn portable(kernel: &str) -> Option<&'static Kernel> {
    let technique = technique(kernel);
    let technique = technique.strip_suffix("-stream").unwrap_or(technique);
    setwise::kernel(&format!("wide/{technique}"))
}

/// Techniques in order of complexity. Others follow by name.
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
    let time = |name: &str| {
        let cell = series.cell(name, MANY)?;
        let faster = plain.and_then(|plain| speedup(cell, plain));
        let faster = faster.map_or_else(String::new, |faster| format!(" ({})", ratio(faster)));
        Some(ns(median(cell)) + &faster)
    };
    let plain_loop = |&isa: &&str| match isa {
        "wide" => time(BASELINE_LOOP),
        isa => time(&format!("auto/{isa}")),
    };
    let table = Table::of(&isas).code("instruction set", |isa| *isa);
    let mut table = table.number("plain loop", identity, plain_loop);
    for (_, name) in techniques {
        table = table.number(name, identity, |isa| time(&format!("{isa}/{name}")));
    }
    let intro = include_str!("prose/tiers.md").replace("{boards}", &boards(MANY));
    section(&intro, &table)
}

/// Returns the place of a technique in [`TECHNIQUES`].
fn rank(technique: &str) -> usize {
    let known = TECHNIQUES.iter().position(|&known| known == technique);
    known.unwrap_or(TECHNIQUES.len())
}

/// A part of the page for each tier whose kernels were measured on the machine, the highest tier first.
pub(crate) fn choices(Page { machine, .. }: &Page<'_>) -> String {
    let mut text = String::new();
    let own = machine.selected(Entry::BatchAttacks, MANY).map(family);
    for &tier in TIERS.iter().rev() {
        let table = times(machine, tier);
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
fn times(machine: &Machine, tier: &str) -> String {
    let named = sorted(rules(tier).iter().map(|rule| rule.kernel));
    let cells = machine.file.cells.iter();
    let measured = sorted(cells.map(|cell| cell.contender.as_str()));
    if !named.iter().all(|name| measured.contains(name)) {
        return String::new();
    }
    // The kernels of the rules, and kernels of this tier whose layout and technique occur in any tier's rules.
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
            let is_chosen = *kernel == chosen.contender;
            let mark = if is_chosen { "**" } else { "" };
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kernel_works_like_a_portable_one() {
        for kernel in setwise::kernels() {
            let like = portable(kernel.name());
            assert_eq!(
                like.map(|like| (like.layout(), like.technique())),
                Some((kernel.layout(), kernel.technique())),
                "{}",
                kernel.name()
            );
        }
    }
}
