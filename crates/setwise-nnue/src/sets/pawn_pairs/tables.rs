//! Tables of pairs of pawns, and their numbers.

use crate::sets::pairs::byte_table::{Table, tables};
use setwise_core::{ByteVector, const_array};
use setwise_threats::internal::THEIRS;

/// The most pawns whose pairs fit two registers, and whose numbers fit four bits.
pub(crate) const MAX_PAWNS: usize = 16;

/// All pairs of [`MAX_PAWNS`] pawns, by the greater number, then by the lower: the lower number
/// plus 16 times the greater.
const PAIRS: [[u8; 64]; 2] = {
    let mut table = [[0; 64]; 2];
    let (mut greater, mut n) = (1, 0);
    while greater < MAX_PAWNS {
        let mut lower = 0;
        while lower < greater {
            table[n / 64][n % 64] = (lower + MAX_PAWNS * greater) as u8;
            n += 1;
            lower += 1;
        }
        greater += 1;
    }
    table
};

pub(crate) static CODES: [Table; 2] = [Table(PAIRS[0]), Table(PAIRS[1])];
pub(crate) static LOWER: [Table; 2] = numbers_of(0);
pub(crate) static GREATER: [Table; 2] = numbers_of(4);

/// One of the two numbers of each pair: the one in four bits from `shift` onward.
const fn numbers_of(shift: u32) -> [Table; 2] {
    const_array!(
        half,
        2,
        Table(const_array!(n, 64, PAIRS[half][n] >> shift & 15))
    )
}

tables! {
    /// The file of a square as a bit.
    FILES: |i| 1 << (i % 8);
    /// The file of a square and the adjacent ones as bits.
    FILES_AROUND: |i| 7 << (i % 8) >> 1;
}

/// The numbers of pawns, with squares and colors as the perspective sees them.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn number<V: ByteVector>(token: V::Token, pawns: V) -> V {
    let theirs = pawns.intersects(V::splat_byte(token, THEIRS));
    let square = (pawns & V::splat_byte(token, 63)).sub_bytes(V::splat_byte(token, 8));
    V::select(theirs, square.add_bytes(V::splat_byte(token, 48)), square)
}

/// The indices of pairs of numbers of pawns.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn indices<V: ByteVector>(token: V::Token, a: V, b: V) -> [V; 2] {
    let low = a.min_bytes(b);
    let high = a.add_bytes(b).sub_bytes(low);
    let (mut words, low) = (high.widen(), low.widen());
    for (word, low) in words.iter_mut().zip(low) {
        let product = word.mul_words(word.add_words(V::splat(token, !0)));
        *word = product.shr_words(1).add_words(low);
    }
    words
}
