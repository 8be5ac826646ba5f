//! Charts as SVG: horizontal bars.
//!
//! Text is stored as text, so a file does not depend on the fonts of a machine. One file serves
//! light and dark pages: the colors of the contenders have a contrast of about 3 to both, and a
//! style sheet replaces the other colors.

use super::files::CHARTS;
use super::markdown::escaped;
use crate::statistics::times;
use anyhow::{Context, Result};
use itertools::Itertools;
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use setwise_results::Role;
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
    ) -> Result<Option<Self>> {
        let panels = panels.into_iter().collect_vec();
        let bar = |bar: &Bar| format!("{} {}", bar.label, bar.note);
        let panel = |of: &Panel| format!("{}: {}", of.title, of.bars.iter().map(bar).join("; "));
        if panels.is_empty() {
            return Ok(None);
        }
        let svg = draw(title, subtitle, &panels);
        Ok(Some(Self {
            path: format!("{CHARTS}/{name}.svg"),
            alt: escaped(&format!("{title}. {}", panels.iter().map(panel).join(". "))),
            svg: svg.with_context(|| format!("chart `{title}`"))?,
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

/// The look of a kind of contender in all charts: its name in legends, and its color as red, green
/// and blue.
type Look = (&'static str, u32);

/// A horizontal bar.
pub(crate) struct Bar {
    label: String,
    look: Look,
    value: f64,
    /// The text after its end.
    note: String,
}

impl Bar {
    /// A bar with its value and a ratio after its end. The name of the role in the legend can be
    /// another one.
    pub(crate) fn new(
        label: &str,
        (role, kind): (Role, Option<&'static str>),
        value: f64,
        format: impl Fn(f64) -> String,
        ratio: Option<f64>,
    ) -> Self {
        let (title, color) = look(role);
        Self {
            label: label.replace('`', ""),
            look: (kind.unwrap_or(title), color),
            value,
            note: format(value) + &times(ratio),
        }
    }
}

const fn look(role: Role) -> Look {
    match role {
        Role::Library => ("setwise, its own choice", 0x009e73),
        Role::Kernel => ("kernels of setwise", 0x0072b2),
        Role::Loop => ("auto-vectorized loop", 0xd55e00),
        Role::Scalar => ("scalar, fenced", 0x808890),
        Role::Pieces | Role::System => ("piece by piece", 0xcc79a7),
        Role::Bound => ("memory traffic alone", 0x8a6d3b),
    }
}

/// Bars of one scale.
pub(crate) struct Panel {
    title: String,
    pub(crate) bars: Vec<Bar>,
}

impl Panel {
    pub(crate) fn new(title: &str, bars: impl IntoIterator<Item = Bar>) -> Self {
        let (title, bars) = (title.to_string(), bars.into_iter().collect());
        Self { title, bars }
    }
}

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type DrawError = DrawingAreaErrorKind<std::io::Error>;

/// Charts are drawn at twice the size that they are shown in: coordinates of the SVG writer are
/// integers.
const WIDTH: u32 = 1760;
/// The width of the labels of bars.
const LABELS: u32 = 480;
/// The axis ends at this multiple of the largest value: the notes of bars and the legend are to the
/// right of it.
const BESIDE_BARS: f64 = 2.0;
/// The height of a bar, and the height of a panel without bars.
const BAR: u32 = 46;
const PANEL: u32 = 90;
/// The height of title and subtitle.
const HEAD: u32 = 130;

const TEXT: RGBColor = RGBColor(0x1f, 0x23, 0x28);
const GRID: RGBColor = RGBColor(0xd8, 0xde, 0xe4);
/// Replaces the white background, [`TEXT`] and [`GRID`] on dark pages.
const DARK: &str = "<style>@media (prefers-color-scheme: dark) { [fill=\"#FFFFFF\"] { fill: #0D1117 } \
    [fill=\"#1F2328\"] { fill: #F0F6FC } [stroke=\"#D8DEE4\"] { stroke: #2B323B } }</style>\n";

/// Draws panels of bars below one another, the first bar of each at the top, as the text of an SVG
/// file.
fn draw(title: &str, subtitle: &str, panels: &[Panel]) -> Result<String, DrawError> {
    let height = |panel: &Panel| PANEL + BAR * panel.bars.len() as u32;
    let total = HEAD + panels.iter().map(height).sum::<u32>();
    let mut text = String::new();
    {
        let area = SVGBackend::with_string(&mut text, (WIDTH, total)).into_drawing_area();
        area.fill(&WHITE)?;
        area.draw_text(title, &font(42), (36, 30))?;
        area.draw_text(subtitle, &font(30), (36, 84))?;
        let mut rest = area.split_vertically(HEAD).1;
        for panel in panels {
            let (this, below) = rest.split_vertically(height(panel));
            draw_panel(&this, panel)?;
            rest = below;
        }
        area.present()?;
    }
    let head = text.find('\n').map_or(0, |end| end + 1);
    text.insert_str(head, DARK);
    Ok(text)
}

fn draw_panel(area: &Area<'_>, Panel { title, bars }: &Panel) -> Result<(), DrawError> {
    let last = bars.len().saturating_sub(1);
    let values = bars.iter().map(|bar| bar.value);
    let longest = values.fold(f64::MIN_POSITIVE, f64::max);
    area.draw_text(title, &font(30), (LABELS as i32, 10))?;
    let mut chart = ChartBuilder::on(area)
        .y_label_area_size(LABELS)
        .margin_top(50)
        .margin_bottom(PANEL - 50)
        .build_cartesian_2d(0.0..longest * BESIDE_BARS, (0..last).into_segmented())?;
    let label = |place: &SegmentValue<usize>| match place {
        SegmentValue::CenterOf(at) if *at <= last => bars[last - at].label.clone(),
        _ => String::new(),
    };
    chart
        .configure_mesh()
        .disable_mesh()
        .disable_x_axis()
        .axis_style(GRID)
        .y_labels(bars.len())
        .y_label_formatter(&label)
        .y_label_style(font(30))
        .draw()?;
    for look in bars.iter().map(|bar| &bar.look).unique() {
        let [_, r, g, b] = look.1.to_be_bytes();
        let style = RGBColor(r, g, b).filled();
        // Not `Histogram`: the order of its rectangles changes from process to process.
        let bars = bars.iter().rev().enumerate();
        let series = bars.filter(|(_, bar)| bar.look == *look).map(|(at, bar)| {
            let [low, high] = [at, at + 1].map(SegmentValue::Exact);
            let mut rectangle = Rectangle::new([(0.0, low), (bar.value, high)], style);
            rectangle.set_margin(7, 7, 0, 0);
            rectangle
        });
        let drawn = chart.draw_series(series)?.label(look.0);
        drawn.legend(move |(x, y)| Rectangle::new([(x, y - 11), (x + 22, y + 11)], style));
    }
    let note = font(30).pos(Pos::new(HPos::Left, VPos::Center));
    chart.draw_series(bars.iter().rev().enumerate().map(|(at, bar)| {
        let end = EmptyElement::at((bar.value, SegmentValue::CenterOf(at)));
        end + Text::new(bar.note.clone(), (12, 0), note.clone())
    }))?;
    let mut legend = chart.configure_series_labels();
    legend.position(SeriesLabelPosition::UpperRight);
    legend
        .background_style(WHITE)
        .legend_area_size(34)
        .label_font(font(27))
        .draw()
}

fn font(size: u32) -> TextStyle<'static> {
    let family = "system-ui, 'Segoe UI', Helvetica, Arial, sans-serif";
    (family, size).into_font().color(&TEXT)
}
