//! The parser of conditions, by recursive descent.
//!
//! ```text
//! or         = and { ("||" | "or") and }
//! and        = not { ("&&" | "and") not }
//! not        = ("!" | "not") not | "(" or ")" | test
//! test       = operand [comparison operand | "in" "(" ["-"] digits { "," ["-"] digits } ")"]
//!            | column ("==" | "=" | "!=" | "starts_with") text
//!            | column "in" "(" text { "," text } ")"
//! comparison = "==" | "=" | "!=" | "<" | "<=" | ">" | ">="
//! operand    = value | column | ["-"] digits
//! text       = one in single or double quotes
//! ```
//! The words `and`, `or`, `not`, `in` and `starts_with` are read in any case.

use crate::error::{ParseConditionError, quoted};
use crate::expression::{Comparison, Expression, Operand, TextTest};
use crate::{names::Named, value::Value};
use setwise_formats::{ColumnKind, GameColumn};

const COMPARISONS: [(&str, Comparison); 7] = [
    ("==", Comparison::Equal),
    ("=", Comparison::Equal),
    ("!=", Comparison::NotEqual),
    ("<=", Comparison::LessOrEqual),
    (">=", Comparison::GreaterOrEqual),
    ("<", Comparison::Less),
    (">", Comparison::Greater),
];

/// Operators of other languages, and the operators to write instead.
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
    /// The offset of the first byte that is not parsed yet.
    at: usize,
    /// The values and the columns so far, each once.
    values: Vec<&'static Value>,
    columns: Vec<GameColumn>,
}

