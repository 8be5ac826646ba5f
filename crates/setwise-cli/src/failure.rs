//! How the program ends.

use std::fmt::{self, Display};
use std::path::Path;

/// A failure: one line for stderr and the exit code.
#[derive(Debug)]
pub(crate) struct Failure {
    /// 1: it could not be done; 2: the request was wrong.
    pub(crate) code: u8,
    message: String,
}

impl Failure {
    /// Returns the failure of something that could not be done.
    pub(crate) fn new(message: impl Display) -> Self {
        let message = message.to_string();
        Self { code: 1, message }
    }

    /// Returns the failure of a wrong request.
    pub(crate) fn usage(message: impl Display) -> Self {
        let code = 2;
        Self {
            code,
            ..Self::new(message)
        }
    }

    /// Makes failures of errors that concern a path.
    pub(crate) fn at<E: Display>(path: &Path) -> impl Fn(E) -> Self {
        move |error| Self::new(format!("{}: {error}", path.display()))
    }
}

/// Always one line: line breaks inside a message become spaces.
impl Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<&str> = self.message.split_whitespace().collect();
        f.write_str(&words.join(" "))
    }
}
