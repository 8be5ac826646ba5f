//! Any bytes as a file of any format. Damage is found, counted and copied aside; records are
//! written in every format and read again.

use crate::input::Input;
use setwise_formats::{
    Compression, Damage, Error, Extras, Fields, Format, OnDamage, ReadOptions, Reader, Record,
    Totals, WriteOptions, Writer,
};
use setwise_moves::Position;
use std::io::{ErrorKind, Read};

/// No more than this many records are compared.
const RECORDS: usize = 10_000;
/// Nor does a compressed input become longer than this.
const BYTES: u64 = 1 << 20;

pub(crate) fn run(data: &[u8]) {
    let mut input = Input::new(data);
    let formats = Format::ALL.map(|format| (!format.is_columnar()).then_some(format));
    let formats: Vec<Format> = formats.into_iter().flatten().collect();
    let format = input.of(&formats);
    let final_positions = input.flag();
    let compression = input.of(&[Compression::None, Compression::Gzip, Compression::Zstd]);
    let mut bytes = input.rest().to_vec();
    if compression != Compression::None {
        let mut plain = Vec::new();
        let stream = compression.reader(&bytes[..]).expect("in this build");
        // What was read up to an error is there.
        let _ = stream.take(BYTES).read_to_end(&mut plain);
        bytes = plain;
    }
    let one_by_one = read(
        &bytes,
        format,
        (final_positions, false),
        |reader, records| {
            while reader.read_batch(records, 100)? > 0 && records.len() <= RECORDS {}
            Ok(())
        },
    );
    let long = |found: &Found| found.0.len() > RECORDS;
    if one_by_one.as_ref().is_some_and(long) {
        return;
    }
    let in_parts = read(
        &bytes,
        format,
        (final_positions, false),
        |reader, records| {
            let worker = || |_: &mut Vec<Record>| ();
            reader.read_all(worker, |batch| {
                records.append(batch?.records);
                Ok(())
            })
        },
    );
    assert_eq!(in_parts, one_by_one, "{format}");
    if !final_positions {
        let in_games = read(
            &bytes,
            format,
            (final_positions, true),
            |reader, records| {
                let worker = || |_: &mut Vec<Record>, _: &mut Extras| ();
                reader.read_all_with(worker, |batch| {
                    let batch = batch?;
                    records.append(batch.records);
                    for games in batch.extras.games() {
                        let one_by_one: Vec<_> = games
                            .heads()
                            .iter()
                            .flat_map(|head| games.records(head))
                            .collect();
                        for (number, head) in games.heads().iter().enumerate() {
                            let rows = 0..head.rows.len();
                            records.extend(rows.filter_map(|row| games.record(number, row)));
                        }
                        assert!(records.ends_with(&one_by_one), "{format}");
                    }
                    Ok(())
                })
            },
        );
        assert_eq!(in_games, one_by_one, "{format}");
    }
    let Some((records, totals, first_damage, aside)) = &one_by_one else {
        return;
    };
    assert_eq!(totals.bytes, bytes.len() as u64);
    // A damaged game ends with a line break aside, also where the input has none.
    let breaks = u64::from(format == Format::Pgn) * totals.damaged;
    let most = totals.damaged_bytes + breaks;
    assert!((totals.damaged_bytes..=most).contains(&(aside.len() as u64)));
    assert_eq!(totals.records, records.len() as u64);
    assert_eq!(totals.damaged > 0, first_damage.is_some());
    for record in records {
        if let Some(played) = record.played {
            assert!(record.position.is_legal(played), "{record:?}");
        }
    }
    for written in Format::ALL {
        if written.is_written() && !written.is_columnar() {
            round_trip(records, written);
        }
    }
}

/// The records, the totals, the first damage, and the bytes that were copied aside.
type Found = (Vec<Record>, Totals, Option<Damage>, Vec<u8>);

/// Reads everything. Damage is copied aside. `None` for an input that shows to be no text.
fn read(
    bytes: &[u8],
    format: Format,
    (final_positions, games): (bool, bool),
    read: impl FnOnce(&mut Reader<'_>, &mut Vec<Record>) -> Result<(), Error>,
) -> Option<Found> {
    let (mut records, mut aside) = (Vec::new(), Vec::new());
    let options = ReadOptions::default()
        .final_positions(final_positions)
        .games(games)
        .on_damage(OnDamage::CopyTo(Box::new(&mut aside)));
    let mut reader = Reader::new(bytes, format, options);
    match read(&mut reader, &mut records) {
        Err(Error::Read(error)) if error.kind() == ErrorKind::Unsupported => return None,
        read => read.expect("damage is copied aside"),
    }
    let (totals, first_damage) = (reader.totals(), reader.first_damage().cloned());
    drop(reader);
    Some((records, totals, first_damage, aside))
}

/// Records that a format takes are the same when they are read again.
fn round_trip(records: &[Record], format: Format) {
    let options = WriteOptions::default().assume_missing(true);
    let mut writer = Writer::new(Vec::new(), format, options);
    let taken: Vec<Record> = records
        .iter()
        .copied()
        // In PGN a record without a move is the end of a game, which is read on request only.
        .filter(|record| format != Format::Pgn || record.played.is_some())
        .filter(|record| {
            let mut one = Writer::new(Vec::new(), format, options);
            one.write(record).is_ok() && one.finish().is_ok()
        })
        .collect();
    let written = writer.write_all(&taken);
    written.expect("each record alone was taken");
    let bytes = writer.finish().expect("memory");
    let mut reader = Reader::new(&bytes[..], format, ReadOptions::default());
    let mut again = Vec::new();
    while reader.read_batch(&mut again, 100).expect("no damage") > 0 {}
    assert_eq!(again.len(), taken.len(), "{format}");
    let stores = format.stores();
    for (again, record) in again.iter().zip(&taken) {
        if stores.contains(Fields::POSITION) {
            let (found, expected) = (&again.position, &record.position);
            let clocks = |position: &Position| (position.halfmoves(), position.fullmove());
            // Within a game, en passant squares stand even where no capture is legal.
            let is_same = match format {
                Format::Viriformat | Format::Pgn => {
                    found.same_moves(expected) && clocks(found) == clocks(expected)
                }
                // Chains have no such squares, and the move number follows from the ply.
                Format::Binpack => {
                    found.same_moves(expected) && found.halfmoves() == expected.halfmoves()
                }
                _ => found == expected,
            };
            assert!(is_same, "{format}: {found}, {expected}");
        }
        if stores.contains(Fields::MOVE) {
            assert_eq!(again.played, record.played, "{format}");
        }
        if stores.contains(Fields::SCORE)
            && stores.contains(Fields::TURN)
            && record.white_score.is_some()
        {
            assert_eq!(again.white_score, record.white_score, "{format}");
        }
    }
}
