//! Charts as SVG: horizontal bars. Text is stored as text, so a file does not depend on the fonts
//! of a machine. The colors of the contenders have a contrast of about 3 to light and dark pages.

use super::files::{CHARTS, MARK};
use itertools::Itertools;
use setwise_results::Role;
use std::path::PathBuf;

pub(crate) struct Chart {
    pub(crate) path: String,
    alt: String,
    svg: String,
}

impl Chart {
    pub(crate) fn of_bars(
        name: &str,
        title: &str,
        subtitles: [&str; 2],
        panels: impl IntoIterator<Item = Panel>,
    ) -> Option<Self> {
        let panels = panels.into_iter().filter(|panel| !panel.1.is_empty());
        let panels = panels.collect_vec();
        let bar = |bar: &Bar| format!("{} {}", bar.label, bar.note);
        let panel = |(title, bars): &Panel| format!("{title}: {}", bars.iter().map(bar).join("; "));
        let alt = panels.iter().map(panel).join(". ");
        (!panels.is_empty()).then(|| Self {
            path: format!("{CHARTS}/{name}.svg"),
            alt: escaped(&format!("{title}. {}. {alt}", subtitles[1])),
            svg: draw(title, subtitles, &panels),
        })
    }

    pub(crate) fn markdown(&self) -> String {
        format!("![{}]({})\n\n", self.alt, self.path)
    }

    pub(crate) fn file(&self) -> (PathBuf, String) {
        (PathBuf::from(&self.path), self.svg.clone())
    }
}

/// The look of a kind of contender in all charts: its name in legends, and its color.
type Look = (&'static str, &'static str);

pub(crate) struct Bar {
    label: String,
    look: Look,
    value: f64,
    note: String,
}

impl Bar {
    /// A bar with a note after its end. The name of the role in the legend can be another one.
    pub(crate) fn new(
        label: &str,
        (role, kind): (Role, Option<&'static str>),
        value: f64,
        note: String,
    ) -> Self {
        let (title, color) = look(role);
        let label = label.replace('`', "");
        Self {
            label: match role {
                Role::Library if !label.starts_with("setwise") => format!("setwise ({label})"),
                _ => label,
            },
            look: (kind.unwrap_or(title), color),
            value,
            note,
        }
    }
}

const fn look(role: Role) -> Look {
    match role {
        Role::Library => ("setwise, its own choice", "#009e73"),
        Role::Kernel => ("kernels of setwise", "#0072b2"),
        Role::Loop => ("auto-vectorized loop", "#d55e00"),
        Role::Vectors => ("vectors of another library", "#7c5ac8"),
        Role::Intrinsics => ("intrinsics by hand", "#b8860b"),
        Role::Scalar => ("scalar, fenced", "#808890"),
        Role::Pieces | Role::System => ("piece by piece", "#cc79a7"),
        Role::Bound => ("memory traffic alone", "#8a6d3b"),
    }
}

/// A title, and bars of one scale.
pub(crate) type Panel = (String, Vec<Bar>);

/// Narrow enough that a telephone shows the text in a legible size.
const WIDTH: usize = 480;
/// Heights: title and subtitles, a line of the legend, a panel without bars, a bar with its label.
const HEAD: usize = 82;
const LEGEND: usize = 17;
const PANEL: usize = 40;
const BAR: usize = 34;
/// Bars begin here, and the longest has this length.
const START: usize = 18;
const LENGTH: usize = 330;

const STYLE: &str = " { svg .page { fill: #0d1117 } svg text { fill: #f0f6fc } }
.page { fill: #fff } text { fill: #1f2328; font: 12px system-ui, 'Segoe UI', Helvetica, Arial, sans-serif }
</style>
";

/// Draws panels of bars below one another, the first bar of each at the top.
fn draw(title: &str, subtitles: [&str; 2], panels: &[Panel]) -> String {
    let height = |panel: &Panel| PANEL + BAR * panel.1.len();
    let looks = panels.iter().flat_map(|panel| &panel.1);
    let looks = looks.map(|bar| bar.look).unique().collect_vec();
    let top = HEAD + LEGEND * looks.len();
    let total = top + panels.iter().map(height).sum::<usize>();
    let mut svg = format!(
        "<svg width=\"{WIDTH}\" height=\"{total}\" viewBox=\"0 0 {WIDTH} {total}\" xmlns=\"http://www.w3.org/2000/svg\">\n\
        {MARK}{STYLE}<rect class=\"page\" width=\"{WIDTH}\" height=\"{total}\"/>\n"
    );
    svg += &text(START, 28, "style=\"font-size: 15px\"", title);
    svg += &text(START, 51, "", subtitles[0]);
    svg += &text(START, 68, "", subtitles[1]);
    for (at, (name, color)) in looks.iter().enumerate() {
        let y = HEAD + LEGEND * at;
        svg += &format!(
            "<rect x=\"{START}\" y=\"{y}\" width=\"11\" height=\"11\" fill=\"{color}\"/>\n"
        );
        svg += &text(START + 17, y + 10, "", name);
    }
    panels.iter().fold(top, |top, panel| {
        svg += &draw_panel(top, panel);
        top + height(panel)
    });
    svg + "</svg>\n"
}

fn draw_panel(top: usize, (title, bars): &Panel) -> String {
    let longest = bars.iter().map(|bar| bar.value);
    let longest = longest.fold(f64::MIN_POSITIVE, f64::max);
    let mut svg = text(START, top + 20, "style=\"font-weight: 600\"", title);
    for (at, bar) in bars.iter().enumerate() {
        let (y, color) = (top + 28 + BAR * at, bar.look.1);
        let length = (bar.value / longest * LENGTH as f64).round() as usize;
        svg += &text(START, y + 12, "", &bar.label);
        svg += &format!(
            "<rect x=\"{START}\" y=\"{}\" width=\"{length}\" height=\"12\" fill=\"{color}\"/>\n",
            y + 16
        );
        svg += &text(START + length + 6, y + 26, "", &bar.note);
    }
    svg
}

fn text(x: usize, y: usize, attributes: &str, text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    format!("<text x=\"{x}\" y=\"{y}\" {attributes}>{text}</text>\n")
}

/// Returns a text that Markdown shows as it is, without links, code, tables or HTML of its own.
pub(crate) fn escaped(text: &str) -> String {
    let backslash = |c| r"\`[]<>|&".contains(c).then_some('\\');
    let escaped = |c| backslash(c).into_iter().chain([c]);
    text.chars().flat_map(escaped).collect()
}
