//! Binpack. The first files were written and printed by another program.

use crate::common::{one, random_games, read, read_all, read_slowly, reason, rest, write};
use setwise_formats::{
    BinpackReadError as ReadError, Fields, Format, GameColumn, Outcome, ReadOptions, Reader,
    Record, WriteOptions, WritePoint, Writer,
};
use setwise_moves::{FenStyle, Position};
use std::num::NonZeroU32;

const CHAINS: &[u8] = include_bytes!("../data/chains.binpack");

/// A record as the other program prints it: score and result as the side to move sees them.
fn line(record: &Record) -> String {
    let position = &record.position;
    let fen = position.fen(FenStyle::Standard);
    let played = record.played.unwrap();
    let sign = 1 - 2 * position.turn().index() as i16;
    let points = i16::from(record.outcome.unwrap().half_points()) - 1;
    let castle = if played.is_castling() { "castle" } else { "" };
    let (score, ply) = (record.white_score.unwrap(), record.ply.unwrap());
    format!(
        "{fen}|{played}|{}|{}|{ply}|{castle}",
        sign * score,
        sign * points
    )
}

#[test]
fn chains_written_by_another_program() {
    let (records, totals, _, why) = read_all(CHAINS, Format::Binpack);
    assert_eq!((totals.damaged, why.as_str()), (0, ""));
    assert_eq!(totals.units, 18);
    let expected: Vec<_> = include_str!("../data/chains.txt").lines().collect();
    for (record, expected) in records.iter().zip(&expected) {
        assert_eq!(line(record), *expected);
    }
    assert_eq!(records.len(), expected.len());
}

/// The same games, though viriformat has en passant squares where no capture is legal.
#[test]
fn a_chain_is_a_game_of_viriformat() {
    let records = read(CHAINS, Format::Binpack).unwrap();
    let games = write(&records, Format::Viriformat, false).unwrap();
    let (found, totals, ..) = read_all(&games, Format::Viriformat);
    assert_eq!((totals.units, totals.records), (18, records.len() as u64));
    // Written once more, none of the squares ends a game.
    assert!(write(&found, Format::Viriformat, false).unwrap() == games);
    assert!(
        found
            .iter()
            .zip(&records)
            .any(|(a, b)| a.position != b.position)
    );
    let fens = |records: &[Record]| -> Vec<String> { records.iter().map(line).collect() };
    let played = |text: &String| text.split_once('|').map(|(_, rest)| rest.to_owned());
    let (found, records) = (fens(&found), fens(&records));
    assert!(found.iter().map(played).eq(records.iter().map(played)));
}

#[test]
fn damage_ends_at_the_next_chunk() {
    let chunks = CHAINS.repeat(3);
    let records = read(CHAINS, Format::Binpack).unwrap().len();
    let at = CHAINS.len();
    for (byte, value) in [
        (0, 0),
        (5, 0xff),
        (7, 0xff),
        (12, 0xff),
        (20, 0xff),
        (33, 0xff),
    ] {
        let mut bytes = chunks.clone();
        bytes[at + byte] = value;
        let (found, totals, aside, _) = read_all(&bytes, Format::Binpack);
        assert_eq!(totals.damaged, 1, "{byte}");
        assert_eq!(found.len(), 2 * records, "{byte}");
        assert!(aside.len() <= at);
    }
}

/// The mark of the next chunk may lie on the border of two reads.
#[test]
fn the_next_chunk_is_found_at_every_place() {
    let records = read(CHAINS, Format::Binpack).unwrap();
    for garbage in 1..80 {
        let mut bytes = b"x".repeat(garbage);
        bytes.extend(CHAINS);
        let (found, totals, _) = read_slowly(&bytes, Format::Binpack);
        assert!(found == records, "{garbage}");
        assert_eq!(totals.damaged, 1, "{garbage}");
    }
}

/// The first stem of the file as a separate chain, with other values for some pairs of bytes.
fn stem(changes: &[(usize, u16)]) -> Vec<u8> {
    let mut chunk = CHAINS[..8 + 34].to_vec();
    chunk[4..8].copy_from_slice(&34u32.to_le_bytes());
    for (at, value) in changes.iter().chain(&[(32, 0)][..]) {
        chunk[8 + at..10 + at].copy_from_slice(&value.to_be_bytes());
    }
    chunk
}

#[test]
fn a_stem_without_a_move() {
    let whole = one(stem(&[]), Format::Binpack);
    assert!(whole.played.is_some());
    let mut without = whole;
    without.played = None;
    assert_eq!(one(stem(&[(24, 0)]), Format::Binpack), without);
    // Another half-move cannot follow.
    let mut followed = stem(&[(24, 0)]);
    followed[41] = 1;
    let expected = ReadError::MoveCode(0, whole.ply.unwrap().into());
    assert_eq!(reason(&followed, Format::Binpack), Some(expected.into()));
}

