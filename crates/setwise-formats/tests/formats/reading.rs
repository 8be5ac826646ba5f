//! The state of readers: points, places, errors.

use crate::common::{random_games, write};
use setwise_formats::{
    Error, Fields, Format, OnDamage, ReadOptions, ReadPoint, Reader, Record, WriteOptions,
    WritePoint, Writer,
};
use std::error::Error as _;
use std::io;
use std::num::NonZeroU32;

/// A line of 31 bytes.
const FEN: &str = "4k3/8/8/8/8/8/8/4K2R w K - 0 1\n";

/// A line of 9 bytes.
const DAMAGED: &str = "nonsense\n";

/// Why that line is damaged.
const WHY: &str = "FEN (placement): 8 ranks are needed, found 1";

#[test]
fn a_point_tells_what_was_read() {
    let text = [FEN, FEN, DAMAGED, FEN].concat();
    let options = ReadOptions::default().on_damage(OnDamage::Skip);
    let mut reader = Reader::new(text.as_bytes(), Format::Fen, options);
    let mut batch = Vec::new();
    assert_eq!(reader.read_batch(&mut batch, 0).unwrap(), 0);
    assert_eq!(reader.point().unwrap().to_string(), "0 0 0 0 0 0 2 0");

    assert_eq!(reader.read_batch(&mut batch, 2).unwrap(), 2);
    let point = reader.point().unwrap();
    assert_eq!(point.to_string(), "2 2 0 0 62 2 0 0");
    assert_eq!((point.offset(), point.first_damage()), (62, None));
    assert_eq!(point.totals(), reader.totals());

    assert_eq!(reader.read_batch(&mut batch, 2).unwrap(), 1);
    let point = reader.point().unwrap();
    let damage = format!("FEN, line 3 at byte 62, line 3: {WHY}");
    assert_eq!(point.to_string(), format!("3 3 1 9 102 4 0 0 {damage}"));
    assert_eq!(point.first_damage(), Some(&damage[..]));
    assert_eq!(point.totals(), reader.totals());
    assert_eq!(point.totals().damaged_bytes, 9);
}

#[test]
fn records_of_32_bytes_have_no_state() {
    let bytes = write(&random_games(1, 5, 41), Format::Marlinformat, false).unwrap();
    let mut reader = Reader::new(&bytes[..], Format::Marlinformat, ReadOptions::default());
    reader.read_batch(&mut Vec::new(), 3).unwrap();
    assert_eq!(reader.point().unwrap().to_string(), "3 3 0 0 96 0 0 0");
}

#[test]
fn reading_goes_on_within_a_long_line() {
    let text = format!("{}\n{FEN}", "x".repeat(10_000));
    let mut reader = Reader::new(text.as_bytes(), Format::Fen, ReadOptions::default());
    let mut batch = Vec::new();
    let error = reader.read_batch(&mut batch, 10).unwrap_err();
    let why = "FEN, line 1 at byte 0, line 1: longer than 8192 bytes";
    assert_eq!(error.to_string(), why);
    let point = reader.point().unwrap();
    assert_eq!(point.to_string(), format!("0 0 1 8192 8192 0 1 0 {why}"));

    let rest = &text.as_bytes()[8192..];
    let mut reader = Reader::new(rest, Format::Fen, ReadOptions::default()).at(&point);
    assert_eq!(reader.read_batch(&mut batch, 10).unwrap(), 1);
    let point = reader.point().unwrap();
    assert_eq!(point.to_string(), format!("1 1 1 10001 10032 2 0 0 {why}"));
}

#[test]
fn a_game_without_clocks_goes_on_at_a_point() {
    let mut records = random_games(1, 6, 42);
    for record in &mut records {
        record.assumed = Fields::CLOCKS;
    }
    let options = WriteOptions::default().assume_missing(true);
    let mut writer = Writer::new(Vec::new(), Format::Viriformat, options);
    writer.write_all(&records[..3]).unwrap();
    let point = writer.point().unwrap().unwrap();
    writer.write_all(&records[3..]).unwrap();
    let whole = writer.finish().unwrap();
    // One game.
    assert_eq!(whole.len(), 32 + 4 * 6 + 4);

    let stored: WritePoint = point.to_string().parse().unwrap();
    assert_eq!(stored, point);
    let start = whole[..point.offset() as usize].to_vec();
    let mut writer = Writer::new(start, Format::Viriformat, options).at(&stored);
    writer.write_all(&records[3..]).unwrap();
    assert_eq!(writer.finish().unwrap(), whole);
}

/// Reads the rest. Returns the records, and a line for each batch and each damage.
fn batches(reader: &mut Reader<'_>) -> (Vec<Record>, Vec<String>) {
    let (mut records, mut lines) = (Vec::new(), Vec::new());
    let worker = || |records: &mut Vec<Record>| records.len();
    let read = reader.read_all(worker, |batch| {
        lines.push(match batch {
            Ok(batch) => {
                records.append(batch.records);
                let point = batch.point.map(|point| point.to_string());
                let point = point.unwrap_or_else(|| "none".to_owned());
                format!("{} records, point {point}", batch.result)
            }
            Err(damage) => damage.to_string(),
        });
        Ok::<(), Error>(())
    });
    read.unwrap();
    (records, lines)
}

