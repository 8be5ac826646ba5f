//! What a command that did something gives back.

/// A text for stdout and the exit code.
#[derive(Debug)]
pub(crate) struct Printed {
    pub(crate) text: String,
    /// 0, unless the text is less than what was asked for.
    pub(crate) code: u8,
}

impl Printed {
    /// Everything that was asked for.
    pub(crate) fn all(text: String) -> Self {
        Self { text, code: 0 }
    }
}
