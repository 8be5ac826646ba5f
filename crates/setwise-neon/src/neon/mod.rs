//! 128-bit vectors, with and without SHA3.
//!
//! Memory is accessed through references to arrays of the size of the access.

#[cfg(target_endian = "little")]
mod bytes;
#[cfg(target_endian = "little")]
mod half_board;

#[cfg(target_endian = "little")]
pub use half_board::QuadPair;

use crate::tokens::{Neon, NeonSha3};
use core::arch::aarch64::*;
use core::arch::asm;
use setwise_core::{Isa, Ordinary, Vector, padded, register_methods, two_levels};

two_levels! {
    /// An instruction set that computes in 128 bits.
    QuadLevel of Neon and NeonSha3,
    /// Returns the token that proves SHA3, for a level that has it.
    sha3
}

/// Two boards in a quadword register, and their token.
#[derive(Clone, Copy, Debug)]
pub struct Quad<T>(uint8x16_t, T);

/// Returns the lanes of a register.
#[inline]
#[target_feature(enable = "neon")]
fn lanes(x: uint8x16_t) -> uint64x2_t {
    vreinterpretq_u64_u8(x)
}

/// Returns the register with these lanes.
#[inline]
#[target_feature(enable = "neon")]
fn of_lanes(lanes: uint64x2_t) -> uint8x16_t {
    vreinterpretq_u8_u64(lanes)
}

/// Shifts each lane to the left, or to the right if the number is negative.
#[inline]
#[target_feature(enable = "neon")]
fn shift(x: uint8x16_t, by: int64x2_t) -> uint8x16_t {
    of_lanes(vshlq_u64(lanes(x), by))
}

setwise_core::operators! { [T: QuadLevel] Quad<T>,
    BitAnd { register_methods! { Neon, uint8x16_t, fn bitand(a, b) { vandq_u8(a, b) } } }
    BitOr { register_methods! { Neon, uint8x16_t, fn bitor(a, b) { vorrq_u8(a, b) } } }
    BitXor { register_methods! { Neon, uint8x16_t, fn bitxor(a, b) { veorq_u8(a, b) } } }
    Not { register_methods! { Neon, uint8x16_t, fn not(x) { vmvnq_u8(x) } } }
}

#[cfg(target_endian = "big")]
setwise_core::portable_byte_vector!(Quad<T>, T: QuadLevel);

impl<T: QuadLevel> setwise_core::internal::Sealed for Quad<T> {}

