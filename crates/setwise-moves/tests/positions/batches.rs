//! Results for many positions at once, compared with results one by one, for every instruction set
//! of the host.

use crate::common::rng::{Rng, random_setup};
use crate::common::{all_moves, known, levels};
use setwise_conformance::one_by_one;
use setwise_moves::sets::{Pieces, attackers_to};
use setwise_moves::{
    Analysis, Block, Color, MoveFunctions, MoveKindCounts, MoveRows, Position, Role, analyze,
    attack_maps, count_captures, count_move_kinds, find_checks, find_kings_left_in_check,
};

/// Random games from every known position, with both colors to move, orthodox and Chess960.
fn played() -> Vec<Position> {
    let mut rng = Rng::new(0xba7c);
    let mut positions = Vec::new();
    for known in known() {
        let mut position = known.position();
        for _ in 0..12 {
            positions.push(position);
            let moves: Vec<_> = position.legal_moves().into_iter().collect();
            if moves.is_empty() {
                break;
            }
            position = position
                .play(moves[rng.below(moves.len())])
                .expect("a legal move");
        }
    }
    positions
}

fn set_up(count: usize) -> Vec<Position> {
    let mut rng = Rng::new(0x5e7a);
    let mut positions = Vec::new();
    while positions.len() < count {
        positions.extend(Position::new(random_setup(&mut rng)));
    }
    positions
}

/// Compares counts and lists with those of single positions.
fn compare(positions: &[Position]) {
    let one_by_one: Vec<u32> = positions.iter().map(Position::count_legal).collect();
    let mut rows = MoveRows::new();
    for level in levels() {
        level.legal_moves(positions, &mut rows);
        assert_eq!(rows.len(), positions.len());
        let all = positions.iter().zip(rows.iter());
        for (i, (position, row)) in all.enumerate() {
            let list = position.legal_moves();
            assert_eq!(*row, *list, "{position} ({})", level.name());
            assert_eq!(rows.row(i), Some(row));
        }
        let mut counts = vec![u32::MAX; positions.len()];
        level
            .count_legal_moves(positions, &mut counts)
            .expect("equal lengths");
        for (i, position) in positions.iter().enumerate() {
            assert_eq!(counts[i], one_by_one[i], "{position} ({})", level.name());
        }
    }
}

#[test]
fn random_play() {
    let positions = played();
    assert!(positions.len() > 10_000, "{}", positions.len());
    compare(&positions);
}

#[test]
fn set_up_positions() {
    compare(&set_up(30_000));
}

/// Batches that end within a register.
#[test]
fn few_positions() {
    let positions = played();
    for count in 0..=70 {
        compare(&positions[..count]);
    }
}

/// Analyses, compared with the functions for one position.
#[test]
fn analyses() {
    let mut positions = played();
    positions.truncate(3000);
    positions.extend(set_up(3001));
    let mut first: Option<Vec<Analysis>> = None;
    for level in levels() {
        let mut analyses = vec![Analysis::default(); positions.len()];
        level
            .analyze(&positions, &mut analyses)
            .expect("equal lengths");
        // What the first level finds is checked; the others must find the same.
        if let Some(first) = &first {
            for (position, both) in positions.iter().zip(analyses.iter().zip(first)) {
                assert_eq!(both.0, both.1, "{position} with {}", level.name());
            }
            continue;
        }
        for (position, analysis) in positions.iter().zip(&analyses) {
            check(analysis, position, level.name());
            assert_eq!(analysis.legal_moves(), position.count_legal(), "{position}");
            assert_eq!(analysis.is_check(), position.is_check(), "{position}");
            assert_eq!(analysis.is_mate(), position.is_mate(), "{position}");
            assert_eq!(
                analysis.is_stalemate(),
                position.is_stalemate(),
                "{position}"
            );
        }
        first = Some(analyses);
    }
    let mut few = [Analysis::default(); 2];
    let error = analyze(&positions, &mut few).expect_err("too few");
    assert_eq!((error.what, error.found), ("analyses", 2));
    assert_eq!(few, [Analysis::default(); 2]);
}

/// Compares an analysis with the results of other functions, move by move.
fn check(analysis: &Analysis, position: &Position, level: &str) {
    let mut mobility = [0; 6];
    for found in position.legal_moves() {
        mobility[found.role().index()] += 1;
    }
    for role in Role::ALL {
        let expected = mobility[role.index()];
        assert_eq!(analysis.mobility(role), expected, "{position} ({level})");
    }
    assert_eq!(
        Color::ALL.map(|color| analysis.attacked_by(color)),
        one_by_one::attack_maps(position),
        "{position} ({level})"
    );
    assert_eq!(
        analysis.checkers(),
        position.checkers(),
        "{position} ({level})"
    );
    assert_eq!(analysis.pinned(), position.pinned(), "{position} ({level})");
    assert_eq!(analysis.danger(), position.danger(), "{position} ({level})");
}

