//! Lines over the number of boards, on a logarithmic axis.

use super::canvas::{self, Anchor, Area, BODY, DrawError, SMALL, TOP, WIDTH, text_style};
use super::theme::Theme;
use crate::failure::Failure;
use crate::report::contender::Kind;
use crate::report::number;
use plotters::prelude::*;

/// One line.
#[derive(Clone, Debug)]
pub(crate) struct Curve {
    pub(crate) label: String,
    pub(crate) kind: Kind,
    /// Which of the colours of kernels.
    pub(crate) hue: usize,
    /// Number of boards and value, ascending.
    pub(crate) points: Vec<(usize, f64)>,
}

/// A chart of lines.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    pub(crate) title: String,
    pub(crate) subtitle: String,
    /// The name of the horizontal axis.
    pub(crate) axis: String,
    pub(crate) curves: Vec<Curve>,
}

const HEIGHT: i32 = 940;
const LEFT: i32 = 110;
/// The plot ends here; labels of the lines follow.
const RIGHT: i32 = WIDTH as i32 - 420;
const BOTTOM: i32 = HEIGHT - 120;
/// The least distance of labels.
const LABEL: i32 = 42;

/// Values to pixels.
struct Scale {
    first: f64,
    last: f64,
    top: f64,
}

impl Scale {
    fn x(&self, n: usize) -> i32 {
        let share = (number::log2(n) - self.first) / (self.last - self.first).max(1.0);
        LEFT + (share * f64::from(RIGHT - LEFT)).round() as i32
    }

    fn y(&self, value: f64) -> i32 {
        BOTTOM - (value / self.top * f64::from(BOTTOM - TOP)).round() as i32
    }
}

impl Lines {
    /// The chart as SVG.
    pub(crate) fn svg(&self, theme: &Theme) -> Result<String, Failure> {
        canvas::svg(theme, HEIGHT as u32, &self.title, &self.subtitle, |area| {
            let points = || self.curves.iter().flat_map(|curve| &curve.points);
            let mut sizes: Vec<usize> = points().map(|&(n, _)| n).collect();
            sizes.sort_unstable();
            sizes.dedup();
            let highest = points().map(|&(_, value)| value).fold(1.0, f64::max);
            let step = number::tick_step(highest, 8);
            let scale = Scale {
                first: sizes.first().map_or(0.0, |&n| number::log2(n)),
                last: sizes.last().map_or(1.0, |&n| number::log2(n)),
                top: (highest / step).ceil() * step,
            };
            self.axes(area, theme, &scale, &sizes, step)?;
            for curve in &self.curves {
                curve.draw(area, theme, &scale)?;
            }
            self.labels(area, theme, &scale)
        })
    }

    fn axes(
        &self,
        area: &Area<'_>,
        theme: &Theme,
        scale: &Scale,
        sizes: &[usize],
        step: f64,
    ) -> Result<(), DrawError> {
        let ticks = (0..)
            .map(|i| f64::from(i) * step)
            .take_while(|&tick| tick <= scale.top * 1.001);
        let muted = |anchor| text_style(SMALL, theme.muted, anchor, false);
        for tick in ticks {
            let y = scale.y(tick);
            area.draw(&PathElement::new(
                [(LEFT, y), (RIGHT, y)],
                theme.grid.stroke_width(2),
            ))?;
            area.draw_text(
                &format!("{} ×", number::tick(tick, step)),
                &muted(Anchor::Right),
                (LEFT - 14, y),
            )?;
        }
        for &n in sizes {
            let x = scale.x(n);
            area.draw(&PathElement::new(
                [(x, TOP), (x, BOTTOM)],
                theme.grid.stroke_width(2),
            ))?;
            area.draw_text(&number::boards(n), &muted(Anchor::Middle), (x, BOTTOM + 28))?;
        }
        // The line that all others are measured by.
        let y = scale.y(1.0);
        area.draw(&PathElement::new(
            [(LEFT, y), (RIGHT, y)],
            theme.of(Kind::Scalar).stroke_width(4),
        ))?;
        let middle = LEFT + (RIGHT - LEFT) / 2;
        area.draw_text(&self.axis, &muted(Anchor::Middle), (middle, BOTTOM + 78))
    }

