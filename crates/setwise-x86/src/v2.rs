//! 128-bit vectors with the instructions of x86-64-v2.
//!
//! Memory is accessed through references to arrays of the size of the access.

use crate::assembly::{Movnt, prefetch};
use crate::bmi::{Word, WordLevel, sealed};
use crate::tokens::X86_64V2;
use crate::{ONES, REVERSED, REVERSED_HIGH};
use core::arch::asm;
use core::arch::x86_64::*;
use setwise_core::{FILE_H, MEMBERS, PackWriter, Vector, register_methods};

define! {
    /// The CPU has POPCNT: the instruction set for scalar code next to x86-64-v2, without kernels.
    Popcnt {
        name: "popcnt",
        register: Word<Popcnt>, words: Popcnt,
        features: ["popcnt"],
    }
}

impl sealed::Sealed for Popcnt {}
impl WordLevel for Popcnt {}

/// Two boards, and their token.
#[derive(Clone, Copy, Debug)]
pub struct Xmm(pub(crate) __m128i, pub(crate) X86_64V2);

impl Xmm {
    /// Looks up each half byte in a table of 16 values: the low halves, and the high halves.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn look_up(self, low: [i8; 16], high: [i8; 16]) -> (Self, Self) {
        let (low, high) = X86_64V2!(
            self.1,
            fn(x: __m128i = self.0, low: [i8; 16] = low, high: [i8; 16] = high) -> (__m128i, __m128i) {
                // SAFETY: the arrays hold 16 bytes, and the loads need no alignment.
                let (low, high) = unsafe { (_mm_loadu_si128(low.as_ptr().cast()), _mm_loadu_si128(high.as_ptr().cast())) };
                let half = _mm_set1_epi8(0x0f);
                (
                    _mm_shuffle_epi8(low, _mm_and_si128(x, half)),
                    _mm_shuffle_epi8(high, _mm_and_si128(_mm_srli_epi16::<4>(x), half)),
                )
            }
        );
        (Self(low, self.1), Self(high, self.1))
    }

    /// Returns those of the eight bytes from `8 * HALF` on whose bit is set in `chosen`, in order.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn compress<const HALF: u8>(self, chosen: u64) -> u64 {
        let members = MEMBERS[chosen as usize & 0xff] + u64::from(8 * HALF) * 0x0101_0101_0101_0101;
        X86_64V2!(
            self.1,
            fn(x: __m128i = self.0, members: u64 = members) -> u64 {
                _mm_cvtsi128_si64(_mm_shuffle_epi8(x, _mm_cvtsi64_si128(members as i64))) as u64
            }
        )
    }

    register_methods! { X86_64V2, __m128i,
        /// Shifts each pair of bytes one bit to the right.
        fn shr_1_in_pairs(x) { _mm_srli_epi16::<1>(x) }
    }
}

setwise_core::operators! { [] Xmm,
    BitAnd { register_methods! { X86_64V2, __m128i, fn bitand(a, b) { _mm_and_si128(a, b) } } }
    BitOr { register_methods! { X86_64V2, __m128i, fn bitor(a, b) { _mm_or_si128(a, b) } } }
    BitXor { register_methods! { X86_64V2, __m128i, fn bitxor(a, b) { _mm_xor_si128(a, b) } } }
    Not { register_methods! { X86_64V2, __m128i, fn not(x) { _mm_xor_si128(x, _mm_set1_epi64x(-1)) } } }
}

setwise_core::portable_byte_vector!(Xmm);

impl setwise_core::internal::Sealed for Xmm {}