#[test]
fn outcomes_of_a_stem() {
    for (code, expected) in [
        (0, Ok(Outcome::Draw)),
        (1, Ok(Outcome::BlackWins)),
        (2, Ok(Outcome::WhiteWins)),
        (3, Err(ReadError::OutcomeCode(3).into())),
    ] {
        let bytes = stem(&[(28, code << 14)]);
        let found = match reason(&bytes, Format::Binpack) {
            None => Ok(one(&bytes, Format::Binpack).outcome.unwrap()),
            Some(reason) => Err(reason),
        };
        // White moves in the stem.
        assert_eq!(found, expected, "{code}");
    }
}

/// A chain of a position with these codes, without a move.
fn stem_of(occupied: u64, codes: &[u8]) -> Vec<u8> {
    let mut bytes = b"BINP".to_vec();
    bytes.extend(34u32.to_le_bytes());
    bytes.extend(occupied.to_be_bytes());
    let mut packed = [0; 16];
    for (i, code) in codes.iter().enumerate() {
        packed[i / 2] |= code << (4 * (i % 2));
    }
    bytes.extend(packed);
    for half in [0u16, 0, 1, 7, 0] {
        bytes.extend(half.to_be_bytes());
    }
    bytes
}

#[test]
fn codes_on_squares_where_they_have_no_meaning() {
    let kings = 1 << 4 | 1 << 60;
    for (square, code) in [(17, 12), (41, 12), (27, 13), (56, 13), (0, 14), (36, 14)] {
        let codes = match square {
            0 => [code, 10, 11],
            _ => [10, code, 11],
        };
        let bytes = stem_of(kings | 1 << square, &codes);
        assert_eq!(
            reason(&bytes, Format::Binpack),
            Some(ReadError::PieceCode(code).into()),
            "{square}"
        );
    }
    // Two pawns cannot have just moved.
    let bytes = stem_of(kings | 1 << 26 | 1 << 28, &[10, 12, 12, 15]);
    assert_eq!(
        reason(&bytes, Format::Binpack),
        Some(ReadError::PieceCode(12).into())
    );
}

/// The codes 12 to 15: a pawn that has just moved two squares, rooks with castling rights, the
/// black king with Black to move.
#[test]
fn states_of_a_stem() {
    for (fen, codes) in [
        ("4k3/8/8/8/4Pp2/8/8/4K3 b - e3 7 1", &[10, 12, 1, 15][..]),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 7 1", &[10, 12, 0, 11]),
        (
            "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 7 1",
            &[6, 10, 13, 14, 15, 7],
        ),
        (
            "r3k2r/8/8/8/8/8/8/R3K2R w Qk - 7 1",
            &[13, 10, 6, 7, 11, 14],
        ),
        // No pawn may capture: none is there, or its king is behind it.
        ("4k3/8/8/8/4P3/8/8/4K3 b - - 7 1", &[10, 12, 15]),
        ("8/8/8/8/k3Pp1R/8/8/4K3 b - - 7 1", &[10, 15, 12, 1, 6]),
    ] {
        let expected = Position::from_fen(fen).unwrap();
        let bytes = stem_of(expected.occupied(), codes);
        assert_eq!(one(bytes, Format::Binpack).position, expected, "{fen}");
    }
}

#[test]
fn sizes() {
    let with_size = |size: usize| {
        let mut bytes = CHAINS.to_vec();
        bytes[4..8].copy_from_slice(&(size as u32).to_le_bytes());
        bytes
    };
    let size = CHAINS.len() - 8;
    for (bytes, expected) in [
        (with_size(size), None),
        (with_size(size + 1), Some(ReadError::Truncated(0))),
        (with_size(size - 1), Some(ReadError::ChunkEnd)),
        (with_size(1 << 27), Some(ReadError::TooLong(100 << 20))),
        (with_size(100 << 20), Some(ReadError::Truncated(0))),
        (CHAINS[..5].to_vec(), Some(ReadError::Truncated(5))),
        (b"BINP\0\0\0\0BINP\0\0\0\0".to_vec(), None),
        (b"NIBP\0\0\0\0".to_vec(), Some(ReadError::NotBinpack)),
    ] {
        assert_eq!(reason(&bytes, Format::Binpack), expected.map(Into::into));
    }
}

/// Records of orthodox games, as binpack has them: some scores are missing.
fn games(count: u16) -> Vec<Record> {
    let mut records = random_games(3 * count, 120, 31);
    records.retain(|record| record.game.unwrap().get() % 3 == 1);
    for (i, record) in records.iter_mut().enumerate() {
        record.position = record.position.without_useless_en_passant();
        record.game = NonZeroU32::new(record.game.unwrap().get() / 3 + 1);
        record.white_score = record
            .white_score
            .filter(|score| score.abs() != 32_002 && i % 10 > 0);
    }
    records
}

