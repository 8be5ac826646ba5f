//! Records, their fields, and the choices and limits of writing and reading them.

use crate::common::{random_games, read, reason, write};
use core::cell::RefCell;
use setwise_formats::{
    Error, Fields, Format, Outcome, PositionEncoding, ReadError, ReadOptions, Reader, Record,
    WriteOptions, Writer,
};
use setwise_moves::Position;
use std::io;
use std::num::NonZeroU32;

#[test]
fn each_field_has_its_name() {
    for (field, name) in [
        (Fields::TURN, "side to move"),
        (Fields::CASTLING, "castling rights"),
        (Fields::EN_PASSANT, "en passant square"),
        (Fields::CLOCKS, "clocks"),
        (Fields::SCORE, "score"),
        (Fields::OUTCOME, "outcome"),
        (Fields::MOVE, "move"),
        (Fields::PLY, "ply"),
        (Fields::GAME, "game"),
    ] {
        assert_eq!(field.to_string(), name);
        assert!(field.names().eq([name]), "{name}");
        assert!(Fields::ALL.contains(field), "{name}");
        assert_eq!(Fields::ALL.without(field).names().count(), 8, "{name}");
    }
    assert_eq!(Fields::NONE.to_string(), "");
    assert_eq!(
        Fields::ALL.to_string(),
        "side to move, castling rights, en passant square, clocks, score, outcome, move, ply, game"
    );
    assert_eq!(
        Fields::POSITION.to_string(),
        "side to move, castling rights, en passant square, clocks"
    );
}

#[test]
fn sets_of_fields() {
    let labels = Fields::SCORE | Fields::OUTCOME;
    let numbers = Fields::SCORE | Fields::PLY;
    assert_eq!(labels.to_string(), "score, outcome");
    assert_eq!((labels | numbers).to_string(), "score, outcome, ply");
    assert_eq!(labels.and(numbers), Fields::SCORE);
    assert_eq!(labels.without(numbers), Fields::OUTCOME);
    assert!(labels.contains(Fields::SCORE) && labels.contains(labels));
    assert!(labels.contains(Fields::NONE));
    assert!(!labels.contains(numbers) && !labels.contains(Fields::PLY));
    assert!(Fields::NONE.is_empty() && !labels.is_empty());
    assert_eq!(Fields::default(), Fields::NONE);
}

#[test]
fn outcomes() {
    for (half_points, outcome, exchanged, text) in [
        (0, Outcome::BlackWins, Outcome::WhiteWins, "0-1"),
        (1, Outcome::Draw, Outcome::Draw, "1/2-1/2"),
        (2, Outcome::WhiteWins, Outcome::BlackWins, "1-0"),
    ] {
        assert_eq!(outcome.half_points(), half_points);
        assert_eq!(Outcome::from_half_points(half_points), Some(outcome));
        assert_eq!(outcome.exchanged(), exchanged);
        assert_eq!(outcome.to_string(), text);
    }
    assert_eq!(Outcome::from_half_points(3), None);
}

#[test]
fn what_a_record_tells_is_known() {
    let mut record = Record::from(Position::startpos());
    assert_eq!(record.known(), Fields::POSITION);
    record.white_score = Some(0);
    assert_eq!(record.known(), Fields::POSITION | Fields::SCORE);
    record.outcome = Some(Outcome::Draw);
    record.ply = Some(0);
    record.assumed = Fields::CLOCKS | Fields::CASTLING;
    assert_eq!(
        record.known().to_string(),
        "side to move, en passant square, score, outcome, ply"
    );
}

/// The initial position with a score and an outcome.
fn labelled() -> Record {
    let mut record = Record::from(Position::startpos());
    (record.white_score, record.outcome) = (Some(20), Some(Outcome::Draw));
    record
}

#[test]
fn a_writer_tells_its_choices() {
    let options = WriteOptions::default()
        .assume_missing(true)
        .encoding(PositionEncoding::Packed);
    let mut writer = Writer::new(Vec::new(), Format::Epd, options);
    assert_eq!(writer.format(), Format::Epd);
    assert!(writer.options().assume_missing);
    assert_eq!(writer.options().encoding, PositionEncoding::Packed);
    assert_eq!(writer.needs(), Format::Epd.needs());
    assert_eq!(
        format!("{writer:?}"),
        "Writer { format: Epd, written: 0, .. }"
    );
    writer.write_all(&[labelled(); 2]).unwrap();
    assert_eq!(writer.written(), 2);
    assert_eq!(
        format!("{writer:?}"),
        "Writer { format: Epd, written: 2, .. }"
    );
}

