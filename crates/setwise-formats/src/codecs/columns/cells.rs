//! Columns of tables that stand beside the fields of records, as text and as numbers.

use super::arrays::{Text, plain, valid};
use super::{error::ColumnError, numbers::integers};
use crate::{stream::Values, stream::column_values::says_nothing};
use arrow_array::cast::AsArray;
use arrow_array::temporal_conversions::date32_to_datetime;
use arrow_array::types::{
    Date32Type, Float32Type, Float64Type, Int64Type, Time32MillisecondType, Time32SecondType,
    UInt64Type,
};
use arrow_array::{
    Array, ArrayRef, BooleanArray, Float64Array, GenericListArray, Int64Array, LargeListArray,
    ListArray, OffsetSizeTrait, UInt64Array, make_array,
};
use arrow_schema::{ArrowError, DataType, TimeUnit};
use core::ops::Range;
use std::{borrow::Cow, sync::Arc};

/// The values of a column.
pub(super) enum Cells {
    Text(Text),
    Truths(BooleanArray),
    Numbers(Int64Array),
    /// Bitboards and offsets.
    Unsigned(UInt64Array),
    /// Numbers that are not whole.
    Floats(Float64Array),
    /// Times since 1970, and the number of their units in a day. With a time zone, they are UTC.
    Moments(Int64Array, i64, Option<Arc<str>>),
    /// Times of a day, and the number of their units in a second.
    Clocks(Int64Array, i64),
    Lists(ListArray, Box<Self>),
    LargeLists(LargeListArray, Box<Self>),
}

/// The reason why a value is no number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoNumber {
    /// The value is not a number.
    Text,
    /// The number does not fit.
    Wide,
}

/// A number; `None` if it is missing.
type Number = Result<Option<i32>, NoNumber>;

const SECONDS: i64 = 86_400;

