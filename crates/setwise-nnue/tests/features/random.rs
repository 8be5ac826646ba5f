//! Positions of games and random ones: every set on every instruction set against the oracle,
//! features and their order.

use crate::inputs::{equal, games_and_suites, kings, mirrored, put, random_piles, random_play};
use crate::oracle::{self, Threats};
use setwise_moves::{Color, Role};
use setwise_nnue::{
    Boards, Chess768, Csr, Extractor, FeatureSet, FullThreats, FullThreats60144, FullThreats79856,
    HalfKaV2Hm, HalfKaV2HmTraining, Joined, KingBuckets, Level, MirroredKingBuckets, MontyValue,
    PawnPairs, Perspectives,
};
use std::sync::LazyLock;

/// Random play and piles, both with the board as it is, mirrored and with the colors exchanged;
/// games and suites.
pub(crate) static POSITIONS: LazyLock<Vec<Boards>> = LazyLock::new(|| {
    let games = random_play(1, 600);
    let mut positions: Vec<Boards> = games.iter().map(Boards::from).collect();
    positions.extend(random_piles(2, 1200));
    let others: Vec<_> = positions
        .iter()
        .flat_map(|boards| [mirrored(boards), boards.flipped()])
        .collect();
    positions.extend(others);
    positions.extend(games_and_suites().iter().map(Boards::from));
    positions
});

/// Checks the rows of a set, and their order, on every instruction set of the host.
pub(crate) fn check<S: FeatureSet>(
    set: S,
    positions: &[Boards],
    expected: impl Fn(&Boards) -> Vec<(u32, u32)>,
) {
    let expected: Vec<_> = positions.iter().map(expected).collect();
    for level in Level::all() {
        let extractor = Extractor::new(set.clone()).on(level);
        assert_eq!(extractor.level_name(), level.name());
        let mut rows = Csr::<u32>::new();
        extractor.append(positions, &mut rows).expect("valid");
        assert_eq!(rows.len(), positions.len());
        for (i, expected) in expected.iter().enumerate() {
            let (first, second) = rows.row(i).expect("a row");
            let found: Vec<_> = first.iter().copied().zip(second.iter().copied()).collect();
            assert_eq!(
                &found,
                expected,
                "{} on {level}: position {i}, {:?}",
                set.name(),
                positions[i]
            );
            assert!(found.len() <= set.max_active());
            assert!(first.iter().chain(second).all(|&index| index < set.size()));
        }
        let mut counts = vec![0; positions.len()];
        extractor.count(positions, &mut counts).expect("valid");
        for (count, expected) in counts.iter().zip(&expected) {
            assert_eq!(*count as usize, expected.len());
        }
        if set.size() <= 1 << 16 {
            let mut narrow = Csr::<u16>::new();
            extractor.append(positions, &mut narrow).expect("valid");
            assert_eq!(narrow.offsets(), rows.offsets());
            let lists = [
                (narrow.first(), rows.first()),
                (narrow.second(), rows.second()),
            ];
            for (narrow, wide) in lists {
                assert!(
                    narrow
                        .iter()
                        .map(|&i| u32::from(i))
                        .eq(wide.iter().copied())
                );
            }
        }
    }
    side_to_move_first(set, positions);
}

/// With the side to move first, a position has the rows of the position as the side to move sees
/// it.
fn side_to_move_first<S: FeatureSet>(set: S, positions: &[Boards]) {
    let seen: Vec<_> = positions
        .iter()
        .map(|boards| match boards.turn {
            Color::White => *boards,
            Color::Black => boards.flipped(),
        })
        .collect();
    let extractor = Extractor::new(set);
    let (mut by_turn, mut white) = (Csr::<u32>::new(), Csr::<u32>::new());
    extractor
        .clone()
        .perspectives(Perspectives::MoverOther)
        .append(positions, &mut by_turn)
        .expect("valid");
    extractor.append(&seen, &mut white).expect("valid");
    equal(&by_turn, &white);
}

/// Checks a set of threats.
fn check_threats<S: FeatureSet>(set: S, oracle: &Threats) {
    assert_eq!(set.size(), oracle.size());
    for boards in &*POSITIONS {
        // The row in its order has the features that the definition gives to each perspective.
        let rows = oracle.rows(boards);
        let mut first: Vec<_> = rows.iter().map(|row| row.0).collect();
        let mut second: Vec<_> = rows.iter().map(|row| row.1).collect();
        first.sort_unstable();
        second.sort_unstable();
        assert_eq!(first, oracle.features(boards, Color::White));
        assert_eq!(second, oracle.features(boards, Color::Black));
    }
    check(set, &POSITIONS, |boards| oracle.rows(boards));
}

