//! The number of each attack among all attacks of its kind on the empty board.

use crate::geometry::{BLACK, KING, PAWN, QUEEN, attacks_where_it_stands, offsets};

/// The place of the attacks of a piece within the 256 places of an attacker's square. Pieces share
/// one if they have no attack in common.
pub const fn table_of(piece: u8) -> u8 {
    match piece & 7 {
        QUEEN => 64,
        PAWN => 128,
        KING => 192,
        _ => 0,
    }
}

/// The places of mutual attacks begin here.
pub(crate) const MUTUAL: usize = 64 * 256;
/// The bit of [`NUMBERS`] that is set if the attack from the other square counts.
pub(crate) const EXCHANGED: u16 = 1 << 15;

/// At 256 times the attacker's square plus `table_of` it plus the attacked square: the number of
/// the attack among all attacks of the kind on the empty board. Then the same for mutual attacks,
/// of which the one from the greater square counts.
pub static NUMBERS: [u16; 2 * MUTUAL] = {
    let mut numbers = [0; 2 * MUTUAL];
    let mut role = PAWN;
    while role <= KING {
        fill(&mut numbers, role);
        role += 1;
    }
    fill(&mut numbers, PAWN | BLACK);
    let mut place = 0;
    while place < MUTUAL {
        let (from, table, to) = (place / 256, place / 64 % 4, place % 64);
        numbers[MUTUAL + place] = if from < to {
            numbers[256 * to + 64 * table + from] | EXCHANGED
        } else {
            numbers[place]
        };
        place += 1;
    }
    numbers
};

const fn fill(numbers: &mut [u16; 2 * MUTUAL], piece: u8) {
    let offsets = offsets(piece);
    let mut from = 0;
    while from < 64 {
        let (mut left, mut number) = (attacks_where_it_stands(piece, from), offsets[from]);
        while left != 0 {
            numbers[256 * from + table_of(piece) as usize + left.trailing_zeros() as usize] =
                number;
            left &= left - 1;
            number += 1;
        }
        from += 1;
    }
}
