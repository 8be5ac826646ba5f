use crate::value::Column;
use crate::{Analyses, Seen, Value};
use core::cmp::Ordering;
use setwise_formats::Record;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Expression {
    Any(Vec<Self>),
    All(Vec<Self>),
    Not(Box<Self>),
    /// Holds if the value is not 0.
    Nonzero(Operand),
    Compare(Operand, Comparison, Operand),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operand {
    Value(&'static Value),
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

impl Comparison {
    fn holds(self, order: Ordering) -> bool {
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

/// A batch and what the kernels find in it.
pub(crate) struct Loaded<'a> {
    pub(crate) batch: &'a [Record],
    pub(crate) analyses: &'a Analyses,
}

impl Loaded<'_> {
    /// The value of record `i`; `None` if the record lacks it.
    fn value(&self, value: &Value, i: usize) -> Option<i64> {
        value.of(&Seen::new(self.batch.get(i)?, self.analyses, i))
    }

    /// Removes the marks of the records that lack a value, or for whose value a fact does not hold.
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
            None => unmark(marks, |i| self.value(value, i).is_some_and(&holds)),
        }
    }
}

/// Removes the marks of the records for which a fact does not hold.
fn unmark(marks: &mut [bool], holds: impl Fn(usize) -> bool) {
    for (i, mark) in marks.iter_mut().enumerate() {
        *mark = *mark && holds(i);
    }
}

fn remove(marks: &mut [bool], removed: &[bool]) {
    for (mark, removed) in marks.iter_mut().zip(removed) {
        *mark &= !removed;
    }
}

impl Expression {
    pub(crate) fn holds(&self, value: &impl Fn(&Value) -> Option<i64>) -> bool {
        let of = |operand| match operand {
            Operand::Value(which) => value(which),
            Operand::Number(number) => Some(number),
        };
        match self {
            Self::Any(parts) => parts.iter().any(|part| part.holds(value)),
            Self::All(parts) => parts.iter().all(|part| part.holds(value)),
            Self::Not(part) => !part.holds(value),
            Self::Nonzero(operand) => of(*operand).is_some_and(|number| number != 0),
            Self::Compare(left, comparison, right) => match (of(*left), of(*right)) {
                (Some(left), Some(right)) => comparison.holds(left.cmp(&right)),
                _ => false,
            },
        }
    }

    /// Removes the marks of the records for which the expression does not hold. Records without a
    /// mark are not looked at. One part of the expression after the other goes through the batch,
    /// so that its branches are predicted.
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
            other => unmark(marks, |i| other.holds(&|which| loaded.value(which, i))),
        }
    }

    /// Removes the marks of the records for which the expression holds.
    fn unmark_others(&self, marks: &mut [bool], loaded: &Loaded<'_>) {
        let mut held = marks.to_vec();
        self.unmark(&mut held, loaded);
        remove(marks, &held);
    }
}
