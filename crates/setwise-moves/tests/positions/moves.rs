//! Moves as values.

use crate::common::{all_moves, known, rng::Rng};
use setwise_core::{RANK_1, RANK_8, Square};
use setwise_moves::{Color, Move, MoveDirection, MoveKind, ParseMoveError, PieceSet, Position};

/// Every function accepts every move value. `play` accepts the legal ones only.
#[test]
fn any_move_value_in_many_positions() {
    let mut made = 0;
    for known in known().iter().step_by(30) {
        let position = known.position();
        let legal = position.legal_moves();
        for any in all_moves() {
            assert_eq!(Move::from_bits(any.bits()), Some(any));
            let _ = position.play_unchecked(any).count_legal();
            match position.play(any) {
                Ok(next) => {
                    made += 1;
                    assert!(legal.contains(&any) && position.legal_move_sets().contains(any));
                    assert_eq!(next, position.play_unchecked(any));
                    assert_eq!(position.parse_move(&format!("{any:#}")), Ok(any));
                    let (source, target) = (any.source(), any.target());
                    let found = position.move_between(source, target, any.promotion());
                    assert_eq!(found, Some(any));
                }
                Err(error) => {
                    assert!(!legal.contains(&any) && !position.legal_move_sets().contains(any));
                    assert_eq!(error.attempted(), any);
                    assert!(error.to_string().contains(&any.to_string()));
                }
            }
        }
    }
    assert!(made > 500, "{made}");
}

#[test]
fn numbers_of_directions() {
    for direction in MoveDirection::all() {
        assert_eq!(MoveDirection::wrapping(direction.index()), direction);
    }
}

/// The squares at some distance in files and ranks.
fn leap(source: Square, files: i32, ranks: i32) -> u64 {
    let target = Square::at(source.file() as i32 + files, source.rank() as i32 + ranks);
    target.map_or(0, Square::bit)
}

/// The targets of a kind of moves from a square, for either color.
fn targets(kind: MoveKind, source: Square) -> u64 {
    let from_ranks = |ranks: &[usize]| {
        if ranks.contains(&source.rank()) {
            !0
        } else {
            0
        }
    };
    let fans = [1, -1].map(|up| (-1..=1).fold(0, |all, files| all | leap(source, files, up)));
    let sides = [1, -1].map(|up| leap(source, -1, up) | leap(source, 1, up));
    match kind {
        MoveKind::Pawn => (fans[0] & !RANK_8 | fans[1] & !RANK_1) & from_ranks(&[1, 2, 3, 4, 5, 6]),
        MoveKind::DoublePush => {
            leap(source, 0, 2) & from_ranks(&[1]) | leap(source, 0, -2) & from_ranks(&[6])
        }
        MoveKind::EnPassant => sides[0] & from_ranks(&[4]) | sides[1] & from_ranks(&[3]),
        MoveKind::Castling => (RANK_1 << (8 * source.rank())) & from_ranks(&[0, 7]) & !source.bit(),
        kind if kind.promoted().is_some() => {
            fans[0] & from_ranks(&[6]) | fans[1] & from_ranks(&[1])
        }
        kind => PieceSet::new(Color::White, kind.role(), source.bit()).move_board(source.bit(), 0),
    }
}

/// All values of 16 bits: which of them are moves, and their parts.
#[test]
fn parts_of_a_move() {
    assert_eq!(size_of::<Option<Move>>(), 2);
    for bits in 0..=u16::MAX {
        let [target, source] = [bits, bits >> 6].map(|index| Square::wrapping(index.into()));
        let kind = MoveKind::from_number(bits >> 12);
        let found = kind.and_then(|kind| Move::new(source, target, kind));
        let expected = kind.is_some_and(|kind| targets(kind, source) & target.bit() != 0);
        assert_eq!(found.is_some(), expected, "{source} {target} {kind:?}");
        assert_eq!(Move::from_bits(bits), found);
        let (Some(found), Some(kind)) = (found, kind) else {
            continue;
        };
        assert_eq!(found.bits(), bits);
        assert_eq!((found.source(), found.target()), (source, target));
        assert_eq!((found.kind(), found.role()), (kind, kind.role()));
        assert_eq!(found.promotion(), kind.promoted());
        assert_eq!(found.is_castling(), kind == MoveKind::Castling);
        assert_eq!(found.is_en_passant(), kind == MoveKind::EnPassant);
        let letter = kind
            .promoted()
            .map_or(String::new(), |role| role.letter().into());
        assert_eq!(format!("{found:#}"), format!("{source}{target}{letter}"));
        let destination = found.destination();
        assert_eq!(found.to_string(), format!("{source}{destination}{letter}"));
        match found.rook_move() {
            None => assert!(destination == target && !found.is_castling()),
            Some((from, to)) => {
                let files = if target > source { (6, 5) } else { (2, 3) };
                assert_eq!(from, target);
                assert_eq!((destination.file(), to.file()), files);
                assert_eq!(
                    (destination.rank(), to.rank()),
                    (source.rank(), source.rank())
                );
            }
        }
    }
    let queen = Move::new(Square::A7, Square::B8, MoveKind::QueenPromotion).expect("a move");
    assert_eq!(
        format!("{queen:?} {queen:>7}"),
        "a7b8q (QueenPromotion)   a7b8q"
    );
}

#[test]
fn sets_of_moves_can_be_cut() {
    let mut rng = Rng::new(0x5e75);
    let mut captures_seen = 0;
    for known in known() {
        let position = known.position();
        let all = position.legal_move_sets();
        let captures = all.captures();
        let quiets = all.quiets();
        assert_eq!(captures.len() + quiets.len(), all.len());
        for found in all {
            let takes = position.captured(found).is_some();
            assert_eq!(
                (captures.contains(found), quiets.contains(found)),
                (takes, !takes)
            );
            captures_seen += takes as u32;
        }
        let squares = rng.next_u64();
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
    assert_eq!(position.legal_moves().len(), 270);
    assert_eq!(position.count_legal(), 270);
}

#[test]
fn names_are_read_both_ways() {
    let fen = "r3k2r/8/8/8/8/8/6p1/R3K2R b KQkq - 0 1";
    let position = Position::from_fen(fen).expect("a FEN");
    for (name, rook) in [("e8g8", "e8h8"), ("e8c8", "e8a8")] {
        assert_eq!(position.parse_move(name), position.parse_move(rook));
        let found = position.parse_move(name).expect("castling");
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

#[test]
fn reasons_of_names_that_are_no_moves() {
    let position = Position::from_fen("4k3/1P6/8/8/8/8/4P3/4K3 w - - 0 1").expect("a FEN");
    for (name, message) in [
        (
            "e2",
            "a move is two squares, such as e2e4, e7e8q, e1g1 or e1h1",
        ),
        ("b7b8x", "'x' stands for no promotion, as n, b, r and q do"),
        ("b7b8k", "'k' stands for no promotion, as n, b, r and q do"),
        ("e2e4P", "'P' stands for no promotion, as n, b, r and q do"),
        ("e1d1k", "'k' stands for no promotion, as n, b, r and q do"),
        ("e8e7", "the side to move has no piece on e8"),
        (
            "b7b8",
            "the letter of the promotion is missing, as in e7e8q",
        ),
        ("e2e5", "the pawn on e2 has no such legal move to e5"),
        ("e2e4q", "the pawn on e2 has no such legal move to e4"),
        ("e1e2", "the king on e1 has no such legal move to e2"),
    ] {
        let error: ParseMoveError = position.parse_move(name).expect_err(name);
        assert_eq!(error.to_string(), message, "{name}");
    }
}
