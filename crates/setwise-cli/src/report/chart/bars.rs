//! Horizontal bars in panels below one another.

use super::canvas::{self, Anchor, Area, BODY, DrawError, SMALL, TOP, WIDTH, text_style};
use super::theme::Theme;
use crate::failure::Failure;
use crate::report::contender::Kind;
use plotters::prelude::*;

/// One bar.
#[derive(Clone, Debug)]
pub(crate) struct Bar {
    pub(crate) label: String,
    pub(crate) kind: Kind,
    /// Its length.
    pub(crate) value: f64,
    /// What stands behind its end.
    pub(crate) note: String,
}

/// Bars of one scale, the shortest first.
#[derive(Clone, Debug)]
pub(crate) struct Panel {
    /// Empty if the chart has one panel.
    pub(crate) title: String,
    pub(crate) bars: Vec<Bar>,
}

/// A chart of bars.
#[derive(Clone, Debug)]
pub(crate) struct Bars {
    pub(crate) title: String,
    pub(crate) subtitle: String,
    pub(crate) panels: Vec<Panel>,
}

/// The height of one bar with its gap.
const PITCH: i32 = 46;
const PANEL_TITLE: i32 = 60;
/// Where bars begin.
const LEFT: i32 = 480;
/// What is kept free behind the longest bar for its note.
const NOTE: i32 = 270;
/// Below the last bar of a panel.
const GAP: i32 = 36;
/// A row of the legend with what is free below it.
const LEGEND: i32 = 56;

impl Bars {
    /// The chart as SVG.
    pub(crate) fn svg(&self, theme: &Theme) -> Result<String, Failure> {
        let legend = self.legend();
        let first = TOP + legend.last().map_or(0, |entry| entry.at.1 + LEGEND);
        let height = first + self.panels.iter().map(Panel::height).sum::<i32>();
        canvas::svg(theme, height as u32, &self.title, &self.subtitle, |area| {
            for Entry { kind, at: (x, y) } in legend {
                let (x, y) = (36 + x, TOP + y + 20);
                let swatch = [(x, y - 11), (x + 22, y + 11)];
                area.draw(&Rectangle::new(swatch, theme.of(kind).filled()))?;
                let style = text_style(SMALL, theme.text, Anchor::Left, false);
                area.draw_text(kind.title(), &style, (x + 34, y))?;
            }
            let mut top = first;
            for panel in &self.panels {
                panel.draw(area, theme, top)?;
                top += panel.height();
            }
            Ok(())
        })
    }

    /// The kinds of bars, in rows from left to right.
    fn legend(&self) -> Vec<Entry> {
        let bars = || self.panels.iter().flat_map(|panel| &panel.bars);
        let mut entries = Vec::new();
        let (mut x, mut y) = (0, 0);
        for kind in Kind::ALL {
            if !bars().any(|bar| bar.kind == kind) {
                continue;
            }
            // Generous for any sans-serif font.
            let width = 34 + 13 * kind.title().chars().count() as i32 + 30;
            if x + width > WIDTH as i32 - 36 {
                (x, y) = (0, y + 44);
            }
            entries.push(Entry { kind, at: (x, y) });
            x += width;
        }
        entries
    }
}

/// A kind and its place in the legend.
struct Entry {
    kind: Kind,
    at: (i32, i32),
}

impl Panel {
    fn height(&self) -> i32 {
        let title = if self.title.is_empty() {
            0
        } else {
            PANEL_TITLE
        };
        title + PITCH * self.bars.len() as i32 + GAP
    }

    fn draw(&self, area: &Area<'_>, theme: &Theme, mut top: i32) -> Result<(), DrawError> {
        if !self.title.is_empty() {
            let style = text_style(BODY, theme.text, Anchor::Left, true);
            area.draw_text(&self.title, &style, (36, top + PANEL_TITLE / 2))?;
            top += PANEL_TITLE;
        }
        let longest = self.bars.iter().map(|bar| bar.value).fold(0.0, f64::max);
        let room = WIDTH as i32 - LEFT - NOTE;
        let at = |value: f64| LEFT + (value / longest * f64::from(room)).round() as i32;
        let bottom = top + PITCH * self.bars.len() as i32;
        let foot = [(LEFT, top), (LEFT, bottom)];
        area.draw(&PathElement::new(foot, theme.muted.stroke_width(2)))?;
        for (i, bar) in self.bars.iter().enumerate() {
            let middle = top + PITCH * i as i32 + PITCH / 2;
            let end = at(bar.value).max(LEFT + 3);
            let corners = [(LEFT, middle - 16), (end, middle + 16)];
            area.draw(&Rectangle::new(corners, theme.of(bar.kind).filled()))?;
            let bold = bar.kind == Kind::Library;
            let style = text_style(BODY, theme.text, Anchor::Right, bold);
            area.draw_text(&bar.label, &style, (LEFT - 14, middle))?;
            let style = text_style(BODY, theme.text, Anchor::Left, bold);
            area.draw_text(&bar.note, &style, (end + 12, middle))?;
        }
        Ok(())
    }
}
