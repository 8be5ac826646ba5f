//! The kinds of pieces that attack alike for both colors, and tables for knights and kings.

use crate::direction::{Direction, KnightDirection};
use crate::{const_array, const_for};
use crate::{square::Square, word::attacks};
use core::fmt;

/// A kind of piece, except the pawn (whose attacks depend on its color).
///
/// The numbers are those of the usual six kinds, pawn 0 to king 5, so that they index a table of
/// six rows. There is no value for the pawn.
///
/// ```
/// use setwise_core::piecewise::PieceKind;
/// assert_eq!(PieceKind::from_index(3), Some(PieceKind::Rook));
/// assert_eq!(PieceKind::from_index(0), None);
/// assert_eq!(PieceKind::Queen.to_string(), "queen");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum PieceKind {
    /// Jumps: eight knight directions.
    Knight = 1,
    /// Slides diagonally.
    Bishop,
    /// Slides orthogonally.
    Rook,
    /// Slides in all eight directions.
    Queen,
    /// One step in all eight directions.
    King,
}
use PieceKind::*;

impl PieceKind {
    /// All five kinds.
    pub const ALL: [Self; 5] = [Knight, Bishop, Rook, Queen, King];
    /// The three sliding kinds.
    pub const SLIDERS: [Self; 3] = [Bishop, Rook, Queen];

    /// Returns the number, 1 (knight) to 5 (king).
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the kind of a number; `None` outside 1 to 5.
    pub const fn from_index(index: usize) -> Option<Self> {
        if index >= 1 && index <= 5 {
            Some(Self::ALL[index - 1])
        } else {
            None
        }
    }
}

impl fmt::Display for PieceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Knight => "knight",
            Bishop => "bishop",
            Rook => "rook",
            Queen => "queen",
            King => "king",
        })
    }
}

/// The squares that a knight attacks, by square.
pub static KNIGHT: [u64; 64] = const_array!(square, 64, {
    let mut all = 0;
    const_for!(i, 8, {
        let jump = KnightDirection::ALL[i];
        let by = jump.delta().unsigned_abs() as u32;
        let moved = if jump.is_positive() {
            1 << square << by
        } else {
            1 << square >> by
        };
        all |= moved & jump.arrivals();
    });
    all
});

/// The squares that a king attacks, by square. (On a full board every slider moves one step.)
pub static KING: [u64; 64] = const_array!(square, 64, union(square, !0, 0, 1));

/// Returns the attacks of a slider in the directions `first`, `first + stride` and so on.
pub(super) const fn union(square: usize, occupied: u64, first: usize, stride: usize) -> u64 {
    let slider = Square::wrapping(square).bit();
    let mut all = 0;
    let mut i = first;
    while i < 8 {
        all |= attacks(slider, occupied, Direction::ALL[i]);
        i += stride;
    }
    all
}
