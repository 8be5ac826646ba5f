//! AVX2: four boards in a register, or a rank of 32 boards.

use super::blocks;
use crate::calls::{Calls, Outcome};
use core::arch::x86_64::*;
use setwise::{Batch, Direction, Direction::*};
use setwise_x86::Avx2;

/// Kogge-Stone fills; east by the subtraction of bytes.
#[derive(Clone, Copy)]
pub(crate) struct NaturalAvx2(pub(crate) Avx2);

impl Calls for NaturalAvx2 {
    #[inline(always)]
    fn batch_attacks(self, batch: Batch<'_>, out: &mut [u64]) -> Outcome {
        // SAFETY: the token proves that the CPU has AVX2.
        unsafe { natural_attacks(batch, out) };
        Ok(())
    }

    #[inline(always)]
    fn batch_occluded_fill(self, g: &[u64], p: &[u64], d: Direction, out: &mut [u64]) -> Outcome {
        // SAFETY: the token proves that the CPU has AVX2.
        unsafe { natural_fills(g, p, d, out) };
        Ok(())
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn load(boards: &[u64; 4]) -> __m256i {
    // SAFETY: the reference is to 32 bytes, of any alignment.
    unsafe { _mm256_loadu_si256(boards.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn store(boards: &mut [u64; 4], register: __m256i) {
    // SAFETY: the reference is to 32 bytes, of any alignment.
    unsafe { _mm256_storeu_si256(boards.as_mut_ptr().cast(), register) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn shift(boards: __m256i, by: i32) -> __m256i {
    match by > 0 {
        true => _mm256_sll_epi64(boards, _mm_cvtsi32_si128(by)),
        false => _mm256_srl_epi64(boards, _mm_cvtsi32_si128(-by)),
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn or_and(a: __m256i, b: __m256i, c: __m256i) -> __m256i {
    _mm256_or_si256(a, _mm256_and_si256(b, c))
}

/// `p` has no square that only a wrap reaches.
#[inline]
#[target_feature(enable = "avx2")]
fn fill(g: __m256i, p: __m256i, by: i32) -> __m256i {
    let g = or_and(g, p, shift(g, by));
    let p = _mm256_and_si256(p, shift(p, by));
    let g = or_and(g, p, shift(g, 2 * by));
    let p = _mm256_and_si256(p, shift(p, 2 * by));
    or_and(g, p, shift(g, 4 * by))
}

#[inline]
#[target_feature(enable = "avx2")]
fn arrivals(direction: Direction) -> __m256i {
    _mm256_set1_epi64x(direction.arrivals() as i64)
}

#[inline]
#[target_feature(enable = "avx2")]
fn ray(direction: Direction, sliders: __m256i, occupied: __m256i) -> __m256i {
    let by = direction.delta().into();
    let free = _mm256_andnot_si256(occupied, arrivals(direction));
    let reached = shift(fill(sliders, free, by), by);
    _mm256_and_si256(reached, arrivals(direction))
}

/// The attacks to the east. Bytes are ranks, in both layouts.
#[inline]
#[target_feature(enable = "avx2")]
fn east(sliders: __m256i, occupied: __m256i) -> __m256i {
    let others = _mm256_andnot_si256(sliders, occupied);
    _mm256_xor_si256(occupied, _mm256_sub_epi8(others, sliders))
}

#[inline]
#[target_feature(enable = "avx2")]
fn natural_attacks(batch: Batch<'_>, out: &mut [u64]) {
    let inputs = [batch.orthogonal, batch.diagonal, batch.occupied];
    blocks::<4, 3>(inputs, out, |[orthogonal, diagonal, occupied], out| {
        let (r, b, o) = (load(orthogonal), load(diagonal), load(occupied));
        let mut all = east(r, o);
        for direction in [North, South, West] {
            all = _mm256_or_si256(all, ray(direction, r, o));
        }
        for direction in [NorthEast, SouthEast, SouthWest, NorthWest] {
            all = _mm256_or_si256(all, ray(direction, b, o));
        }
        store(out, all);
    });
}

#[inline]
#[target_feature(enable = "avx2")]
fn natural_fills(g: &[u64], p: &[u64], direction: Direction, out: &mut [u64]) {
    blocks::<4, 2>([g, p], out, |[g, p], out| {
        let free = _mm256_and_si256(load(p), arrivals(direction));
        store(out, fill(load(g), free, direction.delta().into()));
    });
}

/// Transpositions by unpacking, between them a step from rank to rank.
#[derive(Clone, Copy)]
pub(crate) struct RanksAvx2(pub(crate) Avx2);

impl Calls for RanksAvx2 {
    const HAS_FILLS: bool = false;

    #[inline(always)]
    fn batch_attacks(self, batch: Batch<'_>, out: &mut [u64]) -> Outcome {
        // SAFETY: the token proves that the CPU has AVX2.
        unsafe { ranks_attacks(batch, out) };
        Ok(())
    }
}

type Ranks = [__m256i; 8];

/// Board `4 k + 2 q + i` is byte `2 k + i` of half `q` of each rank.
#[inline]
#[target_feature(enable = "avx2")]
fn load_ranks(boards: &[u64; 32]) -> Ranks {
    // The ranks of two boards side by side.
    let pairs = _mm256_broadcastsi128_si256(_mm_setr_epi8(
        0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15,
    ));
    let (four, _) = boards.as_chunks::<4>();
    let x: Ranks = core::array::from_fn(|k| _mm256_shuffle_epi8(load(&four[k]), pairs));
    // A transposition of eight by eight words.
    let x: Ranks = core::array::from_fn(|k| match k % 2 {
        0 => _mm256_unpacklo_epi16(x[k], x[k + 1]),
        _ => _mm256_unpackhi_epi16(x[k - 1], x[k]),
    });
    let x: Ranks = core::array::from_fn(|k| {
        let (a, b) = (x[k / 4 * 4 + k % 2], x[k / 4 * 4 + k % 2 + 2]);
        match k % 4 < 2 {
            true => _mm256_unpacklo_epi32(a, b),
            false => _mm256_unpackhi_epi32(a, b),
        }
    });
    let rank = [0, 0, 2, 2, 1, 1, 3, 3];
    core::array::from_fn(|k| match k % 2 {
        0 => _mm256_unpacklo_epi64(x[rank[k]], x[rank[k] + 4]),
        _ => _mm256_unpackhi_epi64(x[rank[k]], x[rank[k] + 4]),
    })
}

#[inline]
#[target_feature(enable = "avx2")]
fn store_ranks(x: Ranks, boards: &mut [u64; 32]) {
    let mut bytes = x;
    for k in 0..4 {
        bytes[k] = _mm256_unpacklo_epi8(x[2 * k], x[2 * k + 1]);
        bytes[k + 4] = _mm256_unpackhi_epi8(x[2 * k], x[2 * k + 1]);
    }
    let (four, _) = boards.as_chunks_mut::<4>();
    for half in 0..2 {
        let [a, b, c, d] = [0, 1, 2, 3].map(|k| bytes[4 * half + k]);
        let south = [_mm256_unpacklo_epi16(a, b), _mm256_unpackhi_epi16(a, b)];
        let north = [_mm256_unpacklo_epi16(c, d), _mm256_unpackhi_epi16(c, d)];
        for k in 0..2 {
            let (south, north) = (south[k], north[k]);
            store(
                &mut four[4 * half + 2 * k],
                _mm256_unpacklo_epi32(south, north),
            );
            store(
                &mut four[4 * half + 2 * k + 1],
                _mm256_unpackhi_epi32(south, north),
            );
        }
    }
}

/// A step to the west within bytes.
#[inline]
#[target_feature(enable = "avx2")]
fn step_west(rank: __m256i) -> __m256i {
    _mm256_and_si256(_mm256_srli_epi16::<1>(rank), _mm256_set1_epi8(0x7f))
}

/// The attacks to the west within bytes: Kogge-Stone.
#[inline]
#[target_feature(enable = "avx2")]
fn west(sliders: __m256i, occupied: __m256i) -> __m256i {
    let free = _mm256_andnot_si256(occupied, _mm256_set1_epi8(0x7f));
    let g = or_and(sliders, free, _mm256_srli_epi16::<1>(sliders));
    let p = _mm256_and_si256(free, _mm256_srli_epi16::<1>(free));
    let g = or_and(g, p, _mm256_srli_epi16::<2>(g));
    let p = _mm256_and_si256(p, _mm256_srli_epi16::<2>(p));
    step_west(or_and(g, p, _mm256_srli_epi16::<4>(g)))
}

#[inline]
#[target_feature(enable = "avx2")]
fn ranks_attacks(batch: Batch<'_>, out: &mut [u64]) {
    let inputs = [batch.orthogonal, batch.diagonal, batch.occupied];
    blocks::<32, 3>(inputs, out, |[orthogonal, diagonal, occupied], out| {
        let o = load_ranks(occupied);
        let r = load_ranks(orthogonal);
        let mut x: Ranks =
            core::array::from_fn(|k| _mm256_or_si256(east(r[k], o[k]), west(r[k], o[k])));
        let next = |front, sliders, occupied| {
            _mm256_or_si256(sliders, _mm256_andnot_si256(occupied, front))
        };
        let (mut up, mut down) = (r[0], r[7]);
        for k in 1..8 {
            x[k] = _mm256_or_si256(x[k], up);
            x[7 - k] = _mm256_or_si256(x[7 - k], down);
            up = next(up, r[k], o[k]);
            down = next(down, r[7 - k], o[7 - k]);
        }
        let b = load_ranks(diagonal);
        let [mut ne, mut nw, mut se, mut sw] = [b[0], b[0], b[7], b[7]];
        for k in 1..8 {
            (ne, nw) = (_mm256_add_epi8(ne, ne), step_west(nw));
            (se, sw) = (_mm256_add_epi8(se, se), step_west(sw));
            x[k] = _mm256_or_si256(x[k], _mm256_or_si256(ne, nw));
            x[7 - k] = _mm256_or_si256(x[7 - k], _mm256_or_si256(se, sw));
            (ne, nw) = (next(ne, b[k], o[k]), next(nw, b[k], o[k]));
            (se, sw) = (next(se, b[7 - k], o[7 - k]), next(sw, b[7 - k], o[7 - k]));
        }
        store_ranks(x, out);
    });
}
