//! The charts of the report: what they show.

use super::chart::{self, Bar, Curve, Panel};
use super::contender::{FENCED, SYSTEMS, family, isa_look, look, role};
use super::machine::{MANY, Machine, Series, by_time, fastest, median};
use super::number::{boards, ns, ratio};
use super::output::{CHARTS, Files};
use itertools::Itertools;
use setwise_results::{Entry, Measure, MeasuredCell, Role, Side};
use std::path::PathBuf;

/// A chart as a file.
#[derive(Debug)]
pub(crate) struct Chart {
    /// The path in the output folder.
    path: String,
    /// What the chart shows, in words.
    alt: String,
    svg: String,
}

impl Chart {
    /// Draws panels of bars; `None` without any.
    pub(crate) fn of_bars(
        name: &str,
        title: &str,
        subtitle: &str,
        panels: &[Panel],
    ) -> anyhow::Result<Option<Self>> {
        if panels.is_empty() {
            return Ok(None);
        }
        let panel = |Panel { title, bars }: &Panel| {
            let bars = bars.iter().map(|bar| format!("{} {}", bar.label, bar.note));
            format!("{title}: {}", bars.format("; "))
        };
        let alt = panels.iter().map(panel).join(". ");
        Ok(Some(Self {
            path: format!("{CHARTS}/{name}.svg"),
            alt: format!("{title}. {alt}"),
            svg: chart::bars(title, subtitle, panels)?,
        }))
    }

    /// Returns the Markdown that shows it, for a file from which `up` leads to the output folder.
    pub(crate) fn markdown(&self, up: &str) -> String {
        format!("![{}]({up}{})\n\n", self.alt, self.path)
    }

    /// Adds its file.
    pub(crate) fn add_to(&self, files: &mut Files) {
        files.insert(PathBuf::from(&self.path), self.svg.clone());
    }
}

/// Draws the charts of a machine that have anything to show.
pub(crate) fn all(machine: &Machine) -> anyhow::Result<Vec<Chart>> {
    let mut charts = Vec::new();
    for entry in [Entry::BatchAttacks, Entry::BatchRayAttacks] {
        charts.extend(batch(machine, entry)?);
        charts.extend(by_boards(machine, entry)?);
    }
    for measure in Measure::ALL {
        charts.extend(one_position(machine, measure)?);
    }
    Ok(charts)
}

fn name(machine: &Machine, rest: &str) -> String {
    format!("{}-{rest}", machine.slug).replace('_', "-")
}

const SUBTITLE: &str = "Best kernel of each instruction set, ns (times faster than fenced scalar)";

/// The calls with about [`MANY`] boards.
fn batch(machine: &Machine, entry: Entry) -> anyhow::Result<Option<Chart>> {
    let sizes = machine.batch(entry).sizes();
    let n = sizes.into_iter().min_by_key(|n| n.abs_diff(MANY));
    let n = n.unwrap_or(MANY);
    let panel = panel(
        machine,
        (entry, Measure::Throughput),
        n,
        "ns per board".to_string(),
    );
    let model = &machine.file.cpu.model;
    let title = format!("{entry}, {} boards per call, {model}", boards(n));
    Chart::of_bars(
        &name(machine, entry.name()),
        &title,
        SUBTITLE,
        panel.as_slice(),
    )
}

/// One position per call: the union, and by direction.
fn one_position(machine: &Machine, measure: Measure) -> anyhow::Result<Option<Chart>> {
    let panels = [Entry::Attacks, Entry::RayAttacks]
        .into_iter()
        .filter_map(|entry| {
            let title = format!("{entry}, ns per call");
            panel(machine, (entry, measure), 1, title)
        });
    let title = format!(
        "One position per call, {measure}, {}",
        machine.file.cpu.model
    );
    let name = name(machine, &format!("one-position-{measure}"));
    Chart::of_bars(&name, &title, SUBTITLE, &panels.collect_vec())
}

/// The library, the best kernel of each instruction set, and the peers, also for both sides where the time depends on
/// the number of sliders. The fastest comes first. `None` if the call was not measured.
fn panel(machine: &Machine, call: (Entry, Measure), n: usize, title: String) -> Option<Panel> {
    let series = machine.main_series(call);
    let both = machine.series(call, Side::Both, machine.main_corpus());
    let both = both.of(Role::Pieces, n);
    let is_shown = |cell: &&MeasuredCell| {
        // The systems have a table of their own.
        cell.n == n && role(cell) != Role::Bound && family(&cell.contender) != SYSTEMS
    };
    let shown = by_time(series.cells.iter().copied().chain(both).filter(is_shown));
    // Of the kernels of an instruction set only the fastest.
    let shown = shown.into_iter().unique_by(|cell| match role(cell) {
        Role::Kernel => (family(&cell.contender), Side::Side),
        _ => (&*cell.contender, cell.sliders),
    });
    let bars = shown.map(|cell| {
        let whose = if cell.sliders == Side::Both {
            ", both sides"
        } else {
            ""
        };
        let lead = series.lead(cell).filter(|_| cell.contender != FENCED);
        let lead = lead.map(|lead| format!(" ({} ×)", ratio(lead)));
        Bar {
            label: format!("{}{whose}", cell.contender),
            look: look(role(cell)),
            value: median(cell),
            note: ns(median(cell)) + &lead.unwrap_or_default(),
        }
    });
    let bars = bars.collect_vec();
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
    let curves = curves
        .sorted_by(|a, b| last(b).total_cmp(&last(a)))
        .collect_vec();
    if curves.is_empty() {
        return Ok(None);
    }
    let title = format!("{entry}: times faster than fenced scalar Kogge-Stone");
    let subtitle = format!(
        "Best kernel of each instruction set for each number of boards, ratios within one run, {}",
        machine.file.cpu.model
    );
    Ok(Some(Chart {
        path: format!("{CHARTS}/{}-by-n.svg", name(machine, entry.name())),
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
