//! Scalar code.

use crate::tables::TABLES;
use setwise_core::{const_array, const_for};

/// Returns the squares of some lines up to and including the first piece.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn along(square: usize, occupied: u64, lines: &[u64; 4]) -> u64 {
    let [below, above] = &TABLES.lines[square & 63].0;
    let mut found = 0;
    for i in 0..4 {
        let first = above[i] & occupied;
        let first = first & first.wrapping_neg();
        let last = i64::MIN as u64 >> (below[i] & occupied | 1).leading_zeros();
        let between = (first << 1).wrapping_sub(last);
        found |= (below[i] | above[i]) & between & lines[i];
    }
    found
}

/// Returns 0 unless the first piece on some line of the square is in the set of that line.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn sees(square: usize, occupied: u64, pieces: [u64; 4]) -> u64 {
    let [below, above] = &TABLES.lines[square & 63].0;
    let (mut found, mut highest) = (0, 0);
    for i in 0..4 {
        let first = above[i] & occupied;
        found |= first & first.wrapping_neg() & pieces[i];
        let zeros = (below[i] & occupied | 1).leading_zeros();
        highest |= (below[i] & pieces[i]) << zeros;
    }
    found | highest >> 63
}

/// Returns the number of the n-th bit, or 64 if there is none. Sums of bits give the byte, and a
/// table gives the bit in it.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn nth(set: u64, n: u64) -> u32 {
    const LOW: u64 = 0x0101_0101_0101_0101;
    let pairs = set - (set >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let bytes = (fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
    // Byte k has the number of bits in bytes 0 to k, at most 64.
    let sums = bytes.wrapping_mul(LOW);
    // 1 in each byte that ends before the bit.
    let before = ((((n & 127) * LOW) | LOW << 7) - sums) >> 7 & LOW;
    let at = before.wrapping_mul(LOW) >> 56;
    if at > 7 {
        return 64;
    }
    let rest = n - (sums << 8 >> (8 * at) & 0xff);
    8 * at as u32 + u32::from(NTH[(set >> (8 * at) & 0xff) as usize][rest as usize & 7])
}

/// The number of the n-th bit of a byte.
static NTH: [[u8; 8]; 256] = const_array!(byte, 256, {
    let (mut numbers, mut n) = ([0; 8], 0);
    const_for!(bit, 8, {
        if byte >> bit & 1 != 0 {
            numbers[n] = bit as u8;
            n += 1;
        }
    });
    numbers
});

#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn digits(word: u64) -> u64 {
    word >> 59 & 15 | word >> 50 & 15 << 4 | word >> 41 & 15 << 8 | word >> 32 & 15 << 12
}
