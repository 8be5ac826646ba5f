//! Damaged files of all kinds.

use crate::common::{
    Fails, Rng, random_game, random_games, read, read_all, read_slowly, reason, rest, write,
};
use setwise_formats::{Error, Format, OnDamage, Outcome, ReadError, ReadOptions, Reader, Record};
use setwise_moves::Position;

/// A small file of each format, with the number of its units.
pub(crate) fn files() -> Vec<(Format, Vec<u8>, u64)> {
    let records = random_games(3, 12, 11);
    let pgn = include_bytes!("../data/small.pgn").to_vec();
    // The first chain, in a chunk of its size.
    let chunk = |bytes: usize| {
        let mut chunk = include_bytes!("../data/chains.binpack")[..bytes].to_vec();
        chunk[4..8].copy_from_slice(&(bytes as u32 - 8).to_le_bytes());
        chunk
    };
    let mut chunks = (42..).map(chunk);
    let binpack = chunks
        .find(|chunk| read(chunk, Format::Binpack).is_ok())
        .unwrap();
    let mut files = vec![(Format::Pgn, pgn, 2), (Format::Binpack, binpack, 1)];
    for format in Format::ALL {
        let is_apart = [Format::Pgn, Format::Binpack].contains(&format);
        if format.is_written() && !format.is_columnar() && !is_apart {
            let units = match format {
                Format::Viriformat => 3,
                _ => records.len() as u64,
            };
            files.push((format, write(&records, format, false).unwrap(), units));
        }
    }
    files
}

#[test]
fn intact_files_are_not_damaged() {
    for (format, bytes, units) in files() {
        let (_, totals, _, why) = read_all(&bytes, format);
        assert_eq!(
            (totals.units, totals.damaged),
            (units, 0),
            "{format}: {why}"
        );
    }
}

#[test]
fn every_flipped_bit() {
    for (format, bytes, units) in files() {
        let mut damaged = 0;
        for bit in 0..8 * bytes.len() {
            let mut bytes = bytes.clone();
            bytes[bit / 8] ^= 1 << (bit % 8);
            let (_, totals, ..) = read_all(&bytes, format);
            damaged += totals.damaged.min(1);
            assert!(totals.units + totals.damaged <= 2 * units + 2, "{format}");
        }
        assert!(damaged > 50, "{format}: {damaged}");
    }
}

#[test]
fn the_size_of_reads_does_not_matter() {
    let mut rng = Rng::new(16);
    for (format, bytes, _) in files() {
        for round in 0..50 {
            let mut bytes = bytes.clone();
            for _ in 0..round % 4 {
                let at = rng.below(bytes.len());
                bytes[at] = rng.next_u64() as u8;
            }
            let (records, totals, _, why) = read_all(&bytes, format);
            let (found, found_totals, first) = read_slowly(&bytes, format);
            assert!(found == records, "{format}");
            assert_eq!(found_totals, totals, "{format}");
            assert_eq!(first, why, "{format}");
        }
    }
}

#[test]
fn records_before_a_failure_are_given() {
    for (format, bytes, _) in files() {
        // Other formats read ahead, so that a game, a line or a chain may be lost with the failure
        // after it.
        if !matches!(format, Format::Bulletformat | Format::Marlinformat) {
            continue;
        }
        let options = ReadOptions::default();
        let mut reader = Reader::new(Fails(&bytes[..32 * 5 + 7]), format, options);
        let mut records = Vec::new();
        let failed = reader.read_batch(&mut records, 100);
        assert!(matches!(failed, Err(Error::Read(_))), "{format}");
        assert_eq!((records.len(), reader.totals().records), (5, 5), "{format}");
    }
}

#[test]
fn every_truncation() {
    for (format, bytes, units) in files() {
        let (intact, ..) = read_all(&bytes, format);
        for length in 0..bytes.len() {
            let (found, totals, aside, why) = read_all(&bytes[..length], format);
            assert!(totals.damaged <= 1, "{format}, {length}: {why}");
            assert!(totals.units <= units);
            let is_binary = !format.is_text();
            if totals.damaged == 0 && (is_binary || format == Format::Pgn) {
                // The cut lies between units.
                assert_eq!(found[..], intact[..found.len()], "{format}, {length}");
            }
            if is_binary && totals.damaged == 1 {
                assert!(why.contains("the input ends after"), "{why}");
                assert_eq!(aside[..], bytes[length - aside.len()..length]);
            }
        }
    }
}

#[test]
fn random_bytes() {
    let mut rng = Rng::new(12);
    let formats = Format::ALL.into_iter();
    for format in formats.filter(|format| !format.is_columnar()) {
        for _ in 0..40 {
            let bytes: Vec<u8> = (0..2000).map(|_| rng.next_u64() as u8 & 0x7f).collect();
            let (_, totals, ..) = read_all(&bytes, format);
            assert!(totals.damaged > 0, "{format}");
        }
        let (_, totals, ..) = read_all(&[0; 1000], format);
        assert!(totals.damaged > 0, "{format}");
    }
}

