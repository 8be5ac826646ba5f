//! The number of each attack among all attacks of its kind on the empty board, as a table.

use super::geometry::{BLACK_PAWN, KING, QUEEN, WHITE_PAWN};

/// The numbers of the tables, in the bits that they have in a place of [`NUMBERS`]. Kinds share one
/// if they have no attack in common.
const SHARED: u8 = 0;
const OF_QUEENS: u8 = 64;
const OF_PAWNS: u8 = 128;
pub(crate) const OF_KINGS: u8 = 192;

/// The table of a kind.
pub(crate) const fn table_of(kind: usize) -> u8 {
    match kind {
        WHITE_PAWN | BLACK_PAWN => OF_PAWNS,
        QUEEN => OF_QUEENS,
        KING => OF_KINGS,
        _ => SHARED,
    }
}

/// At 256 times the attacker's square plus the number of the table plus the attacked square:
/// the number of the attack among all attacks of the kind on the empty board. (Then the same
/// for mutual attacks.)
pub(crate) use setwise_threats::NUMBERS;

/// The number of an attack, from the table of the kind.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn number(table: u8, from: u8, to: u8) -> u16 {
    NUMBERS[256 * usize::from(from & 63) + usize::from(table | to)]
}
