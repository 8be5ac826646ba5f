//! The charts of the report: what they show.

use super::chart::{self, Bar, Curve, Panel};
use super::contender::{FENCED, SYSTEMS, family, isa_look, look, role};
use super::machine::{MANY, Machine, Series, fastest, median};
use super::number;
use super::output::{CHARTS, Files};
use crate::failure::Failure;
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
    ) -> Result<Option<Self>, Failure> {
        if panels.is_empty() {
            return Ok(None);
        }
        let panel = |Panel { title, bars }: &Panel| {
            let bars: Vec<String> = bars
                .iter()
                .map(|b| format!("{} {}", b.label, b.note))
                .collect();
            format!("{title}: {}", bars.join("; "))
        };
        let alt: Vec<String> = panels.iter().map(panel).collect();
        Ok(Some(Self {
            path: format!("{CHARTS}/{name}.svg"),
            alt: format!("{title}. {}", alt.join(". ")),
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
pub(crate) fn all(machine: &Machine) -> Result<Vec<Chart>, Failure> {
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
fn batch(machine: &Machine, entry: Entry) -> Result<Option<Chart>, Failure> {
    let sizes = machine.sizes(machine.main_series(entry, Measure::Throughput));
    let n = sizes.into_iter().min_by_key(|n| n.abs_diff(MANY));
    let title = "ns per board".to_string();
    let panel = n.and_then(|n| panel(machine, entry, Measure::Throughput, n, title));
    let panels: Vec<Panel> = panel.into_iter().collect();
    let boards = number::boards(n.unwrap_or(MANY));
    let title = format!(
        "{entry}, {boards} boards per call, {}",
        machine.file.cpu.model
    );
    Chart::of_bars(&name(machine, &entry.name()), &title, SUBTITLE, &panels)
}

/// One position per call: the union, and by direction.
fn one_position(machine: &Machine, measure: Measure) -> Result<Option<Chart>, Failure> {
    let panels = [Entry::Attacks, Entry::RayAttacks].into_iter();
    let panels = panels.filter_map(|entry| {
        let title = format!("{entry}, ns per call");
        panel(machine, entry, measure, 1, title)
    });
    let title = format!(
        "One position per call, {measure}, {}",
        machine.file.cpu.model
    );
    let name = name(machine, &format!("one-position-{measure}"));
    Chart::of_bars(&name, &title, SUBTITLE, &panels.collect::<Vec<_>>())
}

/// The library, the best kernel of each instruction set, and the peers, also for both sides where the time depends on
/// the number of sliders. The fastest comes first. `None` if the call was not measured.
fn panel(
    machine: &Machine,
    entry: Entry,
    measure: Measure,
    n: usize,
    title: String,
) -> Option<Panel> {
    let series = machine.main_series(entry, measure);
    let both = machine.cells(series.of(Side::Both));
    let both = both
        .filter(|cell| role(cell) == Role::Pieces)
        .map(|cell| (cell, ", both sides"));
    let all = machine.cells(series).map(|cell| (cell, "")).chain(both);
    let is_shown = |cell: &MeasuredCell| {
        // The systems have a table of their own.
        cell.n == n && role(cell) != Role::Bound && family(&cell.contender) != SYSTEMS
    };
    let mut shown: Vec<_> = all.filter(|(cell, _)| is_shown(cell)).collect();
    shown.sort_by(|(a, _), (b, _)| {
        let time = median(a).total_cmp(&median(b));
        time.then_with(|| a.contender.cmp(&b.contender))
    });
    let mut isas = Vec::new();
    shown.retain(|(cell, _)| {
        let isa = family(&cell.contender);
        let is_first = !isas.contains(&isa);
        isas.push(isa);
        is_first || role(cell) != Role::Kernel
    });
    let bar = |(cell, whose): (&MeasuredCell, &str)| Bar {
        label: format!("{}{whose}", cell.contender),
        look: look(role(cell)),
        value: median(cell),
        note: match machine
            .lead(series, cell)
            .filter(|_| cell.contender != FENCED)
        {
            Some(lead) => format!("{} ({} ×)", number::ns(median(cell)), number::ratio(lead)),
            None => number::ns(median(cell)),
        },
    };
    let bars: Vec<Bar> = shown.into_iter().map(bar).collect();
    (!bars.is_empty()).then_some(Panel { title, bars })
}

/// The library, and the best contender of each family at each number of boards, relative to fenced scalar code.
fn by_boards(machine: &Machine, entry: Entry) -> Result<Option<Chart>, Failure> {
    let series = machine.main_series(entry, Measure::Throughput);
    let mut families: Vec<&str> = Vec::new();
    for cell in machine
        .cells(series)
        .filter(|cell| role(cell) != Role::Bound)
    {
        let family = family(&cell.contender);
        if !families.contains(&family) {
            families.push(family);
        }
    }
    let curves = families
        .into_iter()
        .map(|family| curve(machine, series, family));
    let mut curves: Vec<Curve> = curves.filter(|curve| curve.points.len() > 1).collect();
    let last = |curve: &Curve| curve.points.last().map_or(0.0, |point| point.1);
    curves.sort_by(|a, b| last(b).total_cmp(&last(a)));
    if curves.is_empty() {
        return Ok(None);
    }
    let title = format!("{entry}: times faster than fenced scalar Kogge-Stone");
    let subtitle =
        "Best kernel of each instruction set for each number of boards, ratios within one run";
    let subtitle = format!("{subtitle}, {}", machine.file.cpu.model);
    Ok(Some(Chart {
        path: format!("{CHARTS}/{}-by-n.svg", name(machine, &entry.name())),
        alt: format!("{title}, by the number of boards per call"),
        svg: chart::lines(&title, &subtitle, &curves)?,
    }))
}

/// The fastest member of a family for each number of boards.
fn curve(machine: &Machine, series: Series<'_>, of: &str) -> Curve {
    let members = || {
        machine
            .cells(series)
            .filter(|cell| family(&cell.contender) == of)
    };
    let points = machine.sizes(series).into_iter().filter_map(|n| {
        let best = fastest(members().filter(|cell| cell.n == n))?;
        Some((n, machine.lead(series, best)?))
    });
    let look = match members().next().map(role) {
        None | Some(Role::Kernel) => isa_look(of),
        Some(role) => look(role),
    };
    Curve {
        look,
        points: points.collect(),
    }
}
