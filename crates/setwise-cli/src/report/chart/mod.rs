//! The charts of a machine.

mod bars;
mod canvas;
mod lines;
pub(crate) mod perft;
mod theme;

use super::contender::{self, FENCED, Kind};
use super::machine::{MANY, Machine, Series, median, speedup};
use super::number;
use super::output::{CHARTS, Files};
use crate::failure::Failure;
use bars::{Bar, Bars, Panel};
use lines::{Curve, Lines};
use setwise_benches::results::{Entry, Measure, MeasuredCell, Side};
use std::path::PathBuf;
use theme::{DARK, LIGHT, Theme};

/// A chart of either form.
#[derive(Debug)]
enum Form {
    Bars(Bars),
    Lines(Lines),
}

/// A chart and where it stands.
#[derive(Debug)]
pub(crate) struct Chart {
    /// Its part of the file name.
    id: &'static str,
    /// What it shows, for those who cannot see it.
    alt: String,
    /// Is it shown on demand only?
    is_folded: bool,
    form: Form,
}

impl Chart {
    /// Where the file of a theme lies in the output folder.
    fn path(&self, slug: &str, theme: &Theme) -> String {
        format!("{CHARTS}/{slug}-{}-{}.svg", self.id, theme.name)
    }

    /// Adds the two files of the chart.
    pub(crate) fn draw(&self, slug: &str, files: &mut Files) -> Result<(), Failure> {
        for theme in [&LIGHT, &DARK] {
            let svg = match &self.form {
                Form::Bars(bars) => bars.svg(theme)?,
                Form::Lines(lines) => lines.svg(theme)?,
            };
            files.insert(PathBuf::from(self.path(slug, theme)), svg);
        }
        Ok(())
    }

    /// The Markdown that shows the right one of them, in a file from which `up` leads to the output folder.
    pub(crate) fn markdown(&self, slug: &str, up: &str) -> String {
        let alt = self
            .alt
            .replace('&', "&amp;")
            .replace('"', "&quot;")
            .replace('<', "&lt;");
        let picture = format!(
            "<picture>\n  <source media=\"(prefers-color-scheme: dark)\" srcset=\"{up}{}\">\n  <img alt=\"{alt}\" src=\"{up}{}\" width=\"880\">\n</picture>\n",
            self.path(slug, &DARK),
            self.path(slug, &LIGHT)
        );
        if self.is_folded {
            format!("<details>\n<summary>All kernels</summary>\n\n{picture}\n</details>\n")
        } else {
            picture
        }
    }
}

/// Those of a machine that have anything to show.
pub(crate) fn all(machine: &Machine) -> Vec<Chart> {
    let union = "attack sets of all sliders, united";
    let rays = "attack sets by direction";
    let charts = [
        batch_bars(
            machine,
            Entry::BatchAttacks,
            "batch-attacks",
            union,
            Shown::Best,
        ),
        curves(machine, Entry::BatchAttacks, "batch-attacks-by-n"),
        batch_bars(
            machine,
            Entry::BatchRayAttacks,
            "batch-ray-attacks",
            rays,
            Shown::Best,
        ),
        curves(machine, Entry::BatchRayAttacks, "batch-ray-attacks-by-n"),
        one_position(machine, Measure::Throughput, "one-position"),
        one_position(machine, Measure::Latency, "one-position-latency"),
        batch_bars(
            machine,
            Entry::BatchAttacks,
            "batch-attacks-all",
            union,
            Shown::All,
        ),
    ];
    charts.into_iter().flatten().collect()
}

/// Which kernels a chart shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shown {
    /// The best one of each instruction set.
    Best,
    All,
}

/// The library, kernels and all others at [`MANY`] boards per call; piece by piece for both sides too.
fn batch_bars(
    machine: &Machine,
    entry: Entry,
    id: &'static str,
    what: &str,
    shown: Shown,
) -> Option<Chart> {
    let series = machine.main_series(entry, Measure::Throughput);
    let sizes = machine.sizes(series);
    let n = sizes.iter().copied().min_by_key(|n| n.abs_diff(MANY))?;
    let mut panel = panel(machine, String::new(), series, n)?;
    let which = match shown {
        Shown::Best => {
            keep_best(&mut panel);
            "best kernel of each instruction set"
        }
        Shown::All => "all kernels",
    };
    let title = format!("{entry}: {what}");
    let subtitle = format!(
        "{which} · ns per board (times faster than fenced scalar) · {} boards per call · {}",
        number::boards(n),
        machine.file.cpu.model
    );
    let alt = match shown {
        Shown::Best => alt(&title, &panel),
        // The numbers stand in the tables.
        Shown::All => format!("{title}, all kernels"),
    };
    Some(Chart {
        id,
        alt,
        is_folded: shown == Shown::All,
        form: Form::Bars(Bars {
            title,
            subtitle,
            panels: vec![panel],
        }),
    })
}

/// Drops kernels behind the first one of their instruction set, and bounds.
fn keep_best(panel: &mut Panel) {
    let mut seen = Vec::new();
    panel.bars.retain(|bar| {
        let isa = contender::family(&bar.label).to_string();
        let is_first = !seen.contains(&isa);
        seen.push(isa);
        match bar.kind {
            Kind::Kernel => is_first,
            Kind::Bound => false,
            _ => true,
        }
    });
}

