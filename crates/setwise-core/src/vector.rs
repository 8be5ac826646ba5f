//! [`Vector`]: what an instruction set offers.

use crate::sliced::{load_natural, slice};
use crate::{FILE_A, FILE_H, Isa, Writer};
use core::ops::{BitAnd, BitOr, BitXor, Not};

/// A vector register of [`LANES`](Self::LANES) lanes of 64 bits. A lane is a board; a byte of a lane is a rank. Byte `8 j + k` of
/// the register is rank k of lane j; a register has at most 64 bytes.
///
/// Every constructor takes a [`Token`](Self::Token), which proves that the CPU has the instructions. A value exists only where its
/// token existed, so its methods are safe.
///
/// Loads and stores accept slices of any length. Of a longer slice they use the first `LANES` boards; missing boards are read
/// as empty and are not written.
///
/// The provided methods are portable. An instruction set overrides those that it does better.
pub trait Vector:
    Copy
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
    /// How many registers there are.
    const REGISTERS: usize = 16;
    /// Is [`reverse_bits_in_bytes`](Self::reverse_bits_in_bytes) one instruction?
    const MIRROR: bool = false;
    /// Is [`flip_anti_diagonal`](Self::flip_anti_diagonal) one instruction?
    const MATRIX: bool = false;
    /// Is [`shift_each`](Self::shift_each) one instruction?
    const SIGNED: bool = false;
    /// Is [`complement_west`](Self::complement_west) quicker than [`west`](Self::west)?
    const COMPLEMENT_WEST: bool = false;
    /// Is [`load_ranks`](Self::load_ranks) more than loads and interleaving? Then boards had better be read only
    /// that way.
    const RANKS: bool = false;
    /// How many bytes the interleaving operations work within: 16, or 8 for a plain word.
    const PART: usize = 16;

    /// Is [`shuffle_bytes`](Self::shuffle_bytes) a few instructions?
    const FAST_SHUFFLE: bool = false;

    /// Returns the token that proves the required CPU features.
    fn token(self) -> Self::Token;

    /// Broadcasts `board` to every lane.
    fn splat(token: Self::Token, board: u64) -> Self;

    /// Loads the first `LANES` boards of a slice; missing boards are empty.
    fn load(token: Self::Token, boards: &[u64]) -> Self;

    /// Stores the lanes to the front of a slice, as far as the slice goes.
    fn store(self, boards: &mut [u64]);

    /// Broadcasts `board`, reusing the token of `self`.
    #[inline(always)]
    fn same(self, board: u64) -> Self {
        Self::splat(self.token(), board)
    }

    /// Begins to bring what will be read later into the nearest cache, where there is an instruction for that.
    #[inline(always)]
    fn prefetch<T>(_: Self::Token, _: &T) {}

    /// The first `8 * LANES` bytes of a slice; missing ones are zero.
    #[inline(always)]
    fn load_bytes(token: Self::Token, bytes: &[u8]) -> Self {
        let mut words = [0; 8];
        for (word, eight) in words.iter_mut().zip(bytes.chunks(8)) {
            for (k, &byte) in eight.iter().enumerate() {
                *word |= u64::from(byte) << (8 * k);
            }
        }
        Self::load(token, &words[..Self::LANES])
    }

    /// All bytes, in front of an array; what is behind them is zero.
    #[inline(always)]
    fn to_bytes(self) -> [u8; 64] {
        let mut words = [0; 8];
        self.store(&mut words[..Self::LANES]);
        let mut bytes = [0; 64];
        for (eight, word) in bytes.chunks_exact_mut(8).zip(words) {
            eight.copy_from_slice(&word.to_le_bytes());
        }
        bytes
    }

    /// Byte i of the result is that byte of `self` whose number is byte i of `at`, modulo the number of bytes. By
    /// reference, as what is picked from often lies in memory, and AVX2 had better load its halves from there.
    #[inline(always)]
    fn shuffle_bytes(&self, at: Self) -> Self {
        let (from, at) = (self.to_bytes(), at.to_bytes());
        let mut picked = [0; 64];
        for i in 0..8 * Self::LANES {
            picked[i] = from[at[i] as usize % (8 * Self::LANES)];
        }
        Self::load_bytes(self.token(), &picked)
    }

    /// Writes those bytes whose bit is set in `chosen`, without gaps. The slice must have room for all bytes
    /// of the register, chosen or not, else nothing is written; what is behind the chosen ones is unspecified then.
    #[inline(always)]
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

    /// Every lane shifted to the left (towards h8), zeros coming in. `by` is to be a constant below 64.
    fn shl(self, by: u32) -> Self;
    /// Every lane shifted to the right (towards a1), zeros coming in. `by` is to be a constant below 64.
    fn shr(self, by: u32) -> Self;
    /// Every lane shifted to the left by the number in the same lane of `by`, each below 64.
    fn shl_each(self, by: Self) -> Self;
    /// Every lane shifted to the right by the number in the same lane of `by`, each below 64.
    fn shr_each(self, by: Self) -> Self;
    /// Bytes as numbers, modulo 256.
    fn add_bytes(self, other: Self) -> Self;
    /// Bytes as numbers, modulo 256.
    fn sub_bytes(self, other: Self) -> Self;
    /// The low half of each [`PART`](Self::PART) of both, bytes in turn: `self`'s first.
    fn interleave_low(self, other: Self) -> Self;
    /// The high half of each [`PART`](Self::PART) of both, bytes in turn: `self`'s first.
    fn interleave_high(self, other: Self) -> Self;
    /// All ones in the bytes that are zero, nothing in the others.
    fn empty_bytes(self) -> Self;
    /// All ones in the lanes that are zero, nothing in the others.
    fn empty_lanes(self) -> Self;

    /// Every lane shifted to the left by the number in the same lane of `by`, or to the right by its negative
    /// (two's complement), each above −64 and below 64. Only the lowest byte and the sign of a number count.
    #[inline(always)]
    fn shift_each(self, by: Self) -> Self {
        let six_bits = self.same(63);
        let to_left = (by & self.same(1 << 63)).empty_lanes();
        let left = self.shl_each(by & six_bits) & to_left;
        left.or_and_not(
            self.shr_each(self.same(0).sub_bytes(by) & six_bits),
            to_left,
        )
    }

    /// Every lane rotated to the left by the number in the same lane of `by`, each modulo 64 and at most 255.
    #[inline(always)]
    fn rotate_each(self, by: Self) -> Self {
        // The numbers lie in the lowest byte of each lane.
        let below_64 = self.same(63);
        let back = self.same(0).sub_bytes(by) & below_64;
        self.shl_each(by & below_64) | self.shr_each(back)
    }

    /// [`store`](Self::store) for somebody who reads the boards one by one right after: only from the lower half of a
    /// 512-bit store do Intel's CPUs forward single boards without delay.
    #[inline(always)]
    fn store_to_read(self, boards: &mut [u64]) {
        self.store(boards);
    }

    /// The same value, about which the compiler forgets what it knows: what is computed from a constant stays
    /// a computation, instead of becoming another constant to load.
    #[inline(always)]
    fn black_box(self) -> Self {
        self
    }

    /// The bits of every byte reversed: files a-h become h-a.
    #[inline(always)]
    fn reverse_bits_in_bytes(self) -> Self {
        #[inline(always)]
        fn swap<V: Vector>(x: V, mask: u64, by: u32) -> V {
            (x.shr(by) & x.same(mask)) | (x & x.same(mask)).shl(by)
        }
        let x = swap(self, 0x5555_5555_5555_5555, 1);
        let x = swap(x, 0x3333_3333_3333_3333, 2);
        swap(x, 0x0f0f_0f0f_0f0f_0f0f, 4)
    }

    /// The bit matrix reflected at the a8-h1 diagonal: rank r, file f goes to rank 7 − f, file 7 − r. Its own
    /// inverse.
    #[inline(always)]
    fn flip_anti_diagonal(self) -> Self {
        flip_anti_diagonal_by_swaps(self)
    }

    /// Every rank one file east, without wrap.
    #[inline(always)]
    fn east(self) -> Self {
        self.add_bytes(self)
    }

    /// Every rank one file west, without wrap.
    #[inline(always)]
    fn west(self) -> Self {
        self.shr(1) & self.same(!FILE_H)
    }

    /// `!(!self).west()`: the complement of a set one file west, from the complement of the set. As a number the complement n of
    /// a byte becomes 128 + n / 2, which is its average with 255, rounded up: one instruction where there are no shifts of bytes.
    /// (Found for this project, 2026.)
    #[inline(always)]
    fn complement_west(self) -> Self {
        !(!self).west()
    }

    // The three-input operations are named, because the compiler reassociates plain chains of unions and then
    // keeps more values alive than there are registers.

    /// `self | a | b`
    #[inline(always)]
    fn or3(self, a: Self, b: Self) -> Self {
        self | a | b
    }

    /// `self | a | !b`
    #[inline(always)]
    fn or_or_not(self, a: Self, b: Self) -> Self {
        self | a | !b
    }

    /// `self | (a & b)`
    #[inline(always)]
    fn or_and(self, a: Self, b: Self) -> Self {
        self | (a & b)
    }

    /// `self | (a & !b)`
    #[inline(always)]
    fn or_and_not(self, a: Self, b: Self) -> Self {
        self | (a & !b)
    }

    /// `self | (a & mask)` for a `self` that has nothing within `mask`; else unspecified. It is also a selection
    /// then, which is what some instruction sets do in one instruction.
    #[inline(always)]
    fn insert(self, a: Self, mask: Self) -> Self {
        self.or_and(a, mask)
    }

    /// `self | (a & !mask)` for a `self` that lies within `mask`; else unspecified. It is also a selection then,
    /// which is what some instruction sets do in one instruction.
    #[inline(always)]
    fn insert_outside(self, a: Self, mask: Self) -> Self {
        self.or_and_not(a, mask)
    }

    /// [`insert_outside`](Self::insert_outside) for an `a` that is needed once more.
    #[inline(always)]
    fn insert_outside_keeping(self, a: Self, mask: Self) -> Self {
        self.insert_outside(a, mask)
    }

    /// `(self ^ a) | (self ^ b)`: where the three are not all the same.
    #[inline(always)]
    fn differs(self, a: Self, b: Self) -> Self {
        (self ^ a) | (self ^ b)
    }

    /// Bits set in each byte, as bytes.
    #[inline(always)]
    fn count_bytes(self) -> Self {
        let x = self.sub_bytes(self.shr(1) & self.same(0x5555_5555_5555_5555));
        let low = x & x.same(0x3333_3333_3333_3333);
        let x = low.add_bytes(x.shr(2) & x.same(0x3333_3333_3333_3333));
        x.add_bytes(x.shr(4)) & x.same(0x0f0f_0f0f_0f0f_0f0f)
    }

    /// Bits set in each lane, as 64-bit numbers.
    #[inline(always)]
    fn count_lanes(self) -> Self {
        let x = self.count_bytes();
        let x = x.add_bytes(x.shr(32));
        let x = x.add_bytes(x.shr(16));
        x.add_bytes(x.shr(8)) & x.same(0xff)
    }

    /// One bit per byte, the first byte's lowest: is it not zero?
    #[inline(always)]
    fn nonzero_mask(self) -> u64 {
        let mut lanes = [0u64; 8];
        (!self.empty_bytes() & self.same(FILE_A)).store(&mut lanes[..Self::LANES]);
        // The product brings bit 8 k to bit 56 + k.
        let bits = |lane: u64| lane.wrapping_mul(0x0102_0408_1020_4080) >> 56;
        (0..8).fold(0, |all, j| all | bits(lanes[j]) << (8 * j))
    }

    /// All ones in the bytes that have this bit (0 to 7, to be a constant), nothing in the others.
    #[inline(always)]
    fn spread_bit(self, bit: u32) -> Self {
        self.same(0).sub_bytes(self.shr(bit) & self.same(FILE_A))
    }

    /// Every square of a rank one file east and one west, without wrap; squares that are reached from both sides
    /// are left out.
    #[inline(always)]
    fn beside(self) -> Self {
        self.east() ^ self.west()
    }

    /// Every square of a rank two files east and two west, without wrap; squares that are reached from both sides
    /// are left out.
    #[inline(always)]
    fn two_beside(self) -> Self {
        self.east().east() ^ self.west().west()
    }

    /// The lanes as numbers of 64 bits, to each of which the eight bytes of the same lane of `bytes` are added.
    #[inline(always)]
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

    /// Eight registers of ranks ([`Sliced`](crate::Sliced)), from `8 * LANES` boards of a slice; missing ones are
    /// empty.
    #[inline(always)]
    fn load_ranks(token: Self::Token, boards: &[u64]) -> [Self; 8] {
        slice(load_natural(token, boards))
    }

    /// The same registers, at a point across which the compiler is to move nothing that makes or uses them. Where
    /// thousands of instructions do not depend on each other, it does so much ahead, or so late, that registers run out.
    #[inline(always)]
    fn schedule_barrier(registers: [Self; 8]) -> [Self; 8] {
        registers
    }

    /// The union of all lanes.
    #[inline(always)]
    fn union_of_lanes(self) -> u64 {
        let mut lanes = [0; 8];
        self.store(&mut lanes[..Self::LANES]);
        lanes.iter().fold(0, |all, lane| all | lane)
    }
}

