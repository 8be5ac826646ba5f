//! The full tables of a machine: every cell that was measured, and its corpora.

use super::contender::{self, FENCED, Kind};
use super::machine::{Machine, Series, median, speedup, spread};
use super::summary::sliders;
use super::table::Table;
use super::{number, prose};
use setwise_benches::results::{Measure, Spread};
use std::fmt::Write;

/// Every series as two tables, folded but for the heading.
pub(crate) fn tables(machine: &Machine) -> String {
    let mut text = String::new();
    for series in machine.series() {
        let sizes = machine.sizes(series);
        let contenders = contenders(machine, series);
        let _ = write!(
            text,
            "<details>\n<summary>{}: {} contenders</summary>\n\n",
            title(series),
            contenders.len()
        );
        text += "ns per board, median over rounds (distance between the slowest and the fastest round):\n\n";
        text += &times(machine, series, &sizes, &contenders).markdown();
        let ratios = ratios(machine, series, &sizes, &contenders);
        if !ratios.is_empty() {
            let _ = write!(
                text,
                "\nTimes faster than `{FENCED}`:\n\n{}",
                ratios.markdown()
            );
        }
        text += "\n</details>\n\n";
    }
    text
}

fn title(series: Series<'_>) -> String {
    let latency = match series.measure {
        Measure::Throughput => "",
        Measure::Latency => ", latency",
    };
    format!(
        "<code>{}</code>{latency}, {} corpus, sliders of {}",
        series.entry,
        series.corpus,
        sliders(series.sliders)
    )
}

/// The contenders of a series, the fastest on the largest common footing first: by the geometric mean of
/// their times over the numbers of boards, those with all of them before those with few.
fn contenders<'a>(machine: &'a Machine, series: Series<'a>) -> Vec<&'a str> {
    let mut names: Vec<&str> = machine
        .cells(series)
        .map(|cell| cell.contender.as_str())
        .collect();
    names.sort_unstable();
    names.dedup();
    let compared = machine.compared_sizes(series);
    let mut keyed: Vec<_> = names
        .into_iter()
        .map(|name| {
            let cells = compared
                .iter()
                .filter_map(|&n| machine.cell(series, name, n));
            let times: Vec<f64> = cells.map(median).collect();
            let mean = number::geometric_mean(&times).unwrap_or(f64::INFINITY);
            (compared.len() - times.len(), mean, name)
        })
        .collect();
    keyed.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
    keyed.into_iter().map(|(_, _, name)| name).collect()
}

fn head(sizes: &[usize]) -> Vec<String> {
    let columns = sizes.iter().map(|&n| format!("n = {}", number::boards(n)));
    std::iter::once("contender".to_string())
        .chain(columns)
        .collect()
}

fn times(machine: &Machine, series: Series<'_>, sizes: &[usize], contenders: &[&str]) -> Table {
    let mut table = Table::new(head(sizes), &[0]);
    let fastest: Vec<Option<&str>> = sizes
        .iter()
        .map(|&n| {
            let cells = contenders
                .iter()
                .filter_map(|name| machine.cell(series, name, n));
            let solvers = cells.filter(|cell| contender::kind(&cell.contender) != Kind::Bound);
            let best = solvers.min_by(|a, b| median(a).total_cmp(&median(b)));
            best.map(|cell| cell.contender.as_str())
        })
        .collect();
    for &name in contenders {
        let mut row = vec![format!("`{name}`")];
        for (&n, &fastest) in sizes.iter().zip(&fastest) {
            row.push(
                machine
                    .cell(series, name, n)
                    .map_or_else(String::new, |cell| {
                        let mut time = number::ns(median(cell));
                        if fastest == Some(name) {
                            time = format!("**{time}**");
                        }
                        format!("{time} ({})", number::percent(spread(cell)))
                    }),
            );
        }
        table.row(row);
    }
    table
}

/// Empty if the fenced scalar code is not in the series.
fn ratios(machine: &Machine, series: Series<'_>, sizes: &[usize], contenders: &[&str]) -> Table {
    let mut table = Table::new(head(sizes), &[0]);
    for &name in contenders.iter().filter(|&&name| name != FENCED) {
        let is_ours = matches!(contender::kind(name), Kind::Library | Kind::Kernel);
        let cells: Vec<String> = sizes
            .iter()
            .map(|&n| {
                let mine = machine.cell(series, name, n)?;
                let ratio = speedup(mine, machine.set_wise(series, FENCED, n)?)?;
                let mark = if is_ours && ratio < 1.0 { "▼ " } else { "" };
                Some(format!("{mark}{}", number::ratio(ratio)))
            })
            .map(Option::unwrap_or_default)
            .collect();
        if cells.iter().any(|cell| !cell.is_empty()) {
            table.row(std::iter::once(format!("`{name}`")).chain(cells).collect());
        }
    }
    table
}

/// The statistics of the positions.
pub(crate) fn corpora(machine: &Machine) -> String {
    let head = [
        "corpus",
        "positions",
        "men",
        "sliders, side to move",
        "sliders, both",
        "opening",
        "middlegame",
        "endgame",
    ];
    let mut table = Table::new(head, &[0]);
    let mut sources = String::new();
    for corpus in &machine.file.corpora {
        let spread = |spread: Spread| format!("{:.1} ({}–{})", spread.mean, spread.min, spread.max);
        let share = |part: usize| number::percent(part as f64 / corpus.positions as f64);
        table.row(vec![
            corpus.name.clone(),
            number::grouped(corpus.positions),
            spread(corpus.men),
            spread(corpus.sliders_side),
            spread(corpus.sliders_both),
            share(corpus.phases.opening),
            share(corpus.phases.middlegame),
            share(corpus.phases.endgame),
        ]);
        let _ = writeln!(sources, "* `{}`: {}", corpus.name, corpus.source);
    }
    format!("{}{}\n{sources}", prose::POSITIONS, table.markdown())
}

/// Who takes part, by kind.
pub(crate) fn who(machine: &Machine) -> String {
    let mut text = String::new();
    for kind in Kind::ALL {
        let mut names: Vec<&str> = machine
            .file
            .cells
            .iter()
            .map(|cell| cell.contender.as_str())
            .collect();
        names.retain(|name| contender::kind(name) == kind);
        names.sort_unstable();
        names.dedup();
        if !names.is_empty() {
            let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
            let _ = writeln!(text, "* {}: {}", kind.title(), names.join(", "));
        }
    }
    text
}
