//! [`Boards`] in some layout, [`Lanes`] of a register, a [`Pack`] that knows chess, and what goes with them.

use crate::sliced::{load_natural, slice};
use crate::{Bytes, Destination, Direction, FILE_A, FILE_H, Isa, KnightDirection, Uncached};
use core::ops::{BitAnd, BitOr, BitXor, Not};

/// A value that holds [`COUNT`](Self::COUNT) boards, in whatever layout. Sets are combined with `& | ^ !`,
/// all boards at once.
///
/// Every constructor takes a [`Proof`](Self::Proof) that the host has the instructions: a value therefore
/// *is* such a proof, and its methods are safe.
///
/// Loading and storing are total: of a slice that is too long the first `COUNT` boards count, and what is
/// missing from one that is too short is read as empty and not written.
pub trait Boards:
    Copy
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Send
    + Sync
    + 'static
{
    /// The zero-sized token of the instruction set.
    type Proof: Isa;
    /// How many boards.
    const COUNT: usize;

    /// The proof that this value is.
    fn proof(self) -> Self::Proof;

    /// Every board the same.
    fn splat(proof: Self::Proof, board: u64) -> Self;

    /// The first `COUNT` boards of a slice; missing ones are empty.
    fn load(proof: Self::Proof, boards: &[u64]) -> Self;

    /// Writes the boards to the front of a slice, as far as it goes.
    fn store(self, boards: &mut [u64]);

    /// `store` past the caches, where the instruction set can and the slice is aligned to its register. What orders such stores is
    /// the [`fence`](Isa::fence) of the proof and nothing else.
    #[inline(always)]
    fn stream(self, boards: Uncached<'_, Self::Proof>) {
        self.store(boards.into_slice());
    }

    /// The union of three slices, board by board: cheaper than three loads where loading changes the layout.
    #[inline(always)]
    fn load_union(proof: Self::Proof, a: &[u64], b: &[u64], c: &[u64]) -> Self {
        Self::load(proof, a) | Self::load(proof, b) | Self::load(proof, c)
    }

    /// The registers as they are, without a change of layout: what [`store_packed`](Self::store_packed) wrote.
    #[inline(always)]
    fn load_packed(proof: Self::Proof, words: &[u64]) -> Self {
        Self::load(proof, words)
    }

    /// Writes the registers as they are, `COUNT` words. Which word belongs to which board depends on the type.
    #[inline(always)]
    fn store_packed(self, words: &mut [u64]) {
        self.store(words);
    }

    /// A constant next to a value at hand.
    #[inline(always)]
    fn same(self, board: u64) -> Self {
        Self::splat(self.proof(), board)
    }
}

/// A register: what an instruction set has to offer. A board is a 64-bit lane, a rank is a byte of it.
///
/// The provided methods are the portable form; an instruction set overrides what it does better.
pub trait Lanes: Bytes {
    /// How many registers there are.
    const REGISTERS: usize = 16;
    /// Is [`mirror`](Self::mirror) one instruction?
    const MIRROR: bool = false;
    /// Is [`antitranspose`](Self::antitranspose) one instruction?
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

    /// Orders whatever was streamed with this proof ([`Boards::stream`]) before everything after it.
    #[inline(always)]
    fn fence(_: Self::Proof) {}

    /// Begins to bring what will be read later into the nearest cache, where there is an instruction for that.
    #[inline(always)]
    fn prefetch<T>(_: Self::Proof, _: &T) {}

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

    /// [`store`](Boards::store) for somebody who reads the boards one by one right after: only from the lower half of a
    /// 512-bit store do Intel's CPUs forward single boards without delay.
    #[inline(always)]
    fn store_to_read(self, boards: &mut [u64]) {
        self.store(boards);
    }

    /// The same value, about which the compiler forgets what it knows: what is computed from a constant stays
    /// a computation, instead of becoming another constant to load.
    #[inline(always)]
    fn opaque(self) -> Self {
        self
    }

    /// The bits of every byte reversed: files a-h become h-a.
    #[inline(always)]
    fn mirror(self) -> Self {
        #[inline(always)]
        fn swap<L: Lanes>(x: L, mask: u64, by: u32) -> L {
            (x.shr(by) & x.same(mask)) | (x & x.same(mask)).shl(by)
        }
        let x = swap(self, 0x5555_5555_5555_5555, 1);
        let x = swap(x, 0x3333_3333_3333_3333, 2);
        swap(x, 0x0f0f_0f0f_0f0f_0f0f, 4)
    }

