//! The benchmark of files of positions: formats of `setwise-formats` read and written in memory,
//! beside a copy of the same memory.

use crate::rounds::{Contender, Contest, Shared, each, measure, shared};
use anyhow::{Result, ensure};
use setwise_conformance::Rng;
use setwise_formats::{Error, Format, Outcome, ReadOptions, Reader, Record, WriteOptions, Writer};
use setwise_moves::{MoveFunctions, Position};
use setwise_results::Measured;
use setwise_results::formats::{COPY, FormatCase, FormatsRun, SETWISE};
use std::time::{Duration, Instant};
use std::{hint::black_box, num::NonZeroU32};

/// The number of records, and that of a smoke run. A pass over them takes less time than a sample,
/// so the first pass is not counted. (Memory that was not used for a while may be slow.)
const RECORDS: [usize; 2] = [50_000, 5_000];

/// The least number of bytes of a file that is read, and that of a smoke run. Several threads need
/// several units.
const READ_BYTES: [usize; 2] = [8 << 20, 1];

const FORMATS: [Format; 7] = [
    Format::Binpack,
    Format::Viriformat,
    Format::Bulletformat,
    Format::Marlinformat,
    Format::Fen,
    Format::Epd,
    Format::Pgn,
];

/// Runs the benchmark, in about a minute; a smoke run measures little. `rounds` replaces the usual
/// number of rounds. `progress` gets a line for each case of a round.
///
/// # Errors
/// A format refuses a file, reads a wrong number of records, or writes other bytes than before.
pub fn run(smoke: bool, rounds: Option<usize>, progress: &dyn Fn(&str)) -> Measured<FormatsRun> {
    let (usual, sample, budget) = if smoke { (1, 0, 0) } else { (7, 200, 8_000) };
    let (rounds, times) = (rounds.unwrap_or(usual), [sample, budget]);
    let records = &*games(RECORDS[usize::from(smoke)]).leak();
    let (mut cases, mut contests) = (Vec::new(), Vec::new());
    // All copies go to the same memory.
    let to = shared((records.to_vec(), Vec::new()));
    for format in FORMATS {
        let bytes = &*written(records, format, 0)?.leak();
        let copies = READ_BYTES[usize::from(smoke)].div_ceil(bytes.len());
        let read = &*bytes.repeat(copies).leak();
        for is_written in [false, true] {
            let name = format!("{} {format}", ["read", "write"][usize::from(is_written)]);
            let copies = if is_written { 1 } else { copies };
            let count = copies * records.len();
            let mut contenders = match is_written {
                true => vec![writing(records, bytes, format)],
                false => [1, 2].map(|n| reading(count, read, format, n)).into(),
            };
            contenders.push(copying(records, bytes, copies, to));
            contests.push(Contest {
                case: name.clone(),
                contenders,
            });
            cases.push(FormatCase {
                name,
                format: format.to_string(),
                is_written,
                records: count as u64,
                bytes: (copies * bytes.len()) as u64,
            });
        }
    }
    let (rows, _) = measure(contests, rounds, times.map(Duration::from_millis), progress)?;
    let run = FormatsRun {
        best: MoveFunctions::selected().name().into(),
        source: "positions of games of random moves, with moves, scores and outcomes".into(),
        cases,
    };
    Ok((rounds, rows, run))
}

/// Copies of the records and of the bytes of a file.
type Copies = Shared<(Vec<Record>, Vec<u8>)>;

fn games(count: usize) -> Vec<Record> {
    let (mut rng, mut records, mut game) = (Rng::new(3), Vec::new(), 0);
    while records.len() < count {
        game += 1;
        let outcome = Outcome::ALL[rng.below(3)];
        let (mut position, mut score) = (Position::startpos(), 0);
        for ply in 0..40 + rng.below(120) {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mut record = Record::from(position.without_useless_en_passant());
            let played = moves[rng.below(moves.len())];
            score += rng.below(61) as i16 - 30;
            (record.played, record.white_score) = (Some(played), Some(score));
            (record.outcome, record.ply) = (Some(outcome), Some(ply as u16));
            record.game = NonZeroU32::new(game);
            records.push(record);
            position = position.play_unchecked(played);
        }
    }
    records
}

fn written(records: &[Record], format: Format, room: usize) -> Result<Vec<u8>, Error> {
    let bytes = Vec::with_capacity(room);
    let mut writer = Writer::new(bytes, format, WriteOptions::default());
    writer.write_all(records)?;
    writer.finish()
}

fn writing(records: &'static [Record], bytes: &'static [u8], format: Format) -> Contender {
    let pass = move || {
        let start = Instant::now();
        let found = written(black_box(records), format, bytes.len())?;
        let elapsed = start.elapsed();
        ensure!(found == bytes, "other bytes of {format}");
        Ok(elapsed)
    };
    Contender::new(SETWISE, 1, each(pass))
}

fn reading(records: usize, bytes: &'static [u8], format: Format, threads: usize) -> Contender {
    let pass = move || {
        let start = Instant::now();
        let options = ReadOptions::default().threads(threads);
        let mut reader = Reader::new(black_box(bytes), format, options);
        let mut count = 0;
        let worker = || |records: &mut Vec<Record>| black_box(&*records).len();
        reader.read_all(worker, |batch| {
            count += batch?.result;
            Ok::<(), Error>(())
        })?;
        let elapsed = start.elapsed();
        ensure!(count == records, "{count} records of {format}");
        Ok(elapsed)
    };
    Contender::new(SETWISE, threads, each(pass))
}

fn copying(
    records: &'static [Record],
    bytes: &'static [u8],
    copies: usize,
    to: Copies,
) -> Contender {
    let pass = move || {
        let (to, bytes_to) = &mut *to.borrow_mut();
        let start = Instant::now();
        for _ in 0..copies {
            to.copy_from_slice(black_box(records));
            bytes_to.clear();
            bytes_to.extend_from_slice(black_box(bytes));
        }
        Ok(start.elapsed())
    };
    Contender::new(COPY, 1, each(pass))
}
