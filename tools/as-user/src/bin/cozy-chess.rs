//! The number of legal moves of a position, by cozy-chess.

use cozy_chess::Board;

fn main() {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let board: Board = fen.parse().expect("a position");
    let mut moves = 0;
    board.generate_moves(|piece| {
        moves += piece.len();
        false
    });
    println!("{moves}");
}
