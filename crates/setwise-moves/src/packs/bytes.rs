//! Bytes of a register: one rank of each of many positions.

use setwise_core::{FILE_A, Vector};

/// The same byte in every place of a register.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn every_byte<V: Vector>(like: V, byte: u8) -> V {
    like.same(u64::from(byte) * FILE_A)
}

/// The squares west of the king on its rank; all squares where there is no king. Subtracting 1 sets
/// the bits below the only bit of a byte:
///
/// ```text
///              a b c d e f g h
/// king         . . . . 1 . . .
/// king − 1     1 1 1 1 . . . .
/// ```
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn west_of<V: Vector>(king: V) -> V {
    king.add_bytes(king.same(!0))
}

/// Splits squares of the king's rank: those east of the king, those west of it.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn split_at_king<V: Vector>(king: V, squares: V) -> (V, V) {
    let west = west_of(king);
    (squares & !(king | west), squares & west)
}
