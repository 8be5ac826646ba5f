//! The names of a condition: values and columns of games.

use crate::error::{NameError, quoted};
use crate::similar::{near, similar};
use crate::value::Value;
use setwise_formats::GameColumn;

/// What a name in a condition stands for.
///
/// ```
/// use setwise_values::Named;
/// assert!(matches!(Named::find("pieces"), Ok(Named::Value(_))));
/// assert!(matches!(Named::find("WhiteElo"), Ok(Named::Column(_))));
/// assert!(Named::find("elo").is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Named {
    /// A value of a record.
    Value(&'static Value),
    /// A column of games.
    Column(GameColumn),
}

/// Finds the column of games of a name, as conditions do: a usual column, or a tag that begins with
/// a capital letter; `tag:NAME` is any tag.
///
/// # Errors
/// The name is not that of a column. The text suggests the nearest names.
///
/// ```
/// let error = setwise_values::column_named("whiteElo").unwrap_err().to_string();
/// assert_eq!(error, "unknown column `whiteElo`; did you mean `WhiteElo`, `White` or `WhiteTeam`?");
/// assert_eq!(setwise_values::column_named("Club").unwrap().name(), "Club");
/// ```
pub fn column_named(name: &str) -> Result<GameColumn, NameError> {
    match Named::find(name) {
        Ok(Named::Column(column)) => Ok(column),
        _ => {
            let columns = names().filter(|name| Value::named(name).is_none());
            Err(unknown("column", name, columns))
        }
    }
}

impl Named {
    /// Finds what a name stands for: a value, a usual column, or the tag of this name. `tag:NAME`
    /// is a tag in any case.
    ///
    /// # Errors
    /// The name stands for nothing, or a tag of this name is probably a misspelled column.
    pub fn find(name: &str) -> Result<Self, NameError> {
        if let Some(value) = Value::named(name) {
            return Ok(Self::Value(value));
        }
        let known = match name {
            "file" => Some(GameColumn::file("")),
            name => GameColumn::named(name),
        };
        let tag = || match name.strip_prefix("tag:") {
            Some(tag) => GameColumn::tag(tag),
            None => {
                let begins_as_tag = name.starts_with(|c: char| c.is_ascii_uppercase());
                let tag = begins_as_tag.then(|| GameColumn::tag(name))?;
                tag.filter(|_| near(name, names()).is_empty())
            }
        };
        let column = known.or_else(tag);
        column
            .map(Named::Column)
            .ok_or_else(|| unknown("value", name, names()))
    }
}

fn names() -> impl Iterator<Item = &'static str> {
    let values = Value::ALL.iter().map(Value::name);
    values
        .chain(GameColumn::all_named().map(|(name, _)| name))
        .chain(["file"])
}

/// Returns the message that nothing has this name, with the similar ones of `names`.
pub(crate) fn unknown<'n>(
    what: &str,
    name: &str,
    names: impl Iterator<Item = &'n str>,
) -> NameError {
    let similar: Vec<_> = similar(name, names).into_iter().map(quoted).collect();
    let meant = match &similar[..] {
        [] => String::new(),
        [one] => format!("; did you mean {one}?"),
        [others @ .., last] => format!("; did you mean {} or {last}?", others.join(", ")),
    };
    let is_tag = name.starts_with(|c: char| c.is_ascii_uppercase())
        && name.contains(|c: char| c.is_ascii_lowercase());
    let help = match is_tag && !similar.is_empty() && GameColumn::tag(name).is_some() {
        true => format!(" (`tag:{name}` is the tag of this name)"),
        false => String::new(),
    };
    NameError::Unknown(format!("unknown {what} {}{meant}{help}", quoted(name)))
}
