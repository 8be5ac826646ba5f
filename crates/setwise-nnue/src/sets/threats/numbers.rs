//! The number of each attack among all attacks of its kind on the empty board, as a table.

use super::geometry::{ATTACK_TABLE, BLACK_PAWN, KINDS, KING, QUEEN, WHITE_PAWN, offsets};

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

/// The places of an attacker's square in [`NUMBERS`].
const PER_SQUARE: usize = 256;

/// At 256 times the attacker's square plus the number of the table plus the attacked square: the
/// number of the attack among all attacks of the kind on the empty board.
pub(crate) static NUMBERS: [u16; 64 * PER_SQUARE] = {
    let mut numbers = [0; 64 * PER_SQUARE];
    let mut kind = 0;
    while kind < KINDS {
        let of_kind = attack_numbers(kind);
        let mut from = 0;
        while from < 64 {
            let mut to = 0;
            while to < 64 {
                if let Some(number) = of_kind[from][to] {
                    numbers[PER_SQUARE * from + table_of(kind) as usize + to] = number;
                }
                to += 1;
            }
            from += 1;
        }
        kind += 1;
    }
    numbers
};

/// The number of an attack, from the table of the kind.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn number(table: u8, from: u8, to: u8) -> u16 {
    NUMBERS[PER_SQUARE * usize::from(from & 63) + usize::from(table | to)]
}

/// By square and attacked square: the number of the attack among all attacks of a kind on the empty
/// board, `None` where there is none.
const fn attack_numbers(kind: usize) -> [[Option<u16>; 64]; 64] {
    let mut numbers = [[None; 64]; 64];
    let offsets = offsets(kind);
    let mut from = 0;
    while from < 64 {
        let (mut left, mut number) = (ATTACK_TABLE[kind][from], offsets[from]);
        while left != 0 {
            numbers[from][left.trailing_zeros() as usize] = Some(number);
            left &= left - 1;
            number += 1;
        }
        from += 1;
    }
    numbers
}
