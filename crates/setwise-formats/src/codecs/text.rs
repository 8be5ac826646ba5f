//! Formats with a position in each line.

use crate::vocabulary::damage::Reason;
use crate::vocabulary::fields::Fields;
use crate::vocabulary::record::{Outcome, Record, score_seen_by};
use crate::vocabulary::unwritable::Unwritable;
use core::fmt::{self, Write};
use setwise_moves::{Color, FenStyle, Position, Setup};

/// Splits a text behind a number of words. Both parts are without spaces at their ends.
fn split_words(text: &str, words: usize) -> (&str, &str) {
    let mut rest = text;
    for _ in 0..words {
        rest = rest.trim_ascii_start();
        let end = rest.bytes().position(|byte| byte.is_ascii_whitespace());
        rest = rest.get(end.unwrap_or(rest.len())..).unwrap_or_default();
    }
    let (front, back) = text
        .split_at_checked(text.len() - rest.len())
        .unwrap_or((text, ""));
    (front.trim_ascii(), back.trim_ascii())
}

fn utf8(line: &[u8]) -> Result<&str, Reason> {
    str::from_utf8(line).map_err(|_| Reason::NotUtf8)
}

/// Reads a FEN of six fields, or of four without the clocks.
pub(crate) fn record_of_fen(fen: &str) -> Result<Record, Reason> {
    let position = Position::from_fen(fen)?;
    let mut last_word = fen
        .bytes()
        .rev()
        .take_while(|byte| !byte.is_ascii_whitespace());
    let has_clocks = last_word.all(|byte| byte.is_ascii_digit());
    Ok(Record {
        assumed: if has_clocks {
            Fields::NONE
        } else {
            Fields::CLOCKS
        },
        ..Record::from(position)
    })
}

/// Reads a FEN.
pub(crate) fn decode_fen(line: &[u8]) -> Result<Record, Reason> {
    record_of_fen(utf8(line)?)
}

/// Reads `FEN | score | result`.
pub(crate) fn decode_bullet(line: &[u8]) -> Result<Record, Reason> {
    let mut fields = utf8(line)?.split('|').map(str::trim_ascii);
    let record = record_of_fen(fields.next().unwrap_or_default())?;
    let score = fields.next().unwrap_or_default();
    let outcome = match fields.next().unwrap_or_default() {
        "1.0" | "[1.0]" | "1" => Outcome::WhiteWins,
        "0.5" | "[0.5]" | "1/2" => Outcome::Draw,
        "0.0" | "[0.0]" | "0" => Outcome::BlackWins,
        _ => return Err(Reason::Field("result")),
    };
    if fields.next().is_some() {
        return Err(Reason::Field("end of the line"));
    }
    Ok(Record {
        score: Some(score.parse().map_err(|_| Reason::Field("score"))?),
        outcome: Some(outcome),
        ..record
    })
}

/// Reads a FEN of four or six fields and the operations of EPD behind it.
pub(crate) fn decode_epd(line: &[u8]) -> Result<Record, Reason> {
    let line = utf8(line)?;
    let (four, operations) = split_words(line, 4);
    let (clocks, behind_clocks) = split_words(operations, 2);
    let has_clocks = !clocks.is_empty()
        && clocks
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte.is_ascii_whitespace());
    let (fen, operations) = if has_clocks {
        (split_words(line, 6).0, behind_clocks)
    } else {
        (four, operations)
    };
    let operations = Operations::read(operations)?;
    let mut record = record_of_fen(fen)?;
    if operations.halfmoves.is_some() || operations.fullmove.is_some() {
        let mut setup = Setup::from(record.position);
        setup.halfmoves = operations.halfmoves.unwrap_or(setup.halfmoves);
        setup.fullmove = operations.fullmove.unwrap_or(setup.fullmove);
        record.position = Position::new(setup)?;
        record.assumed = Fields::NONE;
    }
    if let Some(text) = operations.best_move {
        let played = record.position.parse_san(text);
        record.played = Some(played.map_err(|error| Reason::San(error, 0))?);
    }
    if let Some(score) = operations.score {
        let score = score_seen_by(record.position.turn(), score);
        record.score = Some(score.ok_or(Reason::ScoreRange)?);
    }
    record.outcome = operations.outcome;
    Ok(record)
}

