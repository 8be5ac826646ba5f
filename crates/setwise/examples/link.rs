//! An example engine: bitboards of another library in, attacks out.
//! `cargo run --release -p setwise --example link`
//!
//! The engine is cozy-chess. Every board type that is a `u64` inside fits in the same way.

use cozy_chess::{BitBoard, Board, Color, Piece, get_bishop_moves, get_rook_moves};
use setwise::{Batch, LengthMismatch, Sliders, attacks, batch_attacks};

/// One side's sliders as setwise takes them.
fn sliders(board: &Board, side: Color) -> Sliders {
    let queens = board.colored_pieces(side, Piece::Queen);
    Sliders {
        orthogonal: (board.colored_pieces(side, Piece::Rook) | queens).0,
        diagonal: (board.colored_pieces(side, Piece::Bishop) | queens).0,
    }
}

/// Returns the same by the engine's own lookups, piece by piece.
fn piece_by_piece(board: &Board, side: Color) -> BitBoard {
    let occupied = board.occupied();
    let sliders = sliders(board, side);
    let (rooks, bishops) = (BitBoard(sliders.orthogonal), BitBoard(sliders.diagonal));
    let rooks = rooks.into_iter().map(|at| get_rook_moves(at, occupied));
    let bishops = bishops.into_iter().map(|at| get_bishop_moves(at, occupied));
    let all = rooks.chain(bishops);
    all.fold(BitBoard::EMPTY, |all, one| all | one)
}

fn main() -> Result<(), LengthMismatch> {
    // Positions of a search or a tuner: every position two plies after the start of a game.
    let mut positions = Vec::new();
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let start: Board = kiwipete.parse().unwrap_or_default();
    each_reply(&start, &mut |board| {
        each_reply(board, &mut |reply| positions.push(reply.clone()))
    });

    // One position.
    let side = start.side_to_move();
    let attacked = BitBoard(attacks(sliders(&start, side), start.occupied().0));
    let count = attacked.len();
    println!("{side:?} sliders attack {count} squares:\n{attacked:?}");

    // All of them in one call: structure of arrays, filled once.
    let all: Vec<Sliders> = positions.iter().map(|board| sliders(board, side)).collect();
    let orthogonal: Vec<u64> = all.iter().map(|sliders| sliders.orthogonal).collect();
    let diagonal: Vec<u64> = all.iter().map(|sliders| sliders.diagonal).collect();
    let occupied: Vec<u64> = positions.iter().map(|board| board.occupied().0).collect();
    let mut out = vec![0; positions.len()];
    let batch = Batch {
        orthogonal: &orthogonal,
        diagonal: &diagonal,
        occupied: &occupied,
    };
    batch_attacks(batch, &mut out)?;

    for (board, attacked) in positions.iter().zip(out) {
        assert_eq!(BitBoard(attacked), piece_by_piece(board, side), "{board}");
    }
    let count = positions.len();
    println!("{count} positions agree with cozy-chess piece by piece");
    Ok(())
}

/// Every position one move on.
fn each_reply(board: &Board, visit: &mut dyn FnMut(&Board)) {
    board.generate_moves(|moves| {
        for played in moves {
            let mut next = board.clone();
            next.play_unchecked(played);
            visit(&next);
        }
        false
    });
}
