//! Conditions that hold for no record.

use crate::expression::{Comparison, Expression, Operand, TextTest};
use crate::value::Kind;
use setwise_formats::GameColumn;

/// Returns why an expression holds for no record, if that is certain.
pub(crate) fn contradiction(expression: &Expression, columns: &[GameColumn]) -> Option<String> {
    match expression {
        // Every part must be impossible.
        Expression::Any(parts) => {
            let whys: Option<Vec<_>> = parts
                .iter()
                .map(|part| contradiction(part, columns))
                .collect();
            whys?.into_iter().next()
        }
        Expression::All(parts) => {
            let alone = parts.iter().find_map(|part| contradiction(part, columns));
            alone.or_else(|| together(parts, columns))
        }
        Expression::Not(_) => None,
        Expression::Nonzero(Operand::Number(0)) => Some("0 is not true".to_owned()),
        Expression::Nonzero(_) => None,
        Expression::Compare(Operand::Number(left), comparison, Operand::Number(right)) => {
            (!comparison.holds(left.cmp(right))).then(|| format!("{left} and {right} are numbers"))
        }
        Expression::Compare(..) | Expression::Text(..) => {
            together(core::slice::from_ref(expression), columns)
        }
    }
}

/// The range of the numbers that an operand can have.
struct Range {
    operand: Operand,
    least: i64,
    most: i64,
}

impl Range {
    fn of(operand: Operand, columns: &[GameColumn]) -> Self {
        let any = (i64::MIN, i64::MAX);
        let (least, most) = match operand {
            Operand::Number(number) => (number, number),
            Operand::Value(value) => match (value.kind(), value.name()) {
                (Kind::Truth, _) => (0, 1),
                (_, "outcome") => (0, 2),
                (_, "score" | "material" | "exchange") => any,
                _ => (0, i64::MAX),
            },
            Operand::Column(column) => match columns.get(column).map(GameColumn::name) {
                Some("clock" | "emt" | "time" | "depth" | "base" | "increment") => (0, i64::MAX),
                _ => any,
            },
        };
        Self {
            operand,
            least,
            most,
        }
    }

    fn narrow(&mut self, comparison: Comparison, number: i64) {
        let (least, most) = match comparison {
            Comparison::Equal => (number, number),
            Comparison::NotEqual => return,
            Comparison::Less => (i64::MIN, number.saturating_sub(1)),
            Comparison::LessOrEqual => (i64::MIN, number),
            Comparison::Greater => (number.saturating_add(1), i64::MAX),
            Comparison::GreaterOrEqual => (number, i64::MAX),
        };
        self.least = self.least.max(least);
        self.most = self.most.min(most);
    }
}

/// Returns the comparison that means the same with its sides exchanged.
const fn mirrored(comparison: Comparison) -> Comparison {
    match comparison {
        Comparison::Less => Comparison::Greater,
        Comparison::LessOrEqual => Comparison::GreaterOrEqual,
        Comparison::Greater => Comparison::Less,
        Comparison::GreaterOrEqual => Comparison::LessOrEqual,
        other => other,
    }
}

/// Returns why parts never hold together.
fn together(parts: &[Expression], columns: &[GameColumn]) -> Option<String> {
    let mut ranges: Vec<Range> = Vec::new();
    let mut texts: Vec<(usize, TextTest, &str)> = Vec::new();
    for part in parts {
        let (operand, comparison, number) = match part {
            Expression::Compare(operand, comparison, Operand::Number(number)) => {
                (*operand, *comparison, *number)
            }
            Expression::Compare(Operand::Number(number), comparison, operand) => {
                (*operand, mirrored(*comparison), *number)
            }
            Expression::Text(column, test, text) => {
                texts.push((*column, *test, text));
                continue;
            }
            _ => continue,
        };
        let known = ranges.iter().position(|range| range.operand == operand);
        let at = known.unwrap_or_else(|| {
            ranges.push(Range::of(operand, columns));
            ranges.len() - 1
        });
        ranges[at].narrow(comparison, number);
    }
    let name = |operand| match operand {
        Operand::Value(value) => value.name(),
        Operand::Column(column) => columns.get(column).map_or("", GameColumn::name),
        Operand::Number(_) => "",
    };
    let empty = ranges.iter().find(|range| range.least > range.most);
    let of_numbers = empty.map(|range| {
        let name = name(range.operand);
        format!(
            "no `{name}` is at least {} and at most {}",
            range.least, range.most
        )
    });
    of_numbers.or_else(|| texts_together(&texts, columns))
}

/// The values of the tag `Result`.
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

fn texts_together(texts: &[(usize, TextTest, &str)], columns: &[GameColumn]) -> Option<String> {
    for (i, &(column, test, text)) in texts.iter().enumerate() {
        let name = columns.get(column).map_or("", GameColumn::name);
        let is_possible = match test {
            TextTest::Equal => RESULTS.contains(&text),
            TextTest::NotEqual => true,
            TextTest::StartsWith => RESULTS.iter().any(|result| result.starts_with(text)),
        };
        if name == "Result" && !is_possible {
            return Some(format!(
                "`Result` is one of {}, but not {text:?}",
                RESULTS.join(", ")
            ));
        }
        let same = texts[..i].iter().filter(|(other, ..)| *other == column);
        for &(_, other_test, other) in same {
            let excludes = match (test, other_test) {
                (TextTest::Equal, TextTest::Equal) => text != other,
                (TextTest::Equal, TextTest::NotEqual) | (TextTest::NotEqual, TextTest::Equal) => {
                    text == other
                }
                (TextTest::Equal, TextTest::StartsWith) => !text.starts_with(other),
                (TextTest::StartsWith, TextTest::Equal) => !other.starts_with(text),
                (TextTest::StartsWith, TextTest::StartsWith) => {
                    !text.starts_with(other) && !other.starts_with(text)
                }
                _ => false,
            };
            if excludes {
                return Some(format!("no `{name}` fits {other:?} and {text:?}"));
            }
        }
    }
    None
}
