//! The attack maps of the positions in a slice.

use crate::packs::Register;
use crate::packs::position_words::PositionWords;
use crate::position::{Color, Position};
use crate::sets::{Pieces, king_attacks, knight_attacks, pawn_attacks};
use setwise_core::{Function, Pack, Vector};

/// Writes the attack maps of each position.
pub(crate) struct AttackMaps;

impl Function for AttackMaps {
    type First<'a> = &'a [Position];
    type Second<'a> = &'a mut [[u64; 2]];
    type Output = ();

    #[cfg_attr(not(unoptimized), inline(always))]
    fn call<P: Pack>(token: P::Token, positions: &[Position], maps: &mut [[u64; 2]]) {
        let size = 8 * Register::<P>::LANES;
        let mut words = PositionWords::<Register<P>>::new();
        let (mut us, mut them) = ([0; 64], [0; 64]);
        for (positions, maps) in positions.chunks(size).zip(maps.chunks_mut(size)) {
            words.copy(positions);
            let frame = words.frame(token);
            attacks(&Pieces::of_us(&frame), frame.occupied()).store(&mut us);
            attacks(&Pieces::of_them(&frame), frame.occupied()).store(&mut them);
            for (i, (position, map)) in positions.iter().zip(maps).enumerate() {
                let turn = position.turn;
                let (us, them) = (turn.view(us[i]), turn.view(them[i]));
                *map = match turn {
                    Color::White => [us, them],
                    Color::Black => [them, us],
                };
            }
        }
    }
}

/// Returns the squares that White and Black attack in one position.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn attack_map(position: &Position) -> [u64; 2] {
    let pieces = Color::ALL.map(|color| Pieces::of(position, color));
    pieces.map(|pieces| attacks(&pieces, position.occupied()))
}

/// Returns the squares that some pieces attack.
#[cfg_attr(not(unoptimized), inline(always))]
fn attacks<P: Pack>(pieces: &Pieces<P>, occupied: P) -> P {
    let near = pawn_attacks(pieces.pawns, pieces.color)
        | knight_attacks(pieces.knights)
        | king_attacks(pieces.king);
    let straight = near | pieces.orthogonal.orthogonal_attacks(occupied);
    straight.or_diagonal_attacks(pieces.diagonal, occupied)
}
