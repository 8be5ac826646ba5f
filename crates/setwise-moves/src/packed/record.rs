//! The parts of a record, and the number of pieces in it.

use core::fmt;

/// Divides a record into the occupied squares, the codes of the pieces and its last eight bytes.
#[inline]
pub const fn parts(record: &[u8; 32]) -> (u64, &[u8; 16], [u8; 8]) {
    #[rustfmt::skip]
    let [o0, o1, o2, o3, o4, o5, o6, o7, codes @ .., r0, r1, r2, r3, r4, r5, r6, r7] = record;
    let occupied = u64::from_le_bytes([*o0, *o1, *o2, *o3, *o4, *o5, *o6, *o7]);
    (occupied, codes, [*r0, *r1, *r2, *r3, *r4, *r5, *r6, *r7])
}

/// The number of pieces for which there is room.
pub const MAX_PIECES: u32 = 32;

/// The squares of each bit of the codes, lowest bit first. The bits of empty squares mean nothing.
pub type Bits = [u64; 4];

/// A board has more than [`MAX_PIECES`] pieces: this number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceCount(pub u32);

impl fmt::Display for PieceCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} pieces, but there is room for {MAX_PIECES}", self.0)
    }
}

impl core::error::Error for PieceCount {}

/// Checks that there is room for the pieces.
///
/// # Errors
/// There are more than [`MAX_PIECES`].
#[inline]
pub const fn check_count(occupied: u64) -> Result<(), PieceCount> {
    match occupied.count_ones() {
        ..=MAX_PIECES => Ok(()),
        count => Err(PieceCount(count)),
    }
}

/// Writes the board of a record: its first 24 bytes.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn put_board<const N: usize>(record: &mut [u8; N], occupied: u64, codes: &[u8; 16]) {
    record[..8].copy_from_slice(&occupied.to_le_bytes());
    record[8..24].copy_from_slice(codes);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_room_for_32_pieces() {
        assert_eq!(check_count(0xffff_0000_0000_ffff), Ok(()));
        assert_eq!(check_count(0xffff_0001_0000_ffff), Err(PieceCount(33)));
    }
}
