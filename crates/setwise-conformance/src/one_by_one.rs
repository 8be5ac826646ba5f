//! Answers of calls for many positions, from calls for one position and one move.

use setwise_moves::sets::{Pieces, attackers_to};
use setwise_moves::{Color, Position};

/// Returns the squares that White and Black attack, square by square.
pub fn attack_maps(position: &Position) -> [u64; 2] {
    Color::ALL.map(|color| {
        let pieces = Pieces::<u64>::of(position, color);
        let is_attacked =
            |square: &u32| attackers_to(1 << square, position.occupied(), &pieces) != 0;
        let attacked = (0..64).filter(is_attacked);
        attacked.fold(0, |all, square| all | 1 << square)
    })
}

/// Returns the numbers of captures, promotions and checks among the legal moves.
pub fn move_kinds(position: &Position) -> [u32; 3] {
    let mut kinds = [0; 3];
    for found in position.legal_moves() {
        kinds[0] += u32::from(position.captured(found).is_some());
        kinds[1] += u32::from(found.promotion().is_some());
        kinds[2] += u32::from(position.play_unchecked(found).is_check());
    }
    kinds
}
