//! Static exchange evaluation against the captures on a board of 64 squares.

use crate::common::reference::Board;
use crate::common::rng::Rng;
use crate::common::{known, reference::random_setup};
use setwise_moves::{Position, Role};

const VALUES: [i32; 6] = [100, 320, 330, 500, 900, 20_000];

fn value(role: Role) -> i32 {
    VALUES[role.index()]
}

/// The material of both colors: the own minus the other.
fn material(board: &Board, color: setwise_moves::Color) -> i32 {
    let values = board.pieces.iter().flatten();
    values
        .map(|(of, role)| {
            if *of == color {
                value(*role)
            } else {
                -value(*role)
            }
        })
        .sum()
}

/// What the side to move wins by captures on a square.
fn recapture(board: &Board, target: usize) -> i32 {
    let attackers = (0..64).filter(|&from| {
        board.pieces[from].is_some_and(|(color, _)| color == board.turn)
            && board.attacks(from).contains(&target)
    });
    let Some(from) = attackers.min_by_key(|&from| board.pieces[from].map(|piece| piece.1.index()))
    else {
        return 0;
    };
    let mut next = board.clone();
    let captured = next.pieces[target].map_or(0, |(_, role)| value(role));
    let (_, role) = next.pieces[from].expect("a piece");
    next.pieces[target] = next.pieces[from].take();
    next.turn = board.turn.other();
    if role == Role::King && next.is_attacked(target, next.turn) {
        return 0;
    }
    (captured - recapture(&next, target)).max(0)
}

fn compare(position: &Position) {
    let board = Board::from(position);
    let before = material(&board, board.turn);
    for (name, next) in board.moves() {
        let played = position.parse_move(&name).expect("a move");
        let target = position.resolve(played).expect("a move").target;
        let won = material(&next, board.turn) - before;
        let expected = match played.is_castling() {
            true => 0,
            false => won - recapture(&next, target.index()),
        };
        let found = position.exchange_value(played, &VALUES);
        assert_eq!(found, Some(expected), "{name} in {position}");
    }
}

#[test]
fn suites_by_the_rules() {
    for known in known() {
        let position = known.position();
        compare(&position);
        for found in &position.legal_moves() {
            compare(&position.play(found).expect("a legal move"));
        }
    }
}

#[test]
fn random_set_ups_by_the_rules() {
    let mut rng = Rng(7);
    let mut compared = 0;
    while compared < 2000 {
        if let Ok(position) = Position::new(random_setup(&mut rng)) {
            compare(&position);
            compared += 1;
        }
    }
}

#[test]
fn illegal_moves_have_no_value() {
    let start = Position::startpos();
    let other = Position::from_fen("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1").expect("a FEN");
    let castling = other.parse_move("e1c1").expect("a move");
    assert_eq!(start.exchange_value(castling, &VALUES), None);
    assert_eq!(other.exchange_value(castling, &VALUES), Some(0));
}