/// The kinds of moves, compared with the moves one by one.
#[test]
fn kinds_of_moves() {
    let mut positions = played();
    positions.truncate(6000);
    positions.extend(set_up(6001));
    positions.extend(RARE_CHECKS.map(|fen| Position::from_fen(fen).expect(fen)));
    let expected: Vec<[u32; 3]> = positions.iter().map(one_by_one::move_kinds).collect();
    for level in levels() {
        for count in (0..=80).chain([positions.len()]) {
            let first = positions.len() - count;
            let mut kinds = vec![MoveKindCounts::default(); count];
            level
                .count_move_kinds(&positions[first..], &mut kinds)
                .expect("equal lengths");
            for ((kinds, expected), position) in kinds
                .iter()
                .zip(&expected[first..])
                .zip(&positions[first..])
            {
                let found = [kinds.captures(), kinds.promotions(), kinds.checks()];
                assert_eq!(found, *expected, "{position} ({})", level.name());
            }
            let mut captures = vec![u32::MAX; count];
            level
                .count_captures(&positions[first..], &mut captures)
                .expect("equal lengths");
            let expected = expected[first..].iter().map(|kinds| kinds[0]);
            assert!(captures.into_iter().eq(expected), "{}", level.name());
        }
    }
    let mut few = [7; 2];
    let error = count_captures(&positions, &mut few).expect_err("too few");
    assert_eq!((error.what, error.found, few), ("captures", 2, [7; 2]));
    let mut few = [MoveKindCounts::default(); 2];
    let error = count_move_kinds(&positions, &mut few).expect_err("too few");
    assert_eq!((error.what, error.found), ("kinds", 2));
    assert_eq!(few, [MoveKindCounts::default(); 2]);
}

/// Checks by castling, by en passant captures, by promotions through the square that the pawn
/// leaves, and by kings and pawns that discover them.
const RARE_CHECKS: [&str; 10] = [
    "5k2/8/8/8/8/8/8/4K2R w K - 0 1",
    "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1",
    "8/8/8/8/8/8/8/k3K2R w K - 0 1",
    "6k1/8/8/2pP4/8/8/B7/4K3 w - c6 0 1",
    "8/8/8/R1pP3k/8/8/8/4K3 w - c6 0 1",
    "5k2/8/8/2pP4/8/B7/8/4K3 w - c6 0 1",
    "8/1P6/1k6/8/8/8/8/4K3 w - - 0 1",
    "2n5/1P6/k7/8/8/8/8/4K3 w - - 0 1",
    "4k3/8/8/8/4K3/8/8/4R3 w - - 0 1",
    "k7/8/8/3P4/8/8/6B1/4K3 w - - 0 1",
];

/// Checks of the side to move, and kings that a pseudo-legal move leaves attacked.
#[test]
fn attacked_kings() {
    let mut positions = played();
    positions.truncate(900);
    positions.extend(set_up(901));
    let mut next = Vec::new();
    for position in &positions {
        let us = position.by_color(position.turn());
        let moves = all_moves().filter(|any| us >> any.source().index() & 1 != 0);
        next.extend(moves.filter_map(|any| position.play_pseudo_legal(any)));
    }
    let attackers = |position: &Position, king: Color| {
        let pieces = Pieces::<u64>::of(position, king.other());
        let king = position.pieces(king, Role::King);
        attackers_to(king, position.occupied(), &pieces) != 0
    };
    let expected: Vec<[bool; 2]> = next
        .iter()
        .map(|next| [next.turn(), next.turn().other()].map(|king| attackers(next, king)))
        .collect();
    let number = |side: usize| expected.iter().filter(|both| both[side]).count();
    assert!(
        number(0) > 100 && number(1) > 100,
        "{} {}",
        number(0),
        number(1)
    );
    for level in levels() {
        for count in (0..=200).chain([next.len()]) {
            let next = &next[next.len() - count..];
            let (mut checks, mut left) = (vec![true; count], vec![true; count]);
            level.find_checks(next, &mut checks).expect("equal lengths");
            level
                .find_kings_left_in_check(next, &mut left)
                .expect("equal lengths");
            let found = checks
                .into_iter()
                .zip(left)
                .map(|(check, left)| [check, left]);
            let expected = expected[expected.len() - count..].iter().copied();
            assert!(found.eq(expected), "{} ({count})", level.name());
        }
    }
    let mut few = [true; 2];
    for error in [
        find_checks(&next, &mut few),
        find_kings_left_in_check(&next, &mut few),
    ] {
        let error = error.expect_err("too few");
        assert_eq!((error.what, error.found), ("checks", 2));
    }
    assert_eq!(few, [true; 2]);
}

