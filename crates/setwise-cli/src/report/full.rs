//! The full tables of a machine: every cell that was measured.

use super::contender::{FENCED, role};
use super::machine::{Machine, Series, fastest, median, sorted};
use super::number;
use super::page::Page;
use super::summary::{lead, sliders};
use super::table::Table;
use setwise_results::Measure;
use setwise_results::Role;
use std::fmt::Write;

/// Returns a table for every series, folded but for the heading.
pub(crate) fn all(Page { machine, .. }: &Page<'_>) -> String {
    let mut text = String::from(include_str!("prose/full.md"));
    for series in machine.series() {
        let latency = match series.measure {
            Measure::Throughput => "",
            Measure::Latency => ", latency",
        };
        let (entry, corpus, sliders) = (series.entry, series.corpus, sliders(series.sliders));
        let contenders = contenders(machine, series);
        let (count, table) = (contenders.len(), table(machine, series, &contenders));
        let _ = write!(
            text,
            "<details>\n<summary><code>{entry}</code>{latency}, {corpus} corpus, sliders of {sliders}: \
            {count} contenders</summary>\n\n{table}\n</details>\n\n"
        );
    }
    text
}

/// The contenders of a series by the geometric mean of their times over the numbers of boards. Those with all of the
/// compared numbers come before those with few.
fn contenders<'a>(machine: &'a Machine, series: Series<'a>) -> Vec<&'a str> {
    let mut names = sorted(machine.cells(series).map(|cell| cell.contender.as_str()));
    let compared = machine.compared_sizes(series);
    names.sort_by_cached_key(|name| {
        let cells = compared
            .iter()
            .filter_map(|&n| machine.cell(series, name, n));
        let times: Vec<f64> = cells.map(median).collect();
        // Positive numbers have the order of their bits.
        let mean = number::geometric_mean(&times).map_or(u64::MAX, f64::to_bits);
        (compared.len() - times.len(), mean)
    });
    names
}

/// The time, the spread and the lead of each contender for each number of boards.
fn table(machine: &Machine, series: Series<'_>, contenders: &[&str]) -> String {
    let cell = |name: &str, n, best: &str| {
        let cell = machine.cell(series, name, n)?;
        let time = cell.time()?;
        let spread = number::percent((time.max - time.min) / time.median);
        let lead = machine.lead(series, cell).map(|ratio| match role(cell) {
            Role::Library | Role::Kernel => lead(ratio),
            _ => number::ratio(ratio),
        });
        let lead = lead
            .filter(|_| name != FENCED)
            .map_or_else(String::new, |lead| format!(", {lead} ×"));
        let mark = if best == name { "**" } else { "" };
        Some(format!(
            "{mark}{}{mark} ({spread}{lead})",
            number::ns(time.median)
        ))
    };
    let solvers = || {
        machine
            .cells(series)
            .filter(|cell| role(cell) != Role::Bound)
    };
    let best = |n| fastest(solvers().filter(|cell| cell.n == n)).map_or("", |cell| &cell.contender);
    let sizes = machine.sizes(series).into_iter().map(|n| (n, best(n)));
    let table = Table::of(contenders).text("contender", |name| format!("`{name}`"));
    let title = |(n, _): &(usize, &str)| format!("n = {}", number::boards(*n));
    table
        .numbers(sizes, title, |name, (n, best)| cell(name, *n, best))
        .markdown()
}
