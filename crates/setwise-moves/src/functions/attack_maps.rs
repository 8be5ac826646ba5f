//! The attack maps of both sides.

use crate::frame::Frame;
use crate::packs::per_position::{BoardPack, PerPosition};
use crate::position::{Color, Position};
use crate::sets::{Pieces, king_attacks, knight_attacks, pawn_attacks};
use setwise_core::Pack;

pub(crate) struct AttackMaps;

impl PerPosition for AttackMaps {
    type Output = [u64; 2];
    /// The squares that we and they attack.
    type Lanes<const N: usize> = [[u64; N]; 2];

    #[cfg_attr(not(unoptimized), inline(always))]
    fn lanes<const N: usize>() -> [[u64; N]; 2] {
        [[0; N]; 2]
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn fill<P: BoardPack, const N: usize>(frame: &Frame<P>, [us, them]: &mut [[u64; N]; 2]) {
        attacks(&Pieces::of_us(frame), frame.occupied()).store(us);
        attacks(&Pieces::of_them(frame), frame.occupied()).store(them);
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn output<const N: usize>(
        [us, them]: &[[u64; N]; 2],
        lane: usize,
        position: &Position,
    ) -> [u64; 2] {
        let turn = position.turn();
        let (us, them) = (turn.view(us[lane]), turn.view(them[lane]));
        match turn {
            Color::White => [us, them],
            Color::Black => [them, us],
        }
    }

    /// Computes the maps from White's point of view. LLVM vectorizes loops over this function.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn of(position: &Position) -> [u64; 2] {
        let occupied = position.occupied();
        let white = attacks(&Pieces::of(position, Color::White), occupied);
        let black = attacks(&Pieces::of(position, Color::Black), occupied);
        [white, black]
    }
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
