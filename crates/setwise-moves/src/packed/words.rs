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
    // The codes of all squares, a byte for each.
    let mut squares = [[0_u8; 8]; 8];
    let ranks = bits.map(u64::to_le_bytes);
    for (rank, codes) in squares.iter_mut().enumerate() {
        let [one, two, four, eight] = ranks.map(|plane| SPREAD[usize::from(plane[rank])]);
        *codes = (one | two << 1 | four << 2 | eight << 3).to_le_bytes();
    }
    let squares = squares.as_flattened();
    // One loop over all pieces: the CPU mispredicts the end of each loop.
    let mut codes = [0_u8; MAX_PIECES as usize];
    for (code, square) in codes.iter_mut().zip(Squares(occupied)) {
        *code = squares.get(square.index()).copied().unwrap_or_default();
    }
    let (pairs, _) = codes.as_chunks::<2>();
    let mut packed = [0; 16];
    for (byte, [low, high]) in packed.iter_mut().zip(pairs) {
        *byte = low | high << 4;
    }
    packed
}

/// The lowest bit of byte `i` is bit `i` of the index.
static SPREAD: [u64; 256] = {
    let mut all = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            all[byte] |= ((byte >> bit & 1) as u64) << (8 * bit);
            bit += 1;
        }
        byte += 1;
    }
    all
};
