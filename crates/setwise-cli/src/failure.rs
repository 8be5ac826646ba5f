//! How the program fails: an error is one line for stderr, and the exit code is 1, or 2 for a wrong request.

use anyhow::Error;
use itertools::Itertools;
use std::fmt::{self, Display};
use std::path::Path;

/// A wrong request.
#[derive(Debug)]
struct Usage(String);

impl Display for Usage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Usage {}

/// Returns the error of a wrong request.
pub(crate) fn usage(message: impl Display) -> Error {
    Usage(message.to_string()).into()
}

/// Returns the context of errors that concern a path.
pub(crate) fn at(path: &Path) -> impl FnOnce() -> String {
    move || path.display().to_string()
}

/// Returns an error as one line, line breaks inside becoming spaces, and the exit code.
pub(crate) fn line(error: &Error) -> (String, u8) {
    let message = format!("{error:#}").split_whitespace().join(" ");
    (message, if error.is::<Usage>() { 2 } else { 1 })
}
