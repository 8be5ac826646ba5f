use crate::expression::Expression;
use crate::records::{self, Loaded};
use crate::value::{Seen, Source, Value};
use crate::{analyses::Analyses, error::ParseConditionError};
use crate::{blocks, never, parser::Parser};
use core::fmt;
use setwise_formats::{BlockSets, Extras, GameBatch, GameColumn, Record};

/// A condition on the values of a record.
///
/// A condition consists of comparisons (`==` or `=`, `!=`, `<`, `<=`, `>`, `>=`) of values with
/// integers or with each other, joined by `&&`, `||`, `!` or, in any case, `and`, `or`, `not`, and
/// parentheses. A value alone holds if it is not 0. A comparison with a value that the record lacks
/// is false, and so is such a value alone.
///
/// Columns of games ([`GameColumn`]) are compared like values; texts are compared by `==`, `!=`,
/// `in` and `starts_with`: `WhiteElo >= 2000 && Termination in ("Normal", "Time forfeit")`. A name
/// that begins with a capital letter is a tag; `tag:` before it names any tag.
///
/// ```
/// use setwise_values::Condition;
/// assert!(Condition::parse("mate && !(pieces > 5 or score == 0)").is_ok());
/// assert!(Condition::parse("NOT mate AND -300 < score").is_ok());
/// let error = Condition::parse("pieces > 3 && peices < 9").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "column 15: unknown value `peices`; did you mean `pieces`?\n  \
///      pieces > 3 && peices < 9\n                ^"
/// );
/// let error = Condition::parse("WhiteElo > 2000 and WhiteElo < 1000").unwrap_err();
/// let never = "it holds for no record: no `WhiteElo` is at least 2001 and at most 999";
/// assert_eq!(error.to_string(), never);
/// ```
#[derive(Clone, Debug)]
pub struct Condition {
    text: String,
    expression: Expression,
    values: Vec<&'static Value>,
    columns: Vec<GameColumn>,
}

impl Condition {
    /// Parses a condition.
    ///
    /// # Errors
    /// The text is not a condition, or the condition holds for no record: its parts exclude each
    /// other, or a value is never in this range.
    pub fn parse(text: &str) -> Result<Self, ParseConditionError> {
        let (expression, values, columns) = Parser::new(text).expression()?;
        if let Some(why) = never::contradiction(&expression, &columns) {
            return Err(ParseConditionError::never(&why));
        }
        Ok(Self {
            text: text.to_owned(),
            expression,
            values,
            columns,
        })
    }

    /// Whether the condition holds for a record without columns.
    pub fn holds(&self, seen: &Seen<'_>) -> bool {
        self.expression.holds(&|value: &Value| value.of(seen))
    }

    /// Returns the values that the condition reads, each once, in the order in which they first
    /// occur.
    ///
    /// ```
    /// use setwise_values::{Condition, Value};
    /// let condition = Condition::parse("score > 0 && (mate || score < 9)").unwrap();
    /// let names: Vec<_> = condition.values().iter().map(|value| value.name()).collect();
    /// assert_eq!(names, ["score", "mate"]);
    /// ```
    pub fn values(&self) -> &[&'static Value] {
        &self.values
    }

    /// Returns the columns that the condition reads, each once.
    ///
    /// ```
    /// use setwise_values::Condition;
    /// let condition = Condition::parse("ECO starts_with 'B2' && clock < 10000").unwrap();
    /// let names: Vec<_> = condition.columns().iter().map(|column| column.name()).collect();
    /// assert_eq!(names, ["ECO", "clock"]);
    /// ```
    pub fn columns(&self) -> &[GameColumn] {
        &self.columns
    }

    /// Whether the condition has a value that is computed from this source.
    pub fn reads(&self, source: Source) -> bool {
        self.values.iter().any(|value| value.source == source)
    }

