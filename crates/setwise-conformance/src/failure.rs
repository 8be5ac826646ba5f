//! A wrong answer and its drawing.

use setwise_core::Diagram;
use std::fmt;

/// A wrong board, with the call and its arguments.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The call and the circumstances, such as `batch_attacks, board 3 of 10`.
    what: String,
    /// The arguments by name, the expected board, the wrong board.
    boards: Vec<(&'static str, u64)>,
}

impl Failure {
    /// Makes a failure that draws the arguments, both boards, and their difference.
    pub fn new(
        what: impl Into<String>,
        arguments: &[(&'static str, u64)],
        expected: u64,
        found: u64,
    ) -> Self {
        let compared = [
            ("expected", expected),
            ("found", found),
            ("difference", expected ^ found),
        ];
        let (what, boards) = (what.into(), [arguments, &compared].concat());
        Self { what, boards }
    }

    /// Returns a failure without boards.
    pub fn plain(what: impl Into<String>) -> Self {
        let (what, boards) = (what.into(), Vec::new());
        Self { what, boards }
    }

    /// Returns the failure with more circumstances.
    #[must_use]
    pub fn during(mut self, circumstances: impl fmt::Display) -> Self {
        self.what = format!("{}\n{circumstances}", self.what);
        self
    }

    #[must_use]
    pub(crate) fn with(mut self, arguments: &[(&'static str, u64)]) -> Self {
        self.boards.splice(0..0, arguments.iter().copied());
        self
    }

    pub(crate) fn what(&self) -> &str {
        &self.what
    }
}

/// Draws the boards side by side.
impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.what)?;
        if self.boards.is_empty() {
            return Ok(());
        }
        let mut rows = vec![String::new(); 11];
        for (name, board) in &self.boards {
            let drawing = format!("{name}\n{board:#018x}\n{:#}", Diagram(*board));
            for (row, line) in rows.iter_mut().zip(drawing.lines()) {
                row.push_str(&format!("{line:<20}"));
            }
        }
        for row in rows {
            writeln!(f, "  {}", row.trim_end())?;
        }
        Ok(())
    }
}

impl From<String> for Failure {
    fn from(what: String) -> Self {
        Self::plain(what)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_stand_side_by_side() {
        let failure = Failure::new("attacks", &[("occupied", 1)], 2, 6).during("noise");
        let text = failure.to_string();
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(lines.len(), 13);
        assert_eq!(lines[..2], ["attacks", "noise"]);
        assert_eq!(
            lines[2],
            "  occupied            expected            found               difference"
        );
        assert_eq!(
            lines[11],
            "  1 1 . . . . . . .   1 . 1 . . . . . .   1 . 1 1 . . . . .   1 . . 1 . . . . ."
        );
        assert_eq!(Failure::plain("it").to_string(), "it\n");
    }
}
