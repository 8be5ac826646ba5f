//! Conversion between all formats.

use crate::common::{kept, random_games, read, write};
use setwise_formats::{
    Error, Fields, Format, ReadOptions, Reader, Record, WriteOptions, Writer, convert,
};
use setwise_moves::{Position, Setup};

/// A file of each format. Those that are not written come from other programs.
fn file(format: Format) -> Vec<u8> {
    match format {
        Format::Binpack => include_bytes!("../data/chains.binpack").to_vec(),
        Format::Pgn => include_bytes!("../data/games.pgn").to_vec(),
        _ => write(&random_games(6, 80, 17), format, false).unwrap(),
    }
}

fn converted(from: Format, to: Format, assume: bool) -> Result<Vec<u8>, Error> {
    let bytes = file(from);
    let mut reader = Reader::new(&bytes[..], from, ReadOptions::default());
    let options = WriteOptions::default().assume_missing(assume);
    let mut writer = Writer::new(Vec::new(), to, options);
    convert(&mut reader, &mut writer)?;
    assert_eq!(reader.totals().records, writer.written());
    Ok(writer.finish().unwrap())
}

/// What both formats keep of a record.
fn kept_by_both(record: &Record, from: Format, to: Format) -> Record {
    let mut kept = kept(record, from.stores().and(to.stores()));
    // Games may be cut into pieces with separate numbers.
    (kept.ply, kept.game) = (None, None);
    kept.assumed = Fields::NONE;
    if from == Format::Binpack {
        // Others have an en passant square even where no capture is legal.
        let mut setup = Setup::from(kept.position);
        setup.en_passant = None;
        kept.position = Position::new(setup).unwrap();
    }
    kept
}

#[test]
fn errors_say_why_the_conversion_stopped() {
    use std::error::Error;
    let error = converted(Format::Bulletformat, Format::Fen, false).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the input lacks what the output needs: \
        side to move, castling rights, en passant square, clocks"
    );
    assert!(error.source().is_none());
    let error = converted(Format::Fen, Format::Binpack, true).unwrap_err();
    let text = error.to_string();
    let why = "castling rights of Chess960, which the format does not have";
    assert!(text.ends_with(why), "{text}");

    let stopped = |text: &str| {
        let mut reader = Reader::new(text.as_bytes(), Format::Fen, ReadOptions::default());
        let options = WriteOptions::default().assume_missing(true);
        let mut writer = Writer::new(Vec::new(), Format::Marlinformat, options);
        convert(&mut reader, &mut writer).unwrap_err()
    };
    let error = stopped("nonsense\n");
    let why = "FEN (placement): 8 ranks are needed, found 1";
    let text = format!("FEN, line 1 at byte 0, line 1: {why}");
    assert_eq!(error.to_string(), text);
    assert_eq!(error.source().unwrap().to_string(), why);

    let error = stopped("k7/8/8/8/8/8/8/K7 b - - 256 200\n");
    let why = "the half-move clock 256 is above 255";
    let text = format!("record 1 does not fit marlinformat: {why}");
    assert_eq!(error.to_string(), text);
    assert_eq!(error.source().unwrap().to_string(), why);
}

#[test]
fn every_pair() {
    let in_build = || {
        Format::ALL
            .into_iter()
            .filter(|format| format.is_in_build())
    };
    for from in in_build() {
        // Chains hold no games of Chess960; `binpack.rs` writes others.
        for to in in_build().filter(|to| *to != Format::Binpack) {
            let writer = Writer::new(Vec::new(), to, WriteOptions::default());
            let Some(needs) = writer.needs() else {
                let error = converted(from, to, true);
                assert!(matches!(error, Err(Error::NotWritten(format)) if format == to));
                continue;
            };
            let lacking = match [from, to] {
                [Format::Bulletformat, Format::Bulletformat] => Fields::NONE,
                _ => needs.and(from.lacks()),
            };
            match converted(from, to, false) {
                Err(Error::Lacks(fields)) => assert_eq!(fields, lacking, "{from} to {to}"),
                // Some games of the PGN have no result.
                result => assert!(lacking.is_empty() && (result.is_ok() || from == Format::Pgn)),
            }
            let assumed = converted(from, to, true);
            if lacking.contains(Fields::MOVE) {
                assert!(matches!(assumed, Err(Error::Lacks(Fields::MOVE))));
                continue;
            }
            let found = read(&assumed.unwrap(), to).unwrap();
            let expected = read(&file(from), from).unwrap();
            assert_eq!(found.len(), expected.len());
            if to == Format::Bulletformat {
                continue;
            }
            for (found, expected) in found.iter().zip(&expected) {
                let expected = kept_by_both(expected, from, to);
                let mut found = kept_by_both(found, from, to);
                if expected.outcome.is_none() {
                    found.outcome = None;
                }
                assert_eq!(found, expected, "{from} to {to}");
            }
        }
    }
}