#[test]
fn text_is_no_binary_records() {
    for (text, hint) in [
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 | 3 | 0.5\n", "bullet-text"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1\n4k3/8", "fen"),
        ("[Event \"an event of some length\"]\n", "pgn"),
    ] {
        for format in [
            Format::Bulletformat,
            Format::Marlinformat,
            Format::Viriformat,
        ] {
            let error = read(text.as_bytes(), format).unwrap_err().to_string();
            let expected = format!("the input is text, not binary; perhaps `--from {hint}`");
            assert_eq!(error, format!("cannot read: {expected}"));
        }
    }
}

#[test]
fn policies() {
    let lines = "4k3/8/8/8/8/8/8/4K3 w - - 0 1\nx\n\ny\n4k3/8/8/8/8/8/8/4K3 b - - 0 1\nz";
    let (records, totals, aside, why) = read_all(lines.as_bytes(), Format::Fen);
    assert_eq!((records.len(), totals.units, totals.damaged), (2, 2, 3));
    assert_eq!(aside, b"x\ny\nz");
    assert!(why.starts_with("FEN, line 2 at byte 30, line 2: "), "{why}");

    let mut reader = Reader::new(lines.as_bytes(), Format::Fen, ReadOptions::default());
    let mut batch = Vec::new();
    let mut damages = Vec::new();
    loop {
        match reader.read_batch(&mut batch, 100) {
            Ok(0) => break,
            Ok(_) => {}
            Err(Error::Damage(damage)) => damages.push((damage.line, damage.offset)),
            Err(other) => panic!("{other}"),
        }
    }
    assert_eq!(batch.len(), 2);
    assert_eq!(damages, [(Some(2), 30), (Some(4), 33), (Some(6), 65)]);

    let options = ReadOptions::default().on_damage(OnDamage::Skip);
    let mut reader = Reader::new(lines.as_bytes(), Format::Fen, options);
    assert_eq!(reader.read_batch(&mut batch, 100).unwrap(), 2);
    assert_eq!(reader.totals().damaged_bytes, 5);
}

/// A writer that is full.
struct Full;

