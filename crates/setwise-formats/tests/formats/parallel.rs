//! Reading with several threads against reading record by record.

use crate::common::{Fails, Rng};
use crate::damage::files;
use setwise_formats::{
    Damage, Error, Extras, Format, GameBatch, OnDamage, ReadOptions, ReadPoint, Reader, Record,
    Totals, WriteOptions, Writer,
};
use std::io;

/// The policies, by name.
const POLICIES: [&str; 3] = ["stop", "skip", "copy"];

/// What reading has found.
#[derive(Debug, Default, PartialEq)]
struct Found {
    records: Vec<Record>,
    /// Damage, each with the number of records before it.
    damages: Vec<(usize, Damage)>,
    totals: Totals,
    first_damage: Option<Damage>,
    copied: Vec<u8>,
    error: String,
}

/// Reads all, and calls `read` for that.
fn found(
    input: impl io::Read + Send,
    format: Format,
    policy: &str,
    (threads, lines): (usize, bool),
    read: impl FnOnce(&mut Reader<'_>, &mut Found) -> Result<(), Error>,
) -> Found {
    let (mut found, mut copied) = (Found::default(), Vec::new());
    let on_damage = match policy {
        "stop" => OnDamage::Stop,
        "skip" => OnDamage::Skip,
        _ => OnDamage::CopyTo(Box::new(&mut copied)),
    };
    let options = ReadOptions::default()
        .on_damage(on_damage)
        .final_positions(true)
        .games(lines)
        .threads(threads);
    let mut reader = Reader::new(input, format, options);
    if let Err(error) = read(&mut reader, &mut found) {
        found.error = error.to_string();
    }
    found.totals = reader.totals();
    found.first_damage = reader.first_damage().cloned();
    drop(reader);
    found.copied = copied;
    found
}

/// Reads in one thread, and continues after damage.
fn expected(input: impl io::Read + Send, format: Format, policy: &str) -> Found {
    found(input, format, policy, (1, false), |reader, found| {
        loop {
            match reader.read_batch(&mut found.records, 100) {
                Ok(0) => return Ok(()),
                Ok(_) => {}
                Err(Error::Damage(damage)) => {
                    found.damages.push((found.records.len(), damage));
                }
                Err(error) => return Err(error),
            }
        }
    })
}

/// The records of games.
fn records_of(games: &[GameBatch]) -> Vec<Record> {
    let mut records = Vec::new();
    for games in games {
        for head in games.heads() {
            records.extend(games.records(head));
            assert!(!head.has_end || records.last().unwrap().played.is_none());
        }
    }
    records
}

/// Reads with several threads, and continues after damage. Returns the points as well, each with
/// the number of records before it.
fn parallel(
    input: impl io::Read + Send,
    format: Format,
    policy: &str,
    how: (usize, bool),
) -> (Found, Vec<(usize, ReadPoint)>) {
    let mut points = Vec::new();
    let found = found(input, format, policy, how, |reader, found| {
        let worker = || |records: &mut Vec<Record>, _: &mut Extras| records.len();
        reader.read_all_with(worker, |batch| {
            match batch {
                Ok(batch) => {
                    assert_eq!(batch.result, batch.records.len());
                    found.records.append(batch.records);
                    found.records.extend(records_of(batch.extras.games()));
                    points.extend(batch.point.map(|point| (found.records.len(), point)));
                }
                Err(damage) => found.damages.push((found.records.len(), damage)),
            }
            Ok(())
        })
    });
    (found, points)
}

/// Compares several threads with one, for some policies. Returns the last result.
fn compare(bytes: &[u8], format: Format, policies: &[&str]) -> Found {
    let mut last = Found::default();
    for policy in policies {
        last = expected(bytes, format, policy);
        for threads in [1, 2, 5] {
            let (found, _) = parallel(bytes, format, policy, (threads, false));
            assert!(found == last, "{format}, {policy}, {threads} threads");
        }
    }
    last
}

/// A large file of each format, whole and with bits flipped, and the policies to read it with.
pub(crate) fn large_files() -> Vec<(Format, Vec<u8>, &'static [&'static str])> {
    let mut rng = Rng::new(25);
    let mut large = Vec::new();
    for (format, bytes, _) in files() {
        for (flips, policies) in [(0, &["skip"][..]), (1, &["stop"]), (200, &POLICIES)] {
            let mut bytes = bytes.repeat(400_000 / bytes.len() + 1);
            for _ in 0..flips {
                let at = rng.below(bytes.len());
                bytes[at] ^= 1 << rng.below(8);
            }
            if flips == 1 {
                bytes.truncate(bytes.len() - 3);
            }
            large.push((format, bytes, policies));
        }
    }
    large
}