/// Returns the number of units in a second.
const fn units(of: TimeUnit) -> i64 {
    match of {
        TimeUnit::Second => 1,
        TimeUnit::Millisecond => 1_000,
        TimeUnit::Microsecond => 1_000_000,
        TimeUnit::Nanosecond => 1_000_000_000,
    }
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
        if let Some(times) = Self::times(array) {
            return Ok(times);
        }
        // Greater floating-point numbers are not exact.
        let is_great = |floats: &Float64Array| floats.iter().flatten().any(|one| one.abs() >= 9e15);
        let floats = match array.data_type() {
            DataType::Float32 => Some(array.as_primitive::<Float32Type>().unary(f64::from)),
            DataType::Float64 => Some(array.as_primitive::<Float64Type>().clone()),
            _ => None,
        };
        if let Some(floats) = floats.as_ref().filter(|floats| is_great(floats)) {
            return Ok(Self::Floats(floats.clone()));
        }
        let half = || refused(name, "the type Float16 is read for whole numbers only");
        let found = match array.data_type() {
            DataType::Boolean => Self::Truths(array.as_boolean().clone()),
            DataType::UInt64 => Self::Unsigned(array.as_primitive::<UInt64Type>().clone()),
            _ => match integers("", array) {
                Ok(numbers) => Self::Numbers(numbers),
                Err(ColumnError::NotWhole(..)) => Self::Floats(floats.ok_or_else(half)?),
                Err(ColumnError::Type(_, found)) => {
                    return Err(refused(name, &format!("the type {found} is not read")));
                }
                Err(other) => return Err(other),
            },
        };
        Ok(found)
    }

    /// Returns the values of a type of times.
    fn times(array: &ArrayRef) -> Option<Self> {
        let as_numbers = |of: &DataType| {
            let data = array.to_data().into_builder().data_type(of.clone());
            make_array(data.build().ok()?)
                .as_primitive_opt::<Int64Type>()
                .cloned()
        };
        Some(match array.data_type() {
            DataType::Date32 => {
                let days = array.as_primitive::<Date32Type>().unary(i64::from);
                Self::Moments(days, 1, None)
            }
            DataType::Date64 => Self::Moments(as_numbers(&DataType::Int64)?, SECONDS * 1000, None),
            DataType::Timestamp(unit, zone) => Self::Moments(
                as_numbers(&DataType::Int64)?,
                SECONDS * units(*unit),
                zone.clone(),
            ),
            DataType::Time32(TimeUnit::Second) => {
                Self::Clocks(array.as_primitive::<Time32SecondType>().unary(i64::from), 1)
            }
            DataType::Time32(_) => {
                let time = array.as_primitive::<Time32MillisecondType>();
                Self::Clocks(time.unary(i64::from), 1000)
            }
            DataType::Time64(unit) => Self::Clocks(as_numbers(&DataType::Int64)?, units(*unit)),
            _ => return None,
        })
    }

    /// Refuses a column that is wanted as whole numbers, but has others.
    pub(super) fn check_whole(&self, name: &str) -> Result<(), ColumnError> {
        match self {
            Self::Floats(_) => Err(refused(name, "the numbers are not whole")),
            Self::Lists(_, inner) | Self::LargeLists(_, inner) => inner.check_whole(name),
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
            Self::Moments(times, units, zone) => {
                moment(valid(times, row)?, *units, zone.is_some()).into()
            }
            Self::Clocks(times, units) => clock(valid(times, row)?, *units).into(),
            Self::Lists(..) | Self::LargeLists(..) => self.joined(row, " ")?.into(),
        })
    }

    /// Returns the values of a list as words, with commas between those of a list in it. Returns
    /// JSON if a word has white space, a quote, a backslash or a bracket.
    fn joined(&self, row: usize, separator: &str) -> Option<String> {
        let list = self.list(row)?;
        let word = |i| match &list {
            List::Cells(cells @ (Self::Lists(..) | Self::LargeLists(..)), range) => {
                cells.joined(range.start + i, ",").map(Cow::from)
            }
            list => list.text(i),
        };
        let words: Vec<_> = (0..list.len()).map(word).collect();
        let is_plain = |word: &Option<Cow<'_, str>>| {
            let marks = |c: char| c.is_whitespace() || matches!(c, '"' | '\\' | '[' | ']');
            let is_marked = |word: &str| matches!(word, "" | "-") || word.contains(marks);
            word.as_ref().is_none_or(|word| !is_marked(word))
        };
        if !words.iter().all(is_plain) {
            let quoted = |word: &Option<Cow<'_, str>>| match word {
                Some(word) => format!("\"{}\"", word.replace('\\', "\\\\").replace('"', "\\\"")),
                None => "null".to_owned(),
            };
            let quoted: Vec<_> = words.iter().map(quoted).collect();
            return Some(format!("[{}]", quoted.join(", ")));
        }
        let plain = words
            .into_iter()
            .map(|word| word.filter(|word| !word.is_empty()));
        let plain: Vec<_> = plain.map(|word| word.unwrap_or("-".into())).collect();
        Some(plain.join(separator))
    }

    pub(super) fn number(&self, row: usize) -> Number {
        let number = match self {
            Self::Text(text) => return text.get(row).map_or(Ok(None), number),
            Self::Truths(truths) => valid(truths, row).map(i64::from),
            Self::Numbers(numbers) => valid(numbers, row),
            Self::Unsigned(numbers) => {
                valid(numbers, row).map(|number| number.try_into().unwrap_or(i64::MAX))
            }
            other => match other.text(row) {
                None => None,
                Some(_) => return Err(NoNumber::Text),
            },
        };
        number.map(fits).transpose()
    }

    /// Returns the numbers of a row, each of which fits a byte: a list, or one number.
    pub(super) fn marks(&self, row: usize) -> Result<Vec<u8>, NoNumber> {
        if let Some(list) = self.list(row) {
            return list.marks();
        }
        let number = self.number(row)?;
        number.into_iter().map(mark).collect()
    }

    /// Returns the values of a row that is a list, or the words of a text.
    pub(super) fn list(&self, row: usize) -> Option<List<'_>> {
        Some(match self {
            Self::Lists(lists, inner) => List::Cells(inner, range(lists, row)?),
            Self::LargeLists(lists, inner) => List::Cells(inner, range(lists, row)?),
            Self::Text(text) => List::Words(words(text.get(row)?)),
            _ => return None,
        })
    }
}

/// Returns the range of the values of a list that is not null.
fn range<O: OffsetSizeTrait>(lists: &GenericListArray<O>, row: usize) -> Option<Range<usize>> {
    let start = lists.value_offsets().get(row)?.as_usize();
    valid(lists, row).map(|list| start..start + list.len())
}

