use core::fmt;

/// The greatest number of characters that are shown before and after a place.
const SHOWN: usize = 40;

/// Why a text is not a condition: the column, from 1, what is wrong there, and the text with a
/// caret under that column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseConditionError {
    message: String,
    place: String,
}

impl ParseConditionError {
    /// Makes an error at an offset of a text, which is on the boundary of a character.
    pub(crate) fn new(text: &str, at: usize, problem: &str) -> Self {
        let (before, behind) = text.split_at(at);
        let column = before.chars().count();
        let mut place = "  ".to_string();
        let skipped = column.saturating_sub(SHOWN);
        if skipped > 0 {
            place += "… ";
        }
        place.extend(before.chars().skip(skipped).map(printable));
        let caret = place.chars().count();
        place.extend(behind.chars().take(SHOWN).map(printable));
        if behind.chars().nth(SHOWN).is_some() {
            place += " …";
        }
        Self {
            message: format!("column {}: {problem}", column + 1),
            place: format!("{place}\n{}^", " ".repeat(caret)),
        }
    }

    /// Returns the column and what is wrong there, in one line.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Returns two lines: the text, or the part of it around the column, and a caret under that
    /// column.
    pub fn place(&self) -> &str {
        &self.place
    }
}

/// Returns a word in quotes. A long word is cut.
pub(crate) fn quoted(word: &str) -> String {
    match word.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("`{}…`", &word[..end]),
        None => format!("`{word}`"),
    }
}

/// Returns a space for a control character, so that every character has the width of a column.
fn printable(c: char) -> char {
    if c.is_control() { ' ' } else { c }
}

/// Writes the message, and the place in the lines below it.
impl fmt::Display for ParseConditionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n{}", self.message, self.place)
    }
}

impl core::error::Error for ParseConditionError {}