    /// The bit matrix reflected at the a8-h1 diagonal: rank r, file f goes to rank 7 − f, file 7 − r. Its own
    /// inverse.
    #[inline(always)]
    fn antitranspose(self) -> Self {
        antitranspose_by_swaps(self)
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
    fn occupied_bytes(self) -> u64 {
        let mut lanes = [0u64; 8];
        (!self.empty_bytes() & self.same(FILE_A)).store(&mut lanes[..Self::COUNT]);
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
        self.store(&mut sums[..Self::COUNT]);
        bytes.store(&mut lanes[..Self::COUNT]);
        for (sum, lane) in sums.iter_mut().zip(lanes) {
            // Pairs of bytes do not carry; the product adds the four of them in its top 16 bits.
            let pairs = (lane & 0x00ff_00ff_00ff_00ff) + (lane >> 8 & 0x00ff_00ff_00ff_00ff);
            *sum = sum.wrapping_add(pairs.wrapping_mul(0x0001_0001_0001_0001) >> 48);
        }
        Self::load(self.proof(), &sums[..Self::COUNT])
    }

    /// Eight registers of ranks ([`Sliced`](crate::Sliced)), from `8 * COUNT` boards of a slice; missing ones are
    /// empty.
    #[inline(always)]
    fn load_ranks(proof: Self::Proof, boards: &[u64]) -> [Self; 8] {
        slice(load_natural(proof, boards))
    }

    /// The same registers, at a point across which the compiler is to move nothing that makes or uses them. Where
    /// thousands of instructions do not depend on each other, it does so much ahead, or so late, that registers run out.
    #[inline(always)]
    fn settle(registers: [Self; 8]) -> [Self; 8] {
        registers
    }

    /// The union of all lanes.
    #[inline(always)]
    fn union_of_lanes(self) -> u64 {
        let mut lanes = [0; 8];
        self.store(&mut lanes[..Self::COUNT]);
        lanes.iter().fold(0, |all, lane| all | lane)
    }
}

/// [`Lanes::antitranspose`] by three exchanges: of the 4x4 quarters, of the 2x2 quarters of those, of the
/// single squares of those. (Swapping by masks: after Henry S. Warren, Hacker's Delight, 2002.)
#[inline(always)]
pub fn antitranspose_by_swaps<L: Lanes>(x: L) -> L {
    #[inline(always)]
    fn swap<L: Lanes>(x: L, mask: u64, by: u32) -> L {
        let moved = (x ^ x.shr(by)) & x.same(mask);
        x ^ moved ^ moved.shl(by)
    }
    let x = swap(x, 0x0000_0000_0f0f_0f0f, 36);
    let x = swap(x, 0x0000_3333_0000_3333, 18);
    swap(x, 0x0055_0055_0055_0055, 9)
}

/// Numbers, one per board of a pack.
pub trait Counts: Copy {
    /// Board by board, modulo 256.
    fn plus(self, other: Self) -> Self;
    /// One number per board, in the order of the boards, as far as the slice goes. At most 255 each.
    fn store(self, counts: &mut [u8]);
}

/// Boards that know chess: what an algorithm may use.
///
/// Directions are given as constants wherever speed matters: they fold away.
pub trait Pack: Boards {
    /// A pack of the same instruction set with fewer boards, for what is left over.
    type Narrow: Pack<Proof = Self::Proof>;
    /// Numbers, one per board.
    type Counts: Counts;
    /// From how many boards on one pack that is partly empty beats several narrow ones.
    const WORTH: usize;

    /// Every square one step on; what would leave the board is dropped.
    fn step(self, direction: Direction) -> Self;

    /// Every square one knight's jump on; what would leave the board is dropped.
    #[inline(always)]
    fn jump(self, direction: KnightDirection) -> Self {
        let [straight, slant] = match direction {
            KnightDirection::NorthNorthEast => [Direction::North, Direction::NorthEast],
            KnightDirection::EastNorthEast => [Direction::East, Direction::NorthEast],
            KnightDirection::EastSouthEast => [Direction::East, Direction::SouthEast],
            KnightDirection::SouthSouthEast => [Direction::South, Direction::SouthEast],
            KnightDirection::SouthSouthWest => [Direction::South, Direction::SouthWest],
            KnightDirection::WestSouthWest => [Direction::West, Direction::SouthWest],
            KnightDirection::WestNorthWest => [Direction::West, Direction::NorthWest],
            KnightDirection::NorthNorthWest => [Direction::North, Direction::NorthWest],
        };
        self.step(straight).step(slant)
    }

