//! The same bytes as the crates bulletformat and viriformat.

use crate::common::{one, random_games, read, suites, write};
use bulletformat::{BulletFormat, ChessBoard};
use setwise_formats::{Fields, Format, Outcome, Record};
use setwise_moves::{Color, Position, Role};
use std::str::FromStr;
use viriformat::chess::board::{Board, DrawType, GameOutcome, WinType};
use viriformat::dataformat::Game;

fn records() -> Vec<Record> {
    let mut records = random_games(20, 120, 9);
    for (i, position) in suites().into_iter().enumerate() {
        let mut record = Record::from(position);
        record.white_score = Some(i as i16 * 7 - 300);
        record.outcome = Some(Outcome::ALL[i % 3]);
        records.push(record);
    }
    records.retain(|record| record.position.occupied().count_ones() <= 32);
    records
}

fn board(position: &Position) -> Board {
    let mut board = Board::new();
    board
        .set_from_fen(&position.to_shredder_fen(), true)
        .unwrap();
    board
}

#[test]
fn bulletformat_from_text_and_from_boards() {
    let records = records();
    let text = String::from_utf8(write(&records, Format::BulletText, false).unwrap()).unwrap();
    let from_text: Vec<_> = text
        .lines()
        .map(|line| ChessBoard::from_str(line).unwrap())
        .collect();
    let bytes = write(&records, Format::Bulletformat, false).unwrap();
    assert!(ChessBoard::as_bytes_slice(&from_text) == bytes);

    let from_boards: Vec<_> = records
        .iter()
        .map(|record| {
            let position = &record.position;
            let [p, n, b, r, q, k] = Role::ALL.map(|role| position.by_role(role));
            let [white, black] = Color::ALL.map(|color| position.by_color(color));
            let points = f32::from(record.outcome.unwrap().half_points()) / 2.0;
            let turn = position.turn().index();
            let boards = [white, black, p, n, b, r, q, k];
            ChessBoard::from_raw(boards, turn, record.white_score.unwrap(), points).unwrap()
        })
        .collect();
    assert!(from_boards == from_text);
    for (found, board) in read(&bytes, Format::Bulletformat)
        .unwrap()
        .iter()
        .zip(&from_text)
    {
        assert_eq!(found.white_score, Some(board.score()));
        assert_eq!(
            found.outcome.map(Outcome::half_points),
            Some(board.result_idx() as u8)
        );
        for (piece, square) in *board {
            let square = setwise_moves::Square::wrapping(square.into());
            let expected = (
                Color::ALL[usize::from(piece >> 3)],
                Role::ALL[usize::from(piece & 7)],
            );
            assert_eq!(found.position.piece_on(square), Some(expected));
        }
    }
}

#[test]
fn marlinformat_of_viriformat() {
    let mut compared = 0;
    for record in records()
        .into_iter()
        .filter(|record| record.position.halfmoves() < 256)
    {
        let bytes = write(&[record], Format::Marlinformat, false).unwrap();
        let outcome = record.outcome.unwrap().half_points();
        let packed =
            board(&record.position).to_marlinformat(record.white_score.unwrap(), outcome, 0);
        assert_eq!(packed.as_bytes()[..], bytes, "{}", record.position);
        let (unpacked, score, ..) = packed.unpack();
        let found = one(&bytes, Format::Marlinformat);
        assert_eq!(found.white_score, Some(score));
        assert_eq!(found.position, record.position);
        assert_eq!(unpacked.zobrist_key(), board(&found.position).zobrist_key());
        compared += 1;
    }
    assert!(compared > 1000);
}

#[test]
fn games_of_viriformat() {
    let records = random_games(24, 200, 10);
    let mut theirs = Vec::new();
    let mut rest = &records[..];
    let mut expected = Vec::new();
    while let Some(first) = rest.first() {
        let length = 1 + rest[1..]
            .iter()
            .take_while(|record| record.ply != Some(0))
            .count();
        let (game, others) = rest.split_at(length);
        rest = others;
        let mut board = board(&first.position);
        let mut written = Game::new(&board);
        written.set_outcome(match first.outcome.unwrap() {
            Outcome::WhiteWins => GameOutcome::WhiteWin(WinType::Mate),
            Outcome::BlackWins => GameOutcome::BlackWin(WinType::Mate),
            Outcome::Draw => GameOutcome::Draw(DrawType::FiftyMoves),
        });
        for record in game {
            let name = format!("{:#}", record.played.unwrap());
            let played = board.parse_uci(&name).unwrap();
            written.add_move(played, record.white_score.unwrap());
            assert!(board.make_move_simple(played));
        }
        written.serialise_into(&mut theirs).unwrap();
        expected.push(written);
    }
    let bytes = write(&records, Format::Viriformat, false).unwrap();
    assert!(bytes == theirs);
    assert!(read(&theirs, Format::Viriformat).unwrap() == records);
    // Their reader checks every move in this profile.
    let mut input = &bytes[..];
    for game in expected {
        assert_eq!(
            Game::deserialise_from(&mut input, Vec::new()).unwrap(),
            game
        );
    }
    assert!(input.is_empty());
    assert_eq!(records[0].known(), Fields::ALL);
}
