//! Progress lines on stderr, if that is a terminal.

use indicatif::{ProgressBar, ProgressStyle};

/// Makes a progress line, with a known end or without.
pub fn progress(end: Option<u64>, template: &str) -> ProgressBar {
    let bar = end.map_or_else(ProgressBar::no_length, ProgressBar::new);
    bar.with_style(style(template))
}

/// The style of a progress line.
pub fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}
