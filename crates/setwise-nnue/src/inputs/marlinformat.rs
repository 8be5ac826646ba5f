//! Positions of 32 bytes: the occupied squares, and four bits for the piece on each of them.

use crate::inputs::boards::Boards;
use crate::inputs::positions::Positions;
use core::array;
use setwise_moves::Color;

/// Unpacks a position. The codes of the pieces are those of the occupied squares in ascending order, low half of a byte first: the
/// number of the role, and 8 for the second color.
///
/// A board with more than 32 pieces or with a piece of an unknown role is not sound: [`Boards::check_pieces`] fails for it.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn unpack(occupied: u64, pieces: &[u8; 16], turn: Color) -> Boards {
    let mut boards = Boards {
        colors: [0; 2],
        roles: [0; 6],
        turn,
    };
    let mut left = occupied;
    let codes = pieces.iter().flat_map(|two| [two & 15, two >> 4]);
    for code in codes {
        let square = left & left.wrapping_neg();
        boards.colors[usize::from(code >> 3)] |= square;
        if let Some(role) = boards.roles.get_mut(usize::from(code & 7)) {
            *role |= square;
        }
        left ^= square;
    }
    // Pieces behind the 32nd have no role.
    boards.colors[0] |= left;
    boards
}

/// Records of training data in Marlinformat, 32 bytes each: the bytes of a file, or those of `PackedBoard::as_bytes` of the crate
/// viriformat (3.0), which Viridithas uses.
///
/// | bytes | |
/// |---|---|
/// | 0 to 7 | the occupied squares, a1 = bit 0, little-endian |
/// | 8 to 23 | four bits for each occupied square in ascending order, low half of a byte first: 0 pawn, 1 knight, 2 bishop, 3 rook, 4 queen, 5 king, 6 a rook that may castle; 8 more for Black |
/// | 24 | bit 7: Black is to move |
/// | 25 to 31 | not read here: move counters, evaluation, result |
///
/// A record with more than 32 pieces or with the role 7 is an error when features are extracted.
///
/// ```
/// use setwise_moves::Color;
/// use setwise_nnue::{Marlinformat, Positions};
/// // White king a1, Black king h8, Black to move.
/// let mut file = vec![0; 32];
/// file[..8].copy_from_slice(&(1_u64 | 1 << 63).to_le_bytes());
/// (file[8], file[24]) = (5 | (5 + 8) << 4, 1 << 7);
/// let (records, rest) = file.as_chunks();
/// assert!(rest.is_empty());
/// let boards = Marlinformat(records).boards(0);
/// assert_eq!((boards.colors, boards.turn), ([1, 1 << 63], Color::Black));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Marlinformat<'a>(pub &'a [[u8; 32]]);

/// Replaces the code of a rook that may castle by that of a rook, in both halves of a byte: 6 by 3.
#[cfg_attr(not(unoptimized), inline(always))]
const fn with_rooks(two: u8) -> u8 {
    // Bit 0 of each half is set where the code is 6, apart from the color.
    let six = two >> 2 & two >> 1 & !two & 0x11;
    two ^ (six | six << 2)
}

impl Positions for Marlinformat<'_> {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn len(&self) -> usize {
        self.0.len()
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn boards(&self, index: usize) -> Boards {
        let record = self.0[index];
        let occupied = u64::from_le_bytes(array::from_fn(|i| record[i]));
        let pieces = array::from_fn(|i| with_rooks(record[8 + i]));
        let turn = Color::ALL[usize::from(record[24] >> 7)];
        unpack(occupied, &pieces, turn)
    }
}
