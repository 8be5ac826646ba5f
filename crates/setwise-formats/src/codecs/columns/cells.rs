//! Columns of tables that stand beside the fields of records, as text and as numbers.

use super::arrays::{Text, plain, valid};
use super::error::ColumnError;
use super::numbers::integers;
use arrow_array::cast::AsArray;
use arrow_array::temporal_conversions::date32_to_datetime;
use arrow_array::types::{
    Date32Type, Float32Type, Float64Type, Time32MillisecondType, Time32SecondType,
    TimestampMillisecondType, UInt64Type,
};
use arrow_array::{
    Array, ArrayRef, BooleanArray, Float64Array, Int64Array, LargeListArray, ListArray, UInt64Array,
};
use arrow_schema::{ArrowError, DataType, TimeUnit};
use core::ops::Range;
use std::borrow::Cow;

/// The values of a column.
pub(super) enum Cells {
    Text(Text),
    Truths(BooleanArray),
    Numbers(Int64Array),
    /// Bitboards and offsets.
    Unsigned(UInt64Array),
    /// Numbers that are not whole.
    Floats(Float64Array),
    /// Days, and seconds of a day, as PGN writes them.
    Days(Int64Array),
    Seconds(Int64Array),
    Lists(ListArray, Box<Self>),
    LargeLists(LargeListArray, Box<Self>),
}

impl Cells {
    pub(super) fn of(name: &str, array: &ArrayRef) -> Result<Self, ColumnError> {
        let array = &plain(array)?;
        if let Some(text) = Text::of(array) {
            return Ok(Self::Text(text));
        }
        if let Some(lists) = array.as_list_opt::<i32>() {
            let inner = Self::of(name, lists.values())?;
            return Ok(Self::Lists(lists.clone(), Box::new(inner)));
        }
        if let Some(lists) = array.as_list_opt::<i64>() {
            let inner = Self::of(name, lists.values())?;
            return Ok(Self::LargeLists(lists.clone(), Box::new(inner)));
        }
        let half = || refused(name, "the type Float16 is read for whole numbers only");
        let found = match array.data_type() {
            DataType::Date32 => Self::Days(array.as_primitive::<Date32Type>().unary(i64::from)),
            DataType::Timestamp(TimeUnit::Millisecond, _) => {
                let time = array.as_primitive::<TimestampMillisecondType>();
                Self::Days(time.unary(|time: i64| time.div_euclid(86_400_000)))
            }
            DataType::Time32(TimeUnit::Second) => {
                Self::Seconds(array.as_primitive::<Time32SecondType>().unary(i64::from))
            }
            DataType::Time32(TimeUnit::Millisecond) => {
                let time = array.as_primitive::<Time32MillisecondType>();
                Self::Seconds(time.unary(|time: i32| i64::from(time / 1000)))
            }
            DataType::Boolean => Self::Truths(array.as_boolean().clone()),
            DataType::UInt64 => Self::Unsigned(array.as_primitive::<UInt64Type>().clone()),
            _ => match integers("", array) {
                Ok(numbers) => Self::Numbers(numbers),
                Err(ColumnError::NotWhole(..)) => Self::Floats(match array.data_type() {
                    DataType::Float32 => array.as_primitive::<Float32Type>().unary(f64::from),
                    _ => array
                        .as_primitive_opt::<Float64Type>()
                        .ok_or_else(half)?
                        .clone(),
                }),
                Err(ColumnError::Type(_, found)) => {
                    return Err(refused(name, &format!("the type {found} is not read")));
                }
                Err(other) => return Err(other),
            },
        };
        Ok(found)
    }

    /// Refuses a column that is wanted as whole numbers, but has others.
    pub(super) fn check_whole(&self, name: &str) -> Result<(), ColumnError> {
        match self {
            Self::Floats(_) => Err(refused(name, "the numbers are not whole")),
            _ => Ok(()),
        }
    }