impl std::io::Write for Full {
    fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
        Err(std::io::ErrorKind::StorageFull.into())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_full_disk_is_an_error() {
    let options = ReadOptions::default().on_damage(OnDamage::CopyTo(Box::new(Full)));
    let mut reader = Reader::new(&b"x"[..], Format::Fen, options);
    let error = reader.read_batch(&mut Vec::new(), 1);
    assert!(matches!(error, Err(Error::Copy(_))));
    let mut writer = setwise_formats::Writer::new(Full, Format::Fen, Default::default());
    writer.write(&Record::from(Position::startpos())).unwrap();
    assert!(writer.finish().is_err());
}

#[test]
fn long_lines_are_one_damage() {
    let mut bytes = vec![b'x'; 100_000];
    bytes.extend(b"\n4k3/8/8/8/8/8/8/4K3 w - - 0 1\n");
    let (records, totals, aside, why) = read_all(&bytes, Format::Fen);
    assert_eq!((records.len(), totals.units, totals.damaged), (1, 1, 1));
    assert_eq!(aside.len(), 100_001);
    assert!(why.ends_with("longer than 8192 bytes"), "{why}");
}

#[test]
fn a_game_without_end_is_one_damage() {
    let game = write(&random_games(1, 20, 13), Format::Viriformat, false).unwrap();
    let pair = game[32..36].to_vec();
    let mut bytes = game[..game.len() - 4].to_vec();
    bytes.extend(pair.repeat(200_000));
    bytes.extend([0; 4]);
    let end = bytes.len();
    bytes.extend(&game);
    let (records, totals, aside, why) = read_all(&bytes, Format::Viriformat);
    assert_eq!((records.len(), totals.units, totals.damaged), (20, 1, 1));
    assert_eq!(aside, bytes[..end]);
    assert!(why.contains("longer than"), "{why}");
    // The same without the end and the game after it.
    let (_, totals, ..) = read_all(&bytes[..end - 4], Format::Viriformat);
    assert_eq!((totals.units, totals.damaged), (0, 1));
}

/// The whole moves before the cut are kept on request, but no last position.
#[test]
fn a_cut_game_keeps_its_moves() {
    let records = random_game(1, Position::startpos(), 5, &mut Rng::new(3));
    let bytes = write(&records, Format::Viriformat, false).unwrap();
    assert_eq!(bytes.len(), 32 + 4 * 6);
    for cut in 1..bytes.len() {
        let options = ReadOptions::default()
            .on_damage(OnDamage::KeepPrefix)
            .final_positions(true);
        let mut reader = Reader::new(&bytes[..cut], Format::Viriformat, options);
        let found = rest(&mut reader);
        let whole = cut.saturating_sub(32) / 4;
        assert_eq!(found, records[..whole.min(5)], "{cut}");
        assert_eq!(reader.totals().damaged, 1);
        let damage = reader.first_damage().unwrap();
        assert_eq!(damage.reason, ReadError::Truncated(cut), "{cut}");
    }
}

#[test]
fn a_pgn_game_without_end_is_one_unit() {
    let begin = "[Event \"a\"]\n\n1. e4 ";
    // The next game begins around the end of the longest game, or far after it.
    let limit = (1 << 20) - begin.len();
    for length in (limit - 10..limit + 10).chain([3 * limit]) {
        let comments = "{ } ".repeat(length / 4 + 1);
        let comments = &comments[..length];
        let text = format!("{begin}{comments}\n[Event \"b\"]\n\n1. d4 *\n");
        let (records, totals, _, why) = read_all(text.as_bytes(), Format::Pgn);
        assert_eq!(
            (totals.units + totals.damaged, records.len() as u64),
            (2, totals.units),
            "{length} {why}"
        );
        let is_short = totals.damaged == 0 || why.contains("not closed");
        assert!(is_short || why.contains("longer than"), "{why}");
    }
}

#[test]
fn reasons() {
    use Format::{Bulletformat, Marlinformat, Viriformat};
    let records = random_games(1, 8, 14);
    let reason = |bytes: &[u8], format| reason(bytes, format).expect("damage");
    let marlin = write(&records[..1], Marlinformat, false).unwrap();
    let bullet = write(&records[..1], Bulletformat, false).unwrap();
    let game = write(&records, Viriformat, false).unwrap();
    let with = |bytes: &[u8], at: usize, byte: u8| {
        let mut bytes = bytes.to_vec();
        bytes[at] = byte;
        bytes
    };
    for (bytes, format, expected) in [
        (
            with(&marlin, 30, 3),
            Marlinformat,
            ReadError::OutcomeCode(3),
        ),
        (
            with(&marlin, 24, 65),
            Marlinformat,
            ReadError::EnPassantCode(65),
        ),
        (
            with(&marlin, 24, 88),
            Marlinformat,
            ReadError::EnPassantCode(88),
        ),
        (
            with(&marlin, 8, 0x77),
            Marlinformat,
            ReadError::PieceCode(7),
        ),
        (with(&marlin, 3, 1), Marlinformat, ReadError::PieceCount(33)),
        (
            marlin[..31].to_vec(),
            Marlinformat,
            ReadError::Truncated(31),
        ),
        (
            with(&bullet, 8, 0x66),
            Bulletformat,
            ReadError::PieceCode(6),
        ),
        (with(&bullet, 27, 9), Bulletformat, ReadError::KingSquare(9)),
        (
            with(&game, 33, 0),
            Viriformat,
            ReadError::MoveCode(game[32].into(), 0),
        ),
    ] {
        assert_eq!(reason(&bytes, format), expected);
    }
    // The pinned knight moves, and its king is captured.
    let start = Position::from_fen("3k4/8/8/8/4r3/8/4N3/4K3 b - - 0 1").unwrap();
    let mut record = Record::from(start);
    record.played = Some(start.parse_move("d8c8").unwrap());
    (record.white_score, record.outcome) = (Some(0), Some(Outcome::Draw));
    let mut pinned = write(&[record], Viriformat, false).unwrap();
    let [knight, rook] = [(12, 18), (28, 4)].map(|(from, to): (u16, u16)| from | to << 6);
    pinned.truncate(pinned.len() - 4);
    for code in [knight, rook, 0] {
        pinned.extend(u32::from(code).to_le_bytes());
    }
    assert_eq!(reason(&pinned, Viriformat), ReadError::MoveCode(knight, 1));
    assert!(matches!(
        reason(&with(&marlin, 24, 20), Marlinformat),
        ReadError::Invalid(_)
    ));
    let text = |line: &str, format| reason(line.as_bytes(), format).to_string();
    let fen = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    for (line, expected) in [
        (
            "",
            "no `|`: .txt is bullet text, `FEN | score | result`; FENs are another format \
            (`--from fen`)",
        ),
        (" | 1.0", "result: missing or unreadable"),
        (" | x | 1.0", "score: missing or unreadable"),
        (" | 40000 | 1.0", "the score does not fit 16 bits"),
        (" | 4 | 0.7", "result: missing or unreadable"),
        (" | 0.4 | 1.0", "score: not a whole number"),
        (" | 4 | 0.5 | 3", "something follows the result"),
    ] {
        assert_eq!(text(&format!("{fen}{line}"), Format::BulletText), expected);
    }
    for (operations, expected) in [
        ("ce x;", "ce: missing or unreadable"),
        ("fmvn -1;", "fmvn: missing or unreadable"),
        (
            "0.35",
            "\"0.35\" is no operation; alone, it may be a clock, a score or an outcome",
        ),
        ("\"1-0\"", "\"\\\"1-0\\\"\" is no operation"),
        ("sm Ke3;", "\"Ke3\" is no legal move after 0 half-moves"),
    ] {
        let line = format!("4k3/8/8/8/8/8/8/4K3 w - - {operations}");
        assert_eq!(text(&line, Format::Epd), expected);
    }
    assert_eq!(
        reason(b"4k3/8/8/8/8/8/8/4K3 w - - 0 \xff", Format::Fen),
        ReadError::NotUtf8
    );
}
