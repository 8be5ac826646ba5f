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
