//! Conditions on the records of a batch, 64 at a time.

use crate::analyses::Analyses;
use crate::expression::{Expression, Facts, Rows, Test, bits_of, each_of};
use crate::value::{Column, Seen, Value};
use setwise_formats::{Extras, Record};

/// A batch with its analyses and its extras.
pub(crate) struct Loaded<'a> {
    pub(crate) batch: &'a [Record],
    pub(crate) analyses: &'a Analyses,
    pub(crate) extras: &'a Extras,
    /// The places of the condition's columns in the extras.
    pub(crate) places: Vec<Option<usize>>,
}

struct LoadedRecord<'a> {
    loaded: &'a Loaded<'a>,
    i: usize,
}

impl LoadedRecord<'_> {
    /// Returns the place of a column in the extras, and the row of the record there.
    fn place(&self, column: usize) -> Option<(usize, usize)> {
        let record = self.loaded.batch.get(self.i)?;
        let place = *self.loaded.places.get(column)?;
        Some((place?, self.loaded.extras.row_of(record)?))
    }
}

impl Facts for LoadedRecord<'_> {
    fn value(&self, value: &Value) -> Option<i64> {
        let record = self.loaded.batch.get(self.i)?;
        value.of(&Seen::new(record, self.loaded.analyses, self.i))
    }

    fn number(&self, column: usize) -> Option<i64> {
        let (place, row) = self.place(column)?;
        self.loaded.extras.columns().number(place, row)
    }

    fn text(&self, column: usize) -> Option<&str> {
        let (place, row) = self.place(column)?;
        self.loaded.extras.columns().text(place, row)
    }
}

/// Up to 64 records of a batch from one on.
struct RecordRows<'a> {
    loaded: &'a Loaded<'a>,
    first: usize,
}

impl RecordRows<'_> {
    /// The part of a column of the batch that belongs to the records, with defaults behind its end.
    fn part<T: Copy + Default>(&self, column: &[T]) -> [T; 64] {
        let column = column.get(self.first..).unwrap_or_default();
        match column.first_chunk() {
            Some(part) => *part,
            None => {
                let mut part = [T::default(); 64];
                part.iter_mut()
                    .zip(column)
                    .for_each(|(to, from)| *to = *from);
                part
            }
        }
    }
}

impl Rows for RecordRows<'_> {
    fn with_value(&self, set: u64, value: &Value, test: Test) -> u64 {
        match (value.column)(self.loaded.analyses) {
            Some(Column::Numbers(numbers)) => set & test.of_numbers(&self.part(numbers)),
            Some(Column::Truths(truths)) => {
                let part = self.part(truths);
                let truths = bits_of(|i| part[i]);
                set & test.of_truths(truths)
            }
            None => self.with_row(set, |row| {
                row.value(value).is_some_and(|found| test.holds(found))
            }),
        }
    }

    fn with_row(&self, set: u64, holds: impl Fn(&dyn Facts) -> bool) -> u64 {
        each_of(set, |i| {
            holds(&LoadedRecord {
                loaded: self.loaded,
                i: self.first + i,
            })
        })
    }
}

/// Returns for each record whether an expression holds.
pub(crate) fn marks(expression: &Expression, loaded: &Loaded<'_>) -> Vec<bool> {
    let count = loaded.batch.len();
    let mut marks = Vec::with_capacity(count);
    for first in (0..count).step_by(64) {
        let rows = RecordRows { loaded, first };
        let size = (count - first).min(64);
        let kept = expression.keep(u64::MAX >> (64 - size), &rows);
        marks.extend((0..size).map(|i| kept >> i & 1 != 0));
    }
    marks
}
