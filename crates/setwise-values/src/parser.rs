//! The parser of conditions, by recursive descent.
//!
//! ```text
//! or         = and { ("||" | "or") and }
//! and        = not { ("&&" | "and") not }
//! not        = ("!" | "not") not | "(" or ")" | operand [comparison operand]
//! comparison = "==" | "=" | "!=" | "<" | "<=" | ">" | ">="
//! operand    = value | ["-"] digits
//! ```
//! The words `and`, `or` and `not` are read in any case.

use crate::error::quoted;
use crate::expression::{Comparison, Expression, Operand};
use crate::{ParseConditionError, Value};

const COMPARISONS: [(&str, Comparison); 7] = [
    ("==", Comparison::Equal),
    ("=", Comparison::Equal),
    ("!=", Comparison::NotEqual),
    ("<=", Comparison::LessOrEqual),
    (">=", Comparison::GreaterOrEqual),
    ("<", Comparison::Less),
    (">", Comparison::Greater),
];

/// Operators of other languages, and what they are here.
const FOREIGN: [(&str, &str); 8] = [
    ("===", "=="),
    ("!==", "!="),
    ("<>", "!="),
    ("~=", "!="),
    ("=<", "<="),
    ("=>", ">="),
    ("&", "&&"),
    ("|", "||"),
];

const KEYWORDS: [&str; 3] = ["and", "or", "not"];

/// The greatest number of nested parentheses and negations.
const MAX_DEPTH: usize = 100;

type Parsed<T> = Result<T, ParseConditionError>;

pub(crate) struct Parser<'a> {
    text: &'a str,
    /// The offset of the first byte that is not parsed.
    at: usize,
    /// The values so far, each once.
    values: Vec<&'static Value>,
}

impl<'a> Parser<'a> {
    pub(crate) const fn new(text: &'a str) -> Self {
        Self {
            text,
            at: 0,
            values: Vec::new(),
        }
    }

    /// Parses the whole text. Returns the expression and its values, by their first occurrence.
    pub(crate) fn expression(mut self) -> Parsed<(Expression, Vec<&'static Value>)> {
        let expression = self.any(0)?;
        match self.rest().is_empty() {
            true => Ok((expression, self.values)),
            false => Err(self.expected("a comparison, `&&`, `||` or the end")),
        }
    }

    /// The text after spaces that are skipped.
    fn rest(&mut self) -> &'a str {
        let rest = &self.text[self.at..];
        let trimmed = rest.trim_start();
        self.at += rest.len() - trimmed.len();
        trimmed
    }

    /// The name, the keyword or the number at the front.
    fn word(&mut self) -> &'a str {
        let rest = self.rest();
        &rest[..word_length(rest)]
    }

    /// The signs of a comparison at the front. A `!` after others begins another condition.
    fn signs(&mut self) -> &'a str {
        let first = usize::from(self.rest().starts_with('!'));
        let others = self.rest()[first..].find(|c| !"=<>~&|".contains(c));
        &self.rest()[..others.map_or(self.rest().len(), |end| first + end)]
    }

    /// Skips an operator or a word that means the same. Returns whether there is one.
    fn skip(&mut self, operator: &str, word: &str) -> bool {
        let found = match self.rest().starts_with(operator) {
            true => operator.len(),
            false if !word.is_empty() && self.word().eq_ignore_ascii_case(word) => word.len(),
            false => return false,
        };
        self.at += found;
        true
    }

    fn problem(&self, what: &str) -> ParseConditionError {
        ParseConditionError::new(self.text, self.at, what)
    }

    fn expected(&mut self, what: &str) -> ParseConditionError {
        let (word, next) = (self.word(), self.rest().chars().next());
        let found = match next {
            None => "the end".to_string(),
            Some(_) if !word.is_empty() => quoted(word),
            Some(c) => format!("`{c}`"),
        };
        self.problem(&format!("expected {what}, found {found}"))
    }

    fn any(&mut self, depth: usize) -> Parsed<Expression> {
        let mut parts = vec![self.all(depth)?];
        while self.skip("||", "or") {
            parts.push(self.all(depth)?);
        }
        Ok(Expression::Any(parts))
    }

    fn all(&mut self, depth: usize) -> Parsed<Expression> {
        let mut parts = vec![self.not(depth)?];
        while self.skip("&&", "and") {
            parts.push(self.not(depth)?);
        }
        Ok(Expression::All(parts))
    }

    fn not(&mut self, depth: usize) -> Parsed<Expression> {
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
        Ok(match self.comparison()? {
            Some(comparison) => Expression::Compare(left, comparison, self.operand()?),
            None => Expression::Nonzero(left),
        })
    }

    /// Skips the operator of a comparison, if there is one.
    fn comparison(&mut self) -> Parsed<Option<Comparison>> {
        let signs = self.signs();
        if let Some((_, here)) = FOREIGN.iter().find(|row| row.0 == signs) {
            return Err(self.problem(&format!("`{signs}` is no operator; write `{here}`")));
        }
        let found = COMPARISONS.iter().find(|row| row.0 == signs);
        self.at += found.map_or(0, |row| row.0.len());
        Ok(found.map(|row| row.1))
    }

    fn operand(&mut self) -> Parsed<Operand> {
        if self.rest().starts_with('-') || self.word().starts_with(|c: char| c.is_ascii_digit()) {
            return self.number().map(Operand::Number);
        }
        let word = self.word();
        let is_word = |known: &&str| word.eq_ignore_ascii_case(known);
        if word.is_empty() || KEYWORDS.iter().any(is_word) {
            return Err(self.expected("a value or an integer"));
        }
        let Some(value) = Value::named(word) else {
            return Err(self.problem(&unknown(word)));
        };
        if !self.values.contains(&value) {
            self.values.push(value);
        }
        self.at += word.len();
        Ok(Operand::Value(value))
    }

    fn number(&mut self) -> Parsed<i64> {
        let rest = self.rest();
        let sign = usize::from(rest.starts_with('-'));
        let word = &rest[..sign + word_length(&rest[sign..])];
        let is_number = word.len() > sign && word[sign..].bytes().all(|c| c.is_ascii_digit());
        match word.parse() {
            Ok(number) if is_number => {
                self.at += word.len();
                Ok(number)
            }
            _ if is_number => Err(self.problem(&format!("{} does not fit 64 bits", quoted(word)))),
            _ => Err(self.problem(&format!("{} is no integer", quoted(word)))),
        }
    }
}

/// The number of bytes at the front that belong to a word.
fn word_length(text: &str) -> usize {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_');
    end.unwrap_or(text.len())
}

/// Returns the message that no value has a name, with the similar names.
fn unknown(name: &str) -> String {
    let similar = Value::similar(name);
    let similar: Vec<_> = similar.into_iter().map(quoted).collect();
    let meant = match &similar[..] {
        [] => String::new(),
        [one] => format!("; did you mean {one}?"),
        [others @ .., last] => format!("; did you mean {} or {last}?", others.join(", ")),
    };
    format!("unknown value {}{meant}", quoted(name))
}