/// An expression, with its values and its columns.
pub(crate) type Parts = (Expression, Vec<&'static Value>, Vec<GameColumn>);

impl<'a> Parser<'a> {
    pub(crate) const fn new(text: &'a str) -> Self {
        Self {
            text,
            at: 0,
            values: Vec::new(),
            columns: Vec::new(),
        }
    }

    /// Parses the whole text. Returns the expression and its values and columns, by their first
    /// occurrence.
    pub(crate) fn expression(mut self) -> Parsed<Parts> {
        let expression = self.any(0)?;
        match self.rest().is_empty() {
            true => Ok((expression, self.values, self.columns)),
            false => Err(self.expected("a comparison, `&&`, `||` or the end")),
        }
    }

    /// Skips spaces, and returns the rest of the text.
    fn rest(&mut self) -> &'a str {
        let rest = &self.text[self.at..];
        let trimmed = rest.trim_start();
        self.at += rest.len() - trimmed.len();
        trimmed
    }

    /// Returns the name, the keyword or the number at the front.
    fn word(&mut self) -> &'a str {
        let rest = self.rest();
        let prefix = if rest.starts_with("tag:") { 4 } else { 0 };
        &rest[..prefix + word_length(&rest[prefix..])]
    }

    /// Returns the signs of a comparison at the front. A `!` after others begins another condition.
    fn signs(&mut self) -> &'a str {
        let first = usize::from(self.rest().starts_with('!'));
        let others = self.rest()[first..].find(|c| !"=<>~&|".contains(c));
        &self.rest()[..others.map_or(self.rest().len(), |end| first + end)]
    }

    /// Skips an operator or a word that means the same. Returns whether there is one.
    fn skip(&mut self, operator: &str, word: &str) -> bool {
        let found = match !operator.is_empty() && self.rest().starts_with(operator) {
            true => operator.len(),
            false if !word.is_empty() && self.word().eq_ignore_ascii_case(word) => word.len(),
            false => return false,
        };
        self.at += found;
        true
    }

    fn error(&self, what: &str) -> ParseConditionError {
        ParseConditionError::new(self.text, self.at, what)
    }

    fn expected(&mut self, what: &str) -> ParseConditionError {
        let (word, next) = (self.word(), self.rest().chars().next());
        let found = match next {
            None => "the end".to_string(),
            Some(_) if !word.is_empty() => quoted(word),
            Some(c) => format!("`{c}`"),
        };
        self.error(&format!("expected {what}, found {found}"))
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
        self.test()
    }

    fn test(&mut self) -> Parsed<Expression> {
        if self.is_text() {
            return Err(self.expected("a value or an integer (a text stands after its column)"));
        }
        let (before, left) = (self.at, self.operand()?);
        if let Operand::Column(column) = left
            && self.columns[column].kind() != ColumnKind::Number
        {
            if !self.is_number_next() {
                return self.text_test(column, before);
            }
            // The comparison shows the kind of a tag of unknown kind.
            let number = self.columns[column].clone().as_number();
            let left = Operand::Column(self.add_column(number));
            return self.number_test(left);
        }
        self.number_test(left)
    }

    fn number_test(&mut self, left: Operand) -> Parsed<Expression> {
        if self.skip("", "in") {
            let equal = |right| Expression::Compare(left, Comparison::Equal, right);
            let number = |parser: &mut Self| parser.number().map(Operand::Number).map(equal);
            return self.list(number);
        }
        let Some(comparison) = self.comparison()? else {
            return Ok(Expression::Nonzero(left));
        };
        if self.is_text() {
            return Err(self.error("a number cannot be compared with a text"));
        }
        let at = self.at;
        let right = self.operand()?;
        if let Operand::Column(column) = right
            && self.columns[column].kind() != ColumnKind::Number
        {
            self.at = at;
            return Err(self.error("a number cannot be compared with a text"));
        }
        Ok(Expression::Compare(left, comparison, right))
    }

    /// Parses the test of a text column after its name, which begins at `place`.
    fn text_test(&mut self, column: usize, place: usize) -> Parsed<Expression> {
        if self.skip("", "starts_with") {
            let text = self.text()?;
            return Ok(Expression::Text(column, TextTest::StartsWith, text));
        }
        if self.skip("", "in") {
            return self
                .list(|parser| Ok(Expression::Text(column, TextTest::Equal, parser.text()?)));
        }
        let at = self.at;
        let test = match self.comparison()? {
            Some(Comparison::Equal) => TextTest::Equal,
            Some(Comparison::NotEqual) => TextTest::NotEqual,
            found => {
                self.at = if found.is_some() { at } else { place };
                let name = quoted(self.columns[column].name());
                let what = format!("{name} is a text, for ==, !=, in or starts_with");
                self.rest();
                return Err(self.error(&what));
            }
        };
        Ok(Expression::Text(column, test, self.text()?))
    }

    /// Parses a list in parentheses, which holds if one of its items holds.
    fn list(
        &mut self,
        mut item: impl FnMut(&mut Self) -> Parsed<Expression>,
    ) -> Parsed<Expression> {
        if !self.skip("(", "") {
            return Err(self.expected("`(`"));
        }
        let mut items = vec![item(self)?];
        while self.skip(",", "") {
            items.push(item(self)?);
        }
        match self.skip(")", "") {
            true => Ok(Expression::Any(items)),
            false => Err(self.expected("`,` or `)`")),
        }
    }

    /// Whether a text in quotes is at the front.
    fn is_text(&mut self) -> bool {
        self.rest().starts_with(['"', '\''])
    }

    /// Whether a comparison with a number or a list of numbers is at the front.
    fn is_number_next(&mut self) -> bool {
        let is_known = |column: &GameColumn| {
            let mut known = GameColumn::all_named().filter(|&(name, _)| name != "Round");
            known.any(|(name, _)| name == column.name()) || column.name() == "file"
        };
        if self.columns.last().is_none_or(is_known) {
            return false;
        }
        let rest = self.rest();
        let rest = rest.trim_start_matches(['=', '!', '<', '>', '(']);
        let word = word_length(rest);
        let rest = match rest[..word].eq_ignore_ascii_case("in") {
            true => rest[word..].trim_start_matches([' ', '(']),
            false => rest,
        };
        rest.trim_start()
            .starts_with(|c: char| c == '-' || c.is_ascii_digit())
    }

    fn text(&mut self) -> Parsed<String> {
        let rest = self.rest();
        let Some(quote) = rest.chars().next().filter(|c| matches!(c, '"' | '\'')) else {
            return Err(self.expected("a text in quotes"));
        };
        let Some((text, _)) = rest[1..].split_once(quote) else {
            return Err(self.error("the quote is not closed"));
        };
        self.at += text.len() + 2;
        Ok(text.to_owned())
    }

    /// Returns the place of a column, which is added if it is new.
    fn add_column(&mut self, column: GameColumn) -> usize {
        let found = self.columns.iter().position(|other| *other == column);
        found.unwrap_or_else(|| {
            self.columns.push(column);
            self.columns.len() - 1
        })
    }

    /// Skips the operator of a comparison, if there is one.
    fn comparison(&mut self) -> Parsed<Option<Comparison>> {
        let signs = self.signs();
        if let Some((_, here)) = FOREIGN.iter().find(|row| row.0 == signs) {
            return Err(self.error(&format!("`{signs}` is no operator; write `{here}`")));
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
        let named = Named::find(word).map_err(|why| self.error(&why.to_string()))?;
        let operand = match named {
            Named::Value(value) => {
                if !self.values.contains(&value) {
                    self.values.push(value);
                }
                Operand::Value(value)
            }
            Named::Column(column) => {
                if column.kind() == ColumnKind::Numbers || column.name() == "offset" {
                    let name = quoted(column.name());
                    return Err(self.error(&format!("{name} is written, but not compared")));
                }
                Operand::Column(self.add_column(column))
            }
        };
        self.at += word.len();
        Ok(operand)
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
            _ if is_number => Err(self.error(&format!("{} does not fit 64 bits", quoted(word)))),
            _ => Err(self.error(&format!("{} is no integer", quoted(word)))),
        }
    }
}

/// Returns the number of bytes at the front that belong to a word.
fn word_length(text: &str) -> usize {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_');
    end.unwrap_or(text.len())
}