#[test]
fn games_are_chains() {
    let records = games(40);
    assert!(records.iter().any(|record| record.white_score.is_none()));
    let bytes = write(&records, Format::Binpack, false).unwrap();
    let (found, totals, ..) = read_all(&bytes, Format::Binpack);
    assert_eq!(totals.units, 40);
    assert!(found == records);
    assert!(write(&found, Format::Binpack, false).unwrap() == bytes);
    // Without a move, a record is a chain alone.
    let mut alone = records.clone();
    alone.truncate(3);
    alone.iter_mut().for_each(|record| record.played = None);
    let bytes = write(&alone, Format::Binpack, false).unwrap();
    let found = read(&bytes, Format::Binpack).unwrap();
    for (i, record) in alone.iter_mut().enumerate() {
        record.game = NonZeroU32::new(i as u32 + 1);
    }
    assert_eq!(found, alone);
}

/// An evaluation stands where the position is that it belongs to: after a move, that of the first
/// position before the first move. Read as scores, they give the same chains.
#[test]
fn scores_go_through_pgn() {
    let mut records = games(40);
    let ends = [i16::MAX, -i16::MAX, 0, 9];
    for (record, score) in records.iter_mut().skip(2).step_by(7).zip(ends.repeat(20)) {
        record.white_score = Some(score);
    }
    let bytes = write(&records, Format::Binpack, false).unwrap();
    let pgn = write(&records, Format::Pgn, false).unwrap();
    let asked = vec![GameColumn::named("eval").unwrap()];
    let options = ReadOptions::default().columns(asked);
    let mut reader = Reader::new(&pgn[..], Format::Pgn, options);
    let found = rest(&mut reader);
    let scores = |records: &[Record]| -> Vec<_> { records.iter().map(|r| r.white_score).collect() };
    assert!(scores(&found) == scores(&records));
    assert!(write(&found, Format::Binpack, false).unwrap() == bytes);
    assert!(write(&found, Format::Pgn, false).unwrap() == pgn);
    // Without the column there is none.
    let plain = read(&pgn, Format::Pgn).unwrap();
    assert!(plain.iter().all(|record| record.white_score.is_none()));
}

#[test]
fn records_that_chains_cannot_hold() {
    let mut start = games(1)[0];
    start.white_score = Some(5);
    type Change = fn(&mut Record);
    let cases: [(Change, &str); 5] = [
        (|record| record.outcome = None, "missing: outcome"),
        (
            |record| record.ply = Some(16_384),
            "the ply 16384 is above 16383",
        ),
        (
            |record| record.white_score = Some(32_002),
            "the score 32002 stands for none",
        ),
        (
            |record| record.position = Position::chess960(5).unwrap(),
            "Chess960",
        ),
        (
            |record| record.played = Some(games(1)[1].played.unwrap()),
            "the move is not legal",
        ),
    ];
    for (change, expected) in cases {
        let mut record = start;
        change(&mut record);
        let why = write(&[record], Format::Binpack, false).unwrap_err();
        assert!(why.to_string().contains(expected), "{why}");
    }
    // A ply that disagrees with the move number is kept; the move number is not.
    start.ply = Some(20);
    let mut writer = Writer::new(Vec::new(), Format::Binpack, WriteOptions::default());
    writer.write(&start).unwrap();
    assert_eq!(writer.lost().collect::<Vec<_>>(), [(Fields::CLOCKS, 1)]);
    assert_eq!(writer.chains(), Some(1));
}

/// A point lies between two chunks. Records after it, and before the place from which the input is
/// read again, are skipped.
#[test]
fn writing_goes_on_after_a_chunk() {
    let mut records = games(40);
    // Without moves they need many bytes.
    records.iter_mut().for_each(|record| record.played = None);
    let records = records.repeat(1 + 70_000 / records.len());
    let options = WriteOptions::default();
    let mut whole = Writer::new(Vec::new(), Format::Binpack, options);
    let (mut points, mut given) = (Vec::new(), 0);
    for batch in records.chunks(1000) {
        whole.write_all(batch).unwrap();
        assert_eq!(whole.point().unwrap(), None);
        points.extend(
            whole
                .point_after(given)
                .unwrap()
                .map(|point| (given, point)),
        );
        given = whole.given();
    }
    assert_eq!(points.len(), 2);
    let chains = whole.chains();
    let whole = whole.finish().unwrap();
    for (given, point) in points {
        let stored: WritePoint = point.to_string().parse().unwrap();
        assert_eq!(stored, point);
        let start = whole[..point.offset() as usize].to_vec();
        let mut writer = Writer::new(start, Format::Binpack, options).at(&stored);
        writer.write_all(&records[given as usize..]).unwrap();
        assert_eq!(
            (writer.written(), writer.chains()),
            (records.len() as u64, chains)
        );
        assert!(writer.finish().unwrap() == whole);
    }
}
