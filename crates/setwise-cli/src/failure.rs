//! How the program ends.

use std::fmt;

/// Something went wrong: one line for stderr and the exit code.
#[derive(Debug)]
pub(crate) struct Failure {
    /// 1: it could not be done; 2: it was asked for wrongly.
    pub(crate) code: u8,
    message: String,
}

impl Failure {
    /// It could not be done.
    pub(crate) fn new(message: impl fmt::Display) -> Self {
        Self {
            code: 1,
            message: message.to_string(),
        }
    }

    /// It was asked for wrongly.
    pub(crate) fn usage(message: impl fmt::Display) -> Self {
        Self {
            code: 2,
            message: message.to_string(),
        }
    }
}

/// Always one line: line breaks inside a message become spaces.
impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words = self.message.split_whitespace();
        if let Some(first) = words.next() {
            f.write_str(first)?;
        }
        words.try_for_each(|word| write!(f, " {word}"))
    }
}
