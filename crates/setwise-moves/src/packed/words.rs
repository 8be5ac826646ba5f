//! Codes and bits, one piece after the other.

use super::record::{Bits, MAX_PIECES, PieceCount, check_count};
use setwise_core::Squares;

/// Returns, for each bit of the codes, the squares that have it.
///
/// # Errors
/// There are more than [`MAX_PIECES`] pieces.
#[inline]
pub fn unpack(occupied: u64, codes: &[u8; 16]) -> Result<Bits, PieceCount> {
    check_count(occupied)?;
    // Collects a set for each code, instead of single pieces: docs/notes/data-files.md.
    let mut sets = [0; 16];
    let mut left = occupied;
    for pair in codes {
        if left == 0 {
            break;
        }
        for code in [pair & 15, pair >> 4] {
            // The lowest square, or none after the last piece.
            sets[usize::from(code)] |= left & left.wrapping_neg();
            left &= left.wrapping_sub(1);
        }
    }
    let mut bits = [0; 4];
    for (code, set) in sets.iter().enumerate() {
        for (bit, plane) in bits.iter_mut().enumerate() {
            if code >> bit & 1 != 0 {
                *plane |= set;
            }
        }
    }
    Ok(bits)
}

/// Packs the codes of up to [`MAX_PIECES`] pieces.
pub(crate) fn pack(occupied: u64, bits: Bits) -> [u8; 16] {
    let mut codes = [0; 16];
    for (i, square) in Squares(occupied).take(MAX_PIECES as usize).enumerate() {
        let bit = |plane: u64| (plane >> square.index() & 1) as u8;
        let [one, two, four, eight] = bits.map(bit);
        codes[i / 2] |= (one | two << 1 | four << 2 | eight << 3) << (4 * (i & 1));
    }
    codes
}
