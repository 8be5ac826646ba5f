//! Inputs of the kinds that users of chess programs have reported, with what is read of each.
//!
//! A file of `tests/data/cases` has the inputs of a format. `|` begins a line of an input: text
//! with escapes, hexadecimal digits of a binpack. `>` begins a record, `!` damage, `~` what was
//! read though the format does not allow it, `-` what no record holds. `SETWISE_ACCEPT=1` writes
//! what is read.

use crate::common::read_slowly;
use setwise_formats::{Format, Notice, OnDamage, ReadOptions, Reader, Record};
use std::fmt::Write;
use std::path::Path;

#[test]
fn binpack() {
    check(Format::Binpack);
}

#[test]
fn epd() {
    check(Format::Epd);
}

#[test]
fn fen() {
    check(Format::Fen);
}

#[test]
fn pgn() {
    check(Format::Pgn);
}

fn check(format: Format) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/cases");
    let path = folder.join(format!("{}.txt", format.extension()));
    let expected = std::fs::read_to_string(&path).unwrap();
    let mut found = String::new();
    for case in expected.split_terminator("\n\n") {
        let is_input = |line: &&str| line.starts_with("== ") || line.starts_with('|');
        let mut bytes = Vec::new();
        for line in case.lines().filter(is_input) {
            writeln!(found, "{line}").unwrap();
            if let Some(text) = line.strip_prefix("| ") {
                match format {
                    Format::Binpack => bytes.extend(digits(text)),
                    _ => bytes.extend(unescaped(text)),
                }
            }
        }
        writeln!(found, "{}", read(&bytes, format)).unwrap();
    }
    if std::env::var_os("SETWISE_ACCEPT").is_some() {
        std::fs::write(&path, &found).unwrap();
    }
    let (found, expected) = (found.trim_end(), expected.trim_end());
    if found != expected && std::env::var_os("SETWISE_ACCEPT").is_none() {
        let lines = found.lines().zip(expected.lines());
        let (at, (found, expected)) = lines.enumerate().find(|(_, (a, b))| a != b).unwrap();
        panic!(
            "{}:{}:\nread     {found}\nexpected {expected}",
            path.display(),
            at + 1
        );
    }
}

/// What is read, a line for each record and each damage.
fn read(bytes: &[u8], format: Format) -> String {
    let options = ReadOptions::default()
        .on_damage(OnDamage::Stop)
        .final_positions(format == Format::Pgn);
    let mut reader = Reader::new(bytes, format, options);
    let mut text = String::new();
    let mut records = Vec::new();
    loop {
        let read = reader.read_batch(&mut records, 1);
        records
            .drain(..)
            .for_each(|record| describe(&record, &mut text));
        match read {
            Ok(0) => break,
            Ok(_) => {}
            Err(error) => writeln!(text, "! {error}").unwrap(),
        }
    }
    for notice in Notice::ALL {
        let mark = if notice.is_lenient() { '~' } else { '-' };
        for _ in 0..reader.totals().notices(notice) {
            writeln!(text, "{mark} {notice}").unwrap();
        }
    }
    // Pieces of an input are read as the whole.
    let (_, totals, _) = read_slowly(bytes, format);
    assert_eq!(totals.damaged, reader.totals().damaged);
    text
}

fn describe(record: &Record, text: &mut String) {
    write!(text, "> {}", record.position).unwrap();
    if let Some(played) = record.played {
        write!(text, " {played:#}").unwrap();
    }
    if let Some(score) = record.white_score {
        write!(text, " score {score}").unwrap();
    }
    if let Some(outcome) = record.outcome {
        write!(text, " {outcome}").unwrap();
    }
    if let Some(ply) = record.ply {
        write!(text, " ply {ply}").unwrap();
    }
    if let Some(game) = record.game {
        write!(text, " game {game}").unwrap();
    }
    if !record.assumed.is_empty() {
        write!(text, " lacks {}", record.assumed).unwrap();
    }
    writeln!(text).unwrap();
}

fn digits(text: &str) -> impl Iterator<Item = u8> {
    let (pairs, _) = text.as_bytes().as_chunks::<2>();
    let byte = |pair: &[u8; 2]| u8::from_str_radix(str::from_utf8(pair).unwrap(), 16).unwrap();
    pairs.iter().map(byte)
}

/// `\n`, `\xff`, and `\{100 x}` for a hundred times `x`.
fn unescaped(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut parts = text.split('\\');
    bytes.extend(parts.next().unwrap().bytes());
    let mut is_escaped = false;
    for part in parts {
        if std::mem::take(&mut is_escaped) {
            bytes.extend(part.bytes());
            continue;
        }
        let rest = match part.as_bytes().first() {
            None => {
                bytes.push(b'\\');
                is_escaped = true;
                ""
            }
            Some(b'n') => {
                bytes.push(b'\n');
                &part[1..]
            }
            Some(b'r') => {
                bytes.push(b'\r');
                &part[1..]
            }
            Some(b't') => {
                bytes.push(b'\t');
                &part[1..]
            }
            Some(b'x') => {
                bytes.extend(digits(&part[1..3]));
                &part[3..]
            }
            _ => {
                let (run, rest) = part[1..].split_once('}').unwrap();
                let (count, character) = run.split_once(' ').unwrap();
                bytes.extend(character.repeat(count.parse().unwrap()).bytes());
                rest
            }
        };
        bytes.extend(rest.bytes());
    }
    bytes
}
