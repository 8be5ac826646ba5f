//! Rank-sliced layout: register k holds rank k of many boards, a byte each.
//!
//! A step to the north needs no shift at all, it is the next register; and a whole fill to the north is one
//! three-input operation per rank, `attacks[k + 1] = sliders[k] | (attacks[k] & !occupied[k])`. The slanting
//! directions add one shift by a file, and along a rank the byte-wise subtraction works as in natural layout.
//! (Found for this project, 2026.)
//!
//! ```text
//!            natural: register = boards              sliced: register = rank
//! register 0  | a8..a1 of 1 | a8..a1 of 2 | ...      | rank 1 of all boards |
//! register 1  | ...                                  | rank 2 of all boards |
//! ```

mod pack;
mod union;
mod westward;

pub use pack::RankCounts;
use westward::Westward;

use crate::boards::{rank_bytes, tail};
use crate::{Boards, Destination, Lanes, Occupied, Uncached};
use core::ops::{BitAnd, BitOr, BitXor, Not};

/// `8 × L::COUNT` boards in eight registers: 16, 32 or 64 in registers of 128, 256 or 512 bits, 8 in words.
/// Register k holds rank k + 1.
#[derive(Clone, Copy, Debug)]
pub struct Sliced<L>(pub [L; 8]);

impl<L: Lanes> BitAnd for Sliced<L> {
    type Output = Self;
    #[inline(always)]
    fn bitand(mut self, other: Self) -> Self {
        for k in 0..8 {
            self.0[k] = self.0[k] & other.0[k];
        }
        self
    }
}

impl<L: Lanes> BitOr for Sliced<L> {
    type Output = Self;
    #[inline(always)]
    fn bitor(mut self, other: Self) -> Self {
        for k in 0..8 {
            self.0[k] = self.0[k] | other.0[k];
        }
        self
    }
}

impl<L: Lanes> BitXor for Sliced<L> {
    type Output = Self;
    #[inline(always)]
    fn bitxor(mut self, other: Self) -> Self {
        for k in 0..8 {
            self.0[k] = self.0[k] ^ other.0[k];
        }
        self
    }
}

impl<L: Lanes> Not for Sliced<L> {
    type Output = Self;
    #[inline(always)]
    fn not(mut self) -> Self {
        for k in 0..8 {
            self.0[k] = !self.0[k];
        }
        self
    }
}

/// One round of the transposition. With a byte's place seen as an address (register: 3 bits, or 4 for pairs, byte
/// within the part: 4 bits, or 3 in a word) it rotates the address by one bit; all rounds in and out together make
/// the identity.
#[inline(always)]
fn round<L: Lanes, const N: usize>(x: [L; N]) -> [L; N] {
    let mut y = x;
    for i in 0..N / 2 {
        y[2 * i] = x[i].interleave_low(x[i + N / 2]);
        y[2 * i + 1] = x[i].interleave_high(x[i + N / 2]);
    }
    y
}

/// How many rounds bring boards to ranks.
const fn rounds_in<L: Lanes>() -> usize {
    L::PART.ilog2() as usize
}

/// Registers of boards to registers of ranks.
#[inline(always)]
pub(crate) fn slice<L: Lanes>(mut x: [L; 8]) -> [L; 8] {
    // Written out, as loops over so much are not always unrolled.
    x = round(round(round(x)));
    if rounds_in::<L>() == 4 {
        x = round(x);
    }
    x
}

/// Registers of ranks to registers of boards.
#[inline(always)]
fn unslice<L: Lanes>(x: [L; 8]) -> [L; 8] {
    round(round(round(x)))
}

/// Eight registers of boards, in natural layout.
#[inline(always)]
pub(crate) fn load_natural<L: Lanes>(proof: L::Proof, boards: &[u64]) -> [L; 8] {
    let mut x = [L::splat(proof, 0); 8];
    for k in 0..8 {
        x[k] = L::load(proof, tail(boards, k * L::COUNT));
    }
    x
}

/// The same of the union of three slices.
#[inline(always)]
pub(crate) fn load_natural_union<L: Lanes>(proof: L::Proof, boards: Occupied<'_>) -> [L; 8] {
    let mut x = [L::splat(proof, 0); 8];
    for k in 0..8 {
        x[k] = boards.load_at(proof, k * L::COUNT);
    }
    x
}

/// Writes registers of boards.
#[inline(always)]
fn put_natural<L: Lanes, D: Destination<L::Proof>>(x: [L; 8], mut out: D) {
    for k in 0..8 {
        let (first, rest) = out.split(L::COUNT);
        first.put(x[k]);
        out = rest;
    }
}

impl<L: Lanes> Sliced<L> {
    /// Two packs at once, from boards that lie in pairs, one of each pack, so that pairs are copied and not single boards: board
    /// `COUNT * j + 2 * q + i` of the packs (i is 0 or 1, `COUNT` that of the registers, which must be two at least) is expected in
    /// lanes `2 * q` and `2 * q + 1` of register `2 * j + i`.
    #[inline(always)]
    pub fn from_pairs(pairs: [L; 16]) -> [Self; 2] {
        let [a, b, c, d, e, f, g, h, second @ ..] = round(round(round(round(pairs))));
        [Self([a, b, c, d, e, f, g, h]), Self(second)]
    }
}

impl<L: Lanes> Boards for Sliced<L> {
    type Proof = L::Proof;
    const COUNT: usize = 8 * L::COUNT;

    #[inline(always)]
    fn proof(self) -> L::Proof {
        self.0[0].proof()
    }

    #[inline(always)]
    fn splat(proof: L::Proof, board: u64) -> Self {
        let mut x = [L::splat(proof, 0); 8];
        for k in 0..8 {
            x[k] = L::splat(proof, rank_bytes(board, k));
        }
        Self(x)
    }

    #[inline(always)]
    fn load(proof: L::Proof, boards: &[u64]) -> Self {
        Self(L::load_ranks(proof, boards))
    }

    #[inline(always)]
    fn load_union(proof: L::Proof, a: &[u64], b: &[u64], c: &[u64]) -> Self {
        if L::RANKS {
            return Self::load(proof, a) | Self::load(proof, b) | Self::load(proof, c);
        }
        Self(slice(load_natural_union(proof, Occupied(a, b, c))))
    }

    #[inline(always)]
    fn store(self, boards: &mut [u64]) {
        put_natural(unslice(self.0), boards);
    }

    #[inline(always)]
    fn stream(self, boards: Uncached<'_, L::Proof>) {
        put_natural(unslice(self.0), boards);
    }

    #[inline(always)]
    fn load_packed(proof: L::Proof, words: &[u64]) -> Self {
        Self(load_natural(proof, words))
    }

    #[inline(always)]
    fn store_packed(self, words: &mut [u64]) {
        put_natural(self.0, words);
    }
}