/// Narrows a number, if it fits and does not stand for a missing one.
fn fits(number: i64) -> Result<i32, NoNumber> {
    let number = i32::try_from(number).ok();
    number
        .filter(|&number| number != Values::MISSING)
        .ok_or(NoNumber::Wide)
}

fn mark(number: i32) -> Result<u8, NoNumber> {
    number.try_into().map_err(|_| NoNumber::Wide)
}

/// Reads a whole number, or a text that stands for "no value".
fn number(text: &str) -> Number {
    let text = text.trim();
    let is_none = |none: &str| text.eq_ignore_ascii_case(none);
    if says_nothing(text) || ["none", "null", "nan"].into_iter().any(is_none) {
        return Ok(None);
    }
    let whole = |number: &f64| number.fract() == 0.0;
    // An integer of more digits is too great in any case.
    let number = text.parse::<i64>().ok();
    let number = number.or_else(|| Some(text.parse().ok().filter(whole)? as i64));
    fits(number.ok_or(NoNumber::Text)?).map(Some)
}

pub(super) enum List<'a> {
    Cells(&'a Cells, Range<usize>),
    Words(Vec<Cow<'a, str>>),
}

impl List<'_> {
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Cells(_, range) => range.len(),
            Self::Words(words) => words.len(),
        }
    }

    /// Whether the type of the values is that of numbers.
    pub(super) const fn has_numbers(&self) -> bool {
        matches!(self, Self::Cells(Cells::Numbers(_) | Cells::Unsigned(_), _))
    }

    pub(super) fn text(&self, i: usize) -> Option<Cow<'_, str>> {
        match self {
            Self::Cells(cells, range) => cells.text(range.clone().nth(i)?),
            Self::Words(words) => Some(words.get(i)?.as_ref().into()),
        }
    }

    /// Returns number `i`. A text says `?` or `-` for one that is missing.
    pub(super) fn number(&self, i: usize) -> Number {
        match self {
            Self::Cells(cells, range) => {
                let row = range.clone().nth(i);
                row.map_or(Ok(None), |row| cells.number(row))
            }
            Self::Words(words) => words.get(i).map_or(Ok(None), |word| number(word)),
        }
    }

    /// Returns the numbers, each of which fits a byte.
    pub(super) fn marks(&self) -> Result<Vec<u8>, NoNumber> {
        let numbers = (0..self.len()).filter_map(|i| self.number(i).transpose());
        numbers.map(|number| mark(number?)).collect()
    }

    /// Returns the numbers of list `i`, each of which fits a byte. A text has commas between them.
    pub(super) fn marks_of(&self, i: usize) -> Result<Vec<u8>, NoNumber> {
        match self {
            Self::Cells(cells, range) => {
                let row = range.clone().nth(i);
                row.map_or(Ok(Vec::new()), |row| cells.marks(row))
            }
            Self::Words(all) => {
                let word = all.get(i).map(AsRef::as_ref).unwrap_or_default();
                let marks = match word.starts_with('[') {
                    true => words(word),
                    false => word.split(',').map(Cow::from).collect(),
                };
                List::Words(marks).marks()
            }
        }
    }
}

/// Splits a list that is text: words, or values in brackets as JSON and Python write them.
fn words(text: &str) -> Vec<Cow<'_, str>> {
    let inner = text
        .trim()
        .strip_prefix('[')
        .and_then(|text| text.strip_suffix(']'));
    let Some(inner) = inner.filter(|inner| !inner.trim().is_empty()) else {
        let text = if inner.is_some() { "" } else { text };
        return text.split_ascii_whitespace().map(Cow::from).collect();
    };
    let (mut quote, mut depth, mut is_escaped) = (None, 0, false);
    let mut is_between = |c: char| {
        if core::mem::take(&mut is_escaped) {
            return false;
        }
        match (quote, c) {
            (Some(_), '\\') => is_escaped = true,
            (Some(open), c) if c == open => quote = None,
            (None, '"' | '\'') => quote = Some(c),
            (None, '[') => depth += 1,
            (None, ']') => depth -= 1,
            _ => {}
        }
        quote.is_none() && depth == 0 && c == ','
    };
    let parts: Vec<&str> = inner.split(&mut is_between).collect();
    match &parts[..] {
        // As NumPy writes them.
        [one] if !one.contains(['"', '\'', '[']) => {
            one.split_ascii_whitespace().map(Cow::from).collect()
        }
        parts => parts.iter().map(|part| unquoted(part.trim())).collect(),
    }
}

