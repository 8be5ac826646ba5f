//! Lines of FEN, EPD and bullet's text, and what they have.

use super::{Law, Unit, law};
use crate::common::Rng;
use setwise_formats::{Fields, Notice, Outcome, Record};
use setwise_moves::{Color, FenStyle, Move, Position};
use std::borrow::Cow;
use std::num::NonZeroU32;

/// What a line was written from.
pub(super) struct Expected {
    pub(super) record: Record,
    pub(super) told: Vec<Notice>,
}

/// Writes a line.
pub(super) type Write = fn(&mut Rng) -> (Vec<u8>, Expected);

/// Writes files of lines, with empty lines and comments.
pub(super) fn file_of(write: Write) -> impl Fn(&mut Rng, usize) -> Vec<u8> {
    move |rng, number| {
        let mut bytes = Vec::new();
        for _ in 0..number {
            bytes.extend(write(rng).0);
            match rng.below(12) {
                0 => bytes.extend(b"\n"),
                1 => bytes.extend(b"# comment\n"),
                _ => {}
            }
        }
        bytes
    }
}

fn one_in(rng: &mut Rng, number: usize) -> bool {
    rng.below(number) == 0
}

/// A position of a random game.
fn position(rng: &mut Rng) -> Position {
    let mut position = Position::startpos();
    for _ in 0..rng.below(60) {
        let moves: Vec<Move> = position.legal_moves().into_iter().collect();
        let Some(&played) = rng.pick(&moves) else {
            return Position::startpos();
        };
        position = position.play(played).unwrap();
    }
    position
}

/// A position, its FEN of six fields, and the notices about it.
fn position_and_fen(rng: &mut Rng) -> (Record, String, Vec<Notice>) {
    let mut position = position(rng);
    let mut fen = position.fen(FenStyle::Standard).to_string();
    let mut told = vec![];
    if one_in(rng, 10) {
        let (front, _) = fen.rsplit_once(' ').unwrap();
        position = Position::from_fen(&format!("{front} 1")).unwrap();
        fen = format!("{front} 0");
        told.push(Notice::MoveNumberZero);
    }
    let mut record = Record::from(position);
    record.ply = ply(&position);
    (record, fen, told)
}

fn ply(position: &Position) -> Option<u16> {
    let black = u16::from(position.turn() == Color::Black);
    Some(2 * (position.fullmove() - 1) + black)
}

pub(super) fn fen(rng: &mut Rng) -> (Vec<u8>, Expected) {
    let (mut record, mut text, mut told) = position_and_fen(rng);
    if one_in(rng, 6) {
        (record, text) = without_clocks(record, &text);
        told.clear();
    }
    (spaced(rng, &text).into(), Expected { record, told })
}

/// The FEN of four fields.
fn without_clocks(mut record: Record, fen: &str) -> (Record, String) {
    let four: Vec<&str> = fen.split(' ').take(4).collect();
    let four = four.join(" ");
    record.position = Position::from_fen(&four).unwrap();
    record.assumed = Fields::CLOCKS;
    record.ply = None;
    (record, four)
}

/// A line with other white space.
fn spaced(rng: &mut Rng, text: &str) -> String {
    match rng.below(8) {
        0 => format!("  {}\t\r\n", text.replace(' ', "  ")),
        1 => format!("{}\n", text.replace(' ', "\t")),
        _ => format!("{text}\n"),
    }
}

pub(super) fn bullet_text(rng: &mut Rng) -> (Vec<u8>, Expected) {
    let (mut record, text, told) = position_and_fen(rng);
    let score = rng.next_u64() as i16 / 2;
    let (outcome, spellings) = outcome(rng);
    let spelling = rng.pick(spellings).unwrap();
    (record.white_score, record.outcome) = (Some(score), Some(outcome));
    let line = format!("{text} | {score} | {spelling}");
    (spaced(rng, &line).into(), Expected { record, told })
}

/// An outcome and its spellings, the one of PGN first.
fn outcome(rng: &mut Rng) -> (Outcome, &'static [&'static str]) {
    match rng.below(3) {
        0 => (Outcome::WhiteWins, &["1-0", "1.0", "[1.0]"]),
        1 => (Outcome::Draw, &["1/2-1/2", "0.5", "[0.5]", "1/2"]),
        _ => (Outcome::BlackWins, &["0-1", "0.0", "[0.0]"]),
    }
}

