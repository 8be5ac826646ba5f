//! Conditions on records.

use super::parser::Parser;
use super::values::Value;
use std::cmp::Ordering;

/// A condition. A value that a record lacks makes a comparison false.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Expression {
    Any(Vec<Self>),
    All(Vec<Self>),
    Not(Box<Self>),
    /// Holds if the value is not 0.
    Nonzero(Operand),
    Compare(Operand, Comparison, Operand),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operand {
    Value(&'static Value),
    Number(i64),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comparison {
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

impl Expression {
    /// Parses a condition. The error names the column, from 1.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        Parser::new(text).expression()
    }

    /// Whether the condition holds for a record with these values.
    pub(super) fn holds(&self, value: &impl Fn(&Value) -> Option<i64>) -> bool {
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

    /// Whether the condition has a value of a kind.
    pub(super) fn uses(&self, is_of_kind: fn(&Value) -> bool) -> bool {
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

    /// Evaluates with 12 pieces, score -30, no outcome, check.
    fn holds(text: &str) -> bool {
        let value = |value: &Value| match value.name {
            "pieces" => Some(12),
            "score" => Some(-30),
            "in_check" => Some(1),
            "mate" => Some(0),
            _ => None,
        };
        Expression::parse(text).expect(text).holds(&value)
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
            let error = Expression::parse(text).expect_err(text);
            assert!(error.starts_with(start), "{text}: {error}");
        }
        let deep = "(".repeat(100_000);
        let error = Expression::parse(&deep).expect_err("too deep");
        assert!(error.starts_with("column 102: expected fewer"), "{error}");
    }
}
