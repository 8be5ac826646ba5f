//! Errors of the program: one line on stderr, and exit code 1, or 2 for a usage error.

use anyhow::Error;
use clap::error::ErrorKind;
use itertools::Itertools;
use std::fmt::Display;
use std::path::Path;

/// Returns a usage error.
pub fn usage(message: impl Display) -> Error {
    clap::Error::raw(ErrorKind::ValueValidation, message).into()
}

/// Returns the context of errors that concern a path.
pub fn at(path: &Path) -> impl FnOnce() -> String {
    move || path.display().to_string()
}

/// Returns an error as one line, with spaces for line breaks, and the exit code.
pub fn line(error: &Error) -> (String, u8) {
    let message = format!("{error:#}").split_whitespace().join(" ");
    let message = message.strip_prefix("error: ").unwrap_or(&message);
    let is_usage = error.is::<clap::Error>();
    (message.to_string(), if is_usage { 2 } else { 1 })
}
