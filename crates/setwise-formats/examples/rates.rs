//! Measures how many positions per second each format reads and writes, and how fast FENs are read
//! and written.
//!
//! ```sh
//! cargo run --release -p setwise-formats --example rates -- benches/corpus/games.txt
//! ```
//! The file has a game in each line, as moves in UCI form from the initial position. A second
//! argument, such as `marlin`, is the extension of the only format to measure. binpack is left out,
//! because it is not written.

use setwise_formats::{Format, Outcome, ReadOptions, Reader, Record, WriteOptions, Writer};
use setwise_moves::Position;
use std::error::Error;
use std::fmt::Write;
use std::hint::black_box;
use std::time::Instant;

/// The number of repetitions; the fastest counts.
const ROUNDS: usize = 7;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args()
        .nth(1)
        .ok_or("the file of games is missing")?;
    let text = std::fs::read_to_string(path)?;
    let mut records = Vec::new();
    let mut pgn = String::new();
    for game in text.lines().filter(|line| !line.starts_with('#')) {
        let mut position = Position::startpos();
        pgn.push_str("[Event \"?\"]\n\n");
        for (ply, name) in game.split(' ').enumerate() {
            let mut record = Record::from(position);
            let played = position.parse_move(name)?;
            record.score = Some(ply as i16);
            record.outcome = Some(Outcome::Draw);
            record.played = Some(played);
            records.push(record);
            write!(pgn, "{} ", position.san(played))?;
            position = position.play(played)?;
        }
        pgn.push_str("1/2-1/2\n\n");
    }
    println!("{} positions, nanoseconds for each", records.len());

    let fens: Vec<String> = records.iter().map(|r| r.position.to_fen()).collect();
    let setups: Vec<_> = records
        .iter()
        .map(|r| setwise_moves::Setup::from(r.position))
        .collect();
    let each = |work: &dyn Fn()| fastest(work) / records.len() as f64;
    let reading = each(&|| use_all(fens.iter().map(|fen| Position::from_fen(fen))));
    let check = each(&|| use_all(setups.iter().map(|setup| Position::new(*setup))));
    let writing = each(&|| use_all(records.iter().map(|record| record.position.to_fen())));
    println!("from_fen {reading:.1}, of which Position::new {check:.1}; to_fen {writing:.1}");

    let only = std::env::args().nth(2);
    let formats = Format::ALL.into_iter().filter(|&format| {
        let is_wanted = only.as_ref().is_none_or(|only| format.extension() == only);
        is_wanted && format != Format::Binpack
    });
    for format in formats {
        let bytes = match format.is_written() {
            true => written(&records, format)?,
            false => pgn.clone().into_bytes(),
        };
        let reading = each(&|| drop(black_box(read(&bytes, format))));
        print!("{format}: {} bytes, read {reading:.1}", bytes.len());
        if format.is_written() {
            let writing = each(&|| drop(black_box(written(&records, format))));
            print!(", written {writing:.1}");
        }
        println!();
    }
    Ok(())
}

fn written(records: &[Record], format: Format) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut writer = Writer::new(Vec::new(), format, WriteOptions::default());
    writer.write_all(records)?;
    Ok(writer.finish()?)
}

fn read(bytes: &[u8], format: Format) -> Result<usize, Box<dyn Error>> {
    let mut reader = Reader::new(bytes, format, ReadOptions::default());
    let mut batch = Vec::with_capacity(4096);
    let mut records = 0;
    while reader.read_batch(&mut batch, 4096)? > 0 {
        records += batch.len();
        batch.clear();
    }
    Ok(records)
}

fn use_all<T>(results: impl Iterator<Item = T>) {
    results.for_each(|result| {
        black_box(result);
    });
}

/// The nanoseconds of the fastest of several calls.
fn fastest(work: &dyn Fn()) -> f64 {
    let times = (0..ROUNDS).map(|_| {
        let start = Instant::now();
        work();
        start.elapsed().as_secs_f64() * 1e9
    });
    times.fold(f64::INFINITY, f64::min)
}
