//! Bulk-counting perft next to cozy-chess, in turns, in one process:
//! `taskset -c 0 cargo run --release -p setwise-moves --example race [FEN DEPTH [ROUNDS]]`.

use setwise_moves::Position;
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

fn timed(name: &str, leaves: impl FnOnce() -> u64) -> (u64, f64) {
    let start = Instant::now();
    let found = leaves();
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{name:16} {found} leaves, {seconds:.3} s, {:.0} million per second",
        found as f64 / seconds / 1e6
    );
    (found, seconds)
}

fn main() {
    let mut args = std::env::args().skip(1);
    let fen = args.next().unwrap_or_else(|| {
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1".into()
    });
    let depth = args.next().map_or(5, |text| text.parse().expect("a depth"));
    let rounds = args
        .next()
        .map_or(3, |text| text.parse().expect("a number"));
    let ours = Position::from_fen(&fen).expect("a FEN");
    let theirs = cozy_chess::Board::from_fen(&ours.to_shredder_fen(), true).expect("a FEN");
    for _ in 0..rounds {
        let (a, seconds) = timed("setwise", || ours.perft(depth));
        let (b, other) = timed("cozy-chess", || cozy(&theirs, depth));
        assert_eq!(a, b);
        println!("cozy-chess / setwise {:.2}", other / seconds);
    }
}
