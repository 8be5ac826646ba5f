//! Mixed load on two threads for a long time: legal moves, analyses, features, files written and
//! read. Each round must give the results of the first, and memory must stay flat.
//!
//! `SOAK_SECONDS=3600 cargo test --release -p setwise-fuzz --test soak -- --ignored --nocapture`

use setwise_formats::{Compression, Format, ReadOptions, Reader, Record, WriteOptions, Writer};
use setwise_moves::{
    Analysis, MoveKindCounts, Perft, Position, analyze, count_legal_moves, count_move_kinds,
};
use setwise_nnue::{Csr, Extractor, FullThreats, PawnPairs};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{Read, Write};
use std::time::{Duration, Instant};

/// The number of positions of a round.
const POSITIONS: usize = 20_000;
/// Memory may grow by this much after the first rounds, which fill the buffers of the allocator.
const GROWTH: usize = 16 << 20;

#[test]
#[ignore = "runs for an hour"]
fn mixed_load() {
    let seconds = std::env::var("SOAK_SECONDS").ok();
    let seconds = seconds.map_or(3600, |seconds| {
        seconds.parse().expect("a number of seconds")
    });
    let end = Duration::from_secs(seconds);
    let positions = played();
    let expected = round(&positions);
    let start = Instant::now();
    let rounds: Vec<u64> = std::thread::scope(|scope| {
        let load = || {
            let mut rounds = 0;
            while start.elapsed() < end {
                assert_eq!(round(&positions), expected, "round {rounds}");
                rounds += 1;
            }
            rounds
        };
        let threads = [scope.spawn(load), scope.spawn(load)];
        watch(start, end);
        threads
            .map(|thread| thread.join().expect("equal results"))
            .to_vec()
    });
    println!("rounds of the threads: {rounds:?}");
    assert!(rounds.iter().all(|&rounds| rounds > 0), "{rounds:?}");
}

/// Checks the memory until the end.
fn watch(start: Instant, end: Duration) {
    let warm = end.min(Duration::from_secs(10));
    std::thread::sleep(warm);
    let before = resident();
    println!("{} MiB after {} s", before >> 20, warm.as_secs());
    while start.elapsed() < end {
        std::thread::sleep(Duration::from_secs(1));
        let (now, seconds) = (resident(), start.elapsed().as_secs());
        assert!(
            now < before + GROWTH,
            "{before} bytes of memory at first, {now} after {seconds} s"
        );
        if seconds.is_multiple_of(60) {
            println!("{} MiB after {seconds} s", now >> 20);
        }
    }
}

/// The resident memory of the process in bytes, as Linux reports it.
fn resident() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let number = line.and_then(|line| line.trim().strip_suffix(" kB"));
    number
        .and_then(|number| number.parse::<usize>().ok())
        .expect("a number of kB")
        << 10
}

/// Positions of games of pseudo-random moves.
fn played() -> Vec<Position> {
    let mut state = 1_u64;
    let mut positions = Vec::new();
    let mut position = Position::startpos();
    while positions.len() < POSITIONS {
        positions.push(position);
        let moves: Vec<_> = position.legal_moves().into_iter().collect();
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        position = match moves.get((state >> 33) as usize % moves.len().max(1)) {
            Some(&found) if position.halfmoves() < 60 => position.play_unchecked(found),
            _ => Position::startpos(),
        };
    }
    positions
}

/// Does everything once. Returns a hash of all results.
fn round(positions: &[Position]) -> u64 {
    let mut hash = DefaultHasher::new();
    let mut counts = vec![0; positions.len()];
    count_legal_moves(positions, &mut counts).expect("equal lengths");
    counts.hash(&mut hash);
    let mut analyses = vec![Analysis::default(); positions.len()];
    analyze(positions, &mut analyses).expect("equal lengths");
    for analysis in &analyses {
        (
            analysis.checkers(),
            analysis.pinned(),
            analysis.danger(),
            analysis.legal_moves(),
        )
            .hash(&mut hash);
    }
    let mut kinds = vec![MoveKindCounts::default(); positions.len()];
    count_move_kinds(positions, &mut kinds).expect("equal lengths");
    for kinds in &kinds {
        (kinds.captures(), kinds.promotions(), kinds.checks()).hash(&mut hash);
    }
    let mut rows = Csr::<u32>::new();
    Extractor::new(FullThreats::new())
        .append(positions, &mut rows)
        .expect("valid");
    Extractor::new(PawnPairs)
        .append(positions, &mut rows)
        .expect("valid");
    (rows.offsets(), rows.first(), rows.second()).hash(&mut hash);
    Perft::new(positions[7], 3).count().hash(&mut hash);

    let records: Vec<Record> = positions.iter().copied().map(Record::from).collect();
    for (format, compression) in [
        (Format::Marlinformat, Compression::None),
        (Format::Fen, Compression::Zstd),
        (Format::Parquet, Compression::None),
    ] {
        let options = WriteOptions::default().assume_missing(true);
        let mut writer = Writer::new(Vec::new(), format, options);
        writer.write_all(&records).expect("records of all formats");
        let bytes = writer.finish().expect("memory");
        let mut compressor = compression.writer(Vec::new()).expect("in this build");
        compressor.write_all(&bytes).expect("memory");
        let compressed = compressor.finish().expect("memory");
        compressed.hash(&mut hash);
        let mut again = Vec::new();
        let mut stream = compression.reader(&compressed[..]).expect("in this build");
        stream.read_to_end(&mut again).expect("its own stream");
        let mut reader = Reader::new(&again[..], format, ReadOptions::default());
        let mut found = Vec::new();
        while reader.read_batch(&mut found, 4096).expect("its own file") > 0 {}
        for record in &found {
            record.position.hash(&mut hash);
        }
        assert_eq!(found.len(), records.len());
    }
    hash.finish()
}
