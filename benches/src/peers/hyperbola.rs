//! Hyperbola quintessence with two lines of a slider at once, forwards and backwards, in one AVX2
//! register.

use crate::calls::Calls;
use crate::isa::Avx2;
use bytemuck::cast;
use core::arch::x86_64::*;
use setwise_core::{Direction, Rays, Sliders, Squares, attacks};

/// One slider at a time by subtraction (Gerd Isenberg and Aleks Peshkov 2007): with o the blockers
/// on the ray in front of a slider r, `o - 2r` changes the squares up to the first blocker and no
/// others.
///
/// A register holds four rays of a piece. Rays towards lower squares are reversed (bit 0 becomes
/// bit 63). The rays of all sliders are united before they are reversed again, once per position.
#[derive(Clone, Copy)]
pub(crate) struct Hyperbola {
    pub(crate) isa: Avx2,
}

/// For each square and four rays (reversed if they lead to lower squares): the ray, and twice the
/// square as a number.
static ORTHOGONAL: [[[u64; 4]; 2]; 64] = table(Direction::ORTHOGONAL);
static DIAGONAL: [[[u64; 4]; 2]; 64] = table(Direction::DIAGONAL);

const fn table(directions: [Direction; 4]) -> [[[u64; 4]; 2]; 64] {
    let mut table = [[[0; 4]; 2]; 64];
    let mut i = 0;
    while i < 256 {
        let (square, direction) = (1 << (i / 4), directions[i % 4]);
        table[i / 4][0][i % 4] = upwards(attacks(square, 0, direction), direction);
        table[i / 4][1][i % 4] = upwards(square, direction) << 1;
        i += 1;
    }
    table
}

const fn upwards(board: u64, direction: Direction) -> u64 {
    match direction.is_positive() {
        true => board,
        false => board.reverse_bits(),
    }
}

impl Hyperbola {
    /// Returns the code if the host has AVX2.
    pub(crate) fn new() -> Option<Self> {
        Some(Self { isa: Avx2::new()? })
    }
}

impl Calls for Hyperbola {
    const HAS_FILLS: bool = false;

    #[inline(always)]
    fn attacks(self, sliders: Sliders, occupied: u64) -> u64 {
        // SAFETY: `self.isa` proves that the host has AVX2.
        unsafe { union(sliders, occupied) }
    }

    #[inline(always)]
    fn ray_attacks(self, sliders: Sliders, occupied: u64) -> Rays {
        // SAFETY: `self.isa` proves that the host has AVX2.
        unsafe { directions(sliders, occupied) }
    }
}

/// Four rays of each slider of both kinds: north, east, south, west, and north-east, south-east,
/// south-west, north-west.
#[target_feature(enable = "avx2")]
#[inline]
fn both_kinds(sliders: Sliders, occupied: u64) -> (__m256i, __m256i) {
    let occupied = _mm256_set1_epi64x(occupied as i64);
    let turned = turn(occupied);
    let orthogonal = _mm256_blend_epi32::<0b1111_0000>(occupied, turned);
    let orthogonal = rays_of(sliders.orthogonal, orthogonal, &ORTHOGONAL);
    let diagonal = _mm256_blend_epi32::<0b0011_1100>(occupied, turned);
    let diagonal = rays_of(sliders.diagonal, diagonal, &DIAGONAL);
    (
        _mm256_blend_epi32::<0b1111_0000>(orthogonal, turn(orthogonal)),
        _mm256_blend_epi32::<0b0011_1100>(diagonal, turn(diagonal)),
    )
}

#[target_feature(enable = "avx2")]
#[inline]
fn rays_of(sliders: u64, occupied: __m256i, table: &[[[u64; 4]; 2]; 64]) -> __m256i {
    let mut all = _mm256_setzero_si256();
    for square in Squares(sliders) {
        let [ray, step] = table[square.index()];
        let (ray, step): (__m256i, __m256i) = (cast(ray), cast(step));
        let blockers = _mm256_and_si256(occupied, ray);
        let changed = _mm256_xor_si256(blockers, _mm256_sub_epi64(blockers, step));
        all = _mm256_or_si256(all, _mm256_and_si256(changed, ray));
    }
    all
}

/// Reverses the bits of each lane.
#[target_feature(enable = "avx2")]
#[inline]
fn turn(boards: __m256i) -> __m256i {
    let turned = _mm_setr_epi8(0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15);
    let swap = _mm_setr_epi8(7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8);
    let turned = _mm256_broadcastsi128_si256(turned);
    let swap = _mm256_broadcastsi128_si256(swap);
    let nibble = _mm256_set1_epi8(15);
    let low = _mm256_shuffle_epi8(turned, _mm256_and_si256(boards, nibble));
    let high = _mm256_and_si256(_mm256_srli_epi64::<4>(boards), nibble);
    let high = _mm256_shuffle_epi8(turned, high);
    _mm256_shuffle_epi8(_mm256_or_si256(_mm256_slli_epi64::<4>(low), high), swap)
}

#[target_feature(enable = "avx2")]
#[inline]
fn union(sliders: Sliders, occupied: u64) -> u64 {
    let (orthogonal, diagonal) = both_kinds(sliders, occupied);
    let four = _mm256_or_si256(orthogonal, diagonal);
    let [low, high]: [__m128i; 2] = cast(four);
    let two = _mm_or_si128(low, high);
    (_mm_cvtsi128_si64(two) | _mm_extract_epi64::<1>(two)) as u64
}

#[target_feature(enable = "avx2")]
#[inline]
fn directions(sliders: Sliders, occupied: u64) -> Rays {
    let (orthogonal, diagonal) = both_kinds(sliders, occupied);
    let even = _mm256_unpacklo_epi64(orthogonal, diagonal);
    let odd = _mm256_unpackhi_epi64(orthogonal, diagonal);
    let low = _mm256_permute2x128_si256::<0x20>(even, odd);
    let high = _mm256_permute2x128_si256::<0x31>(even, odd);
    Rays(cast([low, high]))
}