/// Returns a value of such a list without its quotes.
fn unquoted(text: &str) -> Cow<'_, str> {
    let quotes = ['"', '\''].into_iter();
    let mut inner = quotes.filter_map(|quote| text.strip_prefix(quote)?.strip_suffix(quote));
    match inner.next() {
        Some(inner) if !inner.contains('\\') => inner.into(),
        Some(inner) => {
            let mut is_escaped = false;
            let mut is_kept = |c| {
                is_escaped = c == '\\' && !is_escaped;
                !is_escaped
            };
            inner.chars().filter(|&c| is_kept(c)).collect()
        }
        None => text.into(),
    }
}

pub(super) fn refused(name: &str, why: &str) -> ColumnError {
    ColumnError::Arrow(ArrowError::SchemaError(format!("column `{name}`: {why}")))
}

/// Returns the date of a time since 1970, as PGN writes it, and the time of the day if it is not 0.
fn moment(time: i64, units: i64, has_zone: bool) -> String {
    let (days, rest) = (time.div_euclid(units), time.rem_euclid(units));
    let date = days.try_into().ok().and_then(date32_to_datetime);
    // A day outside of the calendar becomes a number.
    let date = date.map_or_else(
        || days.to_string(),
        |date| date.format("%Y.%m.%d").to_string(),
    );
    match rest {
        0 => date,
        rest => {
            let zone = if has_zone { "Z" } else { "" };
            [&*date, " ", &clock(rest, units / SECONDS), zone].concat()
        }
    }
}

/// Returns the time of a day, with its fraction of a second.
fn clock(time: i64, units: i64) -> String {
    let (all, part) = (time.div_euclid(units), time.rem_euclid(units));
    let text = format!("{:02}:{:02}:{:02}", all / 3600, all / 60 % 60, all % 60);
    match part {
        0 => text,
        part => {
            let digits = units.ilog10() as usize;
            let part = format!("{part:0digits$}");
            [&*text, ".", part.trim_end_matches('0')].concat()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times() {
        for (days, expected) in [
            (0, "1970.01.01"),
            (-1, "1969.12.31"),
            (19_782, "2024.02.29"),
            (20_424, "2025.12.02"),
            (11_016, "2000.02.29"),
        ] {
            assert_eq!(moment(days, 1, false), expected);
        }
        let milliseconds = 1000 * SECONDS;
        for (time, expected) in [
            (1_600_000_000_123, "2020.09.13 12:26:40.123"),
            (1_599_955_200_000, "2020.09.13"),
            (-1, "1969.12.31 23:59:59.999"),
            (i64::MAX, "106751991167 07:12:55.807"),
        ] {
            assert_eq!(moment(time, milliseconds, false), expected);
        }
        assert_eq!(
            moment(500_000, 1_000_000 * SECONDS, true),
            "1970.01.01 00:00:00.5Z"
        );
        assert_eq!(
            clock(3_661_000_000_001, 1_000_000_000),
            "01:01:01.000000001"
        );
    }

    #[test]
    fn lists_as_text() {
        for (text, expected) in [
            ("30 - 20", &["30", "-", "20"][..]),
            ("[30, 20]", &["30", "20"]),
            ("[30 20]", &["30", "20"]),
            ("[[1], [2, 3]]", &["[1]", "[2, 3]"]),
            (
                r#"["King's Gambit", 'x', "a\"b"]"#,
                &["King's Gambit", "x", "a\"b"],
            ),
            ("[1,,2]", &["1", "", "2"]),
            ("[]", &[]),
            ("", &[]),
        ] {
            assert_eq!(words(text), expected, "{text}");
        }
    }

    #[test]
    fn numbers_as_text() {
        for (text, expected) in [
            ("-7", Ok(Some(-7))),
            ("20.0", Ok(Some(20))),
            ("nan", Ok(None)),
            ("?", Ok(None)),
            ("0.35", Err(NoNumber::Text)),
            ("x", Err(NoNumber::Text)),
            ("3000000000", Err(NoNumber::Wide)),
            ("99999999999999999999", Err(NoNumber::Wide)),
        ] {
            assert_eq!(number(text), expected, "{text}");
        }
    }
}
