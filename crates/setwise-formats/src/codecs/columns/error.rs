use arrow_array::{Array, ArrayRef};
use arrow_schema::{ArrowError, DataType};
use core::fmt;
use std::io::{Error, ErrorKind};

/// Why columns hold no positions.
#[derive(Debug)]
#[non_exhaustive]
pub enum ColumnError {
    /// There is no column of this name, nor another one with positions.
    Missing(&'static str),
    /// The column has this type, which holds no such values.
    Type(&'static str, DataType),
    /// A number of the column is not whole.
    NotWhole(&'static str, f64),
    /// Arrow failed.
    Arrow(ArrowError),
}

impl ColumnError {
    pub(super) fn of_type(name: &'static str, array: &ArrayRef) -> Self {
        Self::Type(name, array.data_type().clone())
    }
}

pub(super) fn optional<T>(
    name: &'static str,
    array: Option<&ArrayRef>,
    convert: impl Fn(&'static str, &ArrayRef) -> Result<T, ColumnError>,
) -> Result<Option<T>, ColumnError> {
    array.map(|array| convert(name, array)).transpose()
}

impl fmt::Display for ColumnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(name) => {
                write!(
                    f,
                    "no positions: there is no column `fen`, `position` or `{name}`"
                )
            }
            Self::Type(name, found) => write!(f, "column `{name}` cannot be of type {found}"),
            Self::NotWhole(name, found) => write!(f, "column `{name}`: {found} is not whole"),
            Self::Arrow(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for ColumnError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Arrow(error) => Some(error),
            _ => None,
        }
    }
}

pub(super) fn damaged(why: impl Into<Box<dyn core::error::Error + Send + Sync>>) -> Error {
    Error::new(ErrorKind::InvalidData, why)
}
