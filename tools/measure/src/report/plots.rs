//! The contents of the report's charts.

use super::chart::{self, Bar, Panel};
use super::contender::{FENCED, SYSTEMS, family, look, role};
use super::files::CHARTS;
use super::machine::{MANY, Machine, by_time, median};
use super::markdown::escaped;
use crate::statistics::times;
use itertools::Itertools;
use setwise_program::number::{boards, ns};
use setwise_results::{Entry, Measure, MeasuredCell, Role, Side};
use std::path::PathBuf;

/// A chart as a file.
pub(crate) struct Chart {
    /// The path in the output folder.
    path: String,
    /// The alternative text.
    alt: String,
    svg: String,
}

impl Chart {
    /// Draws panels of bars; `None` without any.
    pub(crate) fn of_bars(
        name: &str,
        title: &str,
        subtitle: &str,
        panels: impl IntoIterator<Item = Panel>,
    ) -> anyhow::Result<Option<Self>> {
        let panels = panels.into_iter().collect_vec();
        let bar = |bar: &Bar| format!("{} {}", bar.label, bar.note);
        let panel = |of: &Panel| format!("{}: {}", of.title, of.bars.iter().map(bar).join("; "));
        if panels.is_empty() {
            return Ok(None);
        }
        Ok(Some(Self {
            path: format!("{CHARTS}/{}.svg", name.replace('_', "-")),
            alt: escaped(&format!("{title}. {}", panels.iter().map(panel).join(". "))),
            svg: chart::bars(title, subtitle, &panels)?,
        }))
    }

    /// Returns the Markdown that shows it.
    pub(crate) fn markdown(&self) -> String {
        format!("![{}]({})\n\n", self.alt, self.path)
    }

    /// Returns its file.
    pub(crate) fn file(&self) -> (PathBuf, String) {
        (PathBuf::from(&self.path), self.svg.clone())
    }
}

/// Draws the chart of `batch_attacks` of a machine, with the size next to [`MANY`]; `None` if it
/// was not measured.
pub(crate) fn batch_attacks(machine: &Machine) -> anyhow::Result<Option<Chart>> {
    let entry = Entry::BatchAttacks;
    let sizes = machine.batch(entry).sizes().into_iter();
    let n = sizes.min_by_key(|n| n.abs_diff(MANY)).unwrap_or(MANY);
    let (short, boards) = (machine.file.origin.cpu.short(), boards(n));
    let title = format!("{entry}, {boards} boards per call, {short}");
    let subtitle = "Shorter is better: best kernel of each instruction set, ns (times faster than fenced scalar)";
    let panel = panel(machine, (entry, Measure::Throughput), n, "ns per board");
    Chart::of_bars(
        &format!("{}-batch-attacks", machine.slug),
        &title,
        subtitle,
        panel,
    )
}

/// The library, the best kernel of each instruction set, and the peers, also for both sides where
/// the time depends on the number of sliders. The fastest comes first. `None` if the call was not
/// measured.
fn panel(machine: &Machine, call: (Entry, Measure), n: usize, title: &str) -> Option<Panel> {
    let series = machine.main_series(call);
    let both = machine.series(call, Side::Both, machine.main_corpus());
    let both = both.of(Role::Pieces, n);
    let is_shown = |cell: &&MeasuredCell| {
        // The systems have their own table.
        cell.n == n && role(cell) != Role::Bound && family(&cell.contender) != SYSTEMS
    };
    let shown = by_time(series.cells.iter().copied().chain(both).filter(is_shown));
    // Only the fastest kernel of each instruction set.
    let shown = shown.into_iter().unique_by(|cell| match role(cell) {
        Role::Kernel => (family(&cell.contender), Side::Side),
        _ => (&*cell.contender, cell.sliders),
    });
    let bars = shown.map(|cell| {
        let is_both = cell.sliders == Side::Both;
        let whose = if is_both { ", both sides" } else { "" };
        let lead = series.lead(cell).filter(|_| cell.contender != FENCED);
        Bar {
            label: format!("{}{whose}", cell.contender),
            look: look(role(cell)),
            value: median(cell),
            note: ns(median(cell)) + &times(lead),
        }
    });
    let (title, bars) = (title.to_string(), bars.collect_vec());
    (!bars.is_empty()).then_some(Panel { title, bars })
}
