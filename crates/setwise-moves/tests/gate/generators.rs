//! All generators give the same moves: by direction, by piece, hybrid, picker, by source.

use crate::common::{known, rng::Rng};
use setwise_core::piecewise::systems;
use setwise_moves::{Move, Position, Role, Stage};

fn sorted(mut moves: Vec<Move>) -> Vec<Move> {
    moves.sort();
    moves
}

fn takes(position: &Position, found: Move) -> bool {
    position
        .resolve(found)
        .expect("a source")
        .captured
        .is_some()
}

/// Compares all generators on one position, with a random system.
fn compare(position: &Position, rng: &mut Rng) {
    let legal: Vec<Move> = position.legal_moves().into_iter().collect();
    let expected = sorted(legal.clone());
    let mut twice = expected.clone();
    twice.dedup();
    assert_eq!(twice, expected, "{position}");

    let mut found = Vec::new();
    position.each_by_direction(|one| found.push(one));
    assert!(
        found.is_sorted_by_key(|&one| !takes(position, one)),
        "{position}"
    );
    assert_eq!(sorted(found), expected, "{position}");

    let system = systems()[rng.below(systems().len())];
    let mut found = Vec::new();
    position.each_by_piece(system, |one| found.push(one));
    piece_by_piece(position, &found);
    assert_eq!(
        sorted(found),
        expected,
        "{position} {}",
        system.about().name
    );

    let mut found = Vec::new();
    position.each_hybrid(system, |one| found.push(one));
    let rank = |one: &Move| {
        let pawn = position.resolve(*one).expect("a source").role == Role::Pawn;
        if pawn { takes(position, *one) as u8 } else { 2 }
    };
    let ranks: Vec<u8> = found
        .iter()
        .map(rank)
        .map(|rank| [1, 0, 2][rank as usize])
        .collect();
    assert!(ranks.is_sorted(), "{position}");
    assert_eq!(
        sorted(found),
        expected,
        "{position} {}",
        system.about().name
    );

    let runs: Vec<_> = position.legal_moves().by_source(position).collect();
    for (source, one) in &runs {
        assert_eq!(
            position.resolve(*one).expect("a source").source,
            *source,
            "{position}"
        );
    }
    assert_eq!(
        sorted(runs.into_iter().map(|run| run.1).collect()),
        expected,
        "{position}"
    );
    pick(position, &legal, rng);
}

/// Checks that the moves of each piece are together, captures first.
fn piece_by_piece(position: &Position, moves: &[Move]) {
    let source = |found: &Move| position.resolve(*found).expect("a source").source;
    let mut sources = Vec::new();
    for group in moves.chunk_by(|a, b| source(a) == source(b)) {
        let from = source(&group[0]);
        assert!(!sources.contains(&from), "{position}");
        sources.push(from);
        let passing = |found: &Move| {
            position
                .resolve(*found)
                .expect("a source")
                .captured
                .is_some_and(|c| c.1 != found.target())
        };
        let plain = group.iter().filter(|found| !passing(found));
        assert!(
            plain.is_sorted_by_key(|&found| !takes(position, found)),
            "{position}"
        );
    }
}

/// Checks the picker, with moves excluded before and during the run.
fn pick(position: &Position, legal: &[Move], rng: &mut Rng) {
    let mut picker = position.picker();
    let mut given = Vec::new();
    for &tried in legal.iter().filter(|_| rng.below(6) == 0) {
        assert!(picker.exclude(tried), "{position} {tried:?}");
        given.push(tried);
    }
    let any = Move::from_bits((rng.next() % 6144) as u16).expect("a move");
    let expected = legal.contains(&any) && !given.contains(&any);
    assert_eq!(picker.exclude(any), expected, "{position} {any:?}");
    if expected {
        given.push(any);
    }
    for &tried in &given {
        assert!(!picker.exclude(tried), "{position} {tried:?}");
    }
    let mut stages = Vec::new();
    while let Some(one) = picker.next() {
        let stage = if takes(position, one) {
            Stage::Captures
        } else if one.promoted().is_some() {
            Stage::Promotions
        } else if one.is_castling() {
            Stage::Castling
        } else {
            Stage::Quiets
        };
        assert_eq!(picker.stage(), stage, "{position} {one:?}");
        stages.push(stage);
        assert!(!given.contains(&one), "{position} {one:?}");
        given.push(one);
        if rng.below(8) == 0 {
            let killer = legal[rng.below(legal.len())];
            let there = !given.contains(&killer);
            assert_eq!(picker.exclude(killer), there, "{position} {killer:?}");
            if there {
                given.push(killer);
            }
        }
    }
    assert!(stages.is_sorted(), "{position}");
    assert_eq!(picker.stage(), Stage::Done);
    assert_eq!(sorted(given), sorted(legal.to_vec()), "{position}");
}

#[test]
fn random_play_from_all_suites() {
    let mut rng = Rng(0x9e4);
    let mut nodes = 0;
    for known in known() {
        let mut position = known.position();
        for _ in 0..25 {
            compare(&position, &mut rng);
            nodes += 1;
            let moves: Vec<Move> = position.legal_moves().into_iter().collect();
            if moves.is_empty() {
                break;
            }
            position = position
                .play(moves[rng.below(moves.len())])
                .expect("a legal move");
        }
    }
    assert!(nodes > 20_000, "{nodes}");
}

#[test]
fn every_system_on_the_classic_positions() {
    for known in known()
        .iter()
        .filter(|known| known.suite == "classic" || known.suite == "odd")
    {
        let position = known.position();
        let expected = sorted(position.legal_moves().into_iter().collect());
        for system in systems() {
            let mut found = Vec::new();
            position.each_by_piece(*system, |one| found.push(one));
            assert_eq!(
                sorted(found),
                expected,
                "{} {}",
                known.fen,
                system.about().name
            );
        }
    }
}

/// The iterator skips moves that were removed from the sets.
#[test]
fn runs_with_gaps() {
    let mut rng = Rng(0x9a9);
    for known in known() {
        let position = known.position();
        let some = position.legal_moves().to(rng.next());
        let runs = some.by_source(&position).map(|run| run.1).collect();
        assert_eq!(sorted(runs), sorted(some.iter().collect()), "{}", known.fen);
    }
}