    /// The squares that the generators `self` reach over `propagators` in one direction; generators
    /// included, blockers not.
    fn occluded_fill(self, propagators: Self, direction: Direction) -> Self;

    /// The members of `self` and all squares beyond them in one direction.
    fn fill(self, direction: Direction) -> Self;

    /// The squares attacked by the sliders `self` in one direction: first blockers included, nothing beyond.
    /// `occupied` must contain the sliders.
    fn attacks(self, occupied: Self, direction: Direction) -> Self;

    /// All ones in every board that is empty, nothing in the others.
    fn empty(self) -> Self;

    /// The number of squares in each board.
    fn count(self) -> Self::Counts;

    /// [`attacks`](Self::attacks) in the four orthogonal directions together.
    fn orthogonal_attacks(self, occupied: Self) -> Self;

    /// [`attacks`](Self::attacks) of `sliders` in the four diagonal directions, added to `self`: adding as
    /// they arise keeps fewer values alive than a union at the end.
    fn or_diagonal_attacks(self, sliders: Self, occupied: Self) -> Self;

    /// Reads one pack of positions and writes the union of all directions. `occupied` must contain the sliders.
    #[inline(always)]
    fn store_attacks<D: Destination<Self::Proof>>(
        proof: Self::Proof,
        orthogonal: &[u64],
        diagonal: &[u64],
        occupied: Occupied<'_>,
        out: D,
    ) {
        // In this order few registers are alive at a time: the diagonal sliders are not loaded before they are
        // needed.
        let occupied: Self = occupied.load(proof);
        let attacks = Self::load(proof, orthogonal).orthogonal_attacks(occupied);
        let attacks = attacks.or_diagonal_attacks(Self::load(proof, diagonal), occupied);
        out.put(attacks);
    }

    /// Reads one pack of positions and writes each direction to its own destination (clockwise from
    /// north). `occupied` must contain the sliders.
    fn store_rays<D: Destination<Self::Proof>>(
        proof: Self::Proof,
        orthogonal: &[u64],
        diagonal: &[u64],
        occupied: Occupied<'_>,
        out: [D; 8],
    );
}

/// The occupied squares of some positions as the union of three slices (all men, and the sliders again,
/// which a caller may have left out).
#[derive(Clone, Copy, Debug)]
pub struct Occupied<'a>(pub &'a [u64], pub &'a [u64], pub &'a [u64]);

impl Occupied<'_> {
    /// The union of the three, board by board.
    #[inline(always)]
    pub fn load<B: Boards>(self, proof: B::Proof) -> B {
        B::load_union(proof, self.0, self.1, self.2)
    }

    /// `COUNT` boards from `at` on.
    #[inline(always)]
    pub(crate) fn load_at<B: Boards>(self, proof: B::Proof, at: usize) -> B {
        B::load_union(proof, tail(self.0, at), tail(self.1, at), tail(self.2, at))
    }
}

/// What follows position `at`; nothing if the slice ends before, but nothing *at its end*: a masked load from an
/// address that is not mapped, as that of `&[]`, costs a hundred cycles, even if the mask is empty.
#[inline(always)]
pub(crate) fn tail(boards: &[u64], at: usize) -> &[u64] {
    boards.split_at(at.min(boards.len())).1
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

/// A computation that does not know how many boards it handles at once: an instruction set runs it with the
/// [`Pack`] that suits.
///
/// # Speed
/// Mark `run`, and every generic helper that it calls, `#[inline(always)]`: what is not inlined into the
/// function with the instruction set's features is compiled without them, and runs 30 to 100 times slower.
/// The same happens to closures that are called in several places and to `array::map` over packs; write
/// loops over directions out.
pub trait Task {
    /// What the computation returns.
    type Output;

    /// How many boards there are: decides between wide and narrow packs.
    #[inline(always)]
    fn boards(&self) -> usize {
        usize::MAX
    }

    /// Does it, with packs of type `P`.
    fn run<P: Pack>(&mut self, proof: P::Proof) -> Self::Output;
}

/// Rank `k` of a board in every byte.
#[inline(always)]
pub(crate) const fn rank_bytes(board: u64, k: usize) -> u64 {
    (board >> (8 * k) & 0xff) * FILE_A
}
