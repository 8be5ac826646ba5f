use crate::vocabulary::column::{ColumnOf, time_control};
use crate::vocabulary::{ColumnKind, GameColumn, Notice, Notices};
use core::str::FromStr;
use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// Returns an empty vector with room for as many entries.
fn emptied<T>(full: &[T]) -> Vec<T> {
    Vec::with_capacity(full.len())
}

/// The values of [`GameColumn`]s for the records of a batch, as an array for each column.
///
/// Unless records were removed, row `i` is that of record `i` of the batch.
///
/// ```
/// use setwise_formats::{Format, GameColumn, ReadOptions, Reader, Values};
/// let text = "[WhiteElo \"1712\"]\n\n1. e4 { [%clk 0:03:00] } e5 *\n";
/// let columns = ["WhiteElo", "clock"].map(|name| GameColumn::named(name).unwrap());
/// let options = ReadOptions::default().columns(columns.into());
/// let mut reader = Reader::new(text.as_bytes(), Format::Pgn, options);
/// let mut batch = Vec::new();
/// reader.read_batch(&mut batch, 1024)?;
/// let extras = reader.take_extras();
/// let columns = extras.columns();
/// assert_eq!((columns.number(0, 1), columns.number(1, 0)), (Some(1712), Some(180_000)));
/// assert!(matches!(columns.values(1), Some(Values::Numbers(all)) if all[1] == Values::MISSING));
/// # Ok::<(), setwise_formats::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct ColumnValues {
    columns: Arc<[GameColumn]>,
    /// The game of each row, from 0.
    games: Vec<u32>,
    count: u32,
    values: Vec<Values>,
}

/// The values of a column: one for each row, or one for each game of the batch
/// ([`GameColumn::is_of_half_moves`]).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Values {
    /// Numbers, [`Values::MISSING`] where there is none.
    Numbers(Vec<i32>),
    /// Numbers of 64 bits: byte offsets of the input, and tags beside the usual numeric ones.
    /// [`Values::MISSING_WIDE`] where there is none.
    Wide(Vec<i64>),
    /// Texts.
    Texts(Texts),
    /// Lists of small numbers.
    Lists(Lists),
    /// The same text everywhere.
    Constant(Arc<str>),
}

/// Texts, one after the other.
#[derive(Clone, Debug, Default)]
pub struct Texts {
    text: String,
    ends: Vec<usize>,
    valid: Vec<bool>,
}

/// Lists, one after the other.
#[derive(Clone, Debug, Default)]
pub struct Lists {
    numbers: Vec<u8>,
    ends: Vec<usize>,
}

impl Values {
    /// The number that stands for a missing one.
    pub const MISSING: i32 = i32::MIN;

    /// The number that stands for a missing one in 64 bits.
    pub const MISSING_WIDE: i64 = i64::MIN;

    fn new(column: &GameColumn) -> Self {
        match (&column.of, column.kind()) {
            (ColumnOf::File(name), _) => Self::Constant(name.clone()),
            (_, ColumnKind::Number) if column.is_wide() => Self::Wide(Vec::new()),
            (_, ColumnKind::Number) => Self::Numbers(Vec::new()),
            (_, ColumnKind::Text) => Self::Texts(Texts::default()),
            (_, ColumnKind::Numbers) => Self::Lists(Lists::default()),
        }
    }

    /// Returns the numbers for writing, or none if the values are of another kind.
    pub(crate) fn numbers(&mut self) -> &mut [i32] {
        match self {
            Self::Numbers(numbers) => numbers,
            _ => &mut [],
        }
    }

    /// Appends a text, or its number in a column of numbers. Returns whether the number is missing
    /// although the text does not stand for "no value".
    fn push_tag(&mut self, text: Option<&str>) -> bool {
        let is_missing = match self {
            Self::Texts(texts) => {
                texts.push(text);
                false
            }
            Self::Numbers(numbers) => push_parsed(numbers, Self::MISSING, text),
            Self::Wide(numbers) => push_parsed(numbers, Self::MISSING_WIDE, text),
            _ => false,
        };
        is_missing && text.is_some_and(|text| !says_nothing(text))
    }

