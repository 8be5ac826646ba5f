//! The contents of the report's charts.

use super::chart::{self, Bar, Curve, Panel};
use super::contender::{FENCED, SYSTEMS, family, isa_look, look, role};
use super::files::CHARTS;
use super::machine::{MANY, Machine, Series, by_time, fastest, median};
use super::markdown::escaped;
use super::number::{boards, ns, times};
use itertools::Itertools;
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

    /// Returns the Markdown that shows it, for a file from which `up` leads to the output folder.
    pub(crate) fn markdown(&self, up: &str) -> String {
        format!("![{}]({up}{})\n\n", self.alt, self.path)
    }

    /// Returns its file.
    pub(crate) fn file(&self) -> (PathBuf, String) {
        (PathBuf::from(&self.path), self.svg.clone())
    }
}

/// Draws the charts of a machine that have anything to show.
pub(crate) fn all(machine: &Machine) -> anyhow::Result<Vec<Chart>> {
    let Machine { slug, file, .. } = machine;
    let model = &file.cpu.model;
    let bars = |name: &str, title: &str, panels: Vec<Option<Panel>>| {
        let name = format!("{slug}-{name}");
        let subtitle = "Best kernel of each instruction set, ns (times faster than fenced scalar)";
        let title = format!("{title}, {model}");
        Chart::of_bars(&name, &title, subtitle, panels.into_iter().flatten())
    };
    let mut charts = Vec::new();
    for entry in [Entry::BatchAttacks, Entry::BatchRayAttacks] {
        let sizes = machine.batch(entry).sizes().into_iter();
        let n = sizes.min_by_key(|n| n.abs_diff(MANY)).unwrap_or(MANY);
        let panel = panel(machine, (entry, Measure::Throughput), n, "ns per board");
        let title = format!("{entry}, {} boards per call", boards(n));
        charts.extend(bars(&entry.name(), &title, vec![panel])?);
        charts.extend(by_boards(machine, entry)?);
    }
    for measure in Measure::ALL {
        let panel = |entry| {
            let title = format!("{entry}, ns per call");
            panel(machine, (entry, measure), 1, &title)
        };
        let title = format!("One position per call, {measure}");
        let panels = [Entry::Attacks, Entry::RayAttacks].map(panel).into();
        charts.extend(bars(&format!("one-position-{measure}"), &title, panels)?);
    }
    Ok(charts)
}

/// The library, the best kernel of each instruction set, and the peers, also for both sides where the time depends on
/// the number of sliders. The fastest comes first. `None` if the call was not measured.
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

/// The library, and the best contender of each family at each number of boards, relative to fenced scalar code.
fn by_boards(machine: &Machine, entry: Entry) -> anyhow::Result<Option<Chart>> {
    let series = machine.batch(entry);
    let solvers = series.cells.iter().filter(|cell| role(cell) != Role::Bound);
    let families = solvers.map(|cell| family(&cell.contender)).unique();
    let curves = families.map(|family| curve(&series, family));
    let curves = curves.filter(|curve| curve.points.len() > 1);
    let last = |curve: &Curve| curve.points.last().map_or(0.0, |point| point.1);
    let curves = curves.sorted_by(|a, b| last(b).total_cmp(&last(a)));
    let curves = curves.collect_vec();
    if curves.is_empty() {
        return Ok(None);
    }
    let title = format!("{entry}: times faster than fenced scalar Kogge-Stone");
    let what =
        "Best kernel of each instruction set for each number of boards, ratios within one run";
    let subtitle = format!("{what}, {}", machine.file.cpu.model);
    let name = format!("{}-{entry}-by-n", machine.slug).replace('_', "-");
    Ok(Some(Chart {
        path: format!("{CHARTS}/{name}.svg"),
        alt: format!("{title}, by the number of boards per call"),
        svg: chart::lines(&title, &subtitle, &curves)?,
    }))
}

/// The fastest member of a family for each number of boards.
fn curve(series: &Series<'_>, of: &str) -> Curve {
    let cells = series.cells.iter().copied();
    let members = cells.filter(|cell| family(&cell.contender) == of);
    let points = series.sizes().into_iter().filter_map(|n| {
        let best = fastest(members.clone().filter(|cell| cell.n == n))?;
        Some((n, series.lead(best)?))
    });
    let points = points.collect();
    let look = match members.clone().next().map(role) {
        None | Some(Role::Kernel) => isa_look(of),
        Some(role) => look(role),
    };
    Curve { look, points }
}
