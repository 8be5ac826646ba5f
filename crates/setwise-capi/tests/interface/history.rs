//! Repetitions, compared with those of Rust.

use crate::common::{assert_fails, string};
use setwise_capi::*;
use setwise_conformance::Rng;
use setwise_moves::{Move, Position as Checked};
use std::ptr::{null, null_mut};

const EMPTY: History = History {
    keys: [7; SETWISE_HISTORY_ROOM],
    count: 0,
};

/// Games whose players like to move back, with null moves, and with moves that are taken back.
#[test]
fn games_repeat() {
    let mut rng = Rng::new(7);
    let mut seen = [0; 6];
    for game in 0..500 {
        let mut line = vec![Checked::chess960(game).expect("a start")];
        let mut played = Vec::new();
        let (mut history, mut expected) = (EMPTY, setwise_moves::History::new());
        for _ in 0..150 {
            let now = line[line.len() - 1];
            let given = Position::from(now);
            let expected_plies = expected.plies_to_repetition(&now).unwrap_or(0);
            // SAFETY: the pointers are those of variables.
            let (repetitions, plies) = unsafe {
                (
                    setwise_history_repetitions(&history, &given) as usize,
                    setwise_history_plies_to_repetition(&history, &given) as usize,
                )
            };
            assert_eq!(repetitions, expected.repetitions(&now), "{now}");
            assert_eq!(plies, expected_plies, "{now}");
            seen[repetitions.min(5)] += 1;
            let moves = now.legal_moves();
            let Some(&chosen) = rng.pick(&moves) else {
                break;
            };
            let last = played.len().checked_sub(2).and_then(|at| played[at]);
            let is_back = |to: &&Move| last == Some((to.target(), to.source()));
            let back = moves.iter().find(is_back).unwrap_or(&chosen);
            let (next, step) = match rng.next_u64() % 32 {
                0 => (now.null_move().unwrap_or(now), None),
                1 if played.pop().is_some() => {
                    (history.count, _) = (history.count - 1, expected.pop());
                    line.pop();
                    continue;
                }
                _ => (
                    now.play(*back).expect("legal"),
                    Some((back.source(), back.target())),
                ),
            };
            // SAFETY: the pointers are those of variables.
            let status = unsafe { setwise_history_push(&mut history, &given) };
            assert_eq!(status, 0, "{}", string(setwise_last_error()));
            expected.push(&now);
            line.push(next);
            played.push(step);
        }
        assert_eq!(history.count, expected.len());
    }
    assert!(seen.iter().all(|&times| times > 1000), "{seen:?}");
}

#[test]
fn wrong_calls() {
    let start = Position::from(Checked::startpos());
    let mut full = EMPTY;
    full.count = SETWISE_HISTORY_ROOM;
    let mut beyond = full;
    beyond.count += 1;
    // SAFETY: the pointers are null or those of variables.
    unsafe {
        let push = |history, position| setwise_history_push(history, position);
        assert_fails(push(null_mut(), &start), Status::BadPointer, "the history");
        assert_fails(push(&mut full, null()), Status::BadPointer, "the position");
        for (history, message) in [
            (&mut full, "1024 positions"),
            (&mut beyond, "1025 positions"),
        ] {
            let before = *history;
            assert_fails(push(history, &start), Status::NoRoom, message);
            assert_eq!(*history, before);
        }
        for find in [
            setwise_history_repetitions,
            setwise_history_plies_to_repetition,
        ] {
            assert_eq!(find(&full, &start), 0);
            for (history, position, status, message) in [
                (null(), &raw const start, Status::BadPointer, "the history"),
                (&raw const full, null(), Status::BadPointer, "the position"),
                (&raw const beyond, &raw const start, Status::NoRoom, "1025"),
            ] {
                assert_eq!(find(history, position), 0);
                assert_fails(status as i32, status, message);
            }
        }
    }
}
