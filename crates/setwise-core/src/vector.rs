//! [`Vector`]: the register of an instruction set, with its operations.

use crate::sliced::{load_natural, slice};
use crate::square::{FILE_A, FILE_H, Squares};
use crate::{columns::PackWriter, isa::Isa, sealed::Sealed};
use core::num::NonZeroU16;
use core::ops::{BitAnd, BitOr, BitXor, Not};

/// A vector register of [`LANES`](Self::LANES) lanes of 64 bits. A lane is a board, and a byte of a
/// lane is a rank: byte `8 j + k` of the register is rank k of lane j. There are at most 64 bytes.
///
/// Every constructor takes a [`Token`](Self::Token), which proves that the CPU has the
/// instructions. A value exists only where its token existed, so its methods are safe.
///
/// Loads and stores accept slices of any length. Of a longer slice they use the first `LANES`
/// boards; missing boards are read as empty and are not written.
///
/// The provided methods are portable. An instruction set overrides what it does faster.
pub trait Vector:
    Sealed
    + Copy
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + core::fmt::Debug
    + Send
    + Sync
    + 'static
{
    /// The zero-sized token of the instruction set.
    type Token: Isa;
    /// The non-temporal stores of the instruction set, or [`Ordinary`].
    type NonTemporal: NonTemporal<Self>;
    /// The number of 64-bit lanes, at most 8.
    const LANES: usize;
    /// The number of registers.
    const REGISTERS: usize = 16;
    /// Whether [`reverse_bits_in_bytes`](Self::reverse_bits_in_bytes) is one instruction.
    const FAST_BIT_REVERSAL: bool = false;
    /// Whether [`flip_anti_diagonal`](Self::flip_anti_diagonal) is one instruction.
    const FAST_FLIP: bool = false;
    /// Whether [`shift_each`](Self::shift_each) is one instruction.
    const FAST_SHIFT_EACH: bool = false;
    /// Whether [`complement_west`](Self::complement_west) is faster than [`west`](Self::west)
    /// (docs/notes/kernel-bounds.md).
    const COMPLEMENT_WEST: bool = false;
    /// Whether boards are read only by [`load_ranks`](Self::load_ranks), because it is faster.
    const FAST_LOAD_RANKS: bool = false;
    /// The number of bytes within which interleaving operations work: 16, or 8 for a plain word.
    const PART: usize = 16;

    /// Whether [`shuffle_bytes`](Self::shuffle_bytes) is a few instructions.
    const FAST_SHUFFLE: bool = false;

    /// Whether [`list_squares`](Self::list_squares) is a few instructions.
    const FAST_LIST: bool = false;

    /// Returns the token that proves the required CPU features.
    fn token(self) -> Self::Token;

    /// Broadcasts `board` to every lane.
    fn splat(token: Self::Token, board: u64) -> Self;

    /// Loads the first `LANES` boards of a slice; missing boards are empty.
    fn load(token: Self::Token, boards: &[u64]) -> Self;

    /// Stores the lanes to the front of a slice, or those that fit.
    fn store(self, boards: &mut [u64]);

    /// Broadcasts `board`, reusing the token of `self`.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn same(self, board: u64) -> Self {
        Self::splat(self.token(), board)
    }

    /// Starts to bring the first cache line of a value into the nearest cache, if possible.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn prefetch<T>(_: Self::Token, _: &T) {}

    /// Returns the numbers of the bytes, from 0 to `8 * LANES - 1`.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn byte_numbers(token: Self::Token) -> Self {
        const NUMBERS: [u8; 64] = {
            let mut numbers = [0; 64];
            let mut i = 0;
            while i < 64 {
                numbers[i] = i as u8;
                i += 1;
            }
            numbers
        };
        Self::load_bytes(token, &NUMBERS[..8 * Self::LANES])
    }

    /// Loads the first `8 * LANES` bytes of a slice; missing ones are zero.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn load_bytes(token: Self::Token, bytes: &[u8]) -> Self {
        let mut words = [0; 8];
        for (word, eight) in words.iter_mut().zip(bytes.chunks(8)) {
            for (k, &byte) in eight.iter().enumerate() {
                *word |= u64::from(byte) << (8 * k);
            }
        }
        Self::load(token, &words[..Self::LANES])
    }

    /// Returns all bytes at the front of an array; the rest of the array is zero.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn to_bytes(self) -> [u8; 64] {
        let mut words = [0; 8];
        self.store(&mut words[..Self::LANES]);
        let mut bytes = [0; 64];
        for (eight, word) in bytes.chunks_exact_mut(8).zip(words) {
            eight.copy_from_slice(&word.to_le_bytes());
        }
        bytes
    }

    /// Selects bytes: byte i of the result is byte `at[i]` of `self`, modulo the number of bytes.
    /// `self` is a reference, because it often lies in memory, and AVX2 then loads each half from
    /// there (docs/notes/perft-leaves.md).
    #[cfg_attr(not(unoptimized), inline(always))]
    fn shuffle_bytes(&self, at: Self) -> Self {
        let (from, at) = (self.to_bytes(), at.to_bytes());
        let mut picked = [0; 64];
        for i in 0..8 * Self::LANES {
            picked[i] = from[at[i] as usize % (8 * Self::LANES)];
        }
        Self::load_bytes(self.token(), &picked)
    }

    /// Writes the bytes whose bit is set in `chosen`, without gaps; what follows them is
    /// unspecified. The slice must have room for all bytes of the register, else nothing is
    /// written.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn compress_store(self, chosen: u64, out: &mut [u8]) {
        let Some(out) = out.get_mut(..8 * Self::LANES) else {
            return;
        };
        let bytes = self.to_bytes();
        let mut left = chosen;
        for place in out {
            if left == 0 {
                break;
            }
            *place = bytes[left.trailing_zeros() as usize & 63];
            left &= left - 1;
        }
    }

    /// Returns a word for each square of a set, in ascending order, at most 32: `factor * square +
    /// offset` modulo 2^16, and the bits of `base`. The words after them are unspecified.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn list_squares(
        _: Self::Token,
        set: u64,
        (factor, offset): (u16, u16),
        base: NonZeroU16,
    ) -> [NonZeroU16; 32] {
        list_squares(set, (factor, offset), base)
    }

    /// Shifts every lane to the left (to h8), filling with zeros. `by` is a constant below 64.
    fn shl(self, by: u32) -> Self;
    /// Shifts every lane to the right (to a1), filling with zeros. `by` is a constant below 64.
    fn shr(self, by: u32) -> Self;
    /// Shifts every lane to the left by the number in the same lane of `by`, each below 64.
    fn shl_each(self, by: Self) -> Self;
    /// Shifts every lane to the right by the number in the same lane of `by`, each below 64.
    fn shr_each(self, by: Self) -> Self;
    /// Adds bytes as numbers, modulo 256.
    fn add_bytes(self, other: Self) -> Self;
    /// Subtracts bytes as numbers, modulo 256.
    fn sub_bytes(self, other: Self) -> Self;
    /// Interleaves the low halves of each [`PART`](Self::PART) byte by byte, `self` first.
    fn interleave_low(self, other: Self) -> Self;
    /// Interleaves the high halves of each [`PART`](Self::PART) byte by byte, `self` first.
    fn interleave_high(self, other: Self) -> Self;
    /// Returns all ones in the bytes that are zero, and zeros in the others.
    fn empty_bytes(self) -> Self;
    /// Returns all ones in the lanes that are zero, and zeros in the others.
    fn empty_lanes(self) -> Self;

    /// Shifts every lane to the left by the number in the same lane of `by`. A negative number
    /// (two's complement) shifts to the right. Each number is above −64 and below 64; only its
    /// lowest byte and its sign count.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn shift_each(self, by: Self) -> Self {
        let six_bits = self.same(63);
        let to_left = (by & self.same(1 << 63)).empty_lanes();
        let left = self.shl_each(by & six_bits) & to_left;
        let right = self.shr_each(self.same(0).sub_bytes(by) & six_bits);
        left.or_and_not(right, to_left)
    }

    /// Rotates lanes to the left by the number in the same lane of `by`, at most 255, modulo 64.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn rotate_each(self, by: Self) -> Self {
        // The numbers lie in the lowest byte of each lane.
        let below_64 = self.same(63);
        let back = self.same(0).sub_bytes(by) & below_64;
        self.shl_each(by & below_64) | self.shr_each(back)
    }

    /// [Stores](Self::store) the lanes for a caller that then reads single boards. CPUs of Intel
    /// forward single boards without delay only from the lower half of a 512-bit store
    /// (docs/notes/one-position-calls.md).
    #[cfg_attr(not(unoptimized), inline(always))]
    fn store_to_read(self, boards: &mut [u64]) {
        self.store(boards);
    }

    /// Returns the same value, but hides it from constant folding. A value computed from a constant
    /// then stays a computation, and does not become another constant to load.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn black_box(self) -> Self {
        self
    }

    /// Reverses the bits of every byte: files a-h become h-a.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn reverse_bits_in_bytes(self) -> Self {
        #[cfg_attr(not(unoptimized), inline(always))]
        fn swap<V: Vector>(x: V, mask: u64, by: u32) -> V {
            (x.shr(by) & x.same(mask)) | (x & x.same(mask)).shl(by)
        }
        let x = swap(self, 0x5555_5555_5555_5555, 1);
        let x = swap(x, 0x3333_3333_3333_3333, 2);
        swap(x, 0x0f0f_0f0f_0f0f_0f0f, 4)
    }

    /// Reflects the bit matrix at the a8-h1 diagonal: rank r, file f goes to rank 7 − f, file 7 −
    /// r. The operation is its own inverse.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn flip_anti_diagonal(self) -> Self {
        flip_anti_diagonal_by_swaps(self)
    }

    /// Moves every rank one file east, without wrap.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn east(self) -> Self {
        self.add_bytes(self)
    }

    /// Moves every rank one file west, without wrap.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn west(self) -> Self {
        self.shr(1) & self.same(!FILE_H)
    }

    /// Moves a complemented set one file west: returns `!(!self).west()`, the complement of the
    /// moved set. A byte n becomes 128 + n / 2, which is its average with 255, rounded up: one
    /// instruction where bytes cannot be shifted. (Found for this project, 2026.)
    #[cfg_attr(not(unoptimized), inline(always))]
    fn complement_west(self) -> Self {
        !(!self).west()
    }

    // The three-input operations are named, because the compiler reassociates plain chains of
    // unions. It then keeps more values alive than there are registers (docs/notes/inlining.md).

    /// `self | a | b`
    #[cfg_attr(not(unoptimized), inline(always))]
    fn or3(self, a: Self, b: Self) -> Self {
        self | a | b
    }

    /// `self | a | !b`
    #[cfg_attr(not(unoptimized), inline(always))]
    fn or_or_not(self, a: Self, b: Self) -> Self {
        self | a | !b
    }

    /// `self | (a & b)`
    #[cfg_attr(not(unoptimized), inline(always))]
    fn or_and(self, a: Self, b: Self) -> Self {
        self | (a & b)
    }

    /// `self | (a & !b)`
    #[cfg_attr(not(unoptimized), inline(always))]
    fn or_and_not(self, a: Self, b: Self) -> Self {
        self | (a & !b)
    }

    /// Returns `self | (a & mask)` for a `self` without bits in `mask`; otherwise unspecified. This
    /// is a selection, which is one instruction on some CPUs.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn insert(self, a: Self, mask: Self) -> Self {
        self.or_and(a, mask)
    }

    /// Returns `self | (a & !mask)` for a `self` that lies within `mask`; otherwise unspecified.
    /// This is a selection, which is one instruction on some CPUs.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn insert_outside(self, a: Self, mask: Self) -> Self {
        self.or_and_not(a, mask)
    }

    /// Computes [`insert_outside`](Self::insert_outside) for an `a` that is used again
    /// (docs/notes/kernel-bounds.md).
    #[cfg_attr(not(unoptimized), inline(always))]
    fn insert_outside_keeping(self, a: Self, mask: Self) -> Self {
        self.insert_outside(a, mask)
    }

    /// Returns `(self ^ a) | (self ^ b)`: the bits in which the three are not all equal.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn differs(self, a: Self, b: Self) -> Self {
        (self ^ a) | (self ^ b)
    }

    /// Returns the number of bits set in each byte, as bytes.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn count_bytes(self) -> Self {
        let x = self.sub_bytes(self.shr(1) & self.same(0x5555_5555_5555_5555));
        let low = x & x.same(0x3333_3333_3333_3333);
        let x = low.add_bytes(x.shr(2) & x.same(0x3333_3333_3333_3333));
        x.add_bytes(x.shr(4)) & x.same(0x0f0f_0f0f_0f0f_0f0f)
    }

    /// Returns the number of bits set in each lane, as 64-bit numbers.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn count_lanes(self) -> Self {
        let x = self.count_bytes();
        let x = x.add_bytes(x.shr(32));
        let x = x.add_bytes(x.shr(16));
        x.add_bytes(x.shr(8)) & x.same(0xff)
    }

    /// Returns one bit per byte, set if the byte is not zero. The first byte gives the lowest bit.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn nonzero_mask(self) -> u64 {
        let mut lanes = [0u64; 8];
        (!self.empty_bytes() & self.same(FILE_A)).store(&mut lanes[..Self::LANES]);
        // The product brings bit 8 k to bit 56 + k.
        let bits = |lane: u64| lane.wrapping_mul(0x0102_0408_1020_4080) >> 56;
        (0..8).fold(0, |all, j| all | bits(lanes[j]) << (8 * j))
    }

    /// Returns all ones in bytes that have this bit, a constant of 0 to 7, and zeros in others.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn spread_bit(self, bit: u32) -> Self {
        self.same(0).sub_bytes(self.shr(bit) & self.same(FILE_A))
    }

    /// Returns the exclusive or of the squares one file east and one file west, without wraps.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn beside(self) -> Self {
        self.east() ^ self.west()
    }

    /// Returns the exclusive or of the squares two files east and two files west, without wraps.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn two_beside(self) -> Self {
        self.east().east() ^ self.west().west()
    }

    /// Adds to each lane, a number of 64 bits, the eight bytes of the same lane of `bytes`.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn add_sums(self, bytes: Self) -> Self {
        let (mut sums, mut lanes) = ([0u64; 8], [0u64; 8]);
        self.store(&mut sums[..Self::LANES]);
        bytes.store(&mut lanes[..Self::LANES]);
        for (sum, lane) in sums.iter_mut().zip(lanes) {
            // Pairs of bytes do not carry; the product adds the four of them in its top 16 bits.
            let pairs = (lane & 0x00ff_00ff_00ff_00ff) + (lane >> 8 & 0x00ff_00ff_00ff_00ff);
            *sum = sum.wrapping_add(pairs.wrapping_mul(0x0001_0001_0001_0001) >> 48);
        }
        Self::load(self.token(), &sums[..Self::LANES])
    }

    /// Loads the ranks ([`Sliced`](crate::Sliced)) of `8 * LANES` boards; missing ones are empty.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn load_ranks(token: Self::Token, boards: &[u64]) -> [Self; 8] {
        slice(load_natural(token, boards))
    }

    /// Returns the same registers. The compiler must not move the computation or the use of any of
    /// them across this point. Without it the compiler schedules thousands of independent
    /// instructions so early or so late that registers run out (docs/notes/sliced-union-order.md).
    #[cfg_attr(not(unoptimized), inline(always))]
    fn schedule_barrier(registers: [Self; 8]) -> [Self; 8] {
        registers
    }

    /// Returns the union of all lanes.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn union_of_lanes(self) -> u64 {
        let mut lanes = [0; 8];
        self.store(&mut lanes[..Self::LANES]);
        lanes.iter().fold(0, |all, lane| all | lane)
    }
}

