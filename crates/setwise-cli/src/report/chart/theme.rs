//! Colours of the charts: a light and a dark set, told apart by people with colour-blindness too.

use crate::report::contender::Kind;
use plotters::style::RGBColor;

/// The colours of one set.
#[derive(Debug)]
pub(crate) struct Theme {
    /// The end of file names.
    pub(crate) name: &'static str,
    pub(crate) background: RGBColor,
    pub(crate) text: RGBColor,
    /// Axis labels and notes.
    pub(crate) muted: RGBColor,
    pub(crate) grid: RGBColor,
    library: RGBColor,
    kernel: RGBColor,
    auto: RGBColor,
    scalar: RGBColor,
    pieces: RGBColor,
    bound: RGBColor,
    /// Lines of kernels, told apart by colour.
    pub(crate) lines: [RGBColor; 6],
}

/// For light pages.
pub(crate) const LIGHT: Theme = Theme {
    name: "light",
    background: RGBColor(0xff, 0xff, 0xff),
    text: RGBColor(0x1f, 0x23, 0x28),
    muted: RGBColor(0x59, 0x63, 0x6e),
    grid: RGBColor(0xd8, 0xde, 0xe4),
    library: RGBColor(0x0b, 0x6e, 0x4f),
    kernel: RGBColor(0x2f, 0x7d, 0xd1),
    auto: RGBColor(0xc7, 0x6a, 0x00),
    scalar: RGBColor(0x8b, 0x94, 0x9e),
    pieces: RGBColor(0xb0, 0x4a, 0x8f),
    bound: RGBColor(0xc9, 0xd1, 0xd9),
    lines: [
        RGBColor(0x2f, 0x7d, 0xd1),
        RGBColor(0xc2, 0x3b, 0x22),
        RGBColor(0x6f, 0x4b, 0xb8),
        RGBColor(0x00, 0x8a, 0x9a),
        RGBColor(0x8a, 0x5a, 0x44),
        RGBColor(0x5a, 0x7d, 0x1e),
    ],
};

/// For dark pages.
pub(crate) const DARK: Theme = Theme {
    name: "dark",
    background: RGBColor(0x0d, 0x11, 0x17),
    text: RGBColor(0xf0, 0xf6, 0xfc),
    muted: RGBColor(0x91, 0x98, 0xa1),
    grid: RGBColor(0x2b, 0x32, 0x3b),
    library: RGBColor(0x3f, 0xc3, 0x8e),
    kernel: RGBColor(0x58, 0xa6, 0xff),
    auto: RGBColor(0xf0, 0xa0, 0x30),
    scalar: RGBColor(0x7d, 0x85, 0x90),
    pieces: RGBColor(0xdb, 0x7f, 0xbd),
    bound: RGBColor(0x48, 0x4f, 0x58),
    lines: [
        RGBColor(0x58, 0xa6, 0xff),
        RGBColor(0xff, 0x7b, 0x66),
        RGBColor(0xb3, 0x92, 0xf0),
        RGBColor(0x39, 0xc5, 0xcf),
        RGBColor(0xc4, 0x9a, 0x7a),
        RGBColor(0xa3, 0xc3, 0x4e),
    ],
};

impl Theme {
    /// The colour of a kind of contender.
    pub(crate) const fn of(&self, kind: Kind) -> RGBColor {
        match kind {
            Kind::Library => self.library,
            Kind::Kernel => self.kernel,
            Kind::AutoVectorized => self.auto,
            Kind::Scalar => self.scalar,
            Kind::PieceWise | Kind::Generator => self.pieces,
            Kind::Bound => self.bound,
        }
    }
}