#[test]
fn equal_to_one_thread() {
    for (format, bytes, policies) in large_files() {
        for policy in policies {
            let expected = expected(&bytes[..], format, policy);
            assert!(expected.records.len() > 500, "{format}");
            let (found, points) = parallel(&bytes[..], format, policy, (1, false));
            assert!(found == expected, "{format}, {policy}");
            for threads in [2, 5, 16] {
                let found = parallel(&bytes[..], format, policy, (threads, false));
                assert!(found.0 == expected, "{format}, {policy}, {threads} threads");
                assert!(found.1 == points, "{format}, {policy}, {threads} threads");
            }
        }
    }
}

#[test]
fn games_are_those_of_the_records() {
    for (_, bytes, policies) in large_files()
        .into_iter()
        .filter(|(format, ..)| *format == Format::Pgn)
    {
        for policy in policies {
            let (expected, _) = parallel(&bytes[..], Format::Pgn, policy, (1, false));
            for threads in [1, 2] {
                let (found, points) = parallel(&bytes[..], Format::Pgn, policy, (threads, true));
                assert!(!points.is_empty());
                assert!(found == expected, "{policy}, {threads} threads");
            }
        }
    }
}

/// Returns the totals, the damage, and the end.
fn read(bytes: &[u8], format: Format, on_damage: OnDamage<'_>, counts: bool) -> [String; 3] {
    let options = ReadOptions::default()
        .on_damage(on_damage)
        .final_positions(true)
        .counts(counts)
        .threads(1 + bytes.len() % 3);
    let (mut reader, mut damages) = (Reader::new(bytes, format, options), String::new());
    let result = reader.read_all(
        || |_: &mut Vec<Record>| (),
        |batch| {
            match batch {
                Ok(batch) => assert!(!counts || !has_games(format) || batch.records.is_empty()),
                Err(damage) => damages += &format!("{damage}\n"),
            }
            Ok::<(), Error>(())
        },
    );
    [
        format!("{:?}", reader.totals()),
        damages,
        format!("{result:?}"),
    ]
}

fn has_games(format: Format) -> bool {
    [Format::Pgn, Format::Viriformat, Format::Binpack].contains(&format)
}

#[test]
fn counting_finds_what_records_do() {
    for (format, bytes, _) in large_files() {
        for policy in [
            || OnDamage::Stop,
            || OnDamage::Skip,
            || OnDamage::KeepPrefix,
        ] {
            let expected = read(&bytes, format, policy(), false);
            assert_eq!(read(&bytes, format, policy(), true), expected, "{format}");
        }
    }
}

/// Writes a file of PGN. Returns the bytes, and what was lost and assumed.
fn written(pgn: &[u8], to: Format, lines: bool, final_positions: bool) -> (Vec<u8>, String) {
    let options = ReadOptions::default()
        .on_damage(OnDamage::KeepPrefix)
        .final_positions(final_positions)
        .games(lines);
    let mut reader = Reader::new(pgn, Format::Pgn, options);
    let options = WriteOptions::default().assume_missing(true);
    let mut writer = Writer::new(Vec::new(), to, options);
    let result = reader.read_all(
        || |_: &mut Vec<Record>| (),
        |batch| writer.write_batch(&batch?),
    );
    let (lost, assumed): (Vec<_>, Vec<_>) = (writer.lost().collect(), writer.assumed().collect());
    let counts = (writer.written(), writer.given(), writer.chains());
    let report = format!("{result:?} {lost:?} {assumed:?} {counts:?}");
    (writer.finish().unwrap(), report)
}

