//! Chess boards of 24 bytes, unpacked to bitboards and packed.
//!
//! bulletformat and marlinformat, in which training data is stored, have records of 32 bytes. They
//! begin with the same board and differ in the bytes after it:
//!
//! | bytes | |
//! |---|---|
//! | 0 to 7 | the occupied squares, a1 = bit 0, little-endian |
//! | 8 to 23 | a code of four bits for each piece in ascending order of squares, low half of a byte first |
//! | 24 to 31 | of the format: side to move, score, outcome and such |
//!
//! A code is the role of a piece, from 0 (pawn) to 5 (king), and 8 more for Black; in bulletformat,
//! for the opponent. marlinformat has the code 6 for a rook that may castle ([`unmoved_rooks`]).
//!
//! A board is unpacked to [`Bits`], for each bit of the codes the squares that have it, with a few
//! operations on whole boards from there to pieces ([`roles`], [`setup`]).
//!
//! ```
//! use setwise_moves::{Position, Setup, packed};
//!
//! let position = Position::from_fen("4k3/8/8/3n4/8/2B5/8/4K3 w - - 0 1")?;
//! let occupied = position.occupied();
//! let mut record = [0; 32];
//! let bits = packed::bits_of(&position);
//! record[..24].copy_from_slice(&packed::pack(occupied, bits)?);
//!
//! let mut all = Vec::new();
//! packed::unpack_all(&[record; 3], &mut all);
//! assert_eq!(all.len(), 3);
//! assert_eq!(packed::setup(occupied, all[0])?, Setup::from(position));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Unpacking takes many boards at a time, packing one. Both use AVX-512 if it has VBMI2.
//!
//! # Map of the source
//! Each row uses the rows above it only.
//!
//! | module | |
//! |---|---|
//! | `record` | the parts of a record, and its number of pieces |
//! | `pieces` | from bits to pieces and back |
//! | `words` | codes and bits, piece by piece |
//! | `vectors` | codes and bits, a byte for each square in a vector |

mod pieces;
mod record;
mod vectors;
mod words;

pub use pieces::{PieceCode, bits_of, bits_of_planes, roles, setup, unmoved_rooks};
pub use record::{Bits, MAX_PIECES, PieceCount, check_count, parts};
pub use words::unpack;

use alloc::vec::Vec;
use record::put_board;

/// Appends the bits of records, up to the first that has more than [`MAX_PIECES`] pieces.
pub fn unpack_all(records: &[[u8; 32]], all: &mut Vec<Bits>) {
    if vectors::unpack_all(records, all) {
        return;
    }
    all.extend(records.iter().map_while(|record| {
        let (occupied, codes, _) = parts(record);
        unpack(occupied, codes).ok()
    }));
}

/// Packs a board: the occupied squares, little-endian, and the codes. The reverse of [`unpack`].
///
/// # Errors
/// There are more than [`MAX_PIECES`] pieces.
#[inline]
pub fn pack(occupied: u64, bits: Bits) -> Result<[u8; 24], PieceCount> {
    check_count(occupied)?;
    let codes = vectors::pack(occupied, bits).unwrap_or_else(|| words::pack(occupied, bits));
    let mut bytes = [0; 24];
    put_board(&mut bytes, occupied, &codes);
    Ok(bytes)
}

/// Packs boards, each of up to [`MAX_PIECES`] pieces, in less time than one by one: the occupied
/// squares and the bits of the codes. They become the first 24 bytes of `records`, one for each.
///
/// # Errors
/// A board has more pieces.
pub fn pack_all(boards: &[(u64, Bits)], records: &mut [[u8; 32]]) -> Result<(), PieceCount> {
    if vectors::pack_all(boards, records) {
        return Ok(());
    }
    for ((occupied, bits), record) in boards.iter().zip(records) {
        check_count(*occupied)?;
        put_board(record, *occupied, &words::pack(*occupied, *bits));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;

    #[test]
    fn the_codes_of_the_initial_position() {
        let occupied = 0xffff_0000_0000_ffff;
        let codes = [
            0x13, 0x42, 0x25, 0x31, 0, 0, 0, 0, // White
            0x88, 0x88, 0x88, 0x88, 0x9b, 0xca, 0xad, 0xb9, // Black
        ];
        let planes = bits_of(&Position::startpos());
        assert_eq!(words::pack(occupied, planes), codes);
        assert_eq!(pack(occupied, planes).unwrap()[8..], codes);
        assert_eq!(unpack(occupied, &codes), Ok(planes));
        let roles = roles(occupied, planes).unwrap();
        assert_eq!(roles[0], 0x00ff_0000_0000_ff00);
        assert_eq!(roles[5], 1 << 4 | 1 << 60);
        assert_eq!(planes[3], 0xffff_0000_0000_0000);
    }
}