#[test]
fn full_threats() {
    check_threats(FullThreats::new(), &oracle::full_threats());
}

#[test]
fn full_threats_60144() {
    check_threats(FullThreats60144::new(), &oracle::full_threats_60144());
}

#[test]
fn full_threats_79856() {
    check_threats(FullThreats79856::new(), &oracle::full_threats_79856());
}

#[test]
fn pawn_pairs() {
    assert_eq!(PawnPairs.size(), 96 * 95 / 2);
    let mut positions = POSITIONS.clone();
    // As many pairs as there can be.
    let mut full = kings(4, 60);
    for square in 8..56 {
        let color = Color::ALL[square * 5 % 7 % 2];
        put(&mut full, color, Role::Pawn, square);
    }
    assert_eq!(oracle::pawn_pairs(&full).len(), PawnPairs.max_active());
    positions.push(full);
    check(PawnPairs, &positions, oracle::pawn_pairs);
}

#[test]
fn piece_squares() {
    check(Chess768, &POSITIONS, |boards| {
        oracle::piece_squares(boards, |_| (0, false), oracle::own_first)
    });
    let buckets: [u8; 64] = std::array::from_fn(|square| (square * 37 % 11) as u8);
    let set = KingBuckets::new(buckets);
    assert_eq!(set.size(), 11 * 768);
    check(set, &POSITIONS, |boards| {
        let place = |king: usize| (768 * u32::from(buckets[king]), false);
        oracle::piece_squares(boards, place, oracle::own_first)
    });
    // More features than words of 16 bits have numbers.
    let many: [u8; 64] = std::array::from_fn(|square| (square * 37 % 251) as u8);
    check(KingBuckets::new(many), &POSITIONS, |boards| {
        let place = |king: usize| (768 * u32::from(many[king]), false);
        oracle::piece_squares(boards, place, oracle::own_first)
    });
    let buckets: [u8; 32] = std::array::from_fn(|square| (square * 5 % 7) as u8);
    let set = MirroredKingBuckets::new(buckets);
    assert_eq!(set.size(), 7 * 768);
    check(set, &POSITIONS, |boards| {
        let place = |king: usize| {
            let (file, rank) = (king % 8, king / 8);
            let bucket = buckets[4 * rank + file.min(7 - file)];
            (768 * u32::from(bucket), file > 3)
        };
        oracle::piece_squares(boards, place, oracle::own_first)
    });
}

#[test]
fn half_ka() {
    // The buckets of the files a to d, from the last rank down.
    let bucket = |king: usize| (7 - king / 8) * 4 + (king % 8).min(7 - king % 8);
    assert_eq!(HalfKaV2Hm.size(), 32 * 11 * 64);
    check(HalfKaV2Hm, &POSITIONS, |boards| {
        let place = |king: usize| ((bucket(king) * 704) as u32, king % 8 < 4);
        oracle::piece_squares(boards, place, |piece| oracle::colors_in_turn(piece).min(10))
    });
    assert_eq!(HalfKaV2HmTraining.size(), 32 * 12 * 64);
    check(HalfKaV2HmTraining, &POSITIONS, |boards| {
        let place = |king: usize| ((bucket(king) * 768) as u32, king % 8 < 4);
        oracle::piece_squares(boards, place, oracle::colors_in_turn)
    });
}

#[test]
fn joined() {
    let threats = oracle::full_threats_79856();
    let pieces = |boards: &Boards| {
        oracle::piece_squares(boards, |king| (0, king % 8 > 3), oracle::own_first)
    };
    let set = MontyValue::monty();
    assert_eq!(set.size(), 79_856 + 768);
    let second = |rows: Vec<(u32, u32)>, by| rows.into_iter().map(move |(a, b)| (a + by, b + by));
    check(set, &POSITIONS, |boards| {
        let mut rows = threats.rows(boards);
        rows.extend(second(pieces(boards), 79_856));
        rows
    });
    let threats = oracle::full_threats();
    check(
        Joined::new(FullThreats::new(), PawnPairs),
        &POSITIONS,
        |boards| {
            let mut rows = threats.rows(boards);
            rows.extend(second(oracle::pawn_pairs(boards), 59_808));
            rows
        },
    );
}