    /// Returns the rows of games for which the condition holds, as a set for each block. Only
    /// values that the condition needs are computed, 64 at a time. Columns of games are missing.
    ///
    /// ```
    /// use setwise_formats::{Format, ReadOptions, Reader, Record, WriteOptions, Writer};
    /// use setwise_moves::Position;
    /// use setwise_values::Condition;
    /// let start = Position::startpos();
    /// let mut record = Record::from(start);
    /// (record.outcome, record.white_score) = (Some(setwise_moves::Outcome::Draw), Some(20));
    /// record.played = start.parse_move("e2e4").ok();
    /// let mut writer = Writer::new(Vec::new(), Format::Viriformat, WriteOptions::default());
    /// writer.write(&record)?;
    /// let file = writer.finish()?;
    /// let options = ReadOptions::default().games(true);
    /// let mut reader = Reader::new(&file[..], Format::Viriformat, options);
    /// reader.read_batch(&mut Vec::new(), 100)?;
    /// let extras = reader.take_extras();
    /// let condition = Condition::parse("quiet && score > 0")?;
    /// assert_eq!(condition.keep(&extras.games()[0]), [1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn keep(&self, games: &GameBatch) -> BlockSets {
        blocks::keep(&self.expression, games)
    }

    /// Keeps the records of a batch for which the condition holds. Loads the batch into `analyses`
    /// if the condition needs them.
    pub fn retain(&self, batch: &mut Vec<Record>, analyses: &mut Analyses) {
        self.retain_with(batch, &Extras::default(), analyses);
    }

    /// As [`retain`](Self::retain), for records with [columns](Self::columns) beside them.
    pub fn retain_with(&self, batch: &mut Vec<Record>, extras: &Extras, analyses: &mut Analyses) {
        let marks = self.marks(batch, extras, analyses);
        keep_marked(batch, &marks);
    }

    /// Returns for each record of a batch whether the condition holds. Loads the batch into
    /// `analyses` if the condition needs them.
    pub fn marks(&self, batch: &[Record], extras: &Extras, analyses: &mut Analyses) -> Vec<bool> {
        if self.reads(Source::Move) {
            analyses.load(batch);
        } else if self.reads(Source::Analysis) {
            analyses.load_positions(batch);
        }
        let places = self.columns.iter();
        let loaded = Loaded {
            batch,
            analyses,
            extras,
            places: places
                .map(|column| extras.columns().place_of(column))
                .collect(),
        };
        records::marks(&self.expression, &loaded)
    }
}

/// Keeps the records that have a mark. Consecutive records are moved together.
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

