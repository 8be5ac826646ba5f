//! The output of a command.

/// A text for stdout and the exit code.
#[derive(Debug)]
pub(crate) struct Printed {
    pub(crate) text: String,
    /// 0, unless the text is incomplete.
    pub(crate) code: u8,
}

impl Printed {
    /// Returns complete output.
    pub(crate) fn all(text: String) -> Self {
        Self { text, code: 0 }
    }
}
