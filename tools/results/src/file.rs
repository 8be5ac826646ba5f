//! Result files: JSON lines. The first line has everything but the long lists; each other line is
//! an element of one of them, under the name of the list.

use crate::code::KernelCode;
use crate::{Origin, Row};
use anyhow::{Context, Result, bail};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Deserializer, Map, Value};
use std::collections::HashSet;
use std::ops::Deref;
use std::path::Path;
use std::{fmt, fs};

/// Checks rules in order. The first rule that fails is an error with its message.
macro_rules! ensure {
    ($($condition:expr => $($message:expr),+;)+) => {
        $(::anyhow::ensure!($condition, $($message),+);)+
    };
}

pub(crate) use ensure;

/// The fields of a file by name.
pub type Fields = Map<String, Value>;

/// A kind of result file.
pub trait Document: Sized {
    /// The value of the field `format`.
    const FORMAT: &str;

    /// The value in files that older versions wrote, which are read too: one object, in which the
    /// lists are fields, and the fields of a run may be in an object `run`.
    const OLDER: &str;

    /// Checks that the parts of the file fit each other.
    ///
    /// # Errors
    /// The first contradiction found.
    fn check(&self) -> Result<()>;

    /// Makes the value from the fields of the file.
    ///
    /// # Errors
    /// A field is unknown, missing or wrong.
    fn from_fields(fields: Fields) -> Result<Self>;

    /// Returns the fields of the file.
    ///
    /// # Errors
    /// The value is no object.
    fn fields(&self) -> Result<Fields>;

    /// Reads and checks a file.
    ///
    /// # Errors
    /// The file cannot be read, or [`parse`](Self::parse) refuses it; the context is the file's
    /// name.
    fn read(path: &Path) -> Result<Self> {
        let read = || {
            ensure! { fs::metadata(path)?.is_file() => "not a file"; }
            Self::parse(&fs::read_to_string(path)?)
        };
        read().with_context(|| path.display().to_string())
    }

    /// Reads and checks the text of a file.
    ///
    /// # Errors
    /// The text is not JSON, is a file of another kind or version, has unknown, missing or wrong
    /// fields, or contradicts itself.
    fn parse(text: &str) -> Result<Self> {
        let mut fields = Fields::new();
        for (at, line) in Deserializer::from_str(text).into_iter().enumerate() {
            match line? {
                Value::Object(first) if at == 0 => fields = first,
                Value::Object(line) => {
                    for (name, element) in line {
                        let list = fields.entry(name).or_insert(Value::Array(Vec::new()));
                        let list = list.as_array_mut().context("no list of this name")?;
                        list.push(element);
                    }
                }
                other => bail!("{other} is not an object"),
            }
        }
        let wanted = Self::FORMAT;
        match fields.remove("format") {
            Some(Value::String(found)) if found == wanted || found == Self::OLDER => {}
            Some(Value::String(found)) => {
                bail!("the format is `{found}`, this program reads `{wanted}`")
            }
            _ => bail!("not a result file: there is no field `format` (`{wanted}`)"),
        }
        let file = Self::from_fields(fields)?;
        file.check()?;
        Ok(file)
    }

    /// Returns the text of the file.
    ///
    /// # Errors
    /// [`check`](Self::check) refuses it.
    fn text(&self) -> Result<String> {
        self.check()?;
        let is_list = |value: &Value| {
            value
                .as_array()
                .is_some_and(|list| list.first().is_some_and(Value::is_object))
        };
        let (lists, rest): (Vec<_>, Vec<_>) = self
            .fields()?
            .into_iter()
            .partition(|(_, value)| is_list(value));
        let head = rest
            .into_iter()
            .chain([("format".to_owned(), Self::FORMAT.into())]);
        let mut text = format!("{}\n", Value::Object(head.collect()));
        for (name, list) in lists {
            for element in list.as_array().into_iter().flatten() {
                text += &format!("{{\"{name}\":{element}}}\n");
            }
        }
        Ok(text)
    }
}

/// Returns the fields of a value.
pub(crate) fn fields(value: &impl Serialize) -> Result<Fields> {
    match serde_json::to_value(value)? {
        Value::Object(fields) => Ok(fields),
        _ => bail!("not an object"),
    }
}