/// The operations of EPD that a record keeps.
#[derive(Default)]
struct Operations<'a> {
    best_move: Option<&'a str>,
    /// As the side to move sees it.
    score: Option<i16>,
    outcome: Option<Outcome>,
    halfmoves: Option<u16>,
    fullmove: Option<u16>,
}

impl<'a> Operations<'a> {
    fn read(text: &'a str) -> Result<Self, Reason> {
        let mut operations = Self::default();
        for operation in split_operations(text) {
            let (name, value) = split_words(operation, 1);
            match name {
                "bm" => {
                    let (first, _) = split_words(value, 1);
                    operations.best_move = Some(first);
                }
                "ce" => operations.score = Some(value.parse().map_err(|_| Reason::Field("ce"))?),
                "hmvc" => operations.halfmoves = Some(clock(value, "hmvc", 0)?),
                "fmvn" => operations.fullmove = Some(clock(value, "fmvn", 1)?),
                "c9" => {
                    operations.outcome = match value.trim_matches('"') {
                        "0-1" => Some(Outcome::BlackWins),
                        "1/2-1/2" => Some(Outcome::Draw),
                        "1-0" => Some(Outcome::WhiteWins),
                        _ => None,
                    };
                }
                _ => {}
            }
        }
        Ok(operations)
    }
}

fn clock(text: &str, name: &'static str, least: u16) -> Result<u16, Reason> {
    match text.parse() {
        Ok(number) if number >= least => Ok(number),
        _ => Err(Reason::Field(name)),
    }
}

/// Splits operations at semicolons outside of quotes.
fn split_operations(text: &str) -> impl Iterator<Item = &str> {
    let mut quoted = false;
    text.split(move |c| {
        quoted ^= c == '"';
        c == ';' && !quoted
    })
    .map(str::trim_ascii)
    .filter(|operation| !operation.is_empty())
}

/// Appends a FEN.
pub(crate) fn encode_fen(record: &Record, out: &mut Vec<u8>) -> Result<(), Unwritable> {
    out.extend_from_slice(record.position.fen(FenStyle::Standard).as_bytes());
    out.push(b'\n');
    Ok(())
}

/// Appends `FEN | score | result`.
pub(crate) fn encode_bullet(record: &Record, out: &mut Vec<u8>) -> Result<(), Unwritable> {
    let (score, outcome) = record.labels_seen_by(Color::White)?;
    let result = match outcome {
        Outcome::BlackWins => "0.0",
        Outcome::Draw => "0.5",
        Outcome::WhiteWins => "1.0",
    };
    out.extend_from_slice(record.position.fen(FenStyle::Standard).as_bytes());
    out.extend_from_slice(format!(" | {score} | {result}\n").as_bytes());
    Ok(())
}

/// Appends a FEN of four fields, and what else is known as operations. Nothing is appended if there
/// is an error.
pub(crate) fn encode_epd(record: &Record, out: &mut Vec<u8>) -> Result<(), Unwritable> {
    let position = &record.position;
    let fen = position.fen(FenStyle::Standard);
    let mut line = String::with_capacity(128);
    line.push_str(split_words(&fen, 4).0);
    let mut add = |operation: fmt::Arguments<'_>| {
        // A string takes any text.
        let _ = write!(line, " {operation};");
    };
    if !record.assumed.contains(Fields::CLOCKS) {
        add(format_args!("hmvc {}", position.halfmoves()));
        add(format_args!("fmvn {}", position.fullmove()));
    }
    if let Some(played) = record.played {
        add(format_args!("bm {}", position.san(played)));
    }
    if let Some(score) = record.score {
        let seen = score_seen_by(position.turn(), score);
        add(format_args!("ce {}", seen.ok_or(Unwritable::Score(score))?));
    }
    if let Some(outcome) = record.outcome {
        add(format_args!("c9 \"{outcome}\""));
    }
    line.push('\n');
    out.extend_from_slice(line.as_bytes());
    Ok(())
}
