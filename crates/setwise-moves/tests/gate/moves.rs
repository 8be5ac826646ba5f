//! Moves as values.

use crate::common::{known, rng::Rng};
use setwise_core::Square;
use setwise_moves::{Move, MoveDirection, MoveList, Position, Role};

/// Every function accepts every move value. `play` accepts the legal ones only.
#[test]
fn any_move_value_in_many_positions() {
    let mut made = 0;
    let all: Vec<Move> = (0..=u16::MAX).filter_map(Move::from_bits).collect();
    assert_eq!(all.len(), 6 << 10);
    for known in known().iter().step_by(30) {
        let position = known.position();
        let legal = position.legal_moves();
        for &any in &all {
            assert_eq!(Move::from_bits(any.bits()), Some(any));
            let resolved = position.resolve(any);
            let _ = position.play_unchecked(any).count_legal();
            match position.play(any) {
                Ok(next) => {
                    made += 1;
                    assert!(legal.contains(any) && legal.iter().any(|found| found == any));
                    assert_eq!(next, position.play_unchecked(any));
                    let name = format!("{:#}", resolved.expect("a source"));
                    assert_eq!(position.parse_move(&name), Ok(any));
                }
                Err(error) => {
                    assert!(!legal.contains(any));
                    assert!(error.to_string().contains(&position.to_fen()));
                }
            }
        }
    }
    assert!(made > 500, "{made}");
}

#[test]
fn parts_of_a_move() {
    for direction in MoveDirection::all() {
        assert_eq!(MoveDirection::wrapping(direction.index()), direction);
        for target in Square::all() {
            let plain = Move::new(target, direction);
            assert_eq!((plain.target(), plain.direction()), (target, direction));
            assert_eq!((plain.promoted(), plain.is_castling()), (None, false));
            let MoveDirection::Ray(ray) = direction else {
                continue;
            };
            for role in Role::PROMOTIONS {
                let promotion = Move::promotion(target, ray, role);
                assert_eq!(
                    (promotion.target(), promotion.direction()),
                    (target, direction)
                );
                assert_eq!(promotion.promoted(), Some(role));
            }
            assert!(Move::castling(target, ray).is_castling());
        }
    }
    assert_eq!(Move::from_bits(6 << 10), None);
    let debug = format!("{:?}", Move::from_bits(4 << 10 | 63));
    assert_eq!(
        debug,
        "Some(Move { target: h8, direction: North, promoted: Queen })"
    );
}

#[test]
fn sets_of_moves_can_be_cut() {
    let mut rng = Rng(0x5e75);
    let mut captures_seen = 0;
    for known in known() {
        let position = known.position();
        let all = position.legal_moves();
        let captures = all.captures(&position);
        let quiets = all.quiets(&position);
        assert_eq!(captures.len() + quiets.len(), all.len());
        for found in all {
            let takes = position
                .resolve(found)
                .expect("a source")
                .captured
                .is_some();
            assert_eq!(
                (captures.contains(found), quiets.contains(found)),
                (takes, !takes)
            );
            captures_seen += takes as u32;
        }
        let squares = rng.next();
        let some = all.to(squares);
        let expected = all
            .iter()
            .filter(|found| squares & found.target().bit() != 0);
        assert_eq!(
            some.iter().collect::<Vec<_>>(),
            expected.collect::<Vec<_>>()
        );
        let mut iter = all.iter();
        for left in (0..all.len()).rev() {
            assert!(iter.next().is_some());
            assert_eq!(iter.len(), left);
        }
        assert_eq!(iter.next(), None);
        let list = MoveList::from(&all);
        assert_eq!(list.to_vec(), all.iter().collect::<Vec<_>>());
        let board = all.iter().filter(|found| !found.is_castling());
        assert_eq!(
            all.move_board(),
            board.fold(0, |all, found| all | found.target().bit())
        );
    }
    assert!(captures_seen > 1000);
}

#[test]
fn the_most_moves() {
    let fen = "kBQQQQQQ/BR5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1";
    let position = Position::from_fen(fen).expect("a FEN");
    assert_eq!(MoveList::from(&position.legal_moves()).len(), 270);
    assert_eq!(position.count_legal(), 270);
}

#[test]
fn names_are_read_both_ways() {
    let fen = "r3k2r/8/8/8/8/8/6p1/R3K2R b KQkq - 0 1";
    let position = Position::from_fen(fen).expect("a FEN");
    for (name, rook) in [("e8g8", "e8h8"), ("e8c8", "e8a8")] {
        assert_eq!(position.parse_move(name), position.parse_move(rook));
        let found = position
            .resolve(position.parse_move(name).expect("castling"))
            .expect("castling");
        assert_eq!(
            (found.to_string().as_str(), format!("{found:#}").as_str()),
            (name, rook)
        );
    }
    for role in ['n', 'b', 'r', 'q'] {
        assert!(position.parse_move(&format!("g2g1{role}")).is_ok());
        assert!(position.parse_move(&format!("g2h1{role}")).is_ok());
    }
    for wrong in [
        "", "g2g1", "g2g1k", "e8g8q", "e8g8 ", "e1g1", "E8G8", "ä", "e8e9",
    ] {
        assert!(position.parse_move(wrong).is_err(), "{wrong}");
    }
    // The king may step to its castling target. The name then means the step.
    let exchange = Position::from_fen("4k3/8/8/8/8/8/8/5K1R w H - 0 1").expect("a FEN");
    let step = exchange.parse_move("f1g1").expect("a step");
    assert!(!step.is_castling());
    assert!(exchange.parse_move("f1h1").expect("castling").is_castling());
}
