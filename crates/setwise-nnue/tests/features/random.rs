//! Random positions: every set on every instruction set against the oracle, features and their order.

use crate::inputs::{mirrored, random_piles, random_play};
use crate::oracle::{self, Threats};
use setwise::Level;
use setwise_moves::Color;
use setwise_nnue::{
    Boards, Csr, Extractor, FeatureSet, FullThreats, FullThreats60144, FullThreats79856,
    Perspectives,
};

/// Games, piles, and both with the board mirrored and with the colors exchanged.
pub(crate) fn positions() -> Vec<Boards> {
    let games = random_play(1, 600);
    let mut positions: Vec<Boards> = games.iter().map(Boards::from).collect();
    positions.extend(random_piles(2, 1200));
    let others: Vec<_> = positions
        .iter()
        .flat_map(|boards| [mirrored(boards), boards.flipped()])
        .collect();
    positions.extend(others);
    positions
}

/// Checks the rows of a set, and their order, on every instruction set of the host.
pub(crate) fn check<S: FeatureSet>(
    set: S,
    positions: &[Boards],
    expected: impl Fn(&Boards) -> Vec<(u32, u32)>,
) {
    let expected: Vec<_> = positions.iter().map(expected).collect();
    for level in Level::all() {
        let extractor = Extractor::new(set.clone()).on(level);
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
            assert!(found.len() <= set.bound(&positions[i]));
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
            assert!(
                narrow
                    .first()
                    .iter()
                    .map(|&i| u32::from(i))
                    .eq(rows.first().iter().copied())
            );
            assert!(
                narrow
                    .second()
                    .iter()
                    .map(|&i| u32::from(i))
                    .eq(rows.second().iter().copied())
            );
        }
    }
    side_to_move_first(set, positions);
}

/// With the side to move first, a position has the rows of the position as the side to move sees it.
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
    extractor.append(&seen[..], &mut white).expect("valid");
    assert_eq!(by_turn.offsets(), white.offsets());
    assert_eq!(by_turn.first(), white.first());
    assert_eq!(by_turn.second(), white.second());
}

/// Checks a set of threats.
fn check_threats<S: FeatureSet>(set: S, oracle: &Threats) {
    assert_eq!(set.size(), oracle.size());
    let positions = positions();
    for boards in &positions {
        // The row in its order has the features that the definition gives to each perspective.
        let rows = oracle.rows(boards);
        let mut first: Vec<_> = rows.iter().map(|row| row.0).collect();
        let mut second: Vec<_> = rows.iter().map(|row| row.1).collect();
        first.sort_unstable();
        second.sort_unstable();
        assert_eq!(first, oracle.features(boards, Color::White));
        assert_eq!(second, oracle.features(boards, Color::Black));
    }
    check(set, &positions, |boards| oracle.rows(boards));
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
