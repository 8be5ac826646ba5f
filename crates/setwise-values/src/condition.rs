//! Conditions on records.

use crate::parser::Parser;
use crate::value::Column;
use crate::{Analyses, Seen, Source, Value};
use core::cmp::Ordering;
use core::fmt;
use core::str::FromStr;
use setwise_formats::Record;

/// A condition on the values of a record.
///
/// Comparisons (`==`, `!=`, `<`, `<=`, `>`, `>=`) of values with integers or with each other, joined by `&&`, `||`, `!` or `and`, `or`,
/// `not`, and parentheses. A value alone holds if it is not 0. A comparison with a value that the record lacks is false, and so is
/// such a value alone.
///
/// ```
/// use setwise_values::Condition;
/// assert!(Condition::parse("mate && !(pieces > 5 or score == 0)").is_ok());
/// let error = Condition::parse("pieces = 3").unwrap_err();
/// assert_eq!(error.to_string(), "column 8: expected an operator or the end, found `=`");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition(Expression);

impl Condition {
    /// Parses a condition.
    ///
    /// # Errors
    /// The text is not a condition. The error names the column.
    pub fn parse(text: &str) -> Result<Self, ParseConditionError> {
        let parsed = Parser::new(text).expression();
        parsed.map(Self).map_err(ParseConditionError)
    }

    /// Whether the condition holds for a record.
    pub fn holds(&self, seen: &Seen<'_>) -> bool {
        self.0.holds(&|value| value.of(seen))
    }

    /// Whether the condition has a value that is computed from this source.
    pub fn reads(&self, source: Source) -> bool {
        self.0.uses(&|value| value.source == source)
    }

    /// Keeps the records of a batch for which the condition holds. The batch is loaded into `analyses` if the condition needs that.
    pub fn retain(&self, batch: &mut Vec<Record>, analyses: &mut Analyses) {
        if self.reads(Source::Move) {
            analyses.load(batch);
        } else if self.reads(Source::Analysis) {
            analyses.load_positions(batch);
        }
        let mut marks = vec![true; batch.len()];
        self.0.unmark(&mut marks, &Loaded { batch, analyses });
        keep_marked(batch, &marks);
    }
}

/// Keeps the records that have a mark. Those that follow each other are moved together.
fn keep_marked(batch: &mut Vec<Record>, marks: &[bool]) {
    let (mut kept, mut start) = (0, 0);
    for run in marks.chunk_by(|one, next| one == next) {
        let end = start + run.len();
        if run[0] {
            batch.copy_within(start..end, kept);
            kept += run.len();
        }
        start = end;
    }
    batch.truncate(kept);
}

impl FromStr for Condition {
    type Err = ParseConditionError;

    fn from_str(text: &str) -> Result<Self, ParseConditionError> {
        Self::parse(text)
    }
}

/// Why a text is not a condition: the column, from 1, and what is expected there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseConditionError(String);

impl fmt::Display for ParseConditionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl core::error::Error for ParseConditionError {}

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
struct Loaded<'a> {
    batch: &'a [Record],
    analyses: &'a Analyses,
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

