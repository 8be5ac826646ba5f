//! Errors of the program: one line on stderr, and exit code 1, or 2 for a usage error. Lines that
//! show a place in an argument may follow.

use anyhow::Error;
use clap::error::ErrorKind;
use itertools::Itertools;
use std::fmt::{self, Display};
use std::io::{self, Write};
use std::path::Path;

/// Returns a usage error.
pub fn usage(message: impl Display) -> Error {
    clap::Error::raw(ErrorKind::ValueValidation, message).into()
}

/// Returns a usage error with lines below its message, which are printed as they are.
pub fn usage_at(message: impl Display, lines: impl Display) -> Error {
    Placed(format!("{message}\n{lines}")).into()
}

/// A usage error of several lines.
#[derive(Debug)]
struct Placed(String);

impl Display for Placed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Placed {}

/// Returns the context of errors that concern a path.
pub fn at(path: &Path) -> impl FnOnce() -> String {
    move || path.display().to_string()
}

/// Returns an error as one line, with spaces for line breaks, and the exit code. Only a place in an
/// argument has more lines.
pub fn line(error: &Error) -> (String, u8) {
    if let Some(Placed(text)) = error.downcast_ref() {
        return (text.clone(), 2);
    }
    let message = format!("{error:#}").split_whitespace().join(" ");
    let message = message.strip_prefix("error: ").unwrap_or(&message);
    let is_usage = error.is::<clap::Error>();
    (message.to_string(), if is_usage { 2 } else { 1 })
}

/// Prints a line on stderr. If that is closed, the run goes on.
pub fn message(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}