    pub(super) fn text(&self, row: usize) -> Option<Cow<'_, str>> {
        Some(match self {
            Self::Text(text) => text.get(row)?.into(),
            Self::Truths(truths) => valid(truths, row)?.to_string().into(),
            Self::Numbers(numbers) => valid(numbers, row)?.to_string().into(),
            Self::Unsigned(numbers) => valid(numbers, row)?.to_string().into(),
            Self::Floats(numbers) => valid(numbers, row)?.to_string().into(),
            Self::Days(days) => date(valid(days, row)?)?.into(),
            Self::Seconds(seconds) => {
                let all = valid(seconds, row)?;
                format!("{:02}:{:02}:{:02}", all / 3600, all / 60 % 60, all % 60).into()
            }
            Self::Lists(..) | Self::LargeLists(..) => self.joined(row, " ")?.into(),
        })
    }

    /// The values of a list as words; those of a list in it are joined by commas.
    fn joined(&self, row: usize, separator: &str) -> Option<String> {
        let list = self.list(row)?;
        let word = |i| match &list {
            List::Cells(cells @ (Self::Lists(..) | Self::LargeLists(..)), range) => {
                cells.joined(range.start + i, ",").map(Cow::from)
            }
            list => list.text(i),
        };
        let words = (0..list.len()).map(|i| word(i).filter(|word| !word.is_empty()));
        let words: Vec<_> = words.map(|word| word.unwrap_or("-".into())).collect();
        Some(words.join(separator))
    }

    pub(super) fn number(&self, row: usize) -> Option<i32> {
        match self {
            Self::Text(text) => text.get(row)?.trim().parse().ok(),
            Self::Truths(truths) => Some(valid(truths, row)?.into()),
            Self::Numbers(numbers) => valid(numbers, row)?.try_into().ok(),
            Self::Unsigned(numbers) => valid(numbers, row)?.try_into().ok(),
            _ => None,
        }
    }

    /// Returns the values of a row that is a list; the words of a text.
    pub(super) fn list(&self, row: usize) -> Option<List<'_>> {
        let range = |start: usize, length: usize| start..start + length;
        Some(match self {
            Self::Lists(lists, inner) => {
                valid(lists, row)?;
                let start = usize::try_from(*lists.value_offsets().get(row)?).ok()?;
                List::Cells(inner, range(start, lists.value(row).len()))
            }
            Self::LargeLists(lists, inner) => {
                valid(lists, row)?;
                let start = usize::try_from(*lists.value_offsets().get(row)?).ok()?;
                List::Cells(inner, range(start, lists.value(row).len()))
            }
            Self::Text(text) => List::Words(text.get(row)?.split_ascii_whitespace().collect()),
            _ => return None,
        })
    }
}

/// The values of a row.
pub(super) enum List<'a> {
    Cells(&'a Cells, Range<usize>),
    Words(Vec<&'a str>),
}

impl List<'_> {
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Cells(_, range) => range.len(),
            Self::Words(words) => words.len(),
        }
    }

    pub(super) fn text(&self, i: usize) -> Option<Cow<'_, str>> {
        match self {
            Self::Cells(cells, range) => cells.text(range.clone().nth(i)?),
            Self::Words(words) => Some((*words.get(i)?).into()),
        }
    }

    /// Returns number `i`. A text says `?` or `-` for one that is missing.
    pub(super) fn number(&self, i: usize) -> Option<i32> {
        match self {
            Self::Cells(cells, range) => cells.number(range.clone().nth(i)?),
            Self::Words(words) => words.get(i)?.parse().ok(),
        }
    }

    /// Returns the small numbers of list `i`. A text has commas between them.
    pub(super) fn numbers(&self, i: usize) -> Vec<u8> {
        match self {
            Self::Cells(cells, range) => {
                let list = cells.list(range.start + i);
                let list = list.filter(|_| i < range.len());
                list.iter().flat_map(List::small_numbers).collect()
            }
            Self::Words(words) => {
                let numbers = words.get(i).into_iter().flat_map(|word| word.split(','));
                numbers.filter_map(|number| number.parse().ok()).collect()
            }
        }
    }

    /// Returns the numbers that fit into a byte.
    pub(super) fn small_numbers(&self) -> impl Iterator<Item = u8> {
        (0..self.len()).filter_map(|i| self.number(i)?.try_into().ok())
    }
}

fn refused(name: &str, why: &str) -> ColumnError {
    ColumnError::Arrow(ArrowError::SchemaError(format!("column `{name}`: {why}")))
}

/// The date of a number of days since 1970, as PGN writes it; `None` for one that no calendar has.
fn date(days: i64) -> Option<String> {
    let date = date32_to_datetime(days.try_into().ok()?)?;
    Some(date.format("%Y.%m.%d").to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        for (days, expected) in [
            (0, "1970.01.01"),
            (-1, "1969.12.31"),
            (19_782, "2024.02.29"),
            (20_424, "2025.12.02"),
            (11_016, "2000.02.29"),
        ] {
            assert_eq!(date(days).as_deref(), Some(expected));
        }
    }
}
