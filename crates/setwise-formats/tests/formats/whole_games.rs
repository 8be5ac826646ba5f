//! Games that are written as moves.

use crate::common::Rng;
use setwise_formats::{
    Error, Format, Outcome, ReadOptions, Reader, Record, WriteError, WriteOptions, Writer,
};
use setwise_moves::{Move, Position};

type Moves = Vec<(Option<Move>, Option<i16>)>;

fn random_game(rng: &mut Rng) -> (Record, Moves) {
    let mut start = Record::from(Position::startpos());
    start.outcome = Some(Outcome::WhiteWins);
    let (mut position, mut moves) = (start.position, Vec::new());
    for _ in 0..rng.below(60) {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        let played = legal[rng.below(legal.len())];
        moves.push((Some(played), Some(rng.below(400) as i16 - 200)));
        position = position.play(played).unwrap();
    }
    (start, moves)
}

#[test]
fn games_are_read_as_they_were_written() {
    let mut rng = Rng::new(31);
    for format in [Format::Viriformat, Format::Binpack, Format::Marlinformat] {
        let mut writer = Writer::new(Vec::new(), format, WriteOptions::default());
        let (mut expected, mut games) = (Vec::new(), 0);
        for _ in 0..50 {
            // Twice, so that the second one would continue an empty first one.
            let (start, moves) = random_game(&mut rng);
            for _ in 0..2 {
                writer.write_game(&start, &moves).unwrap();
                games += u32::from(!moves.is_empty());
                let mut position = start.position;
                for &(played, score) in &moves {
                    expected.push((position, played, score));
                    position = position.play(played.unwrap()).unwrap();
                }
            }
        }
        assert_eq!(writer.written(), expected.len() as u64);
        let bytes = writer.finish().unwrap();
        let mut reader = Reader::new(&bytes[..], format, ReadOptions::default());
        let mut found = Vec::new();
        while reader.read_batch(&mut found, 4096).unwrap() > 0 {}
        let has_games = format != Format::Marlinformat;
        if has_games {
            assert_eq!(reader.last_game(), games);
        }
        assert_eq!(found.len(), expected.len());
        for (record, (position, played, score)) in found.iter().zip(expected) {
            assert!(record.position.same_moves(&position));
            assert_eq!(
                (record.white_score, record.outcome),
                (score, Some(Outcome::WhiteWins))
            );
            assert_eq!(record.played, played.filter(|_| has_games));
        }
    }
}

/// Games of 200 half-moves with null moves, gaps in the scores, and wrong moves, beside the same
/// records one by one.
#[test]
fn games_are_written_as_their_records() {
    let mut rng = Rng::new(32);
    let formats = [
        Format::Viriformat,
        Format::Binpack,
        Format::Pgn,
        Format::Epd,
    ];
    for (round, format) in (0..400).map(|round| (round, formats[round % 4])) {
        let options = || WriteOptions::default().assume_missing(round % 3 > 0);
        let mut games = Writer::new(Vec::new(), format, options());
        let mut records = Writer::new(Vec::new(), format, options());
        for _ in 0..4 {
            let (mut start, mut moves) = random_game(&mut rng);
            if rng.below(4) == 0 {
                start.ply = Some([3, 65_000][rng.below(2)]);
            }
            for (played, score) in &mut moves {
                match rng.below(300) {
                    5..15 => *score = None,
                    0 => *score = Some(32_002),
                    1 => *score = Some(i16::MIN),
                    2 => {
                        *played = played.map(|played| {
                            Move::from_bits(played.bits() ^ 1 << rng.below(16)).unwrap_or(played)
                        })
                    }
                    3 => *played = None,
                    _ => {}
                }
            }
            let written = games
                .write_game(&start, &moves)
                .map_err(|why| why.to_string());
            records.end_game();
            let (mut position, first) = (start.position, start.ply.or(Some(0)));
            let mut one_by_one = Ok(());
            for (i, &(played, white_score)) in moves.iter().enumerate() {
                let is_legal = match played {
                    Some(played) => position.legal_moves().contains(&played),
                    None => position.null_move().is_some() || i + 1 == moves.len(),
                };
                let ply = first.and_then(|first| first.checked_add(i as u16));
                let mut record = start;
                (record.position, record.white_score) = (position, white_score);
                (record.played, record.ply) = (played, ply);
                one_by_one = match is_legal {
                    true => records.write(&record).map_err(|why| why.to_string()),
                    false => Err(format!(
                        "record {} does not fit {format}: {}",
                        records.given() + 1,
                        WriteError::Move
                    )),
                };
                if one_by_one.is_err() {
                    break;
                }
                position = position.after(played);
            }
            if one_by_one.is_ok() {
                records.end_game();
            }
            assert_eq!(written, one_by_one, "{format}");
        }
        let counts = |writer: &Writer<Vec<u8>>| {
            let lost: Vec<_> = writer.lost().chain(writer.assumed()).collect();
            (writer.given(), writer.written(), lost)
        };
        assert_eq!(counts(&games), counts(&records), "{format}");
        assert!(
            games.finish().unwrap() == records.finish().unwrap(),
            "{format}"
        );
    }
}

#[test]
fn a_move_that_is_not_legal_ends_the_game() {
    let start = Record::from(Position::startpos());
    let after = Position::from_fen("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1").unwrap();
    let moves = [start.position.parse_move("e2e4"), after.parse_move("e4e5")];
    let moves = moves.map(|played| (Some(played.unwrap()), None));
    for format in [Format::Pgn, Format::Fen, Format::Viriformat] {
        let options = WriteOptions::default().assume_missing(true);
        let mut writer = Writer::new(Vec::new(), format, options);
        let error = writer.write_game(&start, &moves);
        let Err(Error::Record { number, reason, .. }) = error else {
            panic!("{error:?}");
        };
        assert_eq!((number, reason), (2, WriteError::Move), "{format}");
        assert_eq!(writer.written(), 1);
    }
}