pub(super) fn epd(rng: &mut Rng) -> (Vec<u8>, Expected) {
    let (mut record, fen, mut told) = position_and_fen(rng);
    let mut operations = Vec::new();
    let text = match rng.below(3) {
        0 => fen,
        1 => format!("{fen};"),
        _ => {
            let position = record.position;
            let text;
            (record, text) = without_clocks(record, &fen);
            if one_in(rng, 2) {
                operations.push(format!("hmvc {}", position.halfmoves()));
                operations.push(format!("fmvn {}", position.fullmove()));
                record.position = position;
                record.assumed = Fields::NONE;
                record.ply = ply(&position);
            }
            told.clear();
            text
        }
    };
    let moves: Vec<Move> = record.position.legal_moves().into_iter().collect();
    if one_in(rng, 2) && !moves.is_empty() {
        let played = *rng.pick(&moves).unwrap();
        operations.push(format!("sm {}", record.position.san(played)));
        record.played = Some(played);
    }
    if one_in(rng, 2) {
        let score = rng.next_u64() as i16 / 2;
        operations.push(format!("ce {score}"));
        let is_white = record.position.turn() == Color::White;
        record.white_score = Some(if is_white { score } else { -score });
    }
    if one_in(rng, 3) {
        let number = 1 + rng.below(100) as u32;
        operations.push(format!("tcgs {number}"));
        record.game = NonZeroU32::new(number);
    }
    let others = [
        "bm e4 d4",
        "id \"a; \\\"b\\\" ce 7\"",
        "acd 12",
        "pv e4 e5",
        "c1 \"x\"",
        "c0 \"1-0\"",
        "c1 \"0\"",
        "c8 \"1/2\"",
        "noop",
        "D1 20",
    ];
    if one_in(rng, 2) {
        operations.push((*rng.pick(&others).unwrap()).to_owned());
        told.push(Notice::Operations);
    }
    if one_in(rng, 2) {
        let (outcome, spellings) = outcome(rng);
        let spelling = *rng.pick(spellings).unwrap();
        operations.push(format!("c9 \"{spelling}\""));
        if spelling != spellings[0] {
            told.push(Notice::OutcomeSpelling);
        }
        record.outcome = Some(outcome);
    }
    rng.shuffle(&mut operations);
    if record.outcome.is_none() && one_in(rng, 4) {
        let (outcome, spellings) = outcome(rng);
        let spelling = rng.pick(spellings).unwrap();
        // A number alone is none.
        let spelling = if spelling.parse::<f64>().is_ok() {
            spellings[0]
        } else {
            spelling
        };
        operations.push(spelling.to_owned());
        told.push(Notice::OutcomeSpelling);
        record.outcome = Some(outcome);
    }
    let mut line = text;
    if one_in(rng, 4) && !line.ends_with(';') && !operations.is_empty() {
        line.push(';');
    }
    let space = if line.ends_with(';') && one_in(rng, 2) {
        ""
    } else {
        " "
    };
    operations
        .iter()
        .for_each(|operation| line = format!("{line}{space}{operation};"));
    if one_in(rng, 4) && !operations.is_empty() {
        line.pop();
    }
    let mut bytes = spaced(rng, &line).into_bytes();
    if told.contains(&Notice::Operations) && one_in(rng, 6) {
        let end = bytes.trim_ascii_end().len();
        let open = if bytes[end - 1] == b';' { "" } else { ";" };
        let comment = [open.as_bytes(), b" c3 \"\xe9\""].concat();
        bytes.splice(end..end, comment);
        told.push(Notice::Latin1);
    }
    told.sort_by_key(|notice| *notice as u8);
    (bytes, Expected { record, told })
}

/// The lines that have something, as text: UTF-8, or else Latin-1.
fn lines(bytes: &[u8]) -> Vec<Cow<'_, str>> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let lines = bytes.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with(b"#"));
    lines
        .map(|line| match str::from_utf8(line) {
            Ok(text) => text.into(),
            Err(_) => line.iter().copied().map(char::from).collect(),
        })
        .collect()
}

/// Compares each line that has something with what was read.
fn compare(bytes: &[u8], units: &[Unit], compare: fn(&str, &Unit) -> Law) -> Law {
    let lines = lines(bytes);
    let numbers = (lines.len(), units.len());
    law(numbers.0 == numbers.1, || {
        format!("(lines, units) are {numbers:?}")
    })?;
    for (at, unit) in units.iter().enumerate() {
        let is_marked = at == 0 && bytes.starts_with(b"\xef\xbb\xbf");
        let tells = unit.tells(Notice::ByteOrderMark);
        law(tells == is_marked || unit.read.is_err(), || {
            "the byte order mark".into()
        })?;
    }
    let mut pairs = lines.iter().zip(units);
    pairs.try_for_each(|(line, unit)| compare(line, unit).map_err(|why| format!("{why}: {line:?}")))
}