/// `None` if the series has no cell of this size.
fn panel(machine: &Machine, title: String, series: Series<'_>, n: usize) -> Option<Panel> {
    let both = Series {
        sliders: Side::Both,
        ..series
    };
    let here = machine
        .cells(series)
        .filter(|cell| cell.n == n)
        .map(|cell| (cell, ""));
    let pieces = machine
        .cells(both)
        .filter(|cell| cell.n == n && !contender::kind(&cell.contender).is_set_wise())
        .map(|cell| (cell, ", both sides"));
    // The systems have a table of their own.
    let mut bars: Vec<Bar> = here
        .chain(pieces)
        .filter(|(cell, _)| contender::family(&cell.contender) != contender::SYSTEMS)
        .map(|(cell, suffix)| Bar {
            label: format!("{}{suffix}", cell.contender),
            kind: contender::kind(&cell.contender),
            value: median(cell),
            note: note(machine, series, cell),
        })
        .collect();
    bars.sort_by(|a, b| {
        a.value
            .total_cmp(&b.value)
            .then_with(|| a.label.cmp(&b.label))
    });
    (!bars.is_empty()).then_some(Panel { title, bars })
}

/// The time, and how many times faster than fenced scalar code it is.
fn note(machine: &Machine, series: Series<'_>, cell: &MeasuredCell) -> String {
    let time = number::ns(median(cell));
    let fenced = machine.set_wise(series, FENCED, cell.n);
    match fenced.and_then(|fenced| speedup(cell, fenced)) {
        Some(ratio) if cell.contender != FENCED => format!("{time}  ({} ×)", number::ratio(ratio)),
        _ => time,
    }
}

/// The library, and the best of each family at each number of boards, relative to fenced scalar code.
fn curves(machine: &Machine, entry: Entry, id: &'static str) -> Option<Chart> {
    let series = machine.main_series(entry, Measure::Throughput);
    let mut families: Vec<&str> = machine
        .cells(series)
        .filter(|cell| !matches!(contender::kind(&cell.contender), Kind::Scalar | Kind::Bound))
        .map(|cell| contender::family(&cell.contender))
        .collect();
    // Kernels first, by name: each instruction set has its colour in all charts.
    families.sort_unstable_by_key(|&family| (contender::kind(family) != Kind::Kernel, family));
    families.dedup();
    let mut curves: Vec<Curve> = families
        .into_iter()
        .enumerate()
        .filter_map(|(hue, family)| curve(machine, series, family, hue))
        .collect();
    if curves.is_empty() {
        return None;
    }
    // The library is drawn last, above the others.
    let last = |curve: &Curve| curve.points.last().map_or(0.0, |point| point.1);
    curves.sort_by(|a, b| last(b).total_cmp(&last(a)));
    curves.sort_by_key(|curve| curve.kind == Kind::Library);
    let title = format!("{entry}: times faster than fenced scalar Kogge-Stone");
    let alt = format!("{title}, over the number of boards per call");
    Some(Chart {
        id,
        alt,
        is_folded: false,
        form: Form::Lines(Lines {
            title,
            subtitle: format!(
                "best kernel of each instruction set at each size · ratio within one run · {}",
                machine.file.cpu.model
            ),
            axis: "boards per call".to_string(),
            curves,
        }),
    })
}

/// The fastest member of a family at each number of boards; `None` if that is less than a line.
fn curve(machine: &Machine, series: Series<'_>, family: &str, hue: usize) -> Option<Curve> {
    let best = |n: usize| {
        let cells = machine.cells(series).filter(|cell| cell.n == n);
        let members = cells.filter(|cell| contender::family(&cell.contender) == family);
        members.min_by(|a, b| median(a).total_cmp(&median(b)))
    };
    let points: Vec<(usize, f64)> = machine
        .sizes(series)
        .into_iter()
        .filter_map(|n| Some((n, speedup(best(n)?, machine.set_wise(series, FENCED, n)?)?)))
        .collect();
    let kind = contender::kind(family);
    let label = match kind {
        Kind::AutoVectorized => "best plain loop",
        Kind::PieceWise => "best piece by piece",
        _ => family,
    };
    (points.len() > 1).then(|| Curve {
        label: label.to_string(),
        kind,
        hue,
        points,
    })
}

/// One position per call, united and by direction.
fn one_position(machine: &Machine, measure: Measure, id: &'static str) -> Option<Chart> {
    let mut panels = Vec::new();
    for entry in [Entry::Attacks, Entry::RayAttacks] {
        let series = machine.main_series(entry, measure);
        let n = machine.sizes(series).first().copied().unwrap_or(1);
        if let Some(mut panel) = panel(machine, entry.to_string(), series, n) {
            keep_best(&mut panel);
            panels.push(panel);
        }
    }
    let title = format!("One position per call: {measure}");
    let alts = panels.iter().map(|panel| alt(&panel.title, panel));
    let alt = format!("{title}. {}", alts.collect::<Vec<_>>().join(". "));
    (!panels.is_empty()).then(|| Chart {
        id,
        alt,
        is_folded: false,
        form: Form::Bars(Bars {
            title,
            subtitle: format!(
                "best kernel of each instruction set · ns per call (times faster than fenced scalar) · {}",
                machine.file.cpu.model
            ),
            panels,
        }),
    })
}

fn alt(title: &str, panel: &Panel) -> String {
    let bars: Vec<String> = panel
        .bars
        .iter()
        .map(|bar| format!("{} {}", bar.label, number::ns(bar.value)))
        .collect();
    format!("{title}, ns per board: {}", bars.join(", "))
}
