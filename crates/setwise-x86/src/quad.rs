//! Four bitboards that hold the bits of a code for each square.

use core::arch::x86_64::*;
use setwise_core::Square;

/// Returns [`setwise_core::quad_code`], by SSE2: the bits of a square are shifted to where
/// `MOVMSKPD` takes them. A target without an operating system may have no registers for it.
///
/// ```
/// assert_eq!(setwise_x86::quad_code([1, 2, 2, 1], setwise_core::Square::B1), 6);
/// ```
#[cfg_attr(not(unoptimized), inline(always))]
pub fn quad_code([a, b, c, d]: [u64; 4], square: Square) -> usize {
    // SAFETY: the module is compiled for targets that have SSE2.
    unsafe {
        let count = _mm_cvtsi32_si128((!square.index() & 63) as i32);
        let low = _mm_set_epi64x(b.cast_signed(), a.cast_signed());
        let high = _mm_set_epi64x(d.cast_signed(), c.cast_signed());
        let bits = |pair| _mm_movemask_pd(_mm_castsi128_pd(_mm_sll_epi64(pair, count))) as usize;
        bits(low) | bits(high) << 2
    }
}