#[test]
fn games_are_written_as_their_records() {
    let strange = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 65500\"]\n\n1. e4 Kd7 2. -- Kd6 3. e5+ Kd7 *\n\n\
        [FEN \"4k3/8/8/8/8/8/4P3/4K3 w - -\"]\n\n1. e4 Kd7 2. e5 1-0\n\n1. e4 *\n\n*\n\n\
        [FEN \"bqrk1r2/pppppppp/8/8/8/8/PPPPPPPP/BQRK1R2 w FCfc - 0 1\"]\n\n1. a4 a5 0-1\n";
    let long = format!("{} *\n\n1. e4 *\n", "1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(17_000));
    let files = large_files().into_iter();
    let files = files.filter(|(format, ..)| *format == Format::Pgn);
    let texts = [strange.as_bytes().to_vec(), long.into_bytes()];
    for text in files.map(|(_, bytes, _)| bytes).chain(texts) {
        for to in [Format::Binpack, Format::Viriformat, Format::Bulletformat] {
            for final_positions in [false, true] {
                let records = written(&text, to, false, final_positions);
                let games = written(&text, to, true, final_positions);
                assert_eq!(games.1, records.1, "{to}");
                assert!(games.0 == records.0, "{to}");
            }
        }
    }
}

#[test]
fn reading_goes_on_at_points() {
    for (format, bytes, _) in large_files() {
        let (whole, points) = parallel(&bytes[..], format, "skip", (3, false));
        assert!(points.len() > 1 || whole.totals.damaged > 0, "{format}");
        for (before, point) in points.iter().step_by(points.len() / 5 + 1) {
            let point: ReadPoint = point.to_string().parse().unwrap();
            let rest = &bytes[point.offset() as usize..];
            let options = ReadOptions::default()
                .on_damage(OnDamage::Skip)
                .final_positions(true)
                .threads(2);
            let mut reader = Reader::new(rest, format, options).at(&point);
            let mut records = Vec::new();
            let worker = || |_: &mut Vec<Record>| ();
            let read = reader.read_all(worker, |batch| {
                records.append(batch?.records);
                Ok::<(), Error>(())
            });
            read.unwrap();
            assert!(records == whole.records[*before..], "{format}");
            assert_eq!(reader.totals(), whole.totals, "{format}");
        }
    }
}

/// Lines and games that no part has room for, and units that are longer than any may be.
#[test]
fn long_units() {
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1\n";
    let long = |bytes: usize| format!("{}\n", "x".repeat(bytes));
    let texts = [
        long(100_000),
        format!("{fen}{}{fen}", long(8191)),
        format!("{fen}{}{fen}", long(8192)),
        format!("{fen}{}{fen}{}", long(300_000), long(65_536)),
        format!("{}{}", fen.repeat(2000), "x".repeat(70_000)),
        "#".repeat(200_000),
    ];
    for text in texts {
        compare(text.as_bytes(), Format::Fen, &POLICIES);
    }
    let (_, game, _) = files()
        .into_iter()
        .find(|(format, ..)| *format == Format::Viriformat)
        .unwrap();
    for moves in [3000, 65_534, 65_536, 200_000] {
        let mut bytes = game.clone();
        bytes.extend_from_slice(&game[..32]);
        bytes.extend(std::iter::repeat_n(1, 4 * moves));
        bytes.extend([0; 4]);
        bytes.extend_from_slice(&game);
        compare(&bytes, Format::Viriformat, &POLICIES);
    }
}

/// A chunk that no part has room for, between others, and damage in each of them.
#[test]
fn long_chunks() {
    let chains = &include_bytes!("../data/chains.binpack")[8..];
    let chunk = |times: usize| {
        let size = (times * chains.len()) as u32;
        [b"BINP", &size.to_le_bytes()[..], &chains.repeat(times)].concat()
    };
    let chunks = [chunk(3), chunk(1400), chunk(2), chunk(1)].concat();
    for damaged in [None, Some(5000), Some(2_000_000), Some(2_990_000)] {
        let mut bytes = chunks.clone();
        if let Some(at) = damaged {
            // The mark of a chunk that is none, and continues to the end.
            bytes[at..at + 8].copy_from_slice(b"BINP\0\0\0\x01");
        }
        let found = compare(&bytes, Format::Binpack, &["copy"]);
        assert_eq!(found.totals.damaged > 0, damaged.is_some());
    }
}

#[test]
fn errors_of_the_input() {
    for (format, bytes, _) in large_files().into_iter().step_by(3) {
        let whole = expected(&bytes[..], format, "stop");
        for bytes in [&bytes[..bytes.len() - 5], &bytes[..100], &[]] {
            let expected = expected(Fails(bytes), format, "stop");
            assert!(expected.error.contains("the disk is gone"), "{format}");
            for threads in [1, 3] {
                let (found, _) = parallel(Fails(bytes), format, "stop", (threads, false));
                // Record by record, lines are lost that are in memory when the input fails.
                assert!(found.records.starts_with(&expected.records), "{format}");
                assert_eq!(found.error, expected.error);
                let end = found.records.len().min(whole.records.len());
                assert!(found.records == whole.records[..end], "{format}");
            }
        }
    }
}
