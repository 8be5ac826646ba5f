//! Decodes the texts of moves, one word for each move.
//!
//! A code has the target square in its lowest bits, the kind from bit 6 on, the number of the board
//! of the role from bit [`BOARD`] on, and the bit [`CAPTURE`]. A text that is no plain move of a
//! pawn or a piece has [`RARE`]: castling, promotions, a named source, nonsense.

use super::tables::{PAWN_FROM_WEST, ROLES};
use setwise_core::const_for;

/// The bit of a text that has an `x`.
pub(crate) const CAPTURE: u32 = 63;
/// The bit of a text that the common path does not decide.
pub(crate) const RARE: u64 = 1 << 10;
/// The lowest bit of the number of the board.
pub(crate) const BOARD: u32 = 11;

/// For each byte, the role of a move that it begins (three bits), [`IS_ROLE`], [`IS_BEHIND`].
pub(crate) static FIRST: [u8; 128] = {
    let mut table = [0; 128];
    let letters = *b"abcdefghNBRQK";
    const_for!(i, letters.len(), {
        let role = if i < 8 { 0 } else { i as u8 - 7 };
        table[letters[i] as usize] = role | IS_ROLE;
    });
    let behind = *b" \n\r\t+#!?{$";
    const_for!(i, behind.len(), {
        table[behind[i] as usize] |= IS_BEHIND;
    });
    table
};

pub(crate) const IS_ROLE: u8 = 8;
/// The byte may stand after a move.
pub(crate) const IS_BEHIND: u8 = 16;

/// Returns the number of bits before the first byte that is neither a letter of a move nor a digit.
#[cfg_attr(not(unoptimized), inline(always))]
fn length(word: u64) -> u32 {
    // Letters have bit 6, but `{` has it with bits 5, 4 and 1, which no letter of a move has.
    let letter = word >> 6 & !(word >> 5 & word >> 4 & word >> 1);
    // Digits have bit 4 without both of bits 2 and 3, which `=` and `?` have.
    let within = letter | word >> 4 & !(word >> 3 & word >> 2 | word >> 6);
    (!within & 0x0101_0101_0101_0101).trailing_zeros()
}

/// Decodes the first eight bytes of the text of a move. There is no branch, because the CPU cannot
/// predict the kinds of moves.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn decode(word: u64) -> u64 {
    let length = length(word);
    let before = length.wrapping_sub(16);
    let target = (word >> (before & 63)) as u32;
    let (file, rank) = (
        (target & 0xff).wrapping_sub(u32::from(b'a')),
        (target >> 8 & 0xff).wrapping_sub(u32::from(b'1')),
    );
    let first = u32::from(FIRST[(word & 127) as usize]);
    let behind = FIRST[(word >> (length & 63) & 127) as usize];
    let role = first & 7;
    let is_pawn = u32::from(role == 0);
    let is_capture = u32::from(before == 16);
    // The file of the pawn minus that of the target.
    let aside = (word as u32 & 0xff)
        .wrapping_sub(u32::from(b'a'))
        .wrapping_sub(file);
    let is_quiet = u32::from(before == 8 - 8 * is_pawn);
    let is_aside = u32::from(aside.wrapping_add(1) & !2 == 0);
    let has_x = u32::from(word >> 8 & 0xff == u64::from(b'x'));
    let is_plain = (is_quiet | is_capture & has_x & (is_aside | is_pawn ^ 1))
        & u32::from((file | rank) < 8)
        & first >> 3
        & u32::from(behind >> 4);
    let from_side = PAWN_FROM_WEST as u32 + u32::from(aside == 1);
    let kind = role | from_side & (is_pawn & is_capture).wrapping_neg();
    let board = (role + ROLES as u32) << BOARD;
    let code = (file & 7) | (rank & 7) << 3 | kind << 6 | board;
    u64::from(code) | u64::from(is_capture) << CAPTURE | (u64::from(is_plain ^ 1) * RARE)
}
