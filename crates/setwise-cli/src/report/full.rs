//! The full tables of a machine: every cell that was measured.

use super::contender::{FENCED, role};
use super::machine::{Series, fastest, sorted};
use super::number::{self, ns, percent, ratio};
use super::page::Page;
use super::summary::{lead, sliders};
use super::table::Table;
use itertools::Itertools;
use setwise_results::{Measure, MeasuredCell, Role};
use std::convert::identity;
use std::fmt::Write;

/// Returns a table for every series, folded but for the heading.
pub(crate) fn all(Page { machine, .. }: &Page<'_>) -> String {
    let mut text = String::from(include_str!("prose/full.md"));
    for series in machine.all_series() {
        let cell = series.cells[0];
        let latency = match cell.measure {
            Measure::Throughput => "",
            Measure::Latency => ", latency",
        };
        let (entry, corpus, sliders) = (cell.entry, &cell.corpus, sliders(cell.sliders));
        let contenders = contenders(&series);
        let (count, table) = (contenders.len(), table(&series, &contenders));
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
fn contenders<'a>(series: &Series<'a>) -> Vec<&'a str> {
    let mut names = sorted(series.cells.iter().map(|cell| cell.contender.as_str()));
    let compared = series.compared_sizes();
    names.sort_by_cached_key(|name| {
        let times = compared.iter().filter_map(|&n| series.time(name, n));
        let times = times.collect_vec();
        // Positive numbers have the order of their bits.
        let mean = number::geometric_mean(&times).map_or(u64::MAX, f64::to_bits);
        (compared.len() - times.len(), mean)
    });
    names
}

/// The time, the spread and the lead of each contender for each number of boards.
fn table(series: &Series<'_>, contenders: &[&str]) -> String {
    let cell = |cell: &MeasuredCell, best: Option<&MeasuredCell>| {
        let time = cell.time()?;
        let spread = percent(number::spread(&time));
        let lead = series.lead(cell).map(|value| match role(cell) {
            Role::Library | Role::Kernel => lead(value),
            _ => ratio(value),
        });
        let lead = lead.filter(|_| cell.contender != FENCED);
        let lead = lead.map(|lead| format!(", {lead} ×"));
        let is_best = best.is_some_and(|best| best.contender == cell.contender);
        let mark = if is_best { "**" } else { "" };
        let (time, lead) = (ns(time.median), lead.unwrap_or_default());
        Some(format!("{mark}{time}{mark} ({spread}{lead})"))
    };
    let mut table = Table::of(contenders).code("contender", |name| *name);
    for n in series.sizes() {
        let cells = series.cells.iter().copied();
        let best = fastest(cells.filter(|cell| cell.n == n && role(cell) != Role::Bound));
        let title = format!("n = {}", number::boards(n));
        table = table.number(title, identity, |name| cell(series.cell(name, n)?, best));
    }
    table.markdown()
}
