//! Static exchange evaluation against the captures on a board of 64 squares.

use crate::common::rng::{Rng, random_setup};
use crate::common::{all_moves, known};
use setwise_conformance::board::Board;
use setwise_conformance::suite::{one_in, seed};
use setwise_moves::{Move, Position, exchange_values};

const VALUES: [i32; 6] = [100, 320, 330, 500, 900, 20_000];

/// Thresholds around a value, and others.
fn thresholds(value: i32) -> impl Iterator<Item = i32> {
    let around = [-20_000, -330, -1, 0, 1, 100, 20_000].map(|more| value.saturating_add(more));
    around
        .into_iter()
        .chain([-900, -1, 0, 1, 500, i32::MIN, i32::MAX])
}

fn compare(position: &Position) {
    let board = Board::from(position);
    for one in board.moves() {
        let name = &one.0;
        let played = position.parse_move(name).expect("a move");
        let expected = board.exchange(&one, &VALUES);
        let found = position.exchange_value(played, &VALUES);
        assert_eq!(found, Some(expected), "{name} in {position}");
        for threshold in thresholds(expected) {
            let found = position.exchange_reaches(played, &VALUES, threshold);
            assert_eq!(
                found,
                expected >= threshold,
                "{name} {threshold} {position}"
            );
        }
    }
}

#[test]
fn suites_by_the_rules() {
    let (mut rng, one_of) = (Rng::new(seed(8)), one_in("SUITE_FRACTION", 10));
    for known in known() {
        let position = known.position();
        compare(&position);
        for found in position.legal_moves() {
            if rng.below(one_of) == 0 {
                compare(&position.play(found).expect("a legal move"));
            }
        }
    }
}

#[test]
fn random_set_ups_by_the_rules() {
    let mut rng = Rng::new(7);
    let mut compared = 0;
    while compared < 2000 {
        if let Ok(position) = Position::new(random_setup(&mut rng)) {
            compare(&position);
            compared += 1;
        }
    }
}

#[test]
fn many_moves_and_illegal_ones() {
    let start = Position::startpos();
    let other = Position::from_fen("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1").expect("a FEN");
    let castling = other.parse_move("e1c1").expect("a move");
    let (positions, mut won) = ([start, other], [Some(1); 2]);
    let exchange =
        |moves: &[Move], won: &mut [Option<i32>]| exchange_values(&positions, moves, &VALUES, won);
    let error = exchange(&[castling; 2], &mut won[..1]).expect_err("too few");
    assert_eq!((error.what, error.found), ("results", 1));
    let error = exchange(&[castling], &mut won).expect_err("too few");
    assert_eq!((error.what, won), ("moves", [Some(1); 2]));
    exchange(&[castling; 2], &mut won).expect("equal lengths");
    assert_eq!(won, [None, Some(0)]);
}

/// Every value of a move is a valid argument.
#[test]
fn thresholds_of_any_move() {
    let position = Position::startpos();
    for any in all_moves() {
        let _ = position.exchange_reaches(any, &VALUES, 0);
    }
}

/// Values at the ends of their range do not overflow.
#[test]
fn extreme_values() {
    let position = Position::from_fen("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1");
    let position = position.expect("a FEN");
    for values in [
        [i32::MAX; 6],
        [i32::MIN; 6],
        [i32::MIN, 0, 0, 0, 0, i32::MAX],
    ] {
        for played in position.legal_moves() {
            let one = position.exchange_value(played, &values);
            let one = one.expect("a legal move");
            // A value at the lower end is rounded up to it.
            for threshold in thresholds(one).filter(|threshold| *threshold != i32::MIN) {
                let found = position.exchange_reaches(played, &values, threshold);
                assert_eq!(found, one >= threshold, "{played:?} {values:?} {threshold}");
            }
        }
    }
}
