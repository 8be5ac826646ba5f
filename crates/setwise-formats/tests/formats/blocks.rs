//! Games that are read and written as blocks, beside their records.

use crate::common::Rng;
use crate::parallel::large_files;
use setwise_formats::{
    Error, Extras, Format, GameBatch, OnDamage, Outcome, ReadOptions, ReadPoint, Reader, Record,
    Totals, WriteOptions, Writer,
};
use setwise_moves::{Block, Position};
use std::num::NonZeroU32;

const POLICIES: [fn() -> OnDamage<'static>; 3] = [
    || OnDamage::Stop,
    || OnDamage::Skip,
    || OnDamage::KeepPrefix,
];

/// What is read, with the damage, the totals and the points, each with the records before it.
#[derive(Default, PartialEq)]
struct Found {
    records: Vec<Record>,
    damage: String,
    totals: Totals,
    points: Vec<(usize, ReadPoint)>,
}

/// The records of all rows, or of a set of them.
fn records_of(games: &GameBatch, sets: &[u64]) -> Vec<Record> {
    let mut records = Vec::new();
    for (number, (head, place)) in games.heads().iter().zip(&games.blocks().games).enumerate() {
        assert_eq!(head.rows.len(), place.moves);
        for row in 0..place.moves {
            let (block, i) = place.of(row);
            if sets[block] >> i & 1 != 0 {
                records.push(games.record(number, row).unwrap());
            }
        }
        let (block, i) = place.of(place.moves);
        assert_eq!(games.blocks().blocks[block].live >> i & 1, 0);
    }
    assert!(games.records_in(sets).eq(records.iter().copied()));
    if sets == games.all() {
        let one_by_one = games.heads().iter().flat_map(|head| games.records(head));
        assert!(one_by_one.eq(records.iter().copied()));
    }
    let live = |block: &Block| block.live.count_ones() as usize;
    assert_eq!(
        games.blocks().blocks.iter().map(live).sum::<usize>(),
        games.rows()
    );
    records
}

