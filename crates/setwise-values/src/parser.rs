//! The parser of conditions, by recursive descent.
//!
//! ```text
//! or      = and { ("||" | "or") and }
//! and     = not { ("&&" | "and") not }
//! not     = ("!" | "not") not | "(" or ")" | operand [comparison operand]
//! operand = value | ["-"] digits
//! ```

use crate::expression::{Comparison, Expression, Operand};
use crate::value::Value;

/// The operators of comparisons. A longer one comes before its beginning.
const COMPARISONS: [(&str, Comparison); 6] = [
    ("==", Comparison::Equal),
    ("!=", Comparison::NotEqual),
    ("<=", Comparison::LessOrEqual),
    (">=", Comparison::GreaterOrEqual),
    ("<", Comparison::Less),
    (">", Comparison::Greater),
];

/// The greatest number of nested parentheses and negations.
const MAX_DEPTH: usize = 100;

/// A text and the place that is reached in it.
pub(crate) struct Parser<'a> {
    text: &'a str,
    /// The offset of the first byte that is not parsed.
    at: usize,
}

impl<'a> Parser<'a> {
    pub(crate) const fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// Parses the whole text. The error names the column, from 1.
    pub(crate) fn expression(mut self) -> Result<Expression, String> {
        let expression = self.any(0)?;
        match self.rest().is_empty() {
            true => Ok(expression),
            false => Err(self.expected("an operator or the end")),
        }
    }

    /// The text behind spaces that are skipped.
    fn rest(&mut self) -> &'a str {
        let rest = &self.text[self.at..];
        let trimmed = rest.trim_start();
        self.at += rest.len() - trimmed.len();
        trimmed
    }

    /// The name, the keyword or the number at the front.
    fn word(&mut self) -> &'a str {
        let rest = self.rest();
        let is_inner = |c: char| c.is_alphanumeric() || c == '_';
        &rest[..rest.find(|c| !is_inner(c)).unwrap_or(rest.len())]
    }

    /// Skips an operator or a word that means the same. Returns whether there is one.
    fn skip(&mut self, operator: &str, word: &str) -> bool {
        let found = match self.rest().starts_with(operator) {
            true => operator.len(),
            false if !word.is_empty() && self.word() == word => word.len(),
            false => return false,
        };
        self.at += found;
        true
    }

    fn expected(&mut self, what: &str) -> String {
        let word = self.word();
        let next = self.rest().chars().next();
        let column = self.text[..self.at].chars().count() + 1;
        match next {
            None => format!("column {column}: expected {what}, found the end"),
            Some(_) if !word.is_empty() => {
                format!("column {column}: expected {what}, found `{word}`")
            }
            Some(c) => format!("column {column}: expected {what}, found `{c}`"),
        }
    }

    fn any(&mut self, depth: usize) -> Result<Expression, String> {
        let first = self.all(depth)?;
        let mut parts = vec![first];
        while self.skip("||", "or") {
            parts.push(self.all(depth)?);
        }
        Ok(Expression::Any(parts))
    }

    fn all(&mut self, depth: usize) -> Result<Expression, String> {
        let first = self.not(depth)?;
        let mut parts = vec![first];
        while self.skip("&&", "and") {
            parts.push(self.not(depth)?);
        }
        Ok(Expression::All(parts))
    }

    fn not(&mut self, depth: usize) -> Result<Expression, String> {
        if depth > MAX_DEPTH {
            return Err(self.expected("fewer nested parentheses and negations"));
        }
        if self.skip("!", "not") {
            return Ok(Expression::Not(Box::new(self.not(depth + 1)?)));
        }
        if self.skip("(", "") {
            let inner = self.any(depth + 1)?;
            return match self.skip(")", "") {
                true => Ok(inner),
                false => Err(self.expected("`)`")),
            };
        }
        let left = self.operand()?;
        let rest = self.rest();
        let found = COMPARISONS.iter().find(|row| rest.starts_with(row.0));
        let Some((operator, comparison)) = found else {
            return Ok(Expression::Nonzero(left));
        };
        self.at += operator.len();
        Ok(Expression::Compare(left, *comparison, self.operand()?))
    }

    fn operand(&mut self) -> Result<Operand, String> {
        let sign = usize::from(self.rest().starts_with('-'));
        let rest = self.rest();
        let digits = rest[sign..].find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let word = &rest[..digits.map_or(rest.len(), |end| end + sign)];
        let operand = match Value::named(word) {
            Some(value) => Some(Operand::Value(value)),
            None => word.parse().ok().map(Operand::Number),
        };
        let names = || {
            Value::ALL
                .iter()
                .map(Value::name)
                .collect::<Vec<_>>()
                .join(", ")
        };
        let Some(operand) = operand else {
            return Err(self.expected(&format!("an integer or one of {}", names())));
        };
        self.at += word.len();
        Ok(operand)
    }
}
