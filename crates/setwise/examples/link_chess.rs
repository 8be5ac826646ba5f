//! Boards of the crate `chess` in, attacks out:
//! `cargo run --release -p setwise --example link_chess`

use chess::{BitBoard, Board, Color, MoveGen, Piece, get_bishop_moves, get_rook_moves};
use setwise::{Sliders, attacks_of_each};
use std::str::FromStr;

/// One side's sliders as setwise takes them.
fn sliders(board: &Board, side: Color) -> Sliders {
    let queens = board.pieces(Piece::Queen);
    let of_side = |pieces: BitBoard| (pieces & board.color_combined(side)).0;
    Sliders {
        orthogonal: of_side(board.pieces(Piece::Rook) | queens),
        diagonal: of_side(board.pieces(Piece::Bishop) | queens),
    }
}

fn main() -> Result<(), chess::Error> {
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let start = Board::from_str(kiwipete)?;
    let positions: Vec<Board> = MoveGen::new_legal(&start)
        .map(|played| start.make_move_new(played))
        .flat_map(|next| MoveGen::new_legal(&next).map(move |played| next.make_move_new(played)))
        .collect();

    let mut out = vec![0; positions.len()];
    let position = |i: usize| {
        let board = &positions[i];
        (sliders(board, Color::White), board.combined().0)
    };
    attacks_of_each(position, &mut out);

    // The same by the crate's own lookups, piece by piece.
    for (board, attacked) in positions.iter().zip(out) {
        let (sliders, all) = (sliders(board, Color::White), *board.combined());
        let rooks = BitBoard(sliders.orthogonal).map(|square| get_rook_moves(square, all));
        let bishops = BitBoard(sliders.diagonal).map(|square| get_bishop_moves(square, all));
        let each = rooks.chain(bishops);
        let expected = each.fold(chess::EMPTY, |all, one| all | one);
        assert_eq!(BitBoard(attacked), expected, "{board}");
    }
    let count = positions.len();
    println!("{count} positions agree with the crate chess piece by piece");
    Ok(())
}
