//! Two 128-bit vectors as tables by square and by direction.

use crate::tokens::Neon;
use core::arch::aarch64::*;
use setwise_core::HalfBoard;

/// 32 bytes.
#[derive(Clone, Copy, Debug)]
pub struct QuadPair([uint8x16_t; 2], Neon);

/// Loads 16 bytes.
#[cfg_attr(not(unoptimized), inline(always))]
fn load(_: Neon, half: &[u8; 16]) -> uint8x16_t {
    // SAFETY: the token proves NEON; the array holds 16 bytes.
    unsafe { vld1q_u8(half.as_ptr()) }
}

impl QuadPair {
    /// Computes each half from the halves of two values.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn zip(self, other: Self, of: impl Fn(uint8x16_t, uint8x16_t) -> uint8x16_t) -> Self {
        let halves = [of(self.0[0], other.0[0]), of(self.0[1], other.0[1])];
        Self(halves, self.1)
    }
}

/// Writes functions of halves.
macro_rules! by_half {
    ($(fn $name:ident($a:ident, $b:ident) $body:block)+) => {$(
        #[cfg_attr(not(unoptimized), inline(always))]
        fn $name(self, other: Self) -> Self {
            self.zip(other, |a, b| Neon!(self.1, fn($a: uint8x16_t = a, $b: uint8x16_t = b) -> uint8x16_t $body))
        }
    )+};
}

impl HalfBoard for QuadPair {
    type Token = Neon;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn from_words(token: Neon, words: [u64; 4]) -> Self {
        let halves = Neon!(token, fn(words: [u64; 4] = words) -> [uint8x16_t; 2] {
            let [a, b, c, d] = words.map(|word| vcreate_u8(word));
            [vcombine_u8(a, b), vcombine_u8(c, d)]
        });
        Self(halves, token)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn join(token: Neon, low: &[u8; 16], high: &[u8; 16]) -> Self {
        Self([load(token, low), load(token, high)], token)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn splat_halves(token: Neon, low: u8, high: u8) -> Self {
        let halves = Neon!(token, fn(low: u8 = low, high: u8 = high) -> [uint8x16_t; 2] {
            [vdupq_n_u8(low), vdupq_n_u8(high)]
        });
        Self(halves, token)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn with_upper_half(self, other: Self) -> Self {
        Self([self.0[0], other.0[1]], self.1)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn zip_halves(self) -> Self {
        let low = Neon!(
            self.1,
            fn(low: uint8x16_t = self.0[0], high: uint8x16_t = self.0[1]) -> uint8x16_t {
                vreinterpretq_u8_u32(vzip1q_u32(vreinterpretq_u32_u8(high), vreinterpretq_u32_u8(low)))
            }
        );
        Self([low, self.0[1]], self.1)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn zip_second_quarters(self) -> Self {
        let low = Neon!(
            self.1,
            fn(low: uint8x16_t = self.0[0], high: uint8x16_t = self.0[1]) -> uint8x16_t {
                vreinterpretq_u8_u32(vtrn2q_u32(vreinterpretq_u32_u8(high), vreinterpretq_u32_u8(low)))
            }
        );
        Self([low, self.0[1]], self.1)
    }

    by_half! {
        fn and(a, b) { vandq_u8(a, b) }
        fn or(a, b) { vorrq_u8(a, b) }
        fn xor(a, b) { veorq_u8(a, b) }
        fn equal(a, b) { vceqq_u8(a, b) }
        fn disjoint(a, b) { vceqzq_u8(vandq_u8(a, b)) }
        fn zero_where_64(x, at) { vbicq_u8(x, vcgeq_u8(at, vdupq_n_u8(64))) }
        fn join_nibbles(low, high) { vsliq_n_u8::<4>(low, high) }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn select(mask: Self, yes: Self, no: Self) -> Self {
        let select = |i: usize| {
            Neon!(
                mask.1,
                fn(mask: uint8x16_t = mask.0[i], yes: uint8x16_t = yes.0[i], no: uint8x16_t = no.0[i]) -> uint8x16_t {
                    vbslq_u8(mask, yes, no)
                }
            )
        };
        Self([select(0), select(1)], mask.1)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn bits(mask: Self) -> u32 {
        Neon!(mask.1, fn(low: uint8x16_t = mask.0[0], high: uint8x16_t = mask.0[1]) -> u32 {
            let bit = vreinterpretq_u8_u64(vdupq_n_u64(0x8040_2010_0804_0201));
            let sums = vpaddq_u8(vandq_u8(low, bit), vandq_u8(high, bit));
            let sums = vpaddq_u8(sums, sums);
            let sums = vpaddq_u8(sums, sums);
            vgetq_lane_u32::<0>(vreinterpretq_u32_u8(sums))
        })
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn look_up_16(self, table: &[u8; 16]) -> Self {
        let table = load(self.1, table);
        self.zip(self, |at, _| {
            Neon!(self.1, fn(at: uint8x16_t = at, table: uint8x16_t = table) -> uint8x16_t { vqtbl1q_u8(table, at) })
        })
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn look_up_64_or_zero(self, table: &[u8; 64]) -> Self {
        // SAFETY: `self` proves NEON; the array holds 64 bytes.
        let table = unsafe { vld1q_u8_x4(table.as_ptr()) };
        self.zip(self, |at, _| {
            Neon!(self.1, fn(at: uint8x16_t = at, table: uint8x16x4_t = table) -> uint8x16_t { vqtbl4q_u8(table, at) })
        })
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn store(self, out: &mut [u8; 32]) {
        for (part, half) in out.as_chunks_mut::<16>().0.iter_mut().zip(self.0) {
            // SAFETY: `self` proves NEON; the array holds 16 bytes.
            unsafe { vst1q_u8(part.as_mut_ptr(), half) }
        }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn store_zipped(low: Self, high: Self, out: &mut [u16; 32]) {
        let halves = low.0.into_iter().zip(high.0);
        for (part, (low, high)) in out.as_chunks_mut::<16>().0.iter_mut().zip(halves) {
            // SAFETY: the value proves NEON; the array holds 32 bytes, into which the instruction
            // interleaves both registers.
            unsafe { vst2q_u8(part.as_mut_ptr().cast(), uint8x16x2_t(low, high)) }
        }
    }
}