/// Non-temporal stores, and the fence that orders them. An instruction set has both or neither.
pub trait NonTemporal<V: Vector>: Sealed {
    /// Stores a vector: by a non-temporal instruction, if the memory is aligned to the vector.
    fn store(vector: V, out: PackWriter<'_, V::Token, true>);

    /// Orders all earlier non-temporal stores of this thread before everything after it.
    fn fence(token: V::Token);
}

/// Ordinary stores, for instruction sets without non-temporal ones.
#[derive(Clone, Copy, Debug)]
pub struct Ordinary;

impl Sealed for Ordinary {}

impl<V: Vector> NonTemporal<V> for Ordinary {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn store(vector: V, out: PackWriter<'_, V::Token, true>) {
        vector.store(out.into_slice());
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn fence(_: V::Token) {}
}

/// Computes [`Vector::flip_anti_diagonal`] by three exchanges: of 4x4 quarters, of 2x2 quarters in
/// those, of squares in those. (Swapping by masks: after Henry S. Warren, Hacker's Delight, 2002.)
#[cfg_attr(not(unoptimized), inline(always))]
pub fn flip_anti_diagonal_by_swaps<V: Vector>(x: V) -> V {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn swap<V: Vector>(x: V, mask: u64, by: u32) -> V {
        let moved = (x ^ x.shr(by)) & x.same(mask);
        x ^ moved ^ moved.shl(by)
    }
    let x = swap(x, 0x0000_0000_0f0f_0f0f, 36);
    let x = swap(x, 0x0000_3333_0000_3333, 18);
    swap(x, 0x0055_0055_0055_0055, 9)
}

/// Returns `boards`, filled up with empty boards, for instruction sets without masked loads.
#[inline(never)]
pub fn padded<const N: usize>(boards: &[u64]) -> [u64; N] {
    let mut all = [0; N];
    for (to, from) in all.iter_mut().zip(boards) {
        *to = *from;
    }
    all
}

/// Returns rank `k` of a board in every byte.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) const fn rank_bytes(board: u64, k: usize) -> u64 {
    (board >> (8 * k) & 0xff) * FILE_A
}

/// [`Vector::list_squares`] in scalar code.
pub fn list_squares(set: u64, (factor, offset): (u16, u16), base: NonZeroU16) -> [NonZeroU16; 32] {
    let mut words = [base; 32];
    for (word, square) in words.iter_mut().zip(Squares(set)) {
        let product = factor.wrapping_mul(square.index() as u16);
        *word |= product.wrapping_add(offset);
    }
    words
}
