use super::lines::Parsed;
use crate::stream::{Encode, Encoded, Extra, Extras, GameRows};
use crate::vocabulary::{Fields, Notice, Notices, ReadError, Record, WriteError, score_seen_by};
use core::fmt::{self, Write};
use core::num::NonZeroU32;
use setwise_moves::{Color, FenStyle, Move, Outcome, Position, Setup};
use setwise_pgn::{Start, read_result};
use std::borrow::Cow;

/// Splits a text after a number of words. Both parts are without spaces at their ends.
fn split_words(text: &str, words: usize) -> (&str, &str) {
    let mut rest = text;
    for _ in 0..words {
        rest = rest.trim_ascii_start();
        let end = rest.bytes().position(|byte| byte.is_ascii_whitespace());
        rest = rest.get(end.unwrap_or(rest.len())..).unwrap_or_default();
    }
    let split = text.split_at_checked(text.len() - rest.len());
    let (front, back) = split.unwrap_or((text, ""));
    (front.trim_ascii(), back.trim_ascii())
}

/// Returns the text of a line, which is UTF-8 or else Latin-1.
fn text(line: &[u8]) -> (Cow<'_, str>, Notices) {
    match str::from_utf8(line) {
        Ok(text) => (text.into(), Notices::NONE),
        Err(_) => {
            let text: String = line.iter().copied().map(char::from).collect();
            (text.into(), Notice::Latin1.into())
        }
    }
}

/// Reads a FEN of six fields, or of four without the clocks. A move number 0 is 1.
pub(crate) fn record_of_fen(fen: &str) -> Parsed {
    let start = Start::from_fen(fen)?;
    let notices = match start.has_number_zero {
        true => Notice::MoveNumberZero.into(),
        false => Notices::NONE,
    };
    Ok((record_of_start(&start), notices))
}

pub(super) fn record_of_start(start: &Start) -> Record {
    let mut record = Record::from(start.position);
    if !start.has_clocks {
        record.assumed = Fields::CLOCKS;
    }
    record.with_ply_of_position()
}

pub(crate) fn decode_fen(line: &[u8], _: &mut Extras) -> Parsed {
    record_of_fen(str::from_utf8(line).map_err(|_| ReadError::NotUtf8)?)
}

/// Reads `FEN | score | result`.
pub(crate) fn decode_bullet(line: &[u8], _: &mut Extras) -> Parsed {
    let line = str::from_utf8(line).map_err(|_| ReadError::NotUtf8)?;
    if !line.contains('|') {
        return Err(ReadError::NoColumns);
    }
    let mut fields = line.split('|').map(str::trim_ascii);
    let (mut record, notices) = record_of_fen(fields.next().unwrap_or_default())?;
    let score = fields.next().unwrap_or_default();
    let (outcome, _) =
        outcome(fields.next().unwrap_or_default()).ok_or(ReadError::Field("result"))?;
    if fields.next().is_some() {
        return Err(ReadError::Behind("result"));
    }
    record.white_score = Some(score_of(score, "score")?);
    record.outcome = Some(outcome);
    Ok((record, notices))
}

/// Whether a move has the spelling of UCI: the letter of a promotion is small.
#[cfg(feature = "arrow")]
pub(super) fn has_small_letter(text: &str) -> bool {
    !text.ends_with(|last: char| last.is_ascii_uppercase())
}

/// Whether a legal move has the spelling of standard algebraic notation. The signs of check and
/// mate are not compared.
pub(super) fn is_canonical(position: &Position, played: Move, text: &str) -> bool {
    let bare = text.strip_suffix(['+', '#']).unwrap_or(text);
    *bare == *position.san_without_sign(played)
}

/// Reads the outcome of a game as programs write it, and whether that is the spelling of PGN.
pub(super) fn outcome(text: &str) -> Option<(Outcome, bool)> {
    if let Some((Some(outcome), is_standard)) = read_result(text.as_bytes()) {
        return Some((outcome, is_standard));
    }
    let outcome = match text {
        "1.0" | "[1.0]" | "1" => Outcome::WhiteWins,
        "0.5" | "[0.5]" => Outcome::Draw,
        "0.0" | "[0.0]" | "0" => Outcome::BlackWins,
        _ => return None,
    };
    Some((outcome, false))
}