fn is_zero(number: &str) -> bool {
    number.trim_matches('0').is_empty()
}

/// Compares the words of a FEN with a record. A line whose FEN is right is not damaged.
fn compare_fen(words: &[&str], record: Option<&Record>) -> Law {
    let mut fen = words.join(" ");
    if words.get(5).is_some_and(|number| is_zero(number)) {
        fen = format!("{} 1", words[..5].join(" "));
    }
    let right = Position::from_fen(&fen)
        .ok()
        .filter(|_| matches!(words.len(), 4 | 6));
    law(
        right.as_ref() == record.map(|record| &record.position),
        || format!("the position of {fen:?}"),
    )?;
    let Some(record) = record else { return Ok(()) };
    let shown = record.position.fen(FenStyle::X).to_string();
    let shown: Vec<&str> = shown.split(' ').collect();
    law(words[0] == shown[0] && words[1] == shown[1], || {
        format!("{shown:?}")
    })?;
    let clocks = match words {
        [.., half_moves, number] if words.len() == 6 => {
            (half_moves.parse().ok(), number.parse().ok())
        }
        _ => (Some(0), Some(1)),
    };
    let clocks = (clocks.0, clocks.1.map(|number: u16| number.max(1)));
    let found = (record.position.halfmoves(), record.position.fullmove());
    law(clocks == (Some(found.0), Some(found.1)), || {
        format!("{found:?}")
    })?;
    law(
        record.assumed.contains(Fields::CLOCKS) == (words.len() == 4),
        || "the clocks".into(),
    )
}

fn one_record(unit: &Unit) -> Option<&Record> {
    unit.read.as_ref().ok()?.first()
}

pub(super) fn count_fen(bytes: &[u8], units: &[Unit]) -> Law {
    compare(bytes, units, |line, unit| {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        compare_fen(&words, one_record(unit))?;
        let is_zero = words.get(5).is_some_and(|number| is_zero(number));
        let tells = unit.tells(Notice::MoveNumberZero);
        law(unit.read.is_err() || is_zero == tells, || {
            "the move number 0".into()
        })
    })
}

pub(super) fn count_bullet_text(bytes: &[u8], units: &[Unit]) -> Law {
    compare(bytes, units, |line, unit| {
        let parts: Vec<&str> = line.split('|').map(str::trim_ascii).collect();
        let score = parts.get(1).and_then(|text| text.parse::<i16>().ok());
        let outcome = parts.get(2).and_then(|text| outcome_of(text, true));
        let record = one_record(unit);
        if parts.len() != 3 || score.is_none() || outcome.is_none() {
            return law(record.is_none(), || "the line is sound".into());
        }
        let words: Vec<&str> = parts[0].split_ascii_whitespace().collect();
        compare_fen(&words, record)?;
        let Some(record) = record else { return Ok(()) };
        law(
            (record.white_score, record.outcome) == (score, outcome),
            || "the labels".into(),
        )
    })
}

/// An outcome as programs write it. A number is one only in its own column.
fn outcome_of(text: &str, is_column: bool) -> Option<Outcome> {
    match text {
        "1-0" | "[1.0]" => Some(Outcome::WhiteWins),
        "1/2-1/2" | "[0.5]" | "1/2" => Some(Outcome::Draw),
        "0-1" | "[0.0]" => Some(Outcome::BlackWins),
        "1" | "1.0" if is_column => Some(Outcome::WhiteWins),
        "0.5" if is_column => Some(Outcome::Draw),
        "0" | "0.0" if is_column => Some(Outcome::BlackWins),
        _ => None,
    }
}

/// The words of the FEN, and the operations after it; `None` if a quote is open.
fn split_epd<'a>(line: &'a str) -> (Vec<&'a str>, Option<Vec<String>>) {
    // A semicolon ends the FEN.
    let end = line.find(';').unwrap_or(line.len());
    let words = |text: &'a str| text.split_ascii_whitespace().collect::<Vec<_>>();
    let front = words(&line[..end]);
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    let has_clocks = front.len() > 5 && front[4..6].iter().all(|word| is_number(word));
    let fields = if has_clocks { 6 } else { front.len().min(4) };
    let rest = [&front[fields..], &words(&line[end..])].concat().join(" ");
    let fen = front[..fields].to_vec();
    let mut operations = vec![String::new()];
    let (mut is_quoted, mut is_escaped) = (false, false);
    for character in rest.chars() {
        match character {
            ';' if !is_quoted => operations.push(String::new()),
            _ => operations.last_mut().unwrap().push(character),
        }
        is_quoted ^= character == '"' && !is_escaped;
        is_escaped = is_quoted && character == '\\' && !is_escaped;
    }
    operations
        .iter_mut()
        .for_each(|operation| *operation = operation.trim().to_owned());
    operations.retain(|operation| !operation.is_empty());
    (fen, (!is_quoted).then_some(operations))
}

