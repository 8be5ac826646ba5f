//! How the program ends.

use itertools::Itertools;
use setwise_results::ResultError;
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
        let message = message.to_string();
        Self { code: 2, message }
    }

    /// Makes failures of errors that concern a path.
    pub(crate) fn at<E: Display>(path: &Path) -> impl Fn(E) -> Self {
        move |error| Self::new(format!("{}: {error}", path.display()))
    }
}

impl From<ResultError> for Failure {
    fn from(error: ResultError) -> Self {
        Self::new(error)
    }
}

/// Always one line: line breaks inside a message become spaces.
impl Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message.split_whitespace().join(" "))
    }
}