fn score_of(text: &str, name: &'static str) -> Result<i16, ReadError> {
    use core::num::IntErrorKind::{NegOverflow, PosOverflow};
    text.parse()
        .map_err(|error: core::num::ParseIntError| match error.kind() {
            PosOverflow | NegOverflow => ReadError::ScoreRange,
            _ if text.parse::<f64>().is_ok() => ReadError::NotWhole(name),
            _ => ReadError::Field(name),
        })
}

/// Splits a line of EPD after its position: four fields, or six with the clocks. A semicolon may
/// end them, as if they were an operation.
fn split_position(line: &str) -> (&str, &str) {
    let (front, _) = line.split_once(';').unwrap_or((line, ""));
    let (clocks, _) = split_words(split_words(front, 4).1, 2);
    let is_clock = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    let mut words = clocks.split_ascii_whitespace();
    let has_clocks = words.clone().count() == 2 && words.all(is_clock);
    let (fen, _) = split_words(front, if has_clocks { 6 } else { 4 });
    (fen, line.get(fen.len()..).unwrap_or_default())
}

/// Reads a FEN of four or six fields and the operations of EPD after it. The move is that of the
/// operation `move_of`: `sm` or `bm`.
pub(crate) fn decode_epd(line: &[u8], move_of: &str, extras: &mut Extras) -> Parsed {
    let (line, mut notices) = text(line);
    let (fen, text) = split_position(&line);
    let has_clocks = !split_words(fen, 4).1.is_empty();
    let operations = Operations::read(text, move_of)?;
    let (mut record, of_fen) = record_of_fen(fen)?;
    notices = notices | of_fen | operations.notices;
    if operations.halfmoves.is_some() || operations.fullmove.is_some() {
        let before = record.position;
        let mut setup = Setup::from(before);
        setup.halfmoves = operations.halfmoves.unwrap_or(setup.halfmoves);
        setup.fullmove = operations.fullmove.unwrap_or(setup.fullmove);
        record.position = Position::new(setup)?;
        if has_clocks && record.position != before {
            notices.insert(Notice::Operations);
        }
        record.assumed = Fields::NONE;
    }
    if let Some(text) = operations.played {
        let played = record.position.parse_san(text);
        let played = played.map_err(|error| ReadError::San(error, 0))?;
        if !is_canonical(&record.position, played, text) {
            notices.insert(Notice::MoveSpelling);
        }
        record.played = Some(played);
    }
    if let Some(score) = operations.score {
        let score = score_seen_by(record.position.turn(), score);
        record.white_score = Some(score.ok_or(ReadError::ScoreRange)?);
    }
    record.outcome = operations.outcome;
    record.game = operations.game;
    record.extra = extras.push_operations(text);
    if record.extra != 0 {
        notices = notices
            .without(Notice::Operations)
            .without(Notice::OutcomesDisagree);
    }
    Ok((record.with_ply_of_position(), notices))
}

/// The operations of EPD that a record keeps.
#[derive(Default)]
struct Operations<'a> {
    played: Option<&'a str>,
    /// The score, as the side to move sees it.
    score: Option<i16>,
    outcome: Option<Outcome>,
    halfmoves: Option<u16>,
    fullmove: Option<u16>,
    game: Option<NonZeroU32>,
    notices: Notices,
}

