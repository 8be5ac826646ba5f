//! The attack maps of the positions in a slice.

use super::count::PositionWords;
use crate::kernel::Register;
use crate::sets::{Pieces, king_attacks, knight_attacks, pawn_attacks};
use crate::{Color, MoveKernel, Position};
use setwise_core::{Function, LengthMismatch, Pack, Vector};

/// Writes the squares that White and Black attack: `maps[i]` is for `positions[i]`. Pins do not matter.
///
/// [`analyze`](crate::analyze) finds the same boards with checks, pins and mobility
/// ([`Analysis::attacked_by`](crate::Analysis::attacked_by)).
///
/// # Errors
/// The slices differ in length; nothing is written.
///
/// ```
/// use setwise_moves::{Position, attack_maps};
/// let mut maps = [[0; 2]; 3];
/// attack_maps(&[Position::startpos(); 3], &mut maps)?;
/// // All squares of the second and third rank, and all of the first but the corners.
/// assert_eq!(maps, [[0xff_ff7e, 0x7eff_ff00_0000_0000]; 3]);
/// # Ok::<(), setwise_moves::LengthMismatch>(())
/// ```
pub fn attack_maps(positions: &[Position], maps: &mut [[u64; 2]]) -> Result<(), LengthMismatch> {
    MoveKernel::best().attack_maps(positions, maps)
}

impl MoveKernel {
    /// Writes the attack maps of many positions with the functions of this kernel ([`attack_maps`]).
    ///
    /// # Errors
    /// The slices differ in length; nothing is written.
    pub fn attack_maps(
        &self,
        positions: &[Position],
        maps: &mut [[u64; 2]],
    ) -> Result<(), LengthMismatch> {
        LengthMismatch::check("maps", maps.len(), positions.len())?;
        self.each(
            positions,
            maps,
            |from| from.attack_maps,
            |batch, positions, maps| (batch.attack_maps)(positions, maps),
            |position| {
                let pieces = Color::ALL.map(|color| Pieces::of(position, color));
                pieces.map(|pieces| attacks(&pieces, position.occupied()))
            },
        );
        Ok(())
    }
}

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

/// Returns the squares that some pieces attack.
#[cfg_attr(not(unoptimized), inline(always))]
fn attacks<P: Pack>(pieces: &Pieces<P>, occupied: P) -> P {
    let near = pawn_attacks(pieces.pawns, pieces.color)
        | knight_attacks(pieces.knights)
        | king_attacks(pieces.king);
    let straight = near | pieces.orthogonal.orthogonal_attacks(occupied);
    straight.or_diagonal_attacks(pieces.diagonal, occupied)
}
