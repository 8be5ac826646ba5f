//! What is written is read again.

use crate::common::{kept, random_games, read, read_all, rest, suites, write};
use setwise_formats::{Error, Fields, Format, Outcome, Record, WriteError};
use setwise_moves::{Color, Position};

#[test]
fn games_through_each_format() {
    let records = random_games(30, 150, 1);
    for format in Format::ALL {
        let is_other = [Format::Bulletformat, Format::Binpack].contains(&format);
        if !format.is_written() || is_other {
            continue;
        }
        let bytes = write(&records, format, false).unwrap();
        let found = read(&bytes, format).unwrap();
        let expected = records.iter().map(|record| kept(record, format.stores()));
        assert!(expected.eq(found), "{format}");
        assert!(write(&records, format, false).unwrap() == bytes);
    }
}

#[test]
fn suites_through_formats_without_moves() {
    for format in [
        Format::Marlinformat,
        Format::Fen,
        Format::Epd,
        Format::BulletText,
    ] {
        let records: Vec<_> = suites()
            .into_iter()
            .enumerate()
            .map(|(i, position)| {
                let mut record = Record::from(position);
                record.white_score = Some(i as i16 - 100);
                record.outcome = Some(Outcome::ALL[i % 3]);
                kept(&record, format.stores())
            })
            .collect();
        let bytes = write(&records, format, true).unwrap();
        let found = read(&bytes, format).unwrap();
        for (found, record) in found.iter().zip(&records) {
            assert_eq!(found.position, record.position, "{format}");
        }
        assert_eq!(found.len(), records.len());
    }
}

#[test]
fn bulletformat_keeps_what_the_side_to_move_sees() {
    let records = random_games(20, 100, 2);
    let bytes = write(&records, Format::Bulletformat, false).unwrap();
    let found = read(&bytes, Format::Bulletformat).unwrap();
    assert_eq!(found.len(), records.len());
    for (found, record) in found.iter().zip(&records) {
        let turn = record.position.turn();
        assert_eq!(found.assumed, Fields::POSITION);
        assert_eq!(found.position.turn(), Color::White);
        for color in Color::ALL {
            let (seen, of) = match turn {
                Color::White => (record.position.by_color(color), color),
                Color::Black => (record.position.by_color(color).swap_bytes(), color.other()),
            };
            assert_eq!(found.position.by_color(of), seen);
        }
        let sign = if turn == Color::White { 1 } else { -1 };
        assert_eq!(
            found.white_score,
            record.white_score.map(|score| sign * score)
        );
    }
    // A second time nothing changes. Without the format of the input the side to move is missing.
    let options_needed = write(&found, Format::Bulletformat, false);
    assert!(matches!(
        options_needed,
        Err(Error::Record {
            number: 1,
            reason: WriteError::Missing(Fields::TURN),
            ..
        })
    ));
    assert!(write(&found, Format::Bulletformat, true).unwrap() == bytes);
}

#[test]
fn a_missing_move_is_never_assumed() {
    let mut record = Record::from(Position::startpos());
    let error = write(&[record], Format::Viriformat, true).unwrap_err();
    assert_eq!(
        error.to_string(),
        "record 1 does not fit viriformat: missing: move"
    );
    record.played = Some(record.position.parse_move("e2e4").unwrap());
    assert_eq!(
        write(&[record], Format::Viriformat, true).unwrap().len(),
        40
    );
}

#[test]
fn what_does_not_fit_is_an_error() {
    let crowd = Position::from_fen("k7/8/pppppppp/pppppppp/PPPPPPPP/PPPPPPPP/8/K7 w - - 0 1");
    let mut record = Record::from(crowd.unwrap());
    for format in [Format::Bulletformat, Format::Marlinformat] {
        let error = write(&[record], format, true).unwrap_err().to_string();
        assert!(
            error.ends_with("34 pieces, but there is room for 32"),
            "{error}"
        );
    }
    record = Record::from(Position::from_fen("k7/8/8/8/8/8/8/K7 b - - 256 200").unwrap());
    let error = write(&[record], Format::Marlinformat, true).unwrap_err();
    assert!(error.to_string().ends_with("clock 256 is above 255"));
    record.white_score = Some(i16::MIN);
    let error = write(&[record], Format::Bulletformat, true).unwrap_err();
    assert!(error.to_string().contains("-32768"), "{error}");
    let error = write(&[record], Format::Binpack, true).unwrap_err();
    assert!(
        error
            .to_string()
            .ends_with("the score -32768 does not fit if it is negated"),
        "{error}"
    );
    record.played = Some(Position::startpos().parse_move("e2e4").unwrap());
    record.white_score = None;
    let error = write(&[record], Format::Viriformat, true);
    assert!(matches!(
        error,
        Err(Error::Record {
            reason: WriteError::HalfmoveClock(256) | WriteError::Move,
            ..
        })
    ));
}