impl<'a> Operations<'a> {
    fn read(text: &'a str, move_of: &str) -> Result<Self, ReadError> {
        let mut operations = Self::default();
        for operation in split_operations(text) {
            let notices = &mut operations.notices;
            let (name, value) = split_words(operation?, 1);
            // Programs for training data write a result after the position, or in place of c9. A
            // number alone is none: it may be a clock or a score.
            if value.is_empty()
                && name.parse::<f64>().is_err()
                && let Some((found, _)) = outcome(name)
            {
                notices.insert(Notice::OutcomeSpelling);
                operations.set_outcome(found);
                continue;
            }
            if !name.starts_with(|first: char| first.is_ascii_alphabetic()) {
                return Err(ReadError::NoOperation(name.to_owned()));
            }
            let other = Notice::Operations;
            match name {
                _ if name == move_of => {
                    let (first, others) = split_words(value, 1);
                    if first.ends_with(',') {
                        return Err(ReadError::Uci(first.to_owned()));
                    }
                    if !others.is_empty() {
                        notices.insert(other);
                    }
                    set(&mut operations.played, first, other, notices);
                }
                "ce" => {
                    let score = score_of(value, "ce")?;
                    set(&mut operations.score, score, other, notices);
                }
                "hmvc" => {
                    let halfmoves = value.parse().map_err(|_| ReadError::Field("hmvc"))?;
                    set(&mut operations.halfmoves, halfmoves, other, notices);
                }
                "fmvn" => {
                    let number: u16 = value.parse().map_err(|_| ReadError::Field("fmvn"))?;
                    if number == 0 {
                        notices.insert(Notice::MoveNumberZero);
                    }
                    set(&mut operations.fullmove, number.max(1), other, notices);
                }
                "tcgs" => {
                    let number = value.parse().map_err(|_| ReadError::Field("tcgs"))?;
                    match NonZeroU32::new(number) {
                        Some(number) => set(&mut operations.game, number, other, notices),
                        None => notices.insert(other),
                    }
                }
                "c9" => match outcome(value.trim_matches('"')) {
                    Some((found, is_spelled)) => {
                        if !is_spelled {
                            notices.insert(Notice::OutcomeSpelling);
                        }
                        operations.set_outcome(found);
                    }
                    None => notices.insert(other),
                },
                _ => notices.insert(other),
            }
        }
        Ok(operations)
    }

    fn set_outcome(&mut self, found: Outcome) {
        let lost = Notice::OutcomesDisagree;
        set(&mut self.outcome, found, lost, &mut self.notices);
    }
}

/// Sets a value. Reports an earlier value that differs.
fn set<T: Copy + PartialEq>(place: &mut Option<T>, value: T, lost: Notice, notices: &mut Notices) {
    if place.replace(value).is_some_and(|before| before != value) {
        notices.insert(lost);
    }
}

/// Splits operations at semicolons outside of quotes. In quotes, a backslash takes away the meaning
/// of the next character (PGN standard, section 7).
fn split_operations(text: &str) -> impl Iterator<Item = Result<&str, ReadError>> {
    let mut rest = Some(text);
    let parts = core::iter::from_fn(move || {
        let text = rest?;
        let (mut is_quoted, mut is_escaped) = (false, false);
        let end = text.bytes().position(|byte| {
            let escapes = is_quoted && byte == b'\\' && !is_escaped;
            is_quoted ^= byte == b'"' && !is_escaped;
            is_escaped = escapes;
            byte == b';' && !is_quoted
        });
        rest = end.and_then(|end| text.get(end + 1..));
        if is_quoted {
            return Some(Err(ReadError::OpenQuote));
        }
        let part = text.get(..end.unwrap_or(text.len()));
        Some(Ok(part.unwrap_or_default().trim_ascii()))
    });
    parts.filter(|part| !matches!(part, Ok("")))
}

impl Extras {
    /// Returns the operations of EPD that stand in the line of a record, each as its opcode and its
    /// operand.
    ///
    /// ```
    /// use setwise_formats::{Format, ReadOptions, Reader};
    /// let line = "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; id \"a; b\";";
    /// let options = ReadOptions::default().keep_extras(true);
    /// let mut reader = Reader::new(line.as_bytes(), Format::Epd, options);
    /// let mut records = Vec::new();
    /// reader.read_batch(&mut records, 1)?;
    /// let extras = reader.take_extras();
    /// let operations: Vec<_> = extras.operations(&records[0]).collect();
    /// assert_eq!(operations, [("bm", "Kd2"), ("id", "\"a; b\"")]);
    /// # Ok::<(), setwise_formats::Error>(())
    /// ```
    pub fn operations(&self, record: &Record) -> impl Iterator<Item = (&str, &str)> {
        let text = match self.get(record.extra) {
            Extra::Operations(text) => text,
            _ => "",
        };
        let operations = split_operations(text).flatten();
        operations.map(|operation| split_words(operation, 1))
    }
}

