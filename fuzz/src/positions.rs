//! One position, set up from any bytes: its legal moves in all ways, any move played, and its FEN.

use crate::input::{Input, check_fens};
use setwise_conformance::board::Board;
use setwise_moves::{Color, Move, Position, Setup};

pub(crate) fn run(data: &[u8]) {
    let mut input = Input::new(data);
    let Some(position) = input.position() else {
        return;
    };
    assert_eq!(Position::new(Setup::from(position)), Ok(position));
    check_fens(&position);
    moves_by_the_rules(&position);
    lists(&position, &mut input);
    mirrored(&position);
    for _ in 0..16 {
        any_move(&position, input.any_move());
    }
    let _ = position.parse_san_ascii(input.rest());
}

/// The moves, and the positions after them, compared with a board of squares.
fn moves_by_the_rules(position: &Position) {
    let board = Board::from(position);
    let expected = board.moves();
    let legal = position.legal_moves();
    let name = |found: Move| format!("{found:#}");
    let mut names: Vec<String> = legal.into_iter().map(name).collect();
    names.sort();
    let is_same = names.iter().eq(expected.iter().map(|(name, _)| name));
    assert!(is_same, "{position}: {names:?}");
    assert_eq!(position.count_legal() as usize, names.len(), "{position}");
    let in_check = board.in_check(position.turn());
    assert_eq!(position.is_check(), in_check, "{position}");
    for (name, next) in &expected {
        let found = position.parse_move(name).expect("a legal move");
        let played = position.play(found).expect("a legal move");
        assert_eq!(Board::from(&played), *next, "{name} in {position}");
        let san = position.san(found);
        assert_eq!(position.parse_san(&san), Ok(found), "{san} in {position}");
    }
}

fn lists(position: &Position, input: &mut Input<'_>) {
    let sorted = |mut moves: Vec<Move>| {
        moves.sort();
        moves
    };
    let expected = sorted(position.legal_moves().into_iter().collect());
    let sets = position.legal_move_sets().into_iter().collect();
    assert_eq!(sorted(sets), expected, "{position}");
    let is_capture = |found: &Move| position.captured(*found).is_some();
    let captures: Vec<Move> = expected.iter().copied().filter(is_capture).collect();
    assert_eq!(sorted(position.captures().to_vec()), captures, "{position}");
    let mut picker = position.picker();
    let mut found: Vec<Move> = expected.iter().copied().filter(|_| input.flag()).collect();
    for &tried in &found {
        assert!(picker.exclude(tried), "{position} {tried:?}");
    }
    found.extend(std::iter::from_fn(|| picker.next()));
    assert_eq!(sorted(found), expected, "{position}");
}

/// A move is played if it is legal, and only then.
fn any_move(position: &Position, any: Move) {
    let is_legal = position.legal_moves().contains(&any);
    let context = format_args!("{any:?} in {position}");
    assert_eq!(position.is_legal(any), is_legal, "{context}");
    assert_eq!(position.play(any).is_ok(), is_legal, "{context}");
    assert!(!is_legal || position.is_pseudo_legal(any), "{context}");
    let values = [100, 300, 300, 500, 900, 10_000];
    let value = position.exchange_value(any, &values);
    assert_eq!(value.is_some(), is_legal, "{context}");
    let threshold = value.unwrap_or_default();
    let reaches = [threshold, threshold + 1]
        .map(|threshold| position.exchange_reaches(any, &values, threshold));
    assert!(!is_legal || reaches == [true, false], "{context}");
}

/// The position with the colors exchanged has as many moves, and the same answers for the other
/// color.
fn mirrored(position: &Position) {
    let mirrored = position.mirror();
    assert_eq!(mirrored.mirror(), *position);
    assert_eq!(mirrored.count_legal(), position.count_legal(), "{position}");
    assert_eq!(mirrored.status(), position.status(), "{position}");
    for color in Color::ALL {
        let found = mirrored.has_insufficient_material_of(color.other());
        assert_eq!(found, position.has_insufficient_material_of(color));
    }
    assert_ne!(mirrored.polyglot_key(), position.polyglot_key());
}
