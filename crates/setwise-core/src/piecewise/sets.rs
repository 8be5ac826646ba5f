//! Set-wise attacks from any piece-wise system, by a loop over the squares of a set.

use super::rays::RAYS;
use super::{PieceKind, System};
use crate::sliders::{Rays, Sliders};
use crate::square::{Square, Squares};
use crate::{columns::LengthMismatch, direction::Direction};

/// Returns the squares that sliders attack, one after the other. `occupied` need not contain them.
///
/// ```
/// use setwise_core::{Diagram, Sliders, piecewise::{slider_attacks, systems}};
/// // A rook on a4 and a bishop on c1; a piece on d4.
/// let sliders = Sliders { orthogonal: 1 << 24, diagonal: 1 << 2 };
/// for &system in systems() {
///     assert_eq!(format!("{:#}", Diagram(slider_attacks(system, sliders, 1 << 27))), "\
/// 8 1 . . . . . . .
/// 7 1 . . . . . . .
/// 6 1 . . . . . . 1
/// 5 1 . . . . . 1 .
/// 4 . 1 1 1 . 1 . .
/// 3 1 . . . 1 . . .
/// 2 1 1 . 1 . . . .
/// 1 1 . . . . . . .
///   a b c d e f g h
/// ");
/// }
/// ```
#[cfg_attr(not(unoptimized), inline(always))]
pub fn slider_attacks<S: System + ?Sized>(system: &S, sliders: Sliders, occupied: u64) -> u64 {
    system.sliders(sliders, occupied | sliders.all())
}

/// Returns the same by direction: distributes the attacks of each slider over its rays.
///
/// ```
/// use setwise_core::piecewise::{blockers::Pruned, slider_ray_attacks};
/// use setwise_core::{Direction, Sliders, ray_attacks};
/// let sliders = Sliders { orthogonal: 0x8100_0000_0000_0081, diagonal: 0x2400_0000_0000_0024 };
/// assert_eq!(slider_ray_attacks(&Pruned, sliders, 0), ray_attacks(sliders, 0));
/// ```
#[cfg_attr(not(unoptimized), inline(always))]
pub fn slider_ray_attacks<S: System + ?Sized>(system: &S, sliders: Sliders, occupied: u64) -> Rays {
    let occupied = occupied | sliders.all();
    let mut rays = Rays::default();
    for square in Squares(sliders.orthogonal) {
        let attacks = system.rook(square, occupied);
        for direction in Direction::ORTHOGONAL {
            rays[direction] |= attacks & RAYS[direction.index()][square.index()];
        }
    }
    for square in Squares(sliders.diagonal) {
        let attacks = system.bishop(square, occupied);
        for direction in Direction::DIAGONAL {
            rays[direction] |= attacks & RAYS[direction.index()][square.index()];
        }
    }
    rays
}

/// Computes the attacks of many pieces of a kind: `out[i]` is for `squares[i]` and `occupied[i]`.
///
/// ```
/// use setwise_core::Square;
/// use setwise_core::piecewise::{PieceKind, hyperbola::HyperbolaQuintessence, batch_piece_attacks};
/// let squares = [Square::A1, Square::H8];
/// let mut out = [0; 2];
/// batch_piece_attacks(&HyperbolaQuintessence, PieceKind::Rook, &squares, &[0, !0], &mut out).unwrap();
/// assert_eq!(out.map(u64::count_ones), [14, 2]);
/// ```
///
/// # Errors
/// The slices differ in length; nothing is written.
#[cfg_attr(not(unoptimized), inline(always))]
pub fn batch_piece_attacks<S: System + ?Sized>(
    system: &S,
    kind: PieceKind,
    squares: &[Square],
    occupied: &[u64],
    out: &mut [u64],
) -> Result<(), LengthMismatch> {
    LengthMismatch::check("occupied", occupied.len(), squares.len())?;
    LengthMismatch::check("out", out.len(), squares.len())?;
    for ((out, &square), &occupied) in out.iter_mut().zip(squares).zip(occupied) {
        *out = system.attacks(kind, square, occupied);
    }
    Ok(())
}