/// Non-temporal stores and the fence that orders them: an instruction set has both or neither.
pub trait NonTemporal<V: Vector> {
    /// Stores a vector with a non-temporal instruction if the memory is aligned to it, else with an ordinary one.
    fn store(vector: V, out: Writer<'_, V::Token, true>);

    /// Orders all earlier non-temporal stores of this thread before everything after it.
    fn fence(token: V::Token);
}

/// Ordinary stores, for instruction sets without non-temporal ones.
#[derive(Clone, Copy, Debug)]
pub struct Ordinary;

impl<V: Vector> NonTemporal<V> for Ordinary {
    #[inline(always)]
    fn store(vector: V, out: Writer<'_, V::Token, true>) {
        vector.store(out.into_slice());
    }

    #[inline(always)]
    fn fence(_: V::Token) {}
}

/// [`Vector::flip_anti_diagonal`] by three exchanges: of the 4x4 quarters, of the 2x2 quarters of those, of the
/// single squares of those. (Swapping by masks: after Henry S. Warren, Hacker's Delight, 2002.)
#[inline(always)]
pub fn flip_anti_diagonal_by_swaps<V: Vector>(x: V) -> V {
    #[inline(always)]
    fn swap<V: Vector>(x: V, mask: u64, by: u32) -> V {
        let moved = (x ^ x.shr(by)) & x.same(mask);
        x ^ moved ^ moved.shl(by)
    }
    let x = swap(x, 0x0000_0000_0f0f_0f0f, 36);
    let x = swap(x, 0x0000_3333_0000_3333, 18);
    swap(x, 0x0055_0055_0055_0055, 9)
}

/// `boards` filled up with empty boards, for instruction sets without masked loads.
#[inline(never)]
pub fn padded<const N: usize>(boards: &[u64]) -> [u64; N] {
    let mut all = [0; N];
    for (to, from) in all.iter_mut().zip(boards) {
        *to = *from;
    }
    all
}

/// Rank `k` of a board in every byte.
#[inline(always)]
pub(crate) const fn rank_bytes(board: u64, k: usize) -> u64 {
    (board >> (8 * k) & 0xff) * FILE_A
}
