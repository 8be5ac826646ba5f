//! Files, and what is in them.

use setwise_binpack::NO_SCORE;
use setwise_formats::{Format, ReadOptions, Reader, Record, WriteOptions, Writer};
use setwise_loader::{Builder, Loader, Memory};
use setwise_moves::{Outcome, Position};
use setwise_nnue::{Boards, NamedSet, Padded, Perspectives};
use std::env;
use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

pub(crate) const FEATURES: &str = "half-ka-v2-hm-training";
pub(crate) const STRIDE: usize = 32;
pub(crate) const EXTENSIONS: [&str; 4] = ["binpack", "vf", "bullet", "marlin"];

/// Games of random moves. Scores are small, and large where the game is decided.
pub(crate) fn games(seed: u64, count: usize) -> Vec<Vec<Record>> {
    let mut random = fastrand::Rng::with_seed(seed);
    let game = |_| {
        let (mut position, mut game) = (Position::startpos(), Vec::new());
        let outcome = Outcome::ALL[random.usize(..3)];
        for ply in 0..random.u16(1..120) {
            let moves: Vec<_> = position.legal_moves().into_iter().collect();
            let Some(played) = random.choice(moves) else {
                break;
            };
            let mut record = Record::from(position);
            record.white_score = Some(random.i16(-300..300));
            record.outcome = Some(outcome);
            (record.played, record.ply) = (Some(played), Some(ply));
            game.push(record);
            position = position.play_unchecked(played);
        }
        game
    };
    (0..count).map(game).collect()
}

/// A file of a format. Chunks of a binpack have 20 games.
pub(crate) fn file(format: Format, games: &[Vec<Record>]) -> Vec<u8> {
    let together = match format {
        Format::Binpack => 20,
        _ => games.len().max(1),
    };
    let chunk = |games: &[Vec<Record>]| {
        let options = WriteOptions::default();
        let mut writer = Writer::new(Vec::new(), format, options);
        for game in games {
            game.iter().for_each(|record| writer.write(record).unwrap());
        }
        writer.finish().unwrap()
    };
    games.chunks(together).flat_map(chunk).collect()
}

/// Set in a process that another test has started and that uses its files.
pub(crate) const HAS_FILES: &str = "SETWISE_LOADER_HAS_FILES";

fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// Writes a file for a test.
pub(crate) fn store(name: &str, bytes: &[u8]) -> PathBuf {
    fs::write(path(name), bytes).unwrap();
    path(name)
}

/// A file of each format, and a second binpack. Each copy has all games.
fn store_all(name: &str, count: usize, copies: impl Fn(usize) -> usize) -> Vec<PathBuf> {
    let of = |seed, name: &str, extension: &str| {
        let name = format!("{name}.{extension}");
        if env::var_os(HAS_FILES).is_some() {
            return path(&name);
        }
        let format = Format::of_extension(extension).unwrap();
        let bytes = file(format, &games(seed, count));
        let copies = match format {
            Format::Binpack => 1,
            _ => copies(bytes.len()),
        };
        store(&name, &bytes.repeat(copies))
    };
    let paths = EXTENSIONS
        .iter()
        .zip(0..)
        .map(|(extension, seed)| of(seed, name, extension));
    let mut paths: Vec<PathBuf> = paths.collect();
    paths.push(of(9, &format!("{name}-more"), "binpack"));
    paths
}

pub(crate) static FILES: LazyLock<Vec<PathBuf>> = LazyLock::new(|| store_all("all", 400, |_| 1));

/// Files that have several units.
pub(crate) static LONG_FILES: LazyLock<Vec<PathBuf>> =
    LazyLock::new(|| store_all("long", 400, |bytes| (9 << 17) / bytes + 1));

/// Files of few games.
pub(crate) static SHORT_FILES: LazyLock<Vec<PathBuf>> =
    LazyLock::new(|| store_all("short", 40, |_| 1));

/// The binpacks alone.
pub(crate) fn binpacks() -> Vec<PathBuf> {
    vec![FILES[0].clone(), FILES[4].clone()]
}

pub(crate) fn builder(files: &[PathBuf]) -> Builder {
    Loader::builder()
        .files(files)
        .features(FEATURES)
        .batch_size(1000)
        .shuffle(5000)
}

/// The records of files, as the reader of formats gives them.
pub(crate) fn records(files: &[PathBuf]) -> Vec<Record> {
    let mut records = Vec::new();
    for path in files {
        let mut reader = Reader::open(path, ReadOptions::default()).unwrap();
        while reader.read_batch(&mut records, 10_000).unwrap() > 0 {}
    }
    records
}

/// The hashes of the rows that an extractor gives for records, in order.
pub(crate) fn expected(records: &[Record]) -> Vec<u64> {
    let boards = records.iter().map(|record| Boards::from(&record.position));
    let boards: Vec<Boards> = boards.collect();
    let mut memory = Memory::padded(records.len(), STRIDE);
    let extractor = NamedSet::named(FEATURES).unwrap();
    let padded = Padded {
        first: &mut memory.first,
        second: &mut memory.second,
        stride: STRIDE,
        filler: -1,
    };
    let extractor = extractor.extractor(Perspectives::WhiteBlack);
    extractor.pad(&boards, padded).unwrap();
    for (i, record) in records.iter().enumerate() {
        let white = record.position.turn().index() == 0;
        let sign = if white { 1 } else { -1 };
        let points = f32::from(record.outcome.unwrap().half_points()) / 2.0;
        memory.mover_score[i] =
            f32::from(record.white_score.map_or(NO_SCORE, |score| sign * score));
        memory.outcome[i] = if white { points } else { 1.0 - points };
        memory.white[i] = f32::from(u8::from(white));
        memory.pieces[i] = record.position.occupied().count_ones() as i32;
    }
    hashes(&memory, records.len())
}

/// The hash of each of the first rows.
pub(crate) fn hashes(memory: &Memory, rows: usize) -> Vec<u64> {
    let row = |i: usize| {
        let mut hash = 0;
        // Steps of SplitMix64. A hasher of the standard library takes single words slowly.
        let mut add = |word: u32| {
            let mixed = (hash ^ u64::from(word)).wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            hash = mixed ^ mixed >> 27;
        };
        let range = match memory.stride {
            Some(stride) => i * stride..(i + 1) * stride,
            None => memory.offsets[i] as usize..memory.offsets[i + 1] as usize,
        };
        for indices in [&memory.first, &memory.second] {
            for index in &indices[range.clone()] {
                if *index >= 0 {
                    add(*index as u32);
                }
            }
            add(u32::MAX);
        }
        for label in [memory.mover_score[i], memory.outcome[i], memory.white[i]] {
            add(label.to_bits());
        }
        add(memory.pieces[i] as u32);
        hash
    };
    (0..rows).map(row).collect()
}

/// The hashes of the rows of some batches, or of all if there are fewer.
pub(crate) fn rows(loader: &mut Loader, batches: usize) -> Vec<u64> {
    let mut memory = Memory::padded(loader.batch_size(), STRIDE);
    let mut rows = Vec::new();
    for _ in 0..batches {
        match loader.next_into(&mut memory.batch()).unwrap() {
            Some(count) => rows.extend(hashes(&memory, count)),
            None => break,
        }
    }
    rows
}

pub(crate) fn sorted(mut rows: Vec<u64>) -> Vec<u64> {
    rows.sort_unstable();
    rows
}
