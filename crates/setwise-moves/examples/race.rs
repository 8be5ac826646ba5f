//! A comparison with cozy-chess in one process, interleaved: perft with bulk counting, counting and
//! listing legal moves.
//!
//! `taskset -c 0 cargo run --release -p setwise-moves --example race [FEN DEPTH [ROUNDS]]`

use setwise_moves::{MoveKernel, MoveList, Perft, Position};
use std::hint::black_box;
use std::time::Instant;

fn cozy(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut leaves = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            leaves += moves.len() as u64;
            return false;
        }
        for found in moves {
            let mut next = board.clone();
            next.play_unchecked(found);
            leaves += cozy(&next, depth - 1);
        }
        false
    });
    leaves
}

/// The count, and the seconds it took.
fn timed(count: impl FnOnce() -> u64) -> (u64, f64) {
    let start = Instant::now();
    let counted = count();
    (counted, start.elapsed().as_secs_f64())
}

/// Prints the median ratio of their time to ours.
fn ratio(
    name: &str,
    rounds: usize,
    mut ours: impl FnMut() -> u64,
    mut theirs: impl FnMut() -> u64,
) {
    let mut runs = Vec::new();
    for _ in 0..rounds {
        let (a, our_seconds) = timed(&mut ours);
        let (b, their_seconds) = timed(&mut theirs);
        assert_eq!(a, b, "{name}");
        runs.push((their_seconds / our_seconds, our_seconds, their_seconds, a));
    }
    runs.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (ratio, ours, theirs, counted) = runs[rounds / 2];
    let each = 1e9 / counted as f64;
    println!(
        "{name:36} {ratio:5.2}   ({:.2} ns and {:.2} ns per move, {counted} moves)",
        ours * each,
        theirs * each
    );
}

fn main() {
    let mut args = std::env::args().skip(1);
    let fen = args.next().unwrap_or_else(|| {
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1".into()
    });
    let depth = args.next().map_or(5, |text| text.parse().expect("a depth"));
    let rounds = args
        .next()
        .map_or(5, |text| text.parse().expect("a number"));
    let position = Position::from_fen(&fen).expect("a FEN");
    let board = cozy_chess::Board::from_fen(&position.to_shredder_fen(), true).expect("a FEN");
    println!("cozy-chess / setwise ({})", MoveKernel::best().name());
    ratio(
        "perft, last moves counted",
        rounds,
        || position.perft(depth),
        || cozy(&board, depth),
    );
    let words = Perft::new(position, depth).kernel(MoveKernel::of(setwise_core::Scalar));
    ratio(
        "the same in scalar code",
        rounds,
        || words.count(),
        || cozy(&board, depth),
    );

    // All positions after two moves.
    let mut positions = Vec::new();
    for one in position.legal_moves() {
        let next = position.play_unchecked(one);
        positions.extend(
            next.legal_moves()
                .into_iter()
                .map(|two| next.play_unchecked(two)),
        );
    }
    let boards: Vec<_> = positions
        .iter()
        .map(|position| {
            cozy_chess::Board::from_fen(&position.to_shredder_fen(), true).expect("a FEN")
        })
        .collect();
    let repeat = 50;
    ratio(
        "counting the moves of positions",
        rounds,
        || {
            let count = |position: &Position| u64::from(position.count_legal());
            (0..repeat)
                .map(|_| positions.iter().map(count).sum::<u64>())
                .sum()
        },
        || {
            let mut moves = 0;
            for _ in 0..repeat {
                for board in &boards {
                    moves += cozy(board, 1);
                }
            }
            moves
        },
    );
    let mut list = MoveList::new();
    ratio(
        "listing them",
        rounds,
        || {
            let mut moves = 0;
            for _ in 0..repeat {
                for position in &positions {
                    position.list_legal_moves(position.checks(), &mut list);
                    moves += black_box(&list).len() as u64;
                }
            }
            moves
        },
        || {
            let mut moves = 0;
            let mut list = Vec::with_capacity(256);
            for _ in 0..repeat {
                for board in &boards {
                    list.clear();
                    board.generate_moves(|found| {
                        list.extend(found);
                        false
                    });
                    moves += black_box(&list).len() as u64;
                }
            }
            moves
        },
    );
}