impl<T: QuadLevel> Vector for Quad<T>
where
    T: Isa<Register = Self>,
{
    type Token = T;
    type NonTemporal = Ordinary;
    const LANES: usize = 2;
    const REGISTERS: usize = 32;
    const FAST_BIT_REVERSAL: bool = true;
    const FAST_SHIFT_EACH: bool = true;
    const FAST_LOAD_RANKS: bool = cfg!(target_endian = "little");
    const FAST_SHUFFLE: bool = cfg!(target_endian = "little");

    #[cfg_attr(not(unoptimized), inline(always))]
    fn token(self) -> T {
        self.1
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn splat(token: T, board: u64) -> Self {
        let lanes =
            Neon!(token, fn(board: u64 = board) -> uint8x16_t { of_lanes(vdupq_n_u64(board)) });
        Self(lanes, token)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn load(token: T, boards: &[u64]) -> Self {
        let short;
        let all = match boards.first_chunk::<2>() {
            Some(all) => all,
            None => {
                short = padded::<2>(boards);
                &short
            }
        };
        // SAFETY: the token proves NEON; the array holds 16 bytes.
        let lanes = unsafe { vreinterpretq_u8_u64(vld1q_u64(all.as_ptr())) };
        Self(lanes, token)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn store(self, boards: &mut [u64]) {
        if let Some(all) = boards.first_chunk_mut::<2>() {
            // SAFETY: `self` proves NEON; the array holds 16 bytes.
            unsafe { vst1q_u64(all.as_mut_ptr(), vreinterpretq_u64_u8(self.0)) }
        } else if let Some(first) = boards.first_mut() {
            *first =
                Neon!(self.1, fn(x: uint8x16_t = self.0) -> u64 { vgetq_lane_u64::<0>(lanes(x)) });
        }
    }

    #[cfg(target_endian = "little")]
    #[cfg_attr(not(unoptimized), inline(always))]
    fn load_bytes(token: T, bytes: &[u8]) -> Self {
        let mut padded = [0; 16];
        let all = match bytes.first_chunk::<16>() {
            Some(all) => all,
            None => {
                padded[..bytes.len()].copy_from_slice(bytes);
                &padded
            }
        };
        // SAFETY: the token proves NEON; the array holds 16 bytes.
        Self(unsafe { vld1q_u8(all.as_ptr()) }, token)
    }

    #[cfg(target_endian = "little")]
    #[cfg_attr(not(unoptimized), inline(always))]
    fn shuffle_bytes(&self, at: Self) -> Self {
        let shuffled = Neon!(
            self.1,
            fn(x: uint8x16_t = self.0, at: uint8x16_t = at.0) -> uint8x16_t {
                vqtbl1q_u8(x, vandq_u8(at, vdupq_n_u8(15)))
            }
        );
        Self(shuffled, self.1)
    }

    register_methods! { Neon, uint8x16_t,
        fn shl(x; by: u32) { shift(x, vdupq_n_s64(by as i64)) }
        fn shr(x; by: u32) { shift(x, vdupq_n_s64(-(by as i64))) }
        fn shl_each(x, by) { shift(x, vreinterpretq_s64_u8(by)) }
        fn shr_each(x, by) { shift(x, vnegq_s64(vreinterpretq_s64_u8(by))) }
        fn shift_each(x, by) { shift(x, vreinterpretq_s64_u8(by)) }
        fn add_bytes(a, b) { vaddq_u8(a, b) }
        fn sub_bytes(a, b) { vsubq_u8(a, b) }
        fn interleave_low(a, b) { vzip1q_u8(a, b) }
        fn interleave_high(a, b) { vzip2q_u8(a, b) }
        fn empty_bytes(x) { vceqzq_u8(x) }
        fn empty_lanes(x) { of_lanes(vceqzq_u64(lanes(x))) }
        fn reverse_bits_in_bytes(x) { vrbitq_u8(x) }
        fn west(x) { vshrq_n_u8::<1>(x) }
        fn insert(x, a, mask) { vbslq_u8(mask, a, x) }
        fn count_bytes(x) { vcntq_u8(x) }
        fn union_of_lanes(x) -> u64 { vgetq_lane_u64::<0>(lanes(x)) | vgetq_lane_u64::<1>(lanes(x)) }
        fn count_lanes(x) { of_lanes(vpaddlq_u32(vpaddlq_u16(vpaddlq_u8(vcntq_u8(x))))) }

        /// In assembly, because the compiler chooses among the three forms of the instruction so
        /// late that it must copy a register for most of them.
        fn insert_outside(x, a, mask) {
            let mut result = a;
            // SAFETY: the function is compiled for NEON. The instruction only computes with these
            // registers.
            unsafe {
                asm!(
                    "bit {result:v}.16b, {x:v}.16b, {mask:v}.16b",
                    result = inout(vreg) result, x = in(vreg) x, mask = in(vreg) mask,
                    options(pure, nomem, nostack, preserves_flags),
                );
            }
            result
        }
    }

    /// Uses BCAX, which does not overwrite `a` as BIT does (docs/notes/kernel-bounds.md).
    #[cfg_attr(not(unoptimized), inline(always))]
    fn insert_outside_keeping(self, a: Self, mask: Self) -> Self {
        let Some(sha3) = self.1.sha3() else {
            return self.insert_outside(a, mask);
        };
        let result = NeonSha3!(
            sha3,
            fn(x: uint8x16_t = self.0, a: uint8x16_t = a.0, mask: uint8x16_t = mask.0) -> uint8x16_t {
                vbcaxq_u8(x, a, mask)
            }
        );
        Self(result, self.1)
    }

    /// Loads by LD4, which does two of the three rounds of interleaving that the layout needs, if
    /// the bytes of a board in memory go from the first rank to the last.
    #[cfg(target_endian = "little")]
    #[cfg_attr(not(unoptimized), inline(always))]
    fn load_ranks(token: T, boards: &[u64]) -> [Self; 8] {
        let short;
        let all = match boards.first_chunk::<16>() {
            Some(all) => all,
            None => {
                short = padded::<16>(boards);
                &short
            }
        };
        let [a, b] = [&all[..8], &all[8..]];
        // SAFETY: the token proves NEON; each half of the array holds 64 bytes.
        let (a, b) = unsafe { (vld4q_u8(a.as_ptr().cast()), vld4q_u8(b.as_ptr().cast())) };
        let [a, b, c, d, e, f, g, h] = Neon!(
            token,
            fn(a: uint8x16x4_t = a, b: uint8x16x4_t = b) -> [uint8x16_t; 8] {
                [
                    vuzp1q_u8(a.0, b.0),
                    vuzp1q_u8(a.1, b.1),
                    vuzp1q_u8(a.2, b.2),
                    vuzp1q_u8(a.3, b.3),
                    vuzp2q_u8(a.0, b.0),
                    vuzp2q_u8(a.1, b.1),
                    vuzp2q_u8(a.2, b.2),
                    vuzp2q_u8(a.3, b.3),
                ]
            }
        );
        // Written out: `array::map` would not be inlined.
        [
            Self(a, token),
            Self(b, token),
            Self(c, token),
            Self(d, token),
            Self(e, token),
            Self(f, token),
            Self(g, token),
            Self(h, token),
        ]
    }

    /// The block lacks `nomem`, unlike on x86-64. As a barrier for memory as well, it saves two
    /// thirds of the spills of the union of all directions.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn schedule_barrier(mut x: [Self; 8]) -> [Self; 8] {
        // SAFETY: the block contains no instruction.
        unsafe {
            asm!(
                "/* {:v} {:v} {:v} {:v} {:v} {:v} {:v} {:v} */",
                inout(vreg) x[0].0, inout(vreg) x[1].0, inout(vreg) x[2].0, inout(vreg) x[3].0,
                inout(vreg) x[4].0, inout(vreg) x[5].0, inout(vreg) x[6].0, inout(vreg) x[7].0,
                options(nostack, preserves_flags),
            );
        }
        x
    }
}
