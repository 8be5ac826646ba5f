//! A counting oracle of the text formats: the records, damages and notices of a reader are those of
//! the file.
//!
//! Generators write files of known content, in all the spellings that are read. These are read as
//! they were meant. Then edits damage them, and a counter of each format, which follows its
//! definition, byte by byte and in one pass over the whole file, finds what is left.

mod counter;
mod edits;
mod fronts;
mod games;
mod lines;

use crate::common::{Rng, read_all, read_slowly};
use edits::{Edit, edit};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestRunner};
use setwise_conformance::suite::one_in;
use setwise_formats::{Damage, Error, Format, Notice, ReadOptions, Reader, Record, Totals};

/// A line or a game as a reader reads it: its records, with the last position of a game, or its
/// damage; and the notices of the reader about it and about the bytes before it.
#[derive(Debug)]
pub(super) struct Unit {
    pub(super) read: Result<Vec<Record>, Damage>,
    pub(super) told: Vec<Notice>,
}

impl Unit {
    pub(super) fn tells(&self, notice: Notice) -> bool {
        self.told.contains(&notice)
    }
}

/// Reads all units, each on its own.
pub(super) fn units(bytes: &[u8], format: Format) -> Vec<Unit> {
    let options = ReadOptions::default()
        .final_positions(true)
        .whole_units(true);
    let mut reader = Reader::new(bytes, format, options);
    let mut units = Vec::new();
    loop {
        let before = reader.totals();
        let mut records = Vec::new();
        let read = match reader.read_batch(&mut records, 1) {
            Ok(0) => break,
            Ok(_) => Ok(records),
            Err(Error::Damage(damage)) => Err(damage),
            Err(error) => panic!("{error}"),
        };
        let told = told(reader.totals(), before);
        units.push(Unit { read, told });
    }
    let totals = reader.totals();
    let damaged = units.iter().filter(|unit| unit.read.is_err()).count();
    assert_eq!(totals.damaged, damaged as u64);
    assert_eq!(totals.units + totals.damaged, units.len() as u64);
    units
}

/// The notices of a reader since an earlier point.
fn told(totals: Totals, before: Totals) -> Vec<Notice> {
    let mut notices = Notice::ALL.to_vec();
    notices.retain(|&notice| totals.notices(notice) > before.notices(notice));
    notices
}

/// A condition that does not hold, in words.
pub(super) type Law = Result<(), String>;

/// Returns an error with a text unless the condition holds.
pub(super) fn law(holds: bool, text: impl FnOnce() -> String) -> Law {
    holds.then_some(()).ok_or_else(text)
}

/// Edits files of a generator, and compares them with a counter.
fn check(
    format: Format,
    write: impl Fn(&mut Rng, usize) -> Vec<u8>,
    count: impl Fn(&[u8], &[Unit]) -> Law,
) {
    let config = Config {
        cases: 60_000 / one_in("SUITE_FRACTION", 12) as u32,
        max_shrink_iters: 20_000,
        rng_seed: RngSeed::Fixed(54),
        failure_persistence: None,
        ..Config::default()
    };
    let files = (any::<u64>(), 1..5_usize, vec(any::<Edit>(), 0..6));
    let outcome = TestRunner::new(config).run(&files, |(seed, number, edits)| {
        let mut bytes = write(&mut Rng::new(seed), number);
        edits.iter().for_each(|&change| edit(&mut bytes, change));
        fronts::rewrite(&mut bytes, seed);
        let shown = || String::from_utf8_lossy(&bytes).into_owned();
        if fronts::is_no_text(&bytes) {
            let mut reader = Reader::new(&bytes[..], format, ReadOptions::default());
            let read = reader.read_batch(&mut Vec::new(), 1);
            prop_assert!(matches!(read, Err(Error::Read(_))), "{}", shown());
            prop_assert_eq!(reader.totals(), Totals::default(), "{}", shown());
            return Ok(());
        }
        let units = units(&bytes, format);
        // Everything at once, and in pieces.
        let (_, totals, ..) = read_all(&bytes, format);
        prop_assert_eq!(
            totals.units + totals.damaged,
            units.len() as u64,
            "{}",
            shown()
        );
        if seed % 8 == 0 {
            prop_assert_eq!(read_slowly(&bytes, format).1, totals, "{}", shown());
        }
        count(&bytes, &units).map_err(|why| TestCaseError::fail(format!("{why}\n{}", shown())))
    });
    if let Err(error) = outcome {
        panic!("{format}: {error}");
    }
}

#[test]
fn fen() {
    check(Format::Fen, lines::file_of(lines::fen), lines::count_fen);
}

#[test]
fn epd() {
    check(Format::Epd, lines::file_of(lines::epd), lines::count_epd);
}

#[test]
fn bullet_text() {
    let write = lines::file_of(lines::bullet_text);
    check(Format::BulletText, write, lines::count_bullet_text);
}

#[test]
fn pgn() {
    check(
        Format::Pgn,
        |rng, number| games::file(rng, number).0,
        |bytes, units| counter::compare(&counter::games(bytes), units),
    );
}

/// Files that were not edited have what was written.
#[test]
fn files_of_known_content() {
    let files = 3000 / one_in("SUITE_FRACTION", 12);
    for seed in 0..files as u64 {
        let mut rng = Rng::new(seed);
        for (format, line) in [
            (Format::Fen, lines::fen as lines::Write),
            (Format::Epd, lines::epd),
            (Format::BulletText, lines::bullet_text),
        ] {
            let (text, expected) = line(&mut rng);
            let shown = String::from_utf8_lossy(&text).into_owned();
            let [unit] = &units(&text, format)[..] else {
                panic!("one line: {shown}");
            };
            let record = unit
                .read
                .as_ref()
                .unwrap_or_else(|why| panic!("{why}: {shown}"))[0];
            assert_eq!(
                (record, &unit.told),
                (expected.record, &expected.told),
                "{shown}"
            );
        }
        let (text, expected) = games::file(&mut rng, 4);
        let shown = String::from_utf8_lossy(&text).into_owned();
        let units = units(&text, Format::Pgn);
        assert_eq!(units.len(), expected.len(), "{shown}");
        for (unit, game) in units.iter().zip(expected) {
            let records = unit
                .read
                .as_ref()
                .unwrap_or_else(|why| panic!("{why}: {shown}"));
            let moves: Vec<_> = records.iter().map(|record| record.played).collect();
            let (last, moves) = moves.split_last().unwrap();
            assert_eq!((moves, *last), (&game.moves[..], None), "{shown}");
            assert!(
                records.iter().all(|record| record.outcome == game.outcome),
                "{shown}"
            );
            assert_eq!(records[moves.len()].position, game.end, "{shown}");
            assert_eq!(unit.told, game.told, "{shown}");
        }
    }
}