#[test]
fn layouts() {
    assert_eq!(PositionEncoding::default(), PositionEncoding::Fen);
    let names = PositionEncoding::ALL.map(PositionEncoding::name);
    assert_eq!(names, ["fen", "packed", "bitboards"]);
}

#[cfg(feature = "arrow")]
#[test]
fn the_layout_decides_what_rows_need() {
    for (encoding, expected) in [
        (
            PositionEncoding::Fen,
            "side to move, castling rights, en passant square, clocks",
        ),
        (
            PositionEncoding::Packed,
            "side to move, castling rights, en passant square",
        ),
        (PositionEncoding::Bitboards, ""),
    ] {
        let options = WriteOptions::default().encoding(encoding);
        let writer = Writer::new(Vec::new(), Format::Arrow, options);
        assert_eq!(writer.needs().unwrap().to_string(), expected);
    }
}

/// Keeps the numbers of bytes that are written at once.
struct Sizes<'a>(&'a RefCell<Vec<usize>>);

impl io::Write for Sizes<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().push(bytes.len());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn records_are_written_in_large_parts() {
    let record = labelled();
    let sizes = RefCell::new(Vec::new());
    let options = WriteOptions::default();
    let mut writer = Writer::new(Sizes(&sizes), Format::Marlinformat, options);
    for _ in 0..2047 {
        writer.write(&record).unwrap();
    }
    assert!(sizes.borrow().is_empty());
    writer.write(&record).unwrap();
    assert_eq!(sizes.borrow()[..], [65_536]);
    writer.write(&record).unwrap();
    writer.finish().unwrap();
    assert_eq!(sizes.borrow()[..], [65_536, 32]);
}

/// A game of viriformat with this number of moves from b1 to a1, which are not legal.
fn illegal_game(moves: usize) -> Vec<u8> {
    let mut record = labelled();
    record.played = Some(record.position.parse_move("e2e4").unwrap());
    let mut game = write(&[record], Format::Viriformat, false).unwrap();
    game.truncate(32);
    game.extend([1u8, 0, 0, 0].repeat(moves));
    game.extend([0; 4]);
    game
}

/// The number of bytes of the longest game of viriformat: 65,535 moves.
const LONGEST: usize = 262_176;

#[test]
fn the_longest_game_of_viriformat() {
    let game = illegal_game(65_535);
    assert_eq!(game.len(), LONGEST);
    for (game, expected) in [
        (game, ReadError::MoveCode(1, 0)),
        (illegal_game(65_536), ReadError::TooLong(LONGEST)),
    ] {
        assert_eq!(reason(&game, Format::Viriformat), Some(expected));
    }
}

#[test]
fn reading_goes_on_within_a_game_that_is_too_long() {
    let records = random_games(1, 9, 41);
    let mut bytes = illegal_game(70_000);
    bytes.extend(write(&records, Format::Viriformat, false).unwrap());
    let mut reader = Reader::new(&bytes[..], Format::Viriformat, ReadOptions::default());
    let stopped = reader.read_batch(&mut Vec::new(), 100);
    assert!(matches!(stopped, Err(Error::Damage(_))));
    let point = reader.point().unwrap();
    assert_eq!(
        point.to_string(),
        "0 0 1 262176 262176 0 3 0 viriformat, game 1 at byte 0: longer than 262176 bytes"
    );

    let rest = &bytes[LONGEST..];
    let mut reader = Reader::new(rest, Format::Viriformat, ReadOptions::default()).at(&point);
    let mut found = Vec::new();
    assert_eq!(reader.read_batch(&mut found, 100).unwrap(), records.len());
    assert!(found.iter().all(|record| record.game == NonZeroU32::new(2)));
    found
        .iter_mut()
        .for_each(|record| record.game = records[0].game);
    assert_eq!(found, records);
    let totals = reader.totals();
    assert_eq!((totals.units, totals.damaged), (1, 1));
    assert_eq!(totals.bytes, bytes.len() as u64);
    // After it, nothing is left of the game.
    assert!(reader.point().unwrap().to_string().contains(" 4 0 viri"));
}

#[test]
fn a_game_whose_clocks_are_not_known() {
    let records = random_games(1, 5, 42);
    let mut bytes = write(&records, Format::Viriformat, false).unwrap();
    // Both clocks.
    bytes[25..28].fill(0);
    let found = read(&bytes, Format::Viriformat).unwrap();
    assert_eq!(found.len(), 5);
    for record in found {
        assert_eq!(record.assumed, Fields::CLOCKS);
    }
}