#[test]
fn batches_of_lines_end_at_points() {
    let text = FEN.repeat(2200);
    for threads in [1, 3] {
        let options = ReadOptions::default().threads(threads);
        let mut reader = Reader::new(text.as_bytes(), Format::Fen, options);
        let (_, lines) = batches(&mut reader);
        assert_eq!(
            lines,
            [
                "1024 records, point 1024 1024 0 0 31744 1024 0 0",
                "1024 records, point 2048 2048 0 0 63488 2048 0 0",
                "152 records, point 2200 2200 0 0 68200 2200 0 0",
            ]
        );
    }
}

#[test]
fn batches_of_games_end_between_games() {
    let game = write(&random_games(1, 7, 43), Format::Viriformat, false).unwrap();
    assert_eq!(game.len(), 64);
    let games = game.repeat(300);
    for threads in [1, 3] {
        let options = ReadOptions::default().threads(threads);
        let mut reader = Reader::new(&games[..], Format::Viriformat, options);
        let (_, lines) = batches(&mut reader);
        assert_eq!(
            lines,
            [
                "1029 records, point 1029 147 0 0 9408 0 294 0",
                "1029 records, point 2058 294 0 0 18816 0 588 0",
                "42 records, point 2100 300 0 0 19200 0 600 0",
            ]
        );
    }
}

#[test]
fn threads_go_on_within_a_game() {
    let game = random_games(1, 7, 43);
    let bytes = write(&game, Format::Viriformat, false).unwrap();
    let games = bytes.repeat(3);
    for threads in [1, 3] {
        let options = ReadOptions::default().threads(threads);
        let mut reader = Reader::new(&games[..], Format::Viriformat, options);
        let mut records = Vec::new();
        assert_eq!(reader.read_batch(&mut records, 3).unwrap(), 3);
        assert_eq!(reader.point(), None);
        records.append(&mut batches(&mut reader).0);
        for (number, found) in (1..).zip(records.chunks(7)) {
            let mut expected = game.clone();
            let number = NonZeroU32::new(number);
            expected.iter_mut().for_each(|record| record.game = number);
            assert_eq!(found, expected);
        }
        assert_eq!(reader.totals().records, 21);
    }
}

#[test]
fn threads_find_the_place_of_damage() {
    let comment = format!("#{}\n", "c".repeat(7998));
    // Threads read 512 KiB at once: some of the comments, or nothing, come before the part with the
    // damage.
    for comments in [0, 70] {
        let text = [&comment.repeat(comments)[..], FEN, DAMAGED, FEN].concat();
        for threads in [1, 3] {
            let options = ReadOptions::default().threads(threads);
            let mut reader = Reader::new(text.as_bytes(), Format::Fen, options);
            let (_, lines) = batches(&mut reader);
            let (bytes, line) = (8000 * comments + 31, comments + 2);
            let damage = format!("FEN, line 2 at byte {bytes}, line {line}: {WHY}");
            let point = format!("2 2 1 9 {} {} 0 0 {damage}", bytes + 40, line + 1);
            assert_eq!(
                lines,
                [
                    "1 records, point none".to_owned(),
                    damage,
                    format!("1 records, point {point}"),
                ]
            );
            assert_eq!(reader.point().unwrap().to_string(), point);
        }
    }
}

#[test]
fn debug_texts() {
    let copy = OnDamage::CopyTo(Box::new(Vec::new()));
    let texts = [OnDamage::Stop, OnDamage::Skip, copy].map(|choice| format!("{choice:?}"));
    assert_eq!(texts, ["Stop", "Skip", "CopyTo"]);
    let mut reader = Reader::new(FEN.as_bytes(), Format::Fen, ReadOptions::default());
    reader.read_batch(&mut Vec::new(), 10).unwrap();
    let totals = "Totals { records: 1, units: 1, damaged: 0, damaged_bytes: 0, bytes: 31 }";
    assert_eq!(
        format!("{reader:?}"),
        format!("Reader {{ format: Fen, totals: {totals}, .. }}")
    );
}

#[test]
fn errors_have_texts_and_sources() {
    let error = "x".parse::<ReadPoint>().unwrap_err();
    let text = "not a point of a file, byte 0: missing or unreadable";
    assert_eq!(error.to_string(), text);

    let mut reader = Reader::new(DAMAGED.as_bytes(), Format::Fen, ReadOptions::default());
    let error = reader.read_batch(&mut Vec::new(), 1).unwrap_err();
    let damage = format!("FEN, line 1 at byte 0, line 1: {WHY}");
    assert_eq!(error.to_string(), damage);
    let reason = error.source().unwrap();
    assert_eq!(reason.to_string(), WHY);
    // The FEN has the same text.
    assert_eq!(reason.source().unwrap().to_string(), WHY);
    let gone = || io::Error::other("the disk is gone");
    for (error, text) in [
        (Error::Read(gone()), "cannot read: the disk is gone"),
        (Error::Write(gone()), "cannot write: the disk is gone"),
        (
            Error::Copy(gone()),
            "cannot copy a damaged record: the disk is gone",
        ),
    ] {
        assert_eq!(error.to_string(), text);
        assert_eq!(error.source().unwrap().to_string(), "the disk is gone");
    }
}
