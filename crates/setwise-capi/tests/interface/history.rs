//! Repetitions, compared with those of Rust.

use crate::common::assert_fails;
use setwise_capi::*;
use setwise_conformance::Rng;
use setwise_moves::{Move, Position as Checked};

const EMPTY: History = History {
    keys: [7; SETWISE_HISTORY_ROOM],
    count: 0,
};

/// Games whose pieces go back where they can, with null moves.
#[test]
fn games_repeat() {
    let mut rng = Rng::new(7);
    let mut seen = [0; 6];
    for game in 0..500 {
        let mut now = Checked::chess960(game).expect("a start");
        let (mut history, mut expected) = (EMPTY, setwise_moves::History::new());
        let mut played = vec![None; 2];
        while let Some(&random) = rng.pick(&now.legal_moves()).filter(|_| history.count < 150) {
            let given = Position::from(now);
            // SAFETY: the pointers are those of variables.
            unsafe {
                let repetitions = setwise_history_repetitions(&history, &given) as usize;
                assert_eq!(repetitions, expected.repetitions(&now), "{now}");
                seen[repetitions.min(5)] += 1;
                let plies = setwise_history_plies_to_repetition(&history, &given) as usize;
                assert_eq!(plies, expected.plies_to_repetition(&now).unwrap_or(0));
                assert_eq!(setwise_history_push(&mut history, &given), 0);
            }
            expected.push(&now);
            let is_back =
                |to: &&Move| played[history.count - 1] == Some((to.target(), to.source()));
            let step = *now.legal_moves().iter().find(is_back).unwrap_or(&random);
            let passed = now
                .null_move()
                .filter(|_| rng.next_u64().is_multiple_of(32));
            played.push(passed.is_none().then_some((step.source(), step.target())));
            now = passed.unwrap_or_else(|| now.play_unchecked(step));
        }
    }
    assert!(seen.iter().all(|&times| times > 1000), "{seen:?}");
}

#[test]
fn wrong_calls() {
    let start = Position::from(Checked::startpos());
    for count in [SETWISE_HISTORY_ROOM, SETWISE_HISTORY_ROOM + 1] {
        let full = History { count, ..EMPTY };
        let mut history = full;
        // SAFETY: the pointers are those of variables.
        unsafe {
            let status = setwise_history_push(&mut history, &start);
            assert_fails(status, Status::NoRoom, &format!("{count} positions"));
            assert_eq!(history, full);
            for find in [
                setwise_history_repetitions,
                setwise_history_plies_to_repetition,
            ] {
                assert_eq!(find(&full, &start), 0);
            }
        }
    }
}
