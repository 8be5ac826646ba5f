//! The ways to list moves give the same moves: iteration, one by one and in a loop, lists, the
//! picker.

use crate::common::{known, levels, rng::Rng};
use setwise_moves::{Move, MoveList, Position, Role, Stage};

fn sorted(mut moves: Vec<Move>) -> Vec<Move> {
    moves.sort();
    moves
}

/// Compares the ways to list the moves of a position.
fn compare(position: &Position, rng: &mut Rng) {
    let legal: Vec<Move> = position.legal_move_sets().into_iter().collect();
    let expected = sorted(legal.clone());
    let mut twice = expected.clone();
    twice.dedup();
    assert_eq!(twice, expected, "{position}");

    // A loop over what `next` leaves, even between the promotions of a target.
    let mut moves = position.legal_move_sets().iter();
    let taken = rng.below(legal.len() + 1);
    let mut found: Vec<Move> = moves.by_ref().take(taken).collect();
    moves.for_each(|one| found.push(one));
    assert_eq!(found, legal, "{position}");
    lists(position, &expected);
    pick(position, &legal, rng);
}

/// Checks the lists of each level, which have their own generator.
fn lists(position: &Position, expected: &[Move]) {
    let captures: Vec<Move> = expected
        .iter()
        .copied()
        .filter(|&found| position.captured(found).is_some())
        .collect();
    let mut list = MoveList::new();
    for level in levels() {
        level.list_legal_moves(position, position.checks(), &mut list);
        assert_eq!(sorted(list.to_vec()), expected, "{position} {level:?}");
        level.list_captures(position, position.checks(), &mut list);
        assert_eq!(sorted(list.to_vec()), captures, "{position} {level:?}");
    }
    let those = |keep: &dyn Fn(&Move) -> bool| -> Vec<Move> {
        expected
            .iter()
            .copied()
            .filter(|found| keep(found))
            .collect()
    };
    let promotions = position.promotions().to_vec();
    assert_eq!(sorted(promotions), those(&|one| one.promotion().is_some()));
    let pawns = position.by_role(Role::Pawn);
    let by_pawns = position.legal_moves_from(pawns).to_vec();
    assert_eq!(sorted(by_pawns), those(&|one| one.role() == Role::Pawn));
    assert!(
        position
            .legal_moves()
            .into_iter()
            .eq(position.legal_moves().iter().copied())
    );
}

/// Checks the picker, with moves excluded before and during the run.
fn pick(position: &Position, legal: &[Move], rng: &mut Rng) {
    let mut picker = position.picker();
    let mut given = Vec::new();
    for &tried in legal.iter().filter(|_| rng.below(6) == 0) {
        assert!(picker.exclude(tried), "{position} {tried:?}");
        given.push(tried);
    }
    let mut bits = std::iter::repeat_with(|| rng.next_u64() as u16);
    let any = bits.find_map(Move::from_bits).expect("a move");
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
        let stage = if position.captured(one).is_some() {
            Stage::Captures
        } else if one.promotion().is_some() {
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
    let mut rng = Rng::new(0x9e4);
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