    pub(crate) fn push_text(&mut self, text: Option<&str>) {
        self.push_tag(text);
    }

    pub(crate) fn set_last_offset(&mut self, offset: u64) {
        if let Self::Wide(offsets) = self
            && let (Some(last), Ok(offset)) = (offsets.last_mut(), offset.try_into())
        {
            *last = offset;
        }
    }

    pub(crate) fn push_list(&mut self, list: &[u8]) {
        if let Self::Lists(lists) = self {
            lists.numbers.extend_from_slice(list);
            lists.ends.push(lists.numbers.len());
        }
    }
}

/// Appends the number in a text, or `missing`. Returns whether the number is missing.
fn push_parsed<T: FromStr + Copy + PartialEq>(
    all: &mut Vec<T>,
    missing: T,
    text: Option<&str>,
) -> bool {
    let number = text.and_then(|text| text.trim().parse().ok());
    let number = number.unwrap_or(missing);
    all.push(number);
    number == missing
}

/// Whether a text stands for no value, as in PGN.
pub(crate) fn says_nothing(text: &str) -> bool {
    matches!(text.trim(), "" | "?" | "-" | "*")
}

impl Texts {
    pub(crate) fn push(&mut self, text: Option<&str>) {
        self.text.push_str(text.unwrap_or_default());
        self.ends.push(self.text.len());
        self.valid.push(text.is_some());
    }

    /// The number of texts, the missing ones included.
    pub const fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are no texts.
    pub const fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns text `i`; `None` if it is missing.
    pub fn get(&self, i: usize) -> Option<&str> {
        let range = range(&self.ends, i)?;
        self.valid.get(i)?.then(|| self.text.get(range))?
    }
}

impl Lists {
    /// Returns list `i`.
    pub fn get(&self, i: usize) -> Option<&[u8]> {
        self.numbers.get(range(&self.ends, i)?)
    }
}

fn range(ends: &[usize], i: usize) -> Option<core::ops::Range<usize>> {
    let start = i
        .checked_sub(1)
        .map_or(Some(0), |before| ends.get(before).copied());
    Some(start?..*ends.get(i)?)
}

impl ColumnValues {
    pub(crate) fn new(columns: Arc<[GameColumn]>) -> Self {
        Self {
            values: columns.iter().map(Values::new).collect(),
            columns,
            ..Self::default()
        }
    }

    /// Returns the same columns without rows, with room for as many numbers.
    pub(crate) fn emptied(&self) -> Self {
        let values = self.columns.iter().zip(&self.values);
        let values = values.map(|(column, values)| match values {
            Values::Numbers(numbers) => Values::Numbers(emptied(numbers)),
            _ => Values::new(column),
        });
        Self {
            columns: self.columns.clone(),
            games: emptied(&self.games),
            count: 0,
            values: values.collect(),
        }
    }

    /// The columns.
    pub fn columns(&self) -> &[GameColumn] {
        &self.columns
    }

    /// Returns the place of a column, by its name and its kind.
    pub fn place_of(&self, column: &GameColumn) -> Option<usize> {
        let is_it =
            |other: &GameColumn| other.name() == column.name() && other.kind() == column.kind();
        self.columns.iter().position(is_it)
    }

    /// The number of rows.
    pub const fn len(&self) -> usize {
        self.games.len()
    }

    /// Whether there are no rows.
    pub const fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// Returns the game of each row, from 0 in a batch.
    pub fn games(&self) -> &[u32] {
        &self.games
    }

    /// Returns the values of a column by its place in [`columns`](Self::columns).
    pub fn values(&self, column: usize) -> Option<&Values> {
        self.values.get(column)
    }

    /// Returns the place of the value of a row.
    fn place(&self, column: usize, row: usize) -> Option<usize> {
        let game = *self.games.get(row)? as usize;
        let is_own = self.columns.get(column)?.is_of_half_moves();
        Some(if is_own { row } else { game })
    }