/// Writes the text from which the condition was parsed.
impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_xoshiro::SplitMix64;
    use rand_xoshiro::rand_core::{Rng as _, SeedableRng};
    use setwise_formats::{Format, ReadOptions, Reader, WriteOptions, Writer};
    use setwise_moves::{Outcome, Position};

    /// Evaluates a text for 12 pieces, score -30, no outcome, check.
    fn holds(text: &str) -> bool {
        let value = |value: &Value| match value.name {
            "pieces" => Some(12),
            "score" => Some(-30),
            "in_check" => Some(1),
            "mate" => Some(0),
            _ => None,
        };
        let (expression, ..) = Parser::new(text).expression().expect(text);
        expression.holds(&value)
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
            "pieces = 12",
            "pieces=12 AND Not mate",
            "mate OR in_check",
            "-300 < score && score < -29",
            "-30 == score",
            "pieces<13&&!mate",
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
    fn errors_show_the_place() {
        let cases = [
            ("", 1, "expected a value or an integer, found the end"),
            (
                "pieces >",
                9,
                "expected a value or an integer, found the end",
            ),
            (
                "mate and and 1",
                10,
                "expected a value or an integer, found `and`",
            ),
            (
                "pieces > NOT",
                10,
                "expected a value or an integer, found `NOT`",
            ),
            ("mate && é", 9, "unknown value `é`"),
            ("é && mate", 1, "unknown value `é`"),
            ("mate && ✓", 9, "expected a value or an integer, found `✓`"),
            ("(pieces", 8, "expected `)`, found the end"),
            (
                "score > 1 outcome",
                11,
                "expected a comparison, `&&`, `||` or the end, found `outcome`",
            ),
            (
                "1 < 2 < 3",
                7,
                "expected a comparison, `&&`, `||` or the end, found `<`",
            ),
            (
                "score + 1 > 2",
                7,
                "expected a comparison, `&&`, `||` or the end, found `+`",
            ),
            (
                "99999999999999999999",
                1,
                "`99999999999999999999` does not fit 64 bits",
            ),
            (
                "score > -9223372036854775809",
                9,
                "`-9223372036854775809` does not fit 64 bits",
            ),
            ("score > 3cp", 9, "`3cp` is no integer"),
            ("score > - 3", 9, "`-` is no integer"),
            ("-score > 3", 1, "`-score` is no integer"),
            ("score <> 3", 7, "`<>` is no operator; write `!=`"),
            ("score => 3", 7, "`=>` is no operator; write `>=`"),
            ("score=<3", 6, "`=<` is no operator; write `<=`"),
            ("score === 3", 7, "`===` is no operator; write `==`"),
            ("mate | quiet", 6, "`|` is no operator; write `||`"),
            ("mate & quiet", 6, "`&` is no operator; write `&&`"),
            (
                "pinned = 2 && incheck",
                15,
                "unknown value `incheck`; did you mean `in_check`?",
            ),
            (
                "IN_CHECK",
                1,
                "unknown value `IN_CHECK`; did you mean `in_check`?",
            ),
            (
                "double_attack > 2",
                1,
                "unknown value `double_attack`; \
                did you mean `double_attacks` or `enemy_double_attacks`?",
            ),
            (
                "moves > 30",
                1,
                "unknown value `moves`; did you mean `halfmoves`, `pawn_moves` or `rook_moves`?",
            ),
        ];
        for (text, column, reason) in cases {
            let error = Condition::parse(text).expect_err(text).to_string();
            let caret = " ".repeat(column + 1);
            let expected = format!("column {column}: {reason}\n  {text}\n{caret}^");
            assert_eq!(error, expected, "{text}");
        }
    }

    #[test]
    fn errors_of_long_texts_show_a_part() {
        let deep = "(".repeat(100_000);
        let error = Condition::parse(&deep).expect_err("too deep");
        let message = "column 102: expected fewer nested parentheses and negations, found `(`";
        assert_eq!(error.message(), message);
        let part = "(".repeat(40);
        let caret = " ".repeat(44);
        let place = format!("  … {part}{part} …\n{caret}^");
        assert_eq!(error.place(), Some(&place[..]));
        let long = format!("mate\n&&\t{}", "x".repeat(100_000));
        let error = Condition::parse(&long).expect_err("unknown");
        let part = "x".repeat(40);
        assert_eq!(
            error.message(),
            format!("column 9: unknown value `{part}…`")
        );
        let place = format!("  mate && {part} …\n{}^", " ".repeat(10));
        assert_eq!(error.place(), Some(&place[..]));
    }

    #[test]
    fn values_that_are_read() {
        let names = |text| {
            let condition = Condition::parse(text).expect(text);
            condition
                .values()
                .iter()
                .map(|value| value.name())
                .collect::<Vec<_>>()
        };
        assert_eq!(names("1 < 2"), [""; 0]);
        assert_eq!(
            names("!(ply < game) or 3 > ply && quiet"),
            ["ply", "game", "quiet"]
        );
        let condition = Condition::parse("ply > 3 || quiet").expect("a condition");
        let sources = [Source::Label, Source::Move, Source::Analysis];
        assert_eq!(
            sources.map(|source| condition.reads(source)),
            [true, true, false]
        );
    }

    /// Compares a whole batch with one record after the other.
    #[test]
    fn retain_keeps_what_holds() {
        let mut random = SplitMix64::seed_from_u64(141);
        let mut batch = Vec::new();
        let mut position = Position::startpos();
        for i in 0..300 {
            let mut record = Record::from(position);
            record.white_score = (i % 3 != 0).then_some(i % 7 - 3);
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

    /// Random games with scores as a file.
    fn games(random: &mut SplitMix64) -> Vec<u8> {
        let options = WriteOptions::default();
        let mut writer = Writer::new(Vec::new(), Format::Viriformat, options);
        for _ in 0..30 {
            let mut start = Record::from(Position::startpos());
            start.outcome = Outcome::from_half_points((random.next_u64() % 3) as u8);
            let (mut position, mut moves) = (start.position, Vec::new());
            for _ in 0..random.next_u64() % 150 {
                let legal: Vec<_> = position.legal_moves().into_iter().collect();
                let Some(last) = legal.len().checked_sub(1) else {
                    break;
                };
                let played = legal[random.next_u64() as usize % (last + 1)];
                moves.push((Some(played), Some(random.next_u64() as i16)));
                position = position.play_unchecked(played);
            }
            writer.write_game(&start, &moves).expect("sound games");
        }
        writer.finish().expect("a vector")
    }

    /// Compares rows of blocks with their records, for each value.
    #[test]
    fn blocks_keep_what_records_do() {
        let mut random = SplitMix64::seed_from_u64(97);
        let file = games(&mut random);
        let mut records = Vec::new();
        let mut reader = Reader::new(&file[..], Format::Viriformat, ReadOptions::default());
        reader
            .read_batch(&mut records, usize::MAX)
            .expect("a sound file");
        let options = ReadOptions::default().games(true);
        let mut reader = Reader::new(&file[..], Format::Viriformat, options);
        reader
            .read_batch(&mut Vec::new(), usize::MAX)
            .expect("a sound file");
        let extras = reader.take_extras();
        let [games] = extras.games() else {
            panic!("{} parts", extras.games().len());
        };
        let names = Value::ALL.iter().map(Value::name);
        let texts = names.flat_map(|name| {
            let tests = ["", " > 3", " != 1", " < 20", " >= -100", " == 0"];
            tests.map(|test| format!("{name}{test}"))
        });
        let joined = [
            "!(quiet || captures > 2) and phase > 3",
            "in_check or legal_moves < pieces && !played_captures",
            "score > 100 && score < 9000 || outcome == 2 and gives_check",
            "not (quiet and (score < 0 or ply > 30))",
        ];
        let mut tried = 0;
        for text in texts.chain(joined.map(String::from)) {
            // Some hold for no record.
            let Ok(condition) = Condition::parse(&text) else {
                continue;
            };
            tried += 1;
            let mut analyses = Analyses::default();
            let marks = condition.marks(&records, &Extras::default(), &mut analyses);
            let sets = condition.keep(games);
            let places = games.blocks().games.iter();
            let found = places.flat_map(|place| {
                let sets = &sets;
                (0..place.moves).map(move |row| {
                    let (block, i) = place.of(row);
                    sets[block] >> i & 1 != 0
                })
            });
            assert!(found.eq(marks), "{text}");
        }
        assert!(tried > 200, "{tried}");
    }
}