impl Expression {
    /// Whether the expression holds with these values.
    fn holds(&self, value: &impl Fn(&Value) -> Option<i64>) -> bool {
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

    /// Removes the marks of the records for which the expression does not hold. Records without a mark are not looked at. One part of the
    /// expression after the other goes through the batch, so that its branches are predicted.
    fn unmark(&self, marks: &mut [bool], loaded: &Loaded<'_>) {
        match self {
            Self::All(parts) => parts.iter().for_each(|part| part.unmark(marks, loaded)),
            Self::Any(parts) => {
                let mut left = marks.to_vec();
                for part in parts {
                    let mut found = left.clone();
                    part.unmark(&mut found, loaded);
                    left.iter_mut()
                        .zip(found)
                        .for_each(|(left, found)| *left &= !found);
                }
                marks
                    .iter_mut()
                    .zip(left)
                    .for_each(|(mark, left)| *mark &= !left);
            }
            Self::Not(part) => {
                let mut found = marks.to_vec();
                part.unmark(&mut found, loaded);
                marks
                    .iter_mut()
                    .zip(found)
                    .for_each(|(mark, found)| *mark &= !found);
            }
            Self::Nonzero(Operand::Value(which)) => {
                loaded.unmark(marks, which, |number| number != 0);
            }
            Self::Compare(Operand::Value(which), comparison, Operand::Number(number)) => {
                loaded.unmark(marks, which, |found| comparison.holds(found.cmp(number)));
            }
            other => unmark(marks, |i| other.holds(&|which| loaded.value(which, i))),
        }
    }

    /// Whether the expression has a value of a kind.
    fn uses(&self, is_of_kind: &impl Fn(&Value) -> bool) -> bool {
        let of = |operand: &Operand| matches!(operand, Operand::Value(value) if is_of_kind(value));
        match self {
            Self::Any(parts) | Self::All(parts) => parts.iter().any(|part| part.uses(is_of_kind)),
            Self::Not(part) => part.uses(is_of_kind),
            Self::Nonzero(operand) => of(operand),
            Self::Compare(left, _, right) => of(left) || of(right),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_xoshiro::SplitMix64;
    use rand_xoshiro::rand_core::{Rng as _, SeedableRng};
    use setwise_moves::Position;

    /// Evaluates with 12 pieces, score -30, no outcome, check.
    fn holds(text: &str) -> bool {
        let value = |value: &Value| match value.name {
            "pieces" => Some(12),
            "score" => Some(-30),
            "in_check" => Some(1),
            "mate" => Some(0),
            _ => None,
        };
        Condition::parse(text).expect(text).0.holds(&value)
    }

    #[test]
    fn precedence_and_missing_values() {
        for text in [
            "pieces == 12",
            "in_check",
            "!mate and in_check",
            "in_check || mate && mate",
            "not (in_check and mate)",
            "not mate",
            "score>=-30&&score<0",
            "!(outcome == 1)",
            "-5 < 3",
            "score != pieces",
            "!!in_check",
        ] {
            assert!(holds(text), "{text}");
        }
        for text in [
            "outcome == 1",
            "outcome != 1",
            "outcome",
            "(in_check || mate) && mate",
            "0",
        ] {
            assert!(!holds(text), "{text}");
        }
    }

    #[test]
    fn errors_name_the_column() {
        let cases = [
            ("", "column 1: expected an integer or one of pieces"),
            ("pieces >", "column 9: expected an integer"),
            (
                "pieces = 3",
                "column 8: expected an operator or the end, found `=`",
            ),
            ("(pieces", "column 8: expected `)`, found the end"),
            (
                "score > 1 outcome",
                "column 11: expected an operator or the end, found `outcome`",
            ),
            (
                "1 < 2 < 3",
                "column 7: expected an operator or the end, found `<`",
            ),
            ("mate && é", "column 9: expected an integer"),
            ("99999999999999999999", "column 1: expected an integer"),
        ];
        for (text, start) in cases {
            let error = Condition::parse(text).expect_err(text).to_string();
            assert!(error.starts_with(start), "{text}: {error}");
        }
        let deep = "(".repeat(100_000);
        let error = Condition::parse(&deep).expect_err("too deep");
        let error = error.to_string();
        assert!(error.starts_with("column 102: expected fewer"), "{error}");
    }

    /// A whole batch against one record after the other.
    #[test]
    fn retain_keeps_what_holds() {
        let mut random = SplitMix64::seed_from_u64(141);
        let mut batch = Vec::new();
        let mut position = Position::startpos();
        for i in 0..300 {
            let mut record = Record::from(position);
            record.score = (i % 3 != 0).then_some(i % 7 - 3);
            record.ply = (i % 5 != 0).then_some(i as u16);
            batch.push(record);
            let moves: Vec<_> = position.legal_moves().iter().collect();
            position = match moves.len() {
                0 => Position::startpos(),
                n => position.play_unchecked(moves[random.next_u64() as usize % n]),
            };
        }
        for text in [
            "score",
            "score < 1",
            "!(score < 1)",
            "score != pieces",
            "ply > pieces",
            "pieces < 20",
            "legal_moves > 25",
            "captures > 1 && in_check == 0",
            "in_check || score > 0 and !(ply >= 100)",
            "legal_moves < ply or 3 < 2",
        ] {
            let condition = Condition::parse(text).expect(text);
            let mut analyses = Analyses::default();
            analyses.load(&batch);
            let expected: Vec<Record> = (0..batch.len())
                .filter(|&i| condition.holds(&Seen::new(&batch[i], &analyses, i)))
                .map(|i| batch[i])
                .collect();
            assert!((1..batch.len()).contains(&expected.len()), "{text}");
            let mut kept = batch.clone();
            condition.retain(&mut kept, &mut Analyses::default());
            assert_eq!(kept, expected, "{text}");
        }
    }
}
