//! Games of random legal moves.

use super::Position;
use cozy_chess::Board;
use setwise_conformance::Rng;

pub(super) const SOURCE: &str =
    "random legal moves from the initial position, up to 200 plies, every fourth position";

const COUNT: usize = 16_384;
const SEED: u64 = 8;
const LONGEST: usize = 200;
const EVERY: usize = 4;

pub(super) fn positions() -> Vec<Position> {
    let mut rng = Rng::new(SEED);
    let mut positions = Vec::with_capacity(COUNT);
    while positions.len() < COUNT {
        let mut board = Board::default();
        for ply in 1..=LONGEST {
            let mut moves = Vec::new();
            board.generate_moves(|of_a_piece| {
                moves.extend(of_a_piece);
                false
            });
            let Some(&chosen) = rng.pick(&moves) else {
                break;
            };
            board.play_unchecked(chosen);
            if ply % EVERY == 0 {
                positions.push(Position::of(&board));
            }
        }
    }
    positions.truncate(COUNT);
    positions
}
