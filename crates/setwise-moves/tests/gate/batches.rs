//! Many positions at once are the same as one by one, with every instruction set of the host.

use crate::common::reference::random_setup;
use crate::common::{known, rng::Rng};
use setwise_moves::{MoveKernel, Perft, Position};

/// Random games from every known position, with both colours to move, orthodox and Chess960.
fn played() -> Vec<Position> {
    let mut rng = Rng(0xba7c);
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
    let mut rng = Rng(0x5e7a);
    let mut positions = Vec::new();
    while positions.len() < count {
        positions.extend(Position::new(random_setup(&mut rng)));
    }
    positions
}

fn compare(positions: &[Position]) {
    let one_by_one: Vec<u32> = positions.iter().map(Position::count_legal).collect();
    for kernel in MoveKernel::all() {
        let mut counts = vec![u32::MAX; positions.len()];
        kernel
            .count_legal_moves(positions, &mut counts)
            .expect("equal lengths");
        for (i, position) in positions.iter().enumerate() {
            assert_eq!(counts[i], one_by_one[i], "{position} ({})", kernel.name());
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

#[test]
fn every_number_of_positions() {
    let positions = played();
    for count in 0..=200 {
        compare(&positions[1000 - count..1000]);
    }
}

/// More moves than a byte can count; in a batch with others that have few.
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
    let one_by_one = Perft::new(queens, 3).one_by_one().count();
    for kernel in MoveKernel::all() {
        let leaves = Perft::new(queens, 3).kernel(kernel).count();
        assert_eq!(leaves, one_by_one, "{}", kernel.name());
    }
}

/// The leaves of random positions two and three moves ahead, in batches that are hardly ever full.
#[test]
fn leaves_of_set_up_positions() {
    for position in set_up(400) {
        let one_by_one = Perft::new(position, 3).one_by_one().count();
        for kernel in MoveKernel::all() {
            let leaves = Perft::new(position, 3).kernel(kernel).count();
            assert_eq!(leaves, one_by_one, "{position} ({})", kernel.name());
        }
    }
}

/// Kernels that the environment requires are there: else the tests above would leave them out without a word.
#[test]
fn required_kernels() {
    let all: Vec<&str> = MoveKernel::all().map(|kernel| kernel.name()).collect();
    println!("instruction sets tested: {all:?}");
    let required = std::env::var("REQUIRE_KERNELS").unwrap_or_default();
    for name in required
        .split(',')
        .filter(|name| !name.is_empty() && *name != "bmi")
    {
        assert!(all.contains(&name), "{name} is not among {all:?}");
    }
}
