//! Boards of 24 bytes.

use crate::inputs::boards::Boards;
use setwise_core::Squares;
use setwise_moves::Color;
use setwise_moves::packed::{Bits, roles, unpack};

/// Unpacks a board. `adapt` makes the bits of its codes those of roles.
///
/// A board with more than 32 pieces or with a piece of an unknown role has no roles, so that
/// [`Boards::check_pieces`] fails for it.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn boards(
    occupied: u64,
    codes: &[u8; 16],
    turn: Color,
    adapt: impl Fn(Bits) -> Bits,
) -> Boards {
    let bits = unpack(occupied, codes).map(adapt).unwrap_or([!0; 4]);
    let roles = roles(occupied, bits).unwrap_or_default();
    let black = occupied & bits[3];
    Boards {
        colors: [occupied ^ black, black],
        roles,
        turn,
    }
}

/// A position as its occupied squares and a code for each of its pieces, in ascending order of the
/// squares, low half of a byte first: the role, and 8 more for Black.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Packed {
    pub(crate) occupied: u64,
    pub(crate) codes: u128,
    pub(crate) turn: Color,
}

/// Bit 0 of each code.
const LOW_BITS: u128 = u128::MAX / 15;

impl Packed {
    /// A board without pieces.
    pub(crate) const EMPTY: Self = Self {
        occupied: 0,
        codes: 0,
        turn: Color::White,
    };

    /// Takes over codes. If `unmoved` is set, the code 6 stands for a rook.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn new(occupied: u64, codes: &[u8; 16], turn: Color, unmoved: bool) -> Self {
        let mut codes = u128::from_le_bytes(*codes);
        if unmoved {
            let six = codes >> 2 & codes >> 1 & !codes & LOW_BITS;
            // The role 3 is a rook.
            codes ^= six << 2 | six;
        }
        Self {
            occupied,
            codes,
            turn,
        }
    }

    /// Whether there are at most 32 pieces, all of known roles, and, if asked for, one king of each
    /// color.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn is_valid(&self, one_king: bool) -> bool {
        let pieces = self.occupied.count_ones();
        let used = u128::MAX.checked_shr(128 - 4 * pieces.min(32)).unwrap_or(0);
        let unknown = self.codes >> 2 & self.codes >> 1 & LOW_BITS;
        let one_each = || self.kings().map(|kings| (kings & used).is_power_of_two());
        // Unused codes rarely contain unknown roles, so the first test decides almost always.
        let known = unknown == 0 || unknown & used == 0;
        pieces <= 32 && known && (!one_king || one_each() == [true; 2])
    }

    /// The codes that are those of White's king and of Black's king, as bit 0 of each.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn kings(&self) -> [u128; 2] {
        let kings = self.codes >> 2 & !(self.codes >> 1) & self.codes & LOW_BITS;
        let black = self.codes >> 3 & kings;
        [kings ^ black, black]
    }

    /// The squares of White's king and of Black's king.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn king_squares(&self) -> [u8; 2] {
        self.kings().map(|kings| {
            let number = kings.trailing_zeros() as usize / 4;
            let square = Squares(self.occupied).nth(number);
            square.map_or(0, |square| square.index() as u8)
        })
    }

    /// The codes as bytes.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn unpacked(&self) -> [u8; 32] {
        let mut bytes = [0; 32];
        let (eights, _) = bytes.as_chunks_mut::<8>();
        for (k, eight) in eights.iter_mut().enumerate() {
            let codes = u64::from((self.codes >> (32 * k)) as u32);
            let codes = (codes | codes << 16) & 0x0000_ffff_0000_ffff;
            let codes = (codes | codes << 8) & 0x00ff_00ff_00ff_00ff;
            let codes = (codes | codes << 4) & 0x0f0f_0f0f_0f0f_0f0f;
            *eight = codes.to_le_bytes();
        }
        bytes
    }
}

/// Positions that have been checked.
#[derive(Clone, Copy, Debug)]
pub enum Input<'a> {
    Boards(&'a [Boards]),
    /// For sets that take packed positions.
    Packed(&'a [Packed]),
}

impl<'a> Input<'a> {
    pub(crate) const fn len(self) -> usize {
        match self {
            Self::Boards(boards) => boards.len(),
            Self::Packed(packed) => packed.len(),
        }
    }
}
