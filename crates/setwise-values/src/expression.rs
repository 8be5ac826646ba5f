use crate::analyses::Analyses;
use crate::value::{Column, Seen, Value};
use core::cmp::Ordering;
use setwise_formats::{Extras, Record};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Expression {
    Any(Vec<Self>),
    All(Vec<Self>),
    Not(Box<Self>),
    /// Holds if the value is not 0.
    Nonzero(Operand),
    Compare(Operand, Comparison, Operand),
    /// A test of the text of a column, which has this place among the columns of the condition.
    Text(usize, TextTest, String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operand {
    Value(&'static Value),
    /// The number of a column, which has this place among the columns of the condition.
    Column(usize),
    Number(i64),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TextTest {
    Equal,
    NotEqual,
    StartsWith,
}

impl Comparison {
    pub(crate) fn holds(self, order: Ordering) -> bool {
        match self {
            Self::Equal => order.is_eq(),
            Self::NotEqual => order.is_ne(),
            Self::Less => order.is_lt(),
            Self::LessOrEqual => order.is_le(),
            Self::Greater => order.is_gt(),
            Self::GreaterOrEqual => order.is_ge(),
        }
    }
}

impl TextTest {
    fn holds(self, found: &str, text: &str) -> bool {
        match self {
            Self::Equal => found == text,
            Self::NotEqual => found != text,
            Self::StartsWith => found.starts_with(text),
        }
    }
}

/// The values and the columns of a record.
pub(crate) trait Facts {
    fn value(&self, value: &Value) -> Option<i64>;

    fn number(&self, _column: usize) -> Option<i64> {
        None
    }

    fn text(&self, _column: usize) -> Option<&str> {
        None
    }
}

/// Values without columns.
impl<F: Fn(&Value) -> Option<i64>> Facts for F {
    fn value(&self, value: &Value) -> Option<i64> {
        self(value)
    }
}

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

impl Loaded<'_> {
    /// Removes the marks of the records that lack a value, or whose value does not satisfy `holds`.
    fn unmark(&self, marks: &mut [bool], value: &Value, holds: impl Fn(i64) -> bool) {
        match (value.column)(self.analyses) {
            Some(Column::Numbers(numbers)) => {
                for (mark, number) in marks.iter_mut().zip(numbers) {
                    *mark &= holds(i64::from(*number));
                }
            }
            Some(Column::Truths(truths)) => {
                for (mark, truth) in marks.iter_mut().zip(truths) {
                    *mark &= holds(i64::from(*truth));
                }
            }
            None => self.unmark_each(marks, |record| record.value(value).is_some_and(&holds)),
        }
    }

    /// Removes the marks of the records that do not satisfy `holds`.
    fn unmark_each(&self, marks: &mut [bool], holds: impl Fn(&LoadedRecord<'_>) -> bool) {
        for (i, mark) in marks.iter_mut().enumerate() {
            *mark = *mark && holds(&LoadedRecord { loaded: self, i });
        }
    }
}

fn remove(marks: &mut [bool], removed: &[bool]) {
    for (mark, removed) in marks.iter_mut().zip(removed) {
        *mark &= !removed;
    }
}

/// A test of a number: whether it is in a range, or outside of it.
#[derive(Clone, Copy)]
pub(crate) struct Test {
    pub(crate) low: i64,
    pub(crate) high: i64,
    pub(crate) outside: bool,
}

impl Test {
    /// A comparison with a number.
    const fn new(comparison: Comparison, number: i64) -> Self {
        let (low, high, outside) = match comparison {
            Comparison::Equal => (number, number, false),
            Comparison::NotEqual => (number, number, true),
            Comparison::Less => (number, i64::MAX, true),
            Comparison::LessOrEqual => (i64::MIN, number, false),
            Comparison::Greater => (i64::MIN, number, true),
            Comparison::GreaterOrEqual => (number, i64::MAX, false),
        };
        Self { low, high, outside }
    }

    pub(crate) const fn holds(self, number: i64) -> bool {
        (self.low <= number && number <= self.high) != self.outside
    }
}

/// Up to 64 rows, of which sets are found.
pub(crate) trait Rows {
    /// Returns the rows of a set that have a value which passes a test.
    fn with_value(&self, set: u64, value: &Value, test: Test) -> u64;

    /// Returns the rows of a set that satisfy `holds`.
    fn with_row(&self, set: u64, holds: impl Fn(&dyn Facts) -> bool) -> u64;
}

impl Expression {
    /// Returns the rows of a set for which the expression holds. A part of the expression is
    /// computed only if rows are left for it.
    pub(crate) fn keep(&self, set: u64, rows: &impl Rows) -> u64 {
        match self {
            Self::All(parts) => parts.iter().fold(set, |left, part| match left {
                0 => 0,
                left => part.keep(left, rows),
            }),
            Self::Any(parts) => {
                let others = parts.iter().fold(set, |left, part| match left {
                    0 => 0,
                    left => left & !part.keep(left, rows),
                });
                set & !others
            }
            Self::Not(part) => set & !part.keep(set, rows),
            Self::Nonzero(Operand::Value(which)) => {
                rows.with_value(set, which, Test::new(Comparison::NotEqual, 0))
            }
            Self::Compare(Operand::Value(which), comparison, Operand::Number(number)) => {
                rows.with_value(set, which, Test::new(*comparison, *number))
            }
            other => rows.with_row(set, |row| other.holds(row)),
        }
    }

    pub(crate) fn holds<F: Facts + ?Sized>(&self, facts: &F) -> bool {
        let of = |operand| match operand {
            Operand::Value(which) => facts.value(which),
            Operand::Column(column) => facts.number(column),
            Operand::Number(number) => Some(number),
        };
        match self {
            Self::Any(parts) => parts.iter().any(|part| part.holds(facts)),
            Self::All(parts) => parts.iter().all(|part| part.holds(facts)),
            Self::Not(part) => !part.holds(facts),
            Self::Nonzero(operand) => of(*operand).is_some_and(|number| number != 0),
            Self::Compare(left, comparison, right) => match (of(*left), of(*right)) {
                (Some(left), Some(right)) => comparison.holds(left.cmp(&right)),
                _ => false,
            },
            Self::Text(column, test, text) => facts
                .text(*column)
                .is_some_and(|found| test.holds(found, text)),
        }
    }

    /// Removes the marks of the records for which the expression does not hold. Records without a
    /// mark are skipped. Each part of the expression is evaluated for the whole batch before the
    /// next part, so that the CPU predicts the branches.
    pub(crate) fn unmark(&self, marks: &mut [bool], loaded: &Loaded<'_>) {
        match self {
            Self::All(parts) => parts.iter().for_each(|part| part.unmark(marks, loaded)),
            Self::Any(parts) => {
                let mut left = marks.to_vec();
                for part in parts {
                    part.unmark_others(&mut left, loaded);
                }
                remove(marks, &left);
            }
            Self::Not(part) => part.unmark_others(marks, loaded),
            Self::Nonzero(Operand::Value(which)) => {
                loaded.unmark(marks, which, |number| number != 0);
            }
            Self::Compare(Operand::Value(which), comparison, Operand::Number(number)) => {
                loaded.unmark(marks, which, |found| comparison.holds(found.cmp(number)));
            }
            other => loaded.unmark_each(marks, |record| other.holds(record)),
        }
    }

    /// Removes the marks of the records for which the expression holds.
    fn unmark_others(&self, marks: &mut [bool], loaded: &Loaded<'_>) {
        let mut held = marks.to_vec();
        self.unmark(&mut held, loaded);
        remove(marks, &held);
    }
}