fn options(on_damage: OnDamage<'static>, games: bool, threads: usize) -> ReadOptions<'static> {
    let options = ReadOptions::default().on_damage(on_damage).games(games);
    // Blocks are made at once or on demand.
    let options = options.blocks(threads == 1);
    options.threads(threads).games_before(3)
}

fn read(bytes: &[u8], format: Format, options: ReadOptions<'_>, blocks: bool) -> Found {
    let (mut reader, mut found) = (Reader::new(bytes, format, options), Found::default());
    let result = reader.read_all_with(
        || |_: &mut Vec<Record>, _: &mut Extras| (),
        |batch| {
            match batch {
                Ok(batch) => {
                    assert!(!blocks || batch.records.is_empty());
                    found.records.append(batch.records);
                    for games in batch.extras.games() {
                        found.records.extend(records_of(games, &games.all()));
                    }
                    found
                        .points
                        .extend(batch.point.map(|point| (found.records.len(), point)));
                }
                Err(damage) => found.damage += &format!("{} {damage}\n", found.records.len()),
            }
            Ok::<(), Error>(())
        },
    );
    found.damage += &format!("{result:?} {:?}", reader.last_game());
    found.totals = reader.totals();
    found
}

fn has_blocks(format: Format) -> bool {
    [Format::Viriformat, Format::Binpack, Format::Pgn].contains(&format)
}

#[test]
fn blocks_are_the_games_of_the_records() {
    for (format, bytes, _) in large_files() {
        for policy in POLICIES {
            let mut expected = read(&bytes, format, options(policy(), false, 1), false);
            expected.points.clear();
            for threads in [1, 3] {
                let blocks = has_blocks(format);
                let options = options(policy(), true, threads);
                let mut found = read(&bytes, format, options, blocks);
                // A reader goes on at each point.
                let points = core::mem::take(&mut found.points);
                for (before, point) in points.iter().step_by(1 + points.len() / 3) {
                    let rest = &bytes[point.offset() as usize..];
                    let mut rest = Reader::new(rest, format, self::options(policy(), true, 1));
                    rest = rest.at(point);
                    let mut records = Vec::new();
                    if rest.read_batch(&mut records, 1).is_ok() {
                        for games in rest.take_extras().games() {
                            records.extend(records_of(games, &games.all()));
                        }
                    }
                    let next = records.first().zip(expected.records.get(*before));
                    assert!(next.is_none_or(|(found, next)| found == next), "{format}");
                }
                assert_eq!(found.damage, expected.damage, "{format}, {threads} threads");
                assert_eq!(found.totals, expected.totals, "{format}, {threads} threads");
                let both = found.records.iter().zip(&expected.records);
                let same = both
                    .take_while(|(found, expected)| found == expected)
                    .count();
                assert_eq!(
                    found.records.get(same),
                    expected.records.get(same),
                    "{format}"
                );
            }
        }
    }
}

/// How rows are written.
#[derive(Clone, Copy, PartialEq)]
enum How {
    Records,
    Rows,
    Apart,
}

/// Writes records of random rows. Returns the bytes and what is counted.
fn written(
    bytes: &[u8],
    format: Format,
    to: Format,
    (seed, how, assumes): (u64, How, bool),
) -> (Vec<u8>, String) {
    let mut rng = Rng::new(seed);
    let options = options(OnDamage::Skip, true, 1).blocks(seed % 2 == 0);
    let mut reader = Reader::new(bytes, format, options);
    let assume = WriteOptions::default().assume_missing(assumes);
    let mut writer = Writer::new(Vec::new(), to, assume);
    let result = reader.read_all_with(
        || |_: &mut Vec<Record>, _: &mut Extras| (),
        |batch| {
            for games in batch?.extras.games() {
                // All, most, or few rows.
                let dice = rng.below(4);
                let mut chance = || {
                    [
                        !0,
                        rng.next_u64() | rng.next_u64(),
                        rng.next_u64() & rng.next_u64(),
                        0,
                    ][dice]
                };
                let all = games.all();
                let sets: Vec<_> = all.iter().map(|set| set & chance()).collect();
                let encoders = writer.game_encoders().filter(|_| how == How::Apart);
                match (how, encoders) {
                    (How::Records, _) => writer.write_all(&records_of(games, &sets))?,
                    (_, Some(encoders)) => {
                        let games = core::slice::from_ref(games);
                        let sets: &[_] = if dice == 0 { &[] } else { &[sets] };
                        writer.write_encoded(encoders.encoder().encode(games, sets))?;
                    }
                    _ if dice == 0 => writer.write_games(games)?,
                    _ => writer.write_rows(games, &sets)?,
                }
            }
            Ok::<(), Error>(())
        },
    );
    writer.end_game();
    let (lost, assumed): (Vec<_>, Vec<_>) = (writer.lost().collect(), writer.assumed().collect());
    let counts = match &result {
        Ok(()) => (writer.written(), writer.given(), writer.chains()),
        Err(_) => (0, 0, None),
    };
    let report = format!("{result:?} {counts:?} {lost:?} {assumed:?}");
    match result {
        Ok(()) => (writer.finish().unwrap(), report),
        // What was written before the error is cut at another place.
        Err(error) => (Vec::new(), error.to_string()),
    }
}

#[test]
fn rows_are_written_as_their_records() {
    let files = large_files().into_iter();
    for (number, (format, bytes, _)) in files.filter(|(format, ..)| has_blocks(*format)).enumerate()
    {
        for to in Format::ALL
            .into_iter()
            .filter(|to| to.is_written() && !to.is_columnar())
        {
            let how = |how| (number as u64, how, number % 3 > 0);
            let expected = written(&bytes, format, to, how(How::Records));
            for as_what in [How::Rows, How::Apart] {
                let found = written(&bytes, format, to, how(as_what));
                assert_eq!(found.1, expected.1, "{format} to {to}");
                assert!(found.0 == expected.0, "{format} to {to}");
            }
        }
    }
}

/// A score that stands for none in words, and positions without a move whose side is in check.
#[test]
fn what_words_do_not_hold_is_kept() {
    let mated = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    let mut records = Vec::new();
    for number in 0..60 {
        let mut position = Position::startpos();
        for ply in 0..6 + number % 5 {
            let moves = position.legal_moves();
            let played = moves[(number * 7 + ply) % moves.len()];
            let score = match (number % 4, ply) {
                (0, 4) => Some(i16::MIN),
                (1, 2) => None,
                _ => Some(ply as i16),
            };
            let mut record = Record::from(position);
            (record.played, record.white_score) = (Some(played), score);
            (record.outcome, record.game) =
                (Some(Outcome::Draw), NonZeroU32::new(number as u32 + 1));
            records.push(record);
            position = position.play(played).unwrap();
        }
        if number % 6 == 2 {
            let mut record = Record::from(Position::from_fen(mated).unwrap());
            (record.outcome, record.white_score) = (Some(Outcome::BlackWins), Some(i16::MIN));
            records.push(record);
        }
    }
    let mut writer = Writer::new(Vec::new(), Format::Binpack, WriteOptions::default());
    writer.write_all(&records).unwrap();
    let bytes = writer.finish().unwrap();
    let expected = read(
        &bytes,
        Format::Binpack,
        options(OnDamage::Stop, false, 1),
        false,
    );
    assert_eq!(expected.records.len(), records.len());
    for blocks in [false, true] {
        let options = ReadOptions::default()
            .games(true)
            .blocks(blocks)
            .games_before(3);
        let mut reader = Reader::new(&bytes[..], Format::Binpack, options);
        let (mut found, mut one_by_one) = (Vec::new(), Vec::new());
        let mut writer = Writer::new(Vec::new(), Format::Binpack, WriteOptions::default());
        while reader.read_batch(&mut Vec::new(), 100).unwrap() > 0 {
            let extras = reader.take_extras();
            for games in extras.games() {
                let scores = (0..games.rows()).map(|row| games.score(row));
                let records = records_of(games, &games.all());
                assert!(scores.eq(records.iter().map(|record| record.white_score)));
                found.extend(records);
                one_by_one.extend(games.heads().iter().flat_map(|head| games.records(head)));
                writer.write_games(games).unwrap();
            }
        }
        assert_eq!(found, expected.records);
        assert_eq!(one_by_one, expected.records);
        assert!(writer.finish().unwrap() == bytes);
    }
}
