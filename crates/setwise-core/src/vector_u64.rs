//! A plain word as a register of one lane.

use crate::{FILE_A, FILE_H, Ordinary, Scalar, Vector};

/// Moves the four low bytes to the even places.
#[cfg_attr(not(unoptimized), inline(always))]
const fn spread(x: u64) -> u64 {
    let x = x & 0xffff_ffff;
    let x = (x | x << 16) & 0x0000_ffff_0000_ffff;
    (x | x << 8) & 0x00ff_00ff_00ff_00ff
}

impl crate::sealed::Sealed for u64 {}

impl Vector for u64 {
    type Token = Scalar;
    type NonTemporal = Ordinary;
    const LANES: usize = 1;
    const PART: usize = 8;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn token(self) -> Scalar {
        Scalar
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn splat(_: Scalar, board: u64) -> u64 {
        board
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn load(_: Scalar, boards: &[u64]) -> u64 {
        boards.first().copied().unwrap_or(0)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn store(self, boards: &mut [u64]) {
        if let Some(first) = boards.first_mut() {
            *first = self;
        }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn shl(self, by: u32) -> u64 {
        self << by
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn shr(self, by: u32) -> u64 {
        self >> by
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn shl_each(self, by: u64) -> u64 {
        self << (by & 63)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn shr_each(self, by: u64) -> u64 {
        self >> (by & 63)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn rotate_each(self, by: u64) -> u64 {
        self.rotate_left((by & 63) as u32)
    }

    // The top bit of every byte is kept out of the carry (or borrow), and corrected afterwards.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn add_bytes(self, other: u64) -> u64 {
        (self & !FILE_H).wrapping_add(other & !FILE_H) ^ (self ^ other) & FILE_H
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn sub_bytes(self, other: u64) -> u64 {
        (self | FILE_H).wrapping_sub(other & !FILE_H) ^ (self ^ !other) & FILE_H
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn interleave_low(self, other: u64) -> u64 {
        spread(self) | spread(other) << 8
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn interleave_high(self, other: u64) -> u64 {
        spread(self >> 32) | spread(other >> 32) << 8
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn empty_bytes(self) -> u64 {
        // Adding 127 carries into the top bit of every byte whose low seven bits are not all zero.
        let occupied = (((self & !FILE_H) + !FILE_H) | self) & FILE_H;
        let empty = (occupied ^ FILE_H) >> 7;
        (empty << 8).wrapping_sub(empty)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn empty_lanes(self) -> u64 {
        // One of x and −x has the top bit, unless x is zero.
        ((self | self.wrapping_neg()) >> 63).wrapping_sub(1)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn west(self) -> u64 {
        self >> 1 & !FILE_H
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn east(self) -> u64 {
        self << 1 & !FILE_A
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn count_lanes(self) -> u64 {
        self.count_ones() as u64
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn union_of_lanes(self) -> u64 {
        self
    }
}
