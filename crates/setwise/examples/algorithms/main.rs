//! Your own algorithms on the packs of setwise, over many positions and over one:
//! `cargo run --release -p setwise --example algorithms`
//!
//! Each file has a task, and a test of its result square by square, from the definition.

mod batteries;
mod king_zone;
mod pawns;

use cozy_chess::{Board, Color, Piece};
use setwise::{Square, Squares};
use std::time::Instant;

/// The bitboards of some positions, one slice per set (structure of arrays).
struct Positions {
    boards: Vec<Board>,
}

impl Positions {
    /// All positions two plies after a middlegame.
    fn new() -> Self {
        let start = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        let mut boards: Vec<Board> = start.parse().into_iter().collect();
        for _ in 0..2 {
            boards = boards.iter().flat_map(replies).collect();
        }
        Self { boards }
    }

    fn column(&self, word: impl Fn(&Board) -> u64) -> Vec<u64> {
        self.boards.iter().map(word).collect()
    }

    fn pieces(&self, color: Color, pieces: &[Piece]) -> Vec<u64> {
        self.column(|board| {
            let of_piece = |&piece| board.colored_pieces(color, piece).0;
            pieces.iter().map(of_piece).fold(0, |all, one| all | one)
        })
    }

    fn occupied(&self) -> Vec<u64> {
        self.column(|board| board.occupied().0)
    }
}

/// The positions after each legal move.
fn replies(board: &Board) -> Vec<Board> {
    let mut all = Vec::new();
    board.generate_moves(|moves| {
        all.extend(moves.into_iter().map(|played| {
            let mut next = board.clone();
            next.play_unchecked(played);
            next
        }));
        false
    });
    all
}

/// The squares for which something is true.
fn squares(is: impl Fn(Square) -> bool) -> u64 {
    let all = Squares(!0).filter(|&square| is(square));
    all.fold(0, |set, square| set | square.bit())
}

/// The time of work per position: the shortest of a hundred runs.
fn nanoseconds(positions: usize, mut work: impl FnMut()) -> f64 {
    let times = (0..100).map(|_| {
        let start = Instant::now();
        work();
        start.elapsed()
    });
    let shortest = times.min().unwrap_or_default();
    shortest.as_nanos() as f64 / positions as f64
}

fn main() {
    let positions = Positions::new();
    println!("{} positions", positions.boards.len());
    pawns::show(&positions);
    king_zone::show(&positions);
    batteries::show(&positions);
}