/// Writes lines of a FEN, or of `FEN | score | result`.
pub(crate) struct FenLines {
    pub(crate) has_labels: bool,
}

impl Encode for FenLines {
    fn encode(&mut self, record: &Record, _: Extra<'_>, out: &mut Vec<u8>) -> Encoded {
        let labels = self.has_labels.then(|| record.labels_seen_by(Color::White));
        push_line(&record.position, labels.transpose()?, out);
        Ok(())
    }

    fn takes_games_apart(&self) -> bool {
        true
    }

    fn encode_rows(&mut self, rows: &GameRows<'_>, out: &mut Vec<u8>) -> Option<usize> {
        rows.each_position(|position, score| {
            let labels = match self.has_labels {
                true => Some((score?, rows.outcome)),
                false => None,
            };
            push_line(position, labels, out);
            Some(())
        })
    }
}

fn push_line(position: &Position, labels: Option<(i16, Outcome)>, out: &mut Vec<u8>) {
    out.extend_from_slice(position.fen(FenStyle::Standard).as_bytes());
    if let Some((score, outcome)) = labels {
        let result = match outcome {
            Outcome::BlackWins => "0.0",
            Outcome::Draw => "0.5",
            Outcome::WhiteWins => "1.0",
        };
        out.extend_from_slice(format!(" | {score} | {result}").as_bytes());
    }
    out.push(b'\n');
}

/// Encodes a FEN of four fields, and the other fields as operations. The operations of an input of
/// EPD keep their order.
pub(crate) struct Epd;

impl Encode for Epd {
    fn encode(&mut self, record: &Record, extra: Extra<'_>, out: &mut Vec<u8>) -> Encoded {
        let mut line = String::with_capacity(128);
        line.push_str(split_words(&record.position.fen(FenStyle::Standard), 4).0);
        match extra {
            Extra::Operations(text) => add_operations(record, text, &mut line),
            _ => add_known(record, &mut line)?,
        }
        line.push('\n');
        out.extend_from_slice(line.as_bytes());
        Ok(())
    }
}

/// Appends an operation. Writing to a string does not fail.
fn add(line: &mut String, operation: fmt::Arguments<'_>) {
    let _ = write!(line, " {operation};");
}

fn add_clocks(position: &Position, line: &mut String) {
    add(line, format_args!("hmvc {}", position.halfmoves()));
    add(line, format_args!("fmvn {}", position.fullmove()));
}

fn add_known(record: &Record, line: &mut String) -> Result<(), WriteError> {
    let position = &record.position;
    if !record.assumed.contains(Fields::CLOCKS) {
        add_clocks(position, line);
    }
    if let Some(played) = record.played {
        add(line, format_args!("sm {}", position.san(played)));
    }
    if let Some(score) = record.white_score {
        let seen = score_seen_by(position.turn(), score);
        let seen = seen.ok_or(WriteError::Score(score))?;
        add(line, format_args!("ce {seen}"));
    }
    if let Some(outcome) = record.outcome {
        add(line, format_args!("c9 \"{outcome}\""));
    }
    if let Some(game) = record.game {
        add(line, format_args!("tcgs {game}"));
    }
    Ok(())
}

/// Appends operations that were read. Clocks that stood in the FEN become operations before them.
fn add_operations(record: &Record, text: &str, line: &mut String) {
    let operations = || split_operations(text).flatten();
    let tells_clocks = |operation| matches!(split_words(operation, 1).0, "hmvc" | "fmvn");
    if !record.assumed.contains(Fields::CLOCKS) && !operations().any(tells_clocks) {
        add_clocks(&record.position, line);
    }
    operations().for_each(|operation| add(line, format_args!("{operation}")));
}
