//! Hash keys of positions.

use setwise_moves::{Color, Frame, Position, Square};

/// Returns the key of a position: two positions with the same moves have the same key.
///
/// Multiplies each board with the result so far, and folds the product (after wyhash, Wang Yi
/// 2019). The boards are those that the side to move sees. So the initial value depends on that
/// side.
pub(crate) fn key(position: &Position) -> u64 {
    let frame = Frame::from(position);
    let boards = [
        frame.us,
        frame.them,
        frame.pawns,
        frame.knights,
        frame.diagonal,
        frame.orthogonal,
        frame.kings,
        position.capturable_en_passant().map_or(0, Square::bit),
        frame.castling,
    ];
    let side = match position.turn() {
        Color::White => 0x2545_f491_4f6c_dd1d,
        Color::Black => 0x9e37_79b9_7f4a_7c15,
    };
    boards.into_iter().fold(side, |hash, board| {
        let product =
            u128::from(board ^ 0xa076_1d64_78bd_642f) * u128::from(hash ^ 0xe703_7ed1_a0b4_28db);
        (product >> 64) as u64 ^ product as u64
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_of_transpositions_are_equal() {
        let play = |moves: &str| {
            moves
                .split(' ')
                .fold(Position::startpos(), |position, name| {
                    let found = position.parse_move(name).unwrap();
                    position.play(found).unwrap()
                })
        };
        let start = key(&Position::startpos());
        assert_eq!(start, key(&play("g1f3 g8f6 f3g1 f6g8")));
        // No pawn attacks the en passant square.
        assert_eq!(key(&play("e2e4 e7e6 g1f3")), key(&play("g1f3 e7e6 e2e4")));
        // A pawn attacks it.
        let first = play("e2e4 a7a6 e4e5 d7d5");
        let later = play("e2e4 d7d5 g1f3 a7a6 e4e5 d5d4 f3g1");
        assert_ne!(key(&first), key(&later));
        // The same frame, but the other side to move.
        assert_ne!(start, key(&play("e2e3 e7e6 e1e2 e8e7 e2e1")));
        let white = Position::from_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1").unwrap();
        let black = Position::from_fen("4k3/8/8/8/8/8/8/4K3 b - - 0 1").unwrap();
        assert_ne!(key(&white), key(&black));
    }
}
