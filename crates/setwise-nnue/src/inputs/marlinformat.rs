//! Records in Marlinformat.

use crate::inputs::boards::Boards;
use crate::inputs::packed::{Packed, boards};
use crate::inputs::positions::Positions;
use setwise_moves::Color;
use setwise_moves::packed::{parts, unmoved_rooks};

/// Records of training data in Marlinformat, 32 bytes each: the bytes of a file, or those of
/// `PackedBoard::as_bytes` of the crate viriformat (3.0), which Viridithas uses.
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

impl Positions for Marlinformat<'_> {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn len(&self) -> usize {
        self.0.len()
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn boards(&self, index: usize) -> Boards {
        let (occupied, codes, [state, ..]) = parts(&self.0[index]);
        let turn = Color::ALL[usize::from(state >> 7)];
        boards(occupied, codes, turn, |bits| {
            unmoved_rooks(occupied, bits).1
        })
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn packed(&self, index: usize) -> Option<Packed> {
        let (occupied, codes, [state, ..]) = parts(&self.0[index]);
        let turn = Color::ALL[usize::from(state >> 7)];
        Some(Packed::new(occupied, codes, turn, true))
    }
}