#[test]
fn games_with_gaps_become_several_games() {
    let mut records = random_games(1, 60, 3);
    records.remove(20);
    records[40].outcome = records[40].outcome.map(|outcome| match outcome {
        Outcome::Draw => Outcome::WhiteWins,
        _ => Outcome::Draw,
    });
    let bytes = write(&records, Format::Viriformat, false).unwrap();
    let (found, totals, ..) = read_all(&bytes, Format::Viriformat);
    // Before the gap, after it, the record with another outcome, and the rest.
    assert_eq!((totals.units, totals.damaged), (4, 0));
    let without_ply = |records: &[Record]| -> Vec<_> {
        let records = records.iter();
        records
            .map(|r| (r.position, r.played, r.white_score, r.outcome))
            .collect()
    };
    assert!(without_ply(&found) == without_ply(&records));
}

#[test]
fn final_positions_are_given_on_demand() {
    use setwise_formats::{ReadOptions, Reader};
    let records = random_games(2, 40, 4);
    let bytes = write(&records, Format::Viriformat, false).unwrap();
    let options = ReadOptions::default().final_positions(true);
    let mut reader = Reader::new(&bytes[..], Format::Viriformat, options);
    let found = rest(&mut reader);
    assert_eq!(found.len(), records.len() + 2);
    let last = found.last().unwrap();
    assert_eq!((last.played, last.white_score), (None, None));
    let before = found[found.len() - 2];
    assert_eq!(
        before.position.play(before.played.unwrap()),
        Ok(last.position)
    );
}

/// A filter of what another filter has written is the filter of both, in every format that holds
/// the values.
#[test]
fn filters_one_after_the_other() {
    let records = random_games(30, 150, 7);
    let first = |record: &Record| record.position.halfmoves() % 3 != 1;
    let second = |record: &Record| record.ply.unwrap() >= 16 && record.white_score.unwrap() > 0;
    let both = records
        .iter()
        .filter(|record| first(record) && second(record));
    let both: Vec<Position> = both.map(|record| record.position).collect();
    assert!(both.len() > 300);
    let needed = Fields::SCORE | Fields::PLY;
    for format in Format::ALL {
        let is_orthodox = format == Format::Binpack;
        if !format.is_written() || is_orthodox || !format.stores().contains(needed) {
            continue;
        }
        let kept: Vec<Record> = records.iter().copied().filter(first).collect();
        let bytes = write(&kept, format, false).unwrap();
        let found = read(&bytes, format).unwrap();
        let found = found.iter().filter(|record| second(record));
        let found: Vec<Position> = found.map(|record| record.position).collect();
        assert!(found == both, "{format}");
    }
}

/// Games longer than a reader takes are written as two.
#[test]
fn a_game_that_is_too_long_for_a_reader() {
    let mut record = Record::from(Position::startpos());
    (record.white_score, record.outcome) = (Some(0), Some(Outcome::Draw));
    let knights = ["g1f3", "g8f6", "f3g1", "f6g8"];
    let mut records = Vec::new();
    // Pawns move before the end of the first part: the clock of the second one fits its byte.
    let before = knights.into_iter().cycle().take(65_500);
    let behind = knights.into_iter().cycle().take(200);
    for name in before.chain(["e2e4", "e7e5"]).chain(behind) {
        let played = record.position.parse_move(name).unwrap();
        record.played = Some(played);
        records.push(record);
        let next = record.position.play(played).unwrap();
        record.position = next;
    }
    let bytes = write(&records, Format::Viriformat, false).unwrap();
    let (found, totals, ..) = read_all(&bytes, Format::Viriformat);
    assert_eq!((totals.units, totals.damaged), (2, 0));
    assert_eq!(found.len(), records.len());
}
