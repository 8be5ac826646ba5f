//! 128-bit vectors as bytes and words.

use super::{Quad, QuadLevel};
use crate::tokens::Neon;
use core::arch::aarch64::*;
use setwise_core::{ByteVector, Isa, MEMBERS, Number32, Vector, register_methods};

impl<T: QuadLevel> Quad<T> {
    /// Looks up bytes in a table of 64. Numbers that are not below 64 give zero.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn look_up_or_zero(self, table: &[u8; 64]) -> Self {
        // SAFETY: `self` proves NEON; the array holds 64 bytes.
        let table = unsafe { vld1q_u8_x4(table.as_ptr()) };
        let found = Neon!(
            self.1,
            fn(at: uint8x16_t = self.0, table: uint8x16x4_t = table) -> uint8x16_t { vqtbl4q_u8(table, at) }
        );
        Self(found, self.1)
    }

    register_methods! { Neon, uint8x16_t,
        /// The bits of `yes` where those of the mask are set, those of `self` elsewhere.
        fn replace(no, yes, mask) { vbslq_u8(mask, yes, no) }
    }
}

impl<T: QuadLevel> ByteVector for Quad<T>
where
    T: Isa<Register = Self>,
{
    type Mask = Self;
    const FAST_WORDS: bool = true;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn mask(token: T, bits: u64) -> Self {
        let mask = Neon!(token, fn(bits: u64 = bits) -> uint8x16_t {
            // Copies the first byte eight times, then the second byte eight times.
            let numbers = vreinterpretq_u8_u64(vcombine_u64(vcreate_u64(0), vcreate_u64(0x0101_0101_0101_0101)));
            let bytes = vqtbl1q_u8(vreinterpretq_u8_u64(vdupq_n_u64(bits)), numbers);
            vtstq_u8(bytes, vreinterpretq_u8_u64(vdupq_n_u64(0x8040_2010_0804_0201)))
        });
        Self(mask, token)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn bits(mask: Self) -> u64 {
        Neon!(mask.1, fn(mask: uint8x16_t = mask.0) -> u64 {
            let bits = vandq_u8(mask, vreinterpretq_u8_u64(vdupq_n_u64(0x8040_2010_0804_0201)));
            let [low, high] = [vaddv_u8(vget_low_u8(bits)), vaddv_u8(vget_high_u8(bits))];
            u64::from(low) | u64::from(high) << 8
        })
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn joined_bits(masks: &[Self]) -> u64 {
        let &[a, b, c, d] = masks else {
            let bits = masks.iter().map(|mask| Self::bits(*mask));
            return bits.rfold(0, |joined, bits| joined << 16 | bits);
        };
        Neon!(
            a.1,
            fn(a: uint8x16_t = a.0, b: uint8x16_t = b.0, c: uint8x16_t = c.0, d: uint8x16_t = d.0) -> u64 {
                let bit = vreinterpretq_u8_u64(vdupq_n_u64(0x8040_2010_0804_0201));
                // Three pairwise additions sum eight bytes, of which each has a different bit.
                let low = vpaddq_u8(vandq_u8(a, bit), vandq_u8(b, bit));
                let high = vpaddq_u8(vandq_u8(c, bit), vandq_u8(d, bit));
                let fours = vpaddq_u8(low, high);
                vgetq_lane_u64::<0>(vreinterpretq_u64_u8(vpaddq_u8(fours, fours)))
            }
        )
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn select(mask: Self, yes: Self, no: Self) -> Self {
        no.replace(yes, mask)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn select_words(mask: Self, yes: Self, no: Self) -> Self {
        no.replace(yes, mask)
    }

    register_methods! { Neon, uint8x16_t,
        fn equal(a, b) { vceqq_u8(a, b) }
        fn less(a, b) { vcltq_s8(vreinterpretq_s8_u8(a), vreinterpretq_s8_u8(b)) }
        fn intersects(a, b) { vtstq_u8(a, b) }
        fn saturating_sub_bytes(a, b) { vqsubq_u8(a, b) }
        fn min_bytes(a, b) { vminq_u8(a, b) }
        fn add_words(a, b) { vreinterpretq_u8_u16(vaddq_u16(vreinterpretq_u16_u8(a), vreinterpretq_u16_u8(b))) }
        fn mul_words(a, b) { vreinterpretq_u8_u16(vmulq_u16(vreinterpretq_u16_u8(a), vreinterpretq_u16_u8(b))) }
        fn shr_words(a; by: u32) { vreinterpretq_u8_u16(vshlq_u16(vreinterpretq_u16_u8(a), vdupq_n_s16(-(by as i16)))) }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn pack_store(self, chosen: u64, out: &mut [u8]) {
        let Some(out) = out.first_chunk_mut::<16>() else {
            return;
        };
        let mut at = 0;
        for k in 0..2 {
            let set = chosen >> (8 * k) & 0xff;
            let members = MEMBERS[set as usize] + k * 0x0808_0808_0808_0808;
            let packed = Neon!(self.1, fn(x: uint8x16_t = self.0, members: u64 = members) -> u64 {
                vget_lane_u64::<0>(vreinterpret_u64_u8(vqtbl1_u8(x, vcreate_u8(members))))
            });
            // The bytes before these are at most 8 k.
            if let Some(place) = out.get_mut(at..at + 8) {
                place.copy_from_slice(&packed.to_le_bytes());
            }
            at += set.count_ones() as usize;
        }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn look_up_16(self, table: &[u8; 16]) -> Self {
        // SAFETY: `self` proves NEON; the array holds 16 bytes.
        let table = unsafe { vld1q_u8(table.as_ptr()) };
        let found = Neon!(self.1, fn(at: uint8x16_t = self.0, table: uint8x16_t = table) -> uint8x16_t {
            vqtbl1q_u8(table, at)
        });
        Self(found, self.1)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn look_up_64(self, table: &[u8; 64]) -> Self {
        self.look_up_or_zero(table)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn look_up_128(self, table: &[u8; 128]) -> Self {
        let (halves, _) = table.as_chunks::<64>();
        let upper = self ^ Self::splat_byte(self.1, 64);
        self.look_up_or_zero(&halves[0]) | upper.look_up_or_zero(&halves[1])
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn store_bytes(self, out: &mut [u8]) {
        if let Some(all) = out.first_chunk_mut::<16>() {
            // SAFETY: `self` proves NEON; the array holds 16 bytes.
            unsafe { vst1q_u8(all.as_mut_ptr(), self.0) }
        } else {
            let bytes = self.to_bytes();
            for (to, from) in out.iter_mut().zip(&bytes) {
                *to = *from;
            }
        }
    }

    /// Interleaves the bytes of `low` and `high`.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn words(low: Self, high: Self) -> [Self; 2] {
        let words = Neon!(low.1, fn(low: uint8x16_t = low.0, high: uint8x16_t = high.0) -> [uint8x16_t; 2] {
            [vzip1q_u8(low, high), vzip2q_u8(low, high)]
        });
        [Self(words[0], low.1), Self(words[1], low.1)]
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn widen_mask(_: T, mask: Self) -> [Self; 2] {
        Self::words(mask, mask)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn store_words(words: [Self; 2], out: &mut [u16]) {
        let (halves, _) = out.as_chunks_mut::<8>();
        if let [low, high, ..] = halves {
            // SAFETY: the words prove NEON; both arrays hold 16 bytes.
            unsafe {
                vst1q_u16(low.as_mut_ptr(), vreinterpretq_u16_u8(words[0].0));
                vst1q_u16(high.as_mut_ptr(), vreinterpretq_u16_u8(words[1].0));
            }
        }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn store_words_wide<N: Number32>(words: [Self; 2], base: u32, out: &mut [N]) {
        let (quarters, _) = out.as_chunks_mut::<4>();
        let [a, b, c, d, ..] = quarters else {
            return;
        };
        for (words, low, high) in [(words[0], a, b), (words[1], c, d)] {
            let [x, y] = Neon!(words.1, fn(x: uint8x16_t = words.0, base: u32 = base) -> [uint32x4_t; 2] {
                let (x, base) = (vreinterpretq_u16_u8(x), vdupq_n_u32(base));
                [
                    vaddw_u16(base, vget_low_u16(x)),
                    vaddw_u16(base, vget_high_u16(x)),
                ]
            });
            // SAFETY: the words prove NEON; both arrays hold four numbers of 32 bits.
            unsafe {
                vst1q_u32(low.as_mut_ptr().cast(), x);
                vst1q_u32(high.as_mut_ptr().cast(), y);
            }
        }
    }
}