#[test]
fn maps_of_attacks() {
    let mut positions = played();
    positions.truncate(1500);
    positions.extend(set_up(1501));
    let expected: Vec<[u64; 2]> = positions.iter().map(one_by_one::attack_maps).collect();
    for level in levels() {
        for count in (0..=200).chain([positions.len()]) {
            let first = positions.len() - count;
            let mut maps = vec![[1; 2]; count];
            level
                .attack_maps(&positions[first..], &mut maps)
                .expect("equal lengths");
            assert!(maps == expected[first..], "{} ({count})", level.name());
        }
    }
    let mut few = [[1; 2]; 2];
    let error = attack_maps(&positions, &mut few).expect_err("too few");
    assert_eq!((error.what, error.found), ("maps", 2));
    assert_eq!(few, [[1; 2]; 2]);
}

#[test]
fn every_number_of_positions() {
    let positions = played();
    for count in 0..=200 {
        compare(&positions[1000 - count..1000]);
    }
}

/// Positions with more moves than a byte can count, in a batch with others that have few.
#[test]
fn more_moves_than_a_byte_counts() {
    let fen = "QQQQQQbk/Q4Qnb/Q5QQ/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1";
    let queens = Position::from_fen(fen).expect("a position");
    assert_eq!(queens.count_legal(), 263);
    let positions: Vec<Position> = (0..150)
        .map(|i| {
            if i % 3 == 0 {
                Position::startpos()
            } else {
                queens
            }
        })
        .collect();
    compare(&positions);
    #[cfg(feature = "perft")]
    compare_leaves(&queens, 3);
}

/// Compares the leaves of every level with those that are counted one by one.
#[cfg(feature = "perft")]
fn compare_leaves(position: &Position, depth: u32) {
    use setwise_moves::Perft;
    let one_by_one = Perft::new(*position, depth).one_by_one().count();
    for level in levels() {
        let leaves = Perft::new(*position, depth).functions(level).count();
        assert_eq!(leaves, one_by_one, "{position} {depth} ({})", level.name());
    }
}

/// The leaves of random positions, in batches that are rarely full.
#[cfg(feature = "perft")]
#[test]
fn leaves_of_set_up_positions() {
    for position in set_up(400) {
        compare_leaves(&position, 3);
    }
}

/// One to five knights a side that attack the same squares. Two and more than two are counted by
/// different code.
#[cfg(feature = "perft")]
#[test]
fn knights_that_attack_the_same_squares() {
    for fen in [
        "4k3/8/2n5/8/8/2N5/8/4K3 w - - 0 1",
        "4k3/8/2n1n3/8/8/2N1N3/8/4K3 w - - 0 1",
        "4k3/8/2n1n3/2n5/2N5/2N1N3/8/4K3 w - - 0 1",
        "4k3/8/2n1n3/2n1n3/2N1N3/2N1N3/8/4K3 w - - 0 1",
        "4k3/3n4/2n1n3/2n1n3/2N1N3/2N1N3/3N4/4K3 w - - 0 1",
        "4k2r/8/2n1n3/7q/Q7/2N1N3/8/R3K3 w Qk - 0 1",
    ] {
        let position = Position::from_fen(fen).expect("a position");
        compare_leaves(&position, 3);
        compare_leaves(&position, 4);
    }
}

/// The kernels that the environment requires exist. Otherwise the tests above would leave them out
/// silently.
#[test]
fn required_kernels() {
    let all: Vec<&str> = MoveFunctions::all().map(|level| level.name()).collect();
    println!("instruction sets tested: {all:?}");
    let required = std::env::var("REQUIRE_KERNELS").unwrap_or_default();
    for name in required
        .split(',')
        .filter(|name| !["", "bmi", "avx512-v4"].contains(name))
    {
        assert!(all.contains(&name), "{name} is not among {all:?}");
    }
}

#[test]
fn blocks_have_the_results_of_their_positions() {
    let mut positions = played();
    positions.extend(set_up(640));
    for some in positions.chunks(64) {
        let mut block = Block::EMPTY;
        for (i, position) in some.iter().enumerate() {
            block.set(i, position);
            assert_eq!(block.position(i, position.fullmove()), *position);
        }
        for level in levels() {
            let checks = level.find_block_checks(&block);
            let mut counts = [u32::MAX; 64];
            level.count_block_moves(&block, &mut counts);
            for (i, position) in some.iter().enumerate() {
                let is_check = position.is_check();
                let name = level.name();
                assert_eq!(checks >> i & 1 != 0, is_check, "{position} ({name})");
                assert_eq!(counts[i], position.count_legal(), "{position} ({name})");
            }
        }
        block.drop_useless_en_passant();
        for (i, position) in some.iter().enumerate() {
            let expected = position.without_useless_en_passant();
            assert_eq!(block.position(i, position.fullmove()), expected);
        }
    }
}