    /// A label beside the end of each line, moved apart where they would overlap.
    fn labels(&self, area: &Area<'_>, theme: &Theme, scale: &Scale) -> Result<(), DrawError> {
        let mut ends: Vec<(i32, i32, usize)> = Vec::new();
        for (at, curve) in self.curves.iter().enumerate() {
            if let Some(&(n, value)) = curve.points.last() {
                ends.push((scale.y(value), scale.x(n), at));
            }
        }
        ends.sort_unstable();
        let mut places: Vec<i32> = ends.iter().map(|end| end.0).collect();
        spread_apart(&mut places, TOP + LABEL / 2, BOTTOM);
        for (&(y, x, at), &place) in ends.iter().zip(&places) {
            let curve = &self.curves[at];
            let colour = curve.colour(theme);
            let leader = [(x + 14, y), (RIGHT + 40, place), (RIGHT + 56, place)];
            area.draw(&PathElement::new(leader, colour.mix(0.6).stroke_width(2)))?;
            let style = text_style(BODY, colour, Anchor::Left, curve.kind == Kind::Library);
            area.draw_text(&curve.label, &style, (RIGHT + 64, place))?;
        }
        Ok(())
    }
}

impl Curve {
    /// The library and the peers have the colours of their kinds; kernels are told apart.
    fn colour(&self, theme: &Theme) -> RGBColor {
        match self.kind {
            Kind::Kernel => theme.lines[self.hue % theme.lines.len()],
            kind => theme.of(kind),
        }
    }

    fn draw(&self, area: &Area<'_>, theme: &Theme, scale: &Scale) -> Result<(), DrawError> {
        let colour = self.colour(theme);
        let points: Vec<(i32, i32)> = self
            .points
            .iter()
            .map(|&(n, value)| (scale.x(n), scale.y(value)))
            .collect();
        let width = if self.kind == Kind::Library { 8 } else { 5 };
        if self.kind.is_opponent() {
            for pair in points.windows(2) {
                for dash in dashes(pair[0], pair[1]) {
                    area.draw(&PathElement::new(dash, colour.stroke_width(width)))?;
                }
            }
        } else {
            area.draw(&PathElement::new(
                points.clone(),
                colour.stroke_width(width),
            ))?;
        }
        for point in points {
            let radius = width as i32 + 3;
            area.draw(&Circle::new(point, radius, colour.filled()))?;
            area.draw(&Circle::new(point, radius - 5, theme.background.filled()))?;
        }
        Ok(())
    }
}

/// The dashes of a line between two points: about 12 on, 12 off, a whole number of them.
fn dashes(from: (i32, i32), to: (i32, i32)) -> Vec<[(i32, i32); 2]> {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = f64::from(dx * dx + dy * dy).sqrt();
    let count = (length / 24.0).round().max(1.0) as i32;
    let at = |half: i32| {
        let share = f64::from(half) / f64::from(2 * count);
        let along = |start: i32, way: i32| start + (share * f64::from(way)).round() as i32;
        (along(from.0, dx), along(from.1, dy))
    };
    (0..count).map(|i| [at(2 * i), at(2 * i + 1)]).collect()
}

/// Moves ascending places at least [`LABEL`] apart, within bounds as far as they hold them.
fn spread_apart(places: &mut [i32], top: i32, bottom: i32) {
    let mut least = top;
    for place in places.iter_mut() {
        *place = (*place).max(least);
        least = *place + LABEL;
    }
    let mut most = bottom;
    for place in places.iter_mut().rev() {
        *place = (*place).min(most);
        most = *place - LABEL;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_do_not_overlap() {
        let mut places = [100, 100, 105, 800, 820, 820];
        spread_apart(&mut places, 100, 820);
        assert_eq!(places, [100, 142, 184, 736, 778, 820]);
    }
}