/// Each operation is in the record, or a notice says that one is not.
pub(super) fn count_epd(bytes: &[u8], units: &[Unit]) -> Law {
    compare(bytes, units, |line, unit| {
        let (fen, operations) = split_epd(line);
        let Some(operations) = operations else {
            return law(unit.read.is_err(), || "a quote is open".into());
        };
        let Some(record) = one_record(unit) else {
            return law(!is_right(&fen, &operations), || {
                "nothing is wrong with the line".into()
            });
        };
        let mut lost = operations
            .iter()
            .filter(|operation| !is_in(operation, record));
        if !unit.tells(Notice::Operations) && !unit.tells(Notice::OutcomesDisagree) {
            law(lost.next().is_none(), || "an operation is lost".into())?;
        }
        let spells = unit.tells(Notice::OutcomeSpelling);
        law(
            spells || !operations.iter().any(|one| is_other_spelling(one)),
            || "the spelling of the outcome".into(),
        )?;
        let has = |name: &str| operations.iter().any(|one| one.starts_with(name));
        if has("hmvc ") || has("fmvn ") {
            let clock = |at: usize| {
                fen.get(at)
                    .map_or(Ok(None), |word| word.parse::<u16>().map(Some))
            };
            let (half_moves, number) = (record.position.halfmoves(), record.position.fullmove());
            let is_kept = clock(4).is_ok_and(|clock| clock.is_none_or(|clock| clock == half_moves))
                && clock(5).is_ok_and(|clock| clock.is_none_or(|clock| clock.max(1) == number));
            return law(is_kept || unit.tells(Notice::Operations), || {
                "clocks are lost".into()
            });
        }
        compare_fen(&fen, Some(record))
    })
}

/// Whether an operation is an outcome that PGN does not write so, or not in `c9`.
fn is_other_spelling(operation: &str) -> bool {
    let (name, value) = operation.split_once(' ').unwrap_or((operation, ""));
    let value = value.trim_matches('"');
    match name {
        "c9" => outcome_of(value, true).is_some() && !value.contains('-'),
        _ => outcome_of(operation, false).is_some(),
    }
}

/// Whether a line has nothing that a reader may refuse.
fn is_right(fen: &[&str], operations: &[String]) -> bool {
    let fen = fen.join(" ");
    let Ok(position) = Position::from_fen(&fen) else {
        return false;
    };
    operations.iter().all(|operation| {
        let (name, value) = operation.split_once(' ').unwrap_or((operation, ""));
        match name {
            "sm" => position
                .parse_san(value.split(' ').next().unwrap_or(""))
                .is_ok(),
            "ce" => value.parse::<i16>().is_ok_and(|score| score != i16::MIN),
            "hmvc" | "fmvn" => value.parse::<u16>().is_ok(),
            "tcgs" => value.parse::<u32>().is_ok(),
            _ => {
                name.starts_with(|first: char| first.is_ascii_alphabetic())
                    || outcome_of(operation, false).is_some()
            }
        }
    })
}

/// Whether the record has what an operation says.
fn is_in(operation: &str, record: &Record) -> bool {
    let (name, value) = operation.split_once(' ').unwrap_or((operation, ""));
    let position = &record.position;
    match name {
        "sm" => record.played.is_some() && record.played == position.parse_san(value).ok(),
        "ce" => {
            let sign = if position.turn() == Color::White {
                1
            } else {
                -1
            };
            record.white_score.map(|score| i32::from(score) * sign) == value.parse().ok()
        }
        "hmvc" => value.parse() == Ok(position.halfmoves()),
        "fmvn" => value.parse().map(|number: u16| number.max(1)) == Ok(position.fullmove()),
        "tcgs" => record.game.map(NonZeroU32::get) == value.parse().ok(),
        "c9" => {
            let outcome = outcome_of(value.trim_matches('"'), true);
            outcome.is_some() && record.outcome == outcome
        }
        _ => outcome_of(operation, false).is_some_and(|outcome| record.outcome == Some(outcome)),
    }
}
