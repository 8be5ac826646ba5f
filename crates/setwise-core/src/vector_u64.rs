//! A plain word as a register of one lane.

use crate::isa::Scalar;
use crate::square::{FILE_A, FILE_H};
use crate::vector::{Ordinary, Vector};

/// Moves the four low bytes to the even places.
#[cfg_attr(not(unoptimized), inline(always))]
const fn spread(x: u64) -> u64 {
    let x = x & 0xffff_ffff;
    let x = (x | x << 16) & 0x0000_ffff_0000_ffff;
    (x | x << 8) & 0x00ff_00ff_00ff_00ff
}

impl crate::sealed::Sealed for u64 {}

/// Writes methods of a word, from words and from a number if one follows the semicolon.
macro_rules! word_methods {
    ($(fn $name:ident($x:ident $(, $other:ident)? $(; $number:ident: $type:ty)?) $body:block)+) => {$(
        #[cfg_attr(not(unoptimized), inline(always))]
        fn $name(self $(, $other: u64)? $(, $number: $type)?) -> u64 {
            let $x = self;
            $body
        }
    )+};
}

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

    word_methods! {
        fn shl(x; by: u32) { x << by }
        fn shr(x; by: u32) { x >> by }
        fn shl_each(x, by) { x << (by & 63) }
        fn shr_each(x, by) { x >> (by & 63) }
        fn rotate_each(x, by) { x.rotate_left((by & 63) as u32) }
        // The top bit of every byte is kept out of the carry (or borrow), and corrected afterwards.
        fn add_bytes(x, other) { (x & !FILE_H).wrapping_add(other & !FILE_H) ^ (x ^ other) & FILE_H }
        fn sub_bytes(x, other) { (x | FILE_H).wrapping_sub(other & !FILE_H) ^ (x ^ !other) & FILE_H }
        fn interleave_low(x, other) { spread(x) | spread(other) << 8 }
        fn interleave_high(x, other) { spread(x >> 32) | spread(other >> 32) << 8 }
        fn empty_bytes(x) {
            // Adding 127 carries into the top bit of every byte whose low seven bits are not zero.
            let occupied = (((x & !FILE_H) + !FILE_H) | x) & FILE_H;
            let empty = (occupied ^ FILE_H) >> 7;
            (empty << 8).wrapping_sub(empty)
        }
        fn empty_lanes(x) {
            // One of x and −x has the top bit, unless x is zero.
            ((x | x.wrapping_neg()) >> 63).wrapping_sub(1)
        }
        fn west(x) { x >> 1 & !FILE_H }
        fn east(x) { x << 1 & !FILE_A }
        fn count_lanes(x) { x.count_ones() as u64 }
        fn union_of_lanes(x) { x }
    }
}