impl Vector for Xmm {
    type Token = X86_64V2;
    type NonTemporal = Movnt;
    const LANES: usize = 2;
    const COMPLEMENT_WEST: bool = true;
    const FAST_SHUFFLE: bool = true;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn token(self) -> X86_64V2 {
        self.1
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn splat(token: X86_64V2, board: u64) -> Self {
        let lanes =
            X86_64V2!(token, fn(board: u64 = board) -> __m128i { _mm_set1_epi64x(board as i64) });
        Self(lanes, token)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn load(token: X86_64V2, boards: &[u64]) -> Self {
        let lanes = if let Some(all) = boards.first_chunk::<2>() {
            // SAFETY: the token proves SSE2; the array holds 16 bytes, and no alignment is needed.
            unsafe { _mm_loadu_si128(all.as_ptr().cast()) }
        } else {
            let first = boards.first().copied().unwrap_or(0);
            X86_64V2!(token, fn(first: u64 = first) -> __m128i { _mm_cvtsi64_si128(first as i64) })
        };
        Self(lanes, token)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn store(self, boards: &mut [u64]) {
        if let Some(all) = boards.first_chunk_mut::<2>() {
            // SAFETY: `self` proves SSE2; the array holds 16 bytes, and no alignment is needed.
            unsafe { _mm_storeu_si128(all.as_mut_ptr().cast(), self.0) }
        } else if let Some(first) = boards.first_mut() {
            *first =
                X86_64V2!(self.1, fn(x: __m128i = self.0) -> u64 { _mm_cvtsi128_si64(x) as u64 });
        }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn load_bytes(token: X86_64V2, bytes: &[u8]) -> Self {
        let mut padded = [0; 16];
        let all = match bytes.first_chunk::<16>() {
            Some(all) => all,
            None => {
                padded[..bytes.len()].copy_from_slice(bytes);
                &padded
            }
        };
        // SAFETY: the token proves SSE2; the array holds 16 bytes, and no alignment is needed.
        Self(unsafe { _mm_loadu_si128(all.as_ptr().cast()) }, token)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn shuffle_bytes(&self, at: Self) -> Self {
        let shuffled = X86_64V2!(
            self.1,
            fn(x: __m128i = self.0, at: __m128i = at.0) -> __m128i {
                _mm_shuffle_epi8(x, _mm_and_si128(at, _mm_set1_epi8(15)))
            }
        );
        Self(shuffled, self.1)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn compress_store(self, chosen: u64, out: &mut [u8]) {
        let Some(out) = out.first_chunk_mut::<16>() else {
            return;
        };
        let (low, high) = (chosen & 0xff, chosen >> 8 & 0xff);
        out[..8].copy_from_slice(&self.compress::<0>(low).to_le_bytes());
        let at = low.count_ones() as usize;
        // The set has at most eight members, so there is always room.
        if let Some(place) = out.get_mut(at..at + 8) {
            place.copy_from_slice(&self.compress::<1>(high).to_le_bytes());
        }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn prefetch<T>(_: X86_64V2, later: &T) {
        prefetch(later);
    }

    register_methods! { X86_64V2, __m128i,
        fn shl(x; by: u32) { _mm_sll_epi64(x, _mm_cvtsi32_si128(by as i32)) }
        fn shr(x; by: u32) { _mm_srl_epi64(x, _mm_cvtsi32_si128(by as i32)) }
        // The instruction shifts both lanes by the number in the low lane.
        fn shl_each(x, by) {
            _mm_blend_epi16::<0xf0>(_mm_sll_epi64(x, by), _mm_sll_epi64(x, _mm_unpackhi_epi64(by, by)))
        }
        fn shr_each(x, by) {
            _mm_blend_epi16::<0xf0>(_mm_srl_epi64(x, by), _mm_srl_epi64(x, _mm_unpackhi_epi64(by, by)))
        }
        fn add_bytes(a, b) { _mm_add_epi8(a, b) }
        fn sub_bytes(a, b) { _mm_sub_epi8(a, b) }
        fn interleave_low(a, b) { _mm_unpacklo_epi8(a, b) }
        fn interleave_high(a, b) { _mm_unpackhi_epi8(a, b) }
        fn empty_bytes(x) { _mm_cmpeq_epi8(x, _mm_setzero_si128()) }
        fn empty_lanes(x) { _mm_cmpeq_epi64(x, _mm_setzero_si128()) }
        fn add_sums(sums, bytes) { _mm_add_epi64(sums, _mm_sad_epu8(bytes, _mm_setzero_si128())) }
        fn nonzero_mask(x) -> u64 {
            u64::from(!_mm_movemask_epi8(_mm_cmpeq_epi8(x, _mm_setzero_si128())) as u16)
        }
        fn spread_bit(x; bit: u32) {
            // The bit moves to the top of its byte, which is then a negative number.
            let by = _mm_cvtsi32_si128(7 - (bit & 7) as i32);
            _mm_cmpgt_epi8(_mm_setzero_si128(), _mm_sll_epi16(x, by))
        }
        fn union_of_lanes(x) -> u64 { (_mm_cvtsi128_si64(x) | _mm_extract_epi64::<1>(x)) as u64 }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn reverse_bits_in_bytes(self) -> Self {
        let (low, high) = self.look_up(REVERSED_HIGH, REVERSED);
        low | high
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn west(self) -> Self {
        self.shr_1_in_pairs() & self.same(!FILE_H)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn count_bytes(self) -> Self {
        let (low, high) = self.look_up(ONES, ONES);
        low.add_bytes(high)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn count_lanes(self) -> Self {
        self.same(0).add_sums(self.count_bytes())
    }

    assembly_methods!(
        X86_64V2,
        __m128i,
        xmm_reg,
        "movdqa {0}, {1}\npavgb {0}, {2}"
    );
}

non_temporal!([] Xmm, 2, _mm_stream_si128);