    /// Returns the number of a row; `None` if it is missing, or the column has no numbers.
    #[inline]
    pub fn number(&self, column: usize, row: usize) -> Option<i64> {
        let place = self.place(column, row)?;
        match self.values.get(column)? {
            Values::Numbers(all) => {
                let number = *all.get(place)?;
                (number != Values::MISSING).then_some(number.into())
            }
            Values::Wide(all) => {
                let number = *all.get(place)?;
                (number != Values::MISSING_WIDE).then_some(number)
            }
            _ => None,
        }
    }

    /// Returns the text of a row; `None` if it is missing, or the column has no texts.
    #[inline]
    pub fn text(&self, column: usize, row: usize) -> Option<&str> {
        let place = self.place(column, row)?;
        match self.values.get(column)? {
            Values::Texts(all) => all.get(place),
            Values::Constant(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the list of a row.
    pub fn list(&self, column: usize, row: usize) -> Option<&[u8]> {
        match self.values.get(column)? {
            Values::Lists(all) => all.get(self.place(column, row)?),
            _ => None,
        }
    }

    /// Begins a game of `rows` rows, with the values of its tags. Numbers of half-moves are missing
    /// until they are set; their other values are appended later. Reports written columns of
    /// numbers whose tag is not a number.
    pub(crate) fn begin_game<'t>(
        &mut self,
        rows: usize,
        tag: impl Fn(&str) -> Option<Cow<'t, str>>,
    ) -> Notices {
        let mut notices = Notices::NONE;
        self.games.resize(self.games.len() + rows, self.count);
        self.count += 1;
        for (column, values) in self.columns.iter().zip(&mut self.values) {
            let is_unclear = match column.of {
                ColumnOf::Tag | ColumnOf::Offset => values.push_tag(tag(column.name()).as_deref()),
                ColumnOf::Base | ColumnOf::Increment => match tag(column.name()) {
                    Some(own) => values.push_tag(Some(&own)),
                    None => {
                        let control = tag("TimeControl").unwrap_or_default();
                        let [base, increment] = time_control(&control);
                        let is_base = column.of == ColumnOf::Base;
                        let part = if is_base { base } else { increment };
                        values.push_tag(part);
                        part.is_none() && !says_nothing(&control)
                    }
                },
                ColumnOf::Note(_) => {
                    if let Values::Numbers(numbers) = values {
                        numbers.resize(numbers.len() + rows, Values::MISSING);
                    }
                    false
                }
                ColumnOf::AllTags | ColumnOf::File(_) | ColumnOf::Nags | ColumnOf::San => false,
            };
            if is_unclear && column.is_written() {
                notices.insert(Notice::UnclearNumbers);
            }
        }
        notices
    }

    /// Whether the written tags of a row differ from those of the first row of its game. `first`
    /// keeps the hash of the latter.
    pub(crate) fn has_other_tags(&self, row: usize, first: &mut Option<u64>) -> bool {
        let tags = self.new_tags(row);
        let first = first.get_or_insert(tags.unwrap_or_default());
        tags.is_some_and(|tags| tags != *first)
    }

    /// Returns a hash of the written tags of a row, if it begins another game than the row before.
    fn new_tags(&self, row: usize) -> Option<u64> {
        let game = self.games.get(row)?;
        let before = row.checked_sub(1).and_then(|before| self.games.get(before));
        if before == Some(game) {
            return None;
        }
        let mut hasher = DefaultHasher::new();
        for (i, column) in self.columns.iter().enumerate() {
            if column.of == ColumnOf::Tag && column.is_written() {
                (self.text(i, row), self.number(i, row)).hash(&mut hasher);
            }
        }
        Some(hasher.finish())
    }

    pub(crate) fn each_mut(&mut self) -> impl Iterator<Item = (&GameColumn, &mut Values)> {
        self.columns.iter().zip(&mut self.values)
    }

    /// Adds the number of bytes before a part of an input to the offsets in the part.
    pub(crate) fn add_offset(&mut self, before: u64) {
        for (column, values) in self.columns.iter().zip(&mut self.values) {
            if column.of != ColumnOf::Offset {
                continue;
            }
            if let Values::Wide(offsets) = values {
                let before = i64::try_from(before).unwrap_or(i64::MAX);
                let add = |offset: &mut i64| *offset = offset.saturating_add(before);
                offsets.iter_mut().for_each(add);
            }
        }
    }
}
