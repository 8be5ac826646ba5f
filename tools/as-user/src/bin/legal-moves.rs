//! The numbers of legal moves of many positions, and with the feature `perft` the leaves below one.

use setwise_moves::{Position, count_legal_moves};

fn main() {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let position = Position::from_fen(fen).expect("a position");
    let mut counts = [0; 100];
    count_legal_moves(&[position; 100], &mut counts).expect("equal lengths");
    println!("{}", counts[99]);
    #[cfg(feature = "perft")]
    println!("{}", position.perft(4));
}
