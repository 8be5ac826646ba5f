//! Records in bulletformat.

use crate::inputs::boards::Boards;
use crate::inputs::packed::{Packed, boards};
use crate::inputs::positions::Positions;
use setwise_moves::Color;
use setwise_moves::packed::parts;

/// Records of training data in bulletformat, 32 bytes each: the bytes of a file, or those of
/// `ChessBoard` of the crate bulletformat.
///
/// The side to move is taken to be White, as a record has the squares and colors that it sees. A
/// record with more than 32 pieces or with the role 6 or 7 is an error when features are extracted.
///
/// ```
/// use setwise_nnue::{Bulletformat, Positions};
/// // Our king on a1, the other one on h8.
/// let mut record = [0; 32];
/// record[..8].copy_from_slice(&(1_u64 | 1 << 63).to_le_bytes());
/// record[8] = 5 | (5 + 8) << 4;
/// assert_eq!(Bulletformat(&[record]).boards(0).colors, [1, 1 << 63]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Bulletformat<'a>(pub &'a [[u8; 32]]);

impl Positions for Bulletformat<'_> {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn len(&self) -> usize {
        self.0.len()
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn boards(&self, index: usize) -> Boards {
        let (occupied, codes, _) = parts(&self.0[index]);
        boards(occupied, codes, Color::White, |bits| bits)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn packed(&self, index: usize) -> Option<Packed> {
        let (occupied, codes, _) = parts(&self.0[index]);
        Some(Packed::new(occupied, codes, Color::White, false))
    }
}