/// Makes a value of fields.
pub(crate) fn value<T: DeserializeOwned>(fields: Fields) -> Result<T> {
    Ok(serde_json::from_value(Value::Object(fields))?)
}

/// What a benchmark measured.
pub trait Run: Serialize + DeserializeOwned {
    /// [`Document::FORMAT`].
    const FORMAT: &str;
    /// [`Document::OLDER`].
    const OLDER: &str;
    /// What the name of a file ends with, before `.json`.
    const ENDING: &str;
    /// The group of functions that it measures, if it is one.
    const GROUP: Option<&str>;

    /// Checks everything that the types do not.
    ///
    /// # Errors
    /// A number or a name is impossible.
    fn check(&self) -> Result<()>;

    /// Returns the number of rounds.
    fn rounds(&self) -> usize;

    /// Returns the measurements of whole trees or arrays.
    fn rows(&self) -> &[Row] {
        &[]
    }
}

/// The result file of a run. It dereferences to the run.
#[derive(Clone, Debug, PartialEq)]
pub struct File<R> {
    /// The machine, the source, the compiler, the time.
    pub origin: Origin,
    /// The hashes of the measured machine code; empty where nobody asked for them.
    pub code: Vec<KernelCode>,
    /// The measurements.
    pub run: R,
}

impl<R> Deref for File<R> {
    type Target = R;

    fn deref(&self) -> &R {
        &self.run
    }
}

impl<R: Run> Document for File<R> {
    const FORMAT: &str = R::FORMAT;
    const OLDER: &str = R::OLDER;

    fn from_fields(mut fields: Fields) -> Result<Self> {
        let origin = fields.remove("origin").context("missing field `origin`")?;
        let code = fields.remove("code").unwrap_or(Value::Array(Vec::new()));
        if let Some(Value::Object(run)) = fields.remove("run") {
            fields.extend(run);
        }
        Ok(Self {
            origin: serde_json::from_value(origin)?,
            code: serde_json::from_value(code)?,
            run: value(fields)?,
        })
    }

    fn fields(&self) -> Result<Fields> {
        let mut fields = fields(&self.run)?;
        fields.insert("origin".into(), serde_json::to_value(&self.origin)?);
        fields.insert("code".into(), serde_json::to_value(&self.code)?);
        Ok(fields)
    }

    fn check(&self) -> Result<()> {
        self.origin.check()?;
        self.code.iter().try_for_each(KernelCode::check)?;
        ensure! { self.run.rounds() > 0 => "`rounds` is 0"; }
        self.run.check()
    }
}

/// Returns whether a measured time is possible.
pub(crate) fn is_time(time: f64) -> bool {
    time > 0.0 && time.is_finite()
}

/// Returns whether a text has one line, and nothing that a terminal takes for a command.
pub(crate) fn is_line(text: &str) -> bool {
    !text.chars().any(char::is_control)
}

/// Returns whether a text can be a name: documents show names as code, in tables.
pub(crate) fn is_name(text: &str) -> bool {
    let is_usable = |b: u8| (b.is_ascii_graphic() || b == b' ') && !b"`|<>".contains(&b);
    !text.trim().is_empty() && text.bytes().all(is_usable)
}

/// Fails for a name that is unusable or in the set already, and adds it.
pub(crate) fn add_name<'a>(names: &mut HashSet<&'a str>, what: &str, name: &'a str) -> Result<()> {
    ensure! {
        is_name(name) => "{what} has no usable name: {name:?}; a name has visible ASCII characters, and none of ` | < >";
        names.insert(name) => "there are two of the name `{name}`: {what}";
    }
    Ok(())
}

/// Fails unless a measurement has its number of rounds, and a time in one of them.
pub(crate) fn check_rounds<T>(
    name: &dyn fmt::Display,
    times: &[Option<T>],
    rounds: usize,
) -> Result<()> {
    let found = times.len();
    ensure! {
        found == rounds => "{name}: {found} rounds, but the file says {rounds}";
        times.iter().any(Option::is_some) => "{name}: no round was measured";
    }
    Ok(())
}
