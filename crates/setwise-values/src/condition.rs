//! Conditions on records.

use crate::analyses::Analyses;
use crate::expression::{Expression, Loaded};
use crate::parser::Parser;
use crate::value::{Seen, Source};
use core::fmt;
use core::str::FromStr;
use setwise_formats::Record;

/// A condition on the values of a record.
///
/// Comparisons (`==`, `!=`, `<`, `<=`, `>`, `>=`) of values with integers or with each other,
/// joined by `&&`, `||`, `!` or `and`, `or`, `not`, and parentheses. A value alone holds if it is
/// not 0. A comparison with a value that the record lacks is false, and so is such a value alone.
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

    /// Keeps the records of a batch for which the condition holds. The batch is loaded into
    /// `analyses` if the condition needs that.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::Value;
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
            let moves: Vec<_> = position.legal_moves().into_iter().collect();
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
