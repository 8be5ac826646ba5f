//! Rank-sliced layout: register k holds rank k of many boards, a byte each.
//!
//! A step to the north is the next register and needs no shift. A fill to the north takes one
//! three-input operation per rank: `attacks[k + 1] = sliders[k] | (attacks[k] & !occupied[k])`. The
//! diagonal directions add a shift by one file. Along a rank, the subtraction of bytes works as in
//! natural layout. (Found for this project, 2026.)
//!
//! ```text
//!            natural: register = boards              sliced: register = rank
//! register 0  | a8..a1 of 1 | a8..a1 of 2 | ...      | rank 1 of all boards |
//! register 1  | ...                                  | rank 2 of all boards |
//! ```
//!
//! Loops over the ranks use `while`, and the operators are [short functions](crate::Isa::call).
//! Both occur some thousand times in one function, and leave the compiler much less to optimize
//! (docs/notes/compile-time.md).
//!
//! docs/notes/kernel-bounds.md compares the time of each kernel with the limit of its CPU.

mod complement_front;
mod operators;
mod pack;
mod union;

use complement_front::ComplementFront;
pub use pack::RankCounts;

use crate::columns::{Occupied, PackWriter, tail};
use crate::vector::Vector;

/// `8 × V::LANES` boards in eight registers: 16, 32 or 64 boards in registers of 128, 256 or 512
/// bits, 8 in words. Register k holds rank k + 1.
#[derive(Clone, Copy, Debug)]
pub struct Sliced<V>(pub [V; 8]);

/// Makes one round of the transposition. The address of a byte is the number of its register (3
/// bits, or 4 for pairs) and its place within the part (4 bits, or 3 in a word). A round rotates
/// the address by one bit. All rounds in and out together are the identity.
#[cfg_attr(not(unoptimized), inline(always))]
fn round<V: Vector, const N: usize>(x: [V; N]) -> [V; N] {
    let mut y = x;
    let mut i = 0;
    while i < N / 2 {
        y[2 * i] = x[i].interleave_low(x[i + N / 2]);
        y[2 * i + 1] = x[i].interleave_high(x[i + N / 2]);
        i += 1;
    }
    y
}

/// Returns the number of rounds from boards to ranks.
const fn rounds_in<V: Vector>() -> usize {
    V::PART.ilog2() as usize
}

/// Transposes registers of boards into registers of ranks.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn slice<V: Vector>(mut x: [V; 8]) -> [V; 8] {
    // Written out, because loops over a body of this size are not always unrolled.
    x = round(round(round(x)));
    if rounds_in::<V>() == 4 {
        x = round(x);
    }
    x
}

/// Transposes registers of ranks into registers of boards.
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn unslice<V: Vector>(x: [V; 8]) -> [V; 8] {
    round(round(round(x)))
}

/// Loads eight registers of boards, in natural layout.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn load_natural<V: Vector>(token: V::Token, boards: &[u64]) -> [V; 8] {
    let mut x = [V::splat(token, 0); 8];
    let mut k = 0;
    while k < 8 {
        x[k] = V::load(token, tail(boards, k * V::LANES));
        k += 1;
    }
    x
}

#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn load_natural_union<V: Vector>(token: V::Token, boards: Occupied<'_>) -> [V; 8] {
    let mut x = [V::splat(token, 0); 8];
    let mut k = 0;
    while k < 8 {
        x[k] = boards.load_at(token, k * V::LANES);
        k += 1;
    }
    x
}

#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn write_natural<V: Vector, const NON_TEMPORAL: bool>(
    x: [V; 8],
    mut out: PackWriter<'_, V::Token, NON_TEMPORAL>,
) {
    let mut k = 0;
    while k < 8 {
        let (first, rest) = out.split(V::LANES);
        first.write_register(x[k]);
        out = rest;
        k += 1;
    }
}

impl<V: Vector> Sliced<V> {
    /// Makes two packs from boards that lie in pairs, one board of each pack, so that a caller
    /// copies pairs. Board `LANES * j + 2 * q + i` of the packs (i is 0 or 1) is expected in lanes
    /// `2q` and `2q + 1` of register `2 * j + i`. There are at least 2 lanes.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn from_pairs(pairs: [V; 16]) -> [Self; 2] {
        let [a, b, c, d, e, f, g, h, second @ ..] = round(round(round(round(pairs))));
        [Self([a, b, c, d, e, f, g, h]), Self(second)]
    }
}
