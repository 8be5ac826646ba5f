//! Hash keys: kept by moves as they are made from a FEN, equal when positions repeat, spread well.

use crate::common::{known, rng::Rng};
use setwise_moves::{History, Move, Position, Role, keys};
use std::collections::HashMap;

/// Positions of random games, with the move that led to each.
fn games(count: usize, mut each: impl FnMut(&Position)) {
    let mut rng = Rng::new(0x6b65_7973);
    for game in 0..count {
        let mut position = match game % 2 {
            0 => Position::startpos(),
            _ => Position::double_chess960(rng.below(960) as u16, rng.below(960) as u16).unwrap(),
        };
        for _ in 0..150 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position = position.play(moves[rng.below(moves.len())]).expect("legal");
            each(&position);
        }
    }
}

/// The fields, the key among them, are those of the position that is read from the FEN. A null move
/// changes the key as reading does.
#[test]
fn moves_keep_the_key() {
    games(300, |position| {
        let read = Position::from_fen(&position.to_shredder_fen()).expect("a FEN");
        assert_eq!(
            (read, read.key()),
            (*position, position.key()),
            "{position}"
        );
        if let Some(passed) = position.null_move() {
            let read = Position::from_fen(&passed.to_shredder_fen()).expect("a FEN");
            assert_eq!((read, read.key()), (passed, passed.key()), "{position}");
        }
    });
}

#[test]
fn keys_of_many_positions() {
    let positions: Vec<Position> = known().iter().map(|known| known.position()).collect();
    for positions in [&positions[..], &positions[..1], &[]] {
        let mut found = vec![0; positions.len()];
        keys(positions, &mut found).expect("equal lengths");
        assert!(found.into_iter().eq(positions.iter().map(Position::key)));
    }
    for length in [0, positions.len() - 1, positions.len() + 1] {
        let mut found = vec![7; length];
        let error = keys(&positions, &mut found).expect_err("another length");
        assert_eq!(
            (error.what, error.found, error.expected),
            ("keys", length, positions.len())
        );
        assert!(found.iter().all(|key| *key == 7));
    }
}

/// The definition of a key that is right for repetitions: pieces, side, castling rights, and the en
/// passant square if a capture there is legal.
fn definition(position: &Position) -> String {
    let fen = position.to_shredder_fen();
    let mut fields = fen.split(' ');
    let captures = position
        .legal_moves()
        .iter()
        .any(|found| found.is_en_passant());
    let [pieces, turn, castling, passed] = [(); 4].map(|()| fields.next().expect("a field"));
    let passed = if captures { passed } else { "-" };
    format!("{pieces} {turn} {castling} {passed}")
}

#[test]
fn keys_are_equal_for_the_same_moves_only() {
    let mut by_definition: HashMap<String, Position> = HashMap::new();
    let mut by_key: HashMap<u64, String> = HashMap::new();
    let mut enter = |position: &Position| {
        let name = definition(position);
        let first = *by_definition.entry(name.clone()).or_insert(*position);
        assert_eq!(first.key(), position.key(), "{position}");
        assert!(first.same_moves(position), "{position}");
        assert_eq!(*by_key.entry(position.key()).or_insert(name.clone()), name);
    };
    games(200, |position| {
        enter(position);
        for found in position.legal_moves() {
            enter(&position.play_unchecked(found));
        }
    });
    known().iter().for_each(|known| enter(&known.position()));
}

/// As many keys agree in 32 bits as chance has it, in each window (in development builds in each
/// eighth), among positions that differ little.
#[test]
fn windows_of_the_key_collide_by_chance() {
    let mut keys = Vec::new();
    games(250, |position| {
        keys.extend(
            position
                .legal_moves()
                .into_iter()
                .map(|found| position.play_unchecked(found).key()),
        );
    });
    keys.sort_unstable();
    keys.dedup();
    assert!(keys.len() > 500_000);
    let expected = keys.len() as f64 * keys.len() as f64 / 2f64.powi(33);
    for window in (0..=32).step_by(if cfg!(debug_assertions) { 8 } else { 1 }) {
        let mut parts: Vec<u32> = keys.iter().map(|key| (key >> window) as u32).collect();
        parts.sort_unstable();
        let found = parts.windows(2).filter(|pair| pair[0] == pair[1]).count() as f64;
        // Six standard deviations of a Poisson distribution.
        let limit = 6.0 * expected.sqrt();
        assert!(
            (found - expected).abs() < limit,
            "{window}: {found} {expected}"
        );
    }
}

#[test]
fn keys_of_pawns_and_material() {
    games(60, |position| {
        for found in position.legal_moves() {
            let next = position.play_unchecked(found);
            let pawns = [position, &next].map(|position| {
                let pawns = position.by_role(Role::Pawn);
                (
                    pawns,
                    pawns & position.occupied() & position.by_color(setwise_moves::Color::Black),
                )
            });
            assert_eq!(position.pawn_key() == next.pawn_key(), pawns[0] == pawns[1]);
            let same_material = position.captured(found).is_none() && found.promotion().is_none();
            assert_eq!(
                position.material_key() == next.material_key(),
                same_material
            );
        }
    });
}

/// Knights that go out and back, any number of times.
#[test]
fn repetitions_have_one_key() {
    let mut history = History::new();
    let mut position = Position::startpos();
    for round in 0..8 {
        assert_eq!(history.repetitions(&position), round);
        for name in ["b1c3", "b8c6", "c3b1", "c6b8"] {
            history.push(&position);
            let found: Move = position.parse_move(name).expect("a move");
            position = position.play(found).expect("legal");
        }
    }
    assert_eq!(position.key(), Position::startpos().key());
}
