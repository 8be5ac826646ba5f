//! An SVG drawing of fixed size. Texts stay texts: the reader's program chooses the glyphs, so the file does
//! not depend on any font of the machine that made it.

use super::theme::Theme;
use crate::failure::Failure;
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// What charts are drawn on.
pub(crate) type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// Charts are drawn at twice the size that they are shown in: coordinates of the SVG writer are integers.
pub(crate) const WIDTH: u32 = 1760;

/// Sizes of text.
pub(crate) const TITLE: u32 = 42;
pub(crate) const BODY: u32 = 30;
pub(crate) const SMALL: u32 = 27;

/// Left, middle or right of the given point.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Anchor {
    Left,
    Middle,
    Right,
}

/// A text style, vertically centred on the given point.
pub(crate) fn text_style(
    size: u32,
    colour: RGBColor,
    anchor: Anchor,
    bold: bool,
) -> TextStyle<'static> {
    let font = ("system-ui, 'Segoe UI', Helvetica, Arial, sans-serif", size).into_font();
    let font = if bold {
        font.style(FontStyle::Bold)
    } else {
        font
    };
    let horizontal = match anchor {
        Anchor::Left => HPos::Left,
        Anchor::Middle => HPos::Center,
        Anchor::Right => HPos::Right,
    };
    font.color(&colour).pos(Pos::new(horizontal, VPos::Center))
}

/// Draws a chart of a height into the text of an SVG file, title and subtitle at the top left.
pub(crate) fn svg(
    theme: &Theme,
    height: u32,
    title: &str,
    subtitle: &str,
    draw: impl FnOnce(&Area<'_>) -> Result<(), DrawError>,
) -> Result<String, Failure> {
    let mut text = String::new();
    {
        let area = SVGBackend::with_string(&mut text, (WIDTH, height)).into_drawing_area();
        area.fill(&theme.background)
            .and_then(|()| {
                area.draw_text(
                    title,
                    &text_style(TITLE, theme.text, Anchor::Left, true),
                    (36, 48),
                )
            })
            .and_then(|()| {
                area.draw_text(
                    subtitle,
                    &text_style(BODY, theme.muted, Anchor::Left, false),
                    (36, 98),
                )
            })
            .and_then(|()| draw(&area))
            .and_then(|()| area.present())
            .map_err(|error| Failure::new(format!("chart `{title}`: {error}")))?;
    }
    Ok(text)
}

/// Where the chart proper begins, below title and subtitle.
pub(crate) const TOP: i32 = 140;

/// What drawing can fail with.
pub(crate) type DrawError = DrawingAreaErrorKind<std::io::Error>;
