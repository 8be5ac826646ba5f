use core::fmt;
use setwise_formats::{Error, Format};

/// The greatest number of characters that are shown before and after a place.
const SHOWN: usize = 40;

/// Why a text is not a condition: the column, from 1, what is wrong there, and the text with a
/// caret under that column; or why the condition holds for no record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseConditionError {
    message: String,
    place: Option<String>,
}

impl ParseConditionError {
    /// Makes an error at an offset of a text, which is on the boundary of a character.
    pub(crate) fn new(text: &str, at: usize, reason: &str) -> Self {
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
            message: format!("column {}: {reason}", column + 1),
            place: Some(format!("{place}\n{}^", " ".repeat(caret))),
        }
    }

    /// Makes the error of a condition that holds for no record.
    pub(crate) fn never(reason: &str) -> Self {
        Self {
            message: format!("it holds for no record: {reason}"),
            place: None,
        }
    }

    /// Returns the column and what is wrong there, or why the condition holds for no record, in one
    /// line.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Returns two lines: the text, or the part of it around the column, and a caret under that
    /// column. `None` if the condition holds for no record.
    pub fn place(&self) -> Option<&str> {
        self.place.as_deref()
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

/// Writes the message, and the place, if there is one, in the lines below it.
impl fmt::Display for ParseConditionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        self.place
            .iter()
            .try_for_each(|place| write!(f, "\n{place}"))
    }
}

impl core::error::Error for ParseConditionError {}

/// Why a name is none of a value or a column, or why an input does not have its columns.
#[derive(Debug)]
#[non_exhaustive]
pub enum NameError {
    /// Nothing has the name: the text, with the similar names.
    Unknown(String),
    /// The name stands twice.
    Twice(String),
    /// The format has no columns of games, such as this one.
    NoColumns(Format, String),
    /// The beginning of the input is damaged.
    Input(Error),
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(text) => f.write_str(text),
            Self::Twice(name) => write!(f, "`{name}` stands twice"),
            Self::NoColumns(format, column) => write!(
                f,
                "{format} has no column `{column}` (PGN and tables have such columns)"
            ),
            Self::Input(why) => why.fmt(f),
        }
    }
}

impl core::error::Error for NameError {}
