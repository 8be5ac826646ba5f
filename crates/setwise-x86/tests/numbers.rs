//! Numbers in lanes against numbers.
#![cfg(target_arch = "x86_64")]

use setwise_x86::{Avx2, Avx512, Numbers, Ymm, Zmm};

fn list<V: Numbers>(x: V) -> Vec<u64> {
    let mut lanes = vec![0; V::LANES];
    x.store(&mut lanes);
    lanes
}

/// Numbers of few and of many bits, near the ends of the range, and with equal lanes.
fn samples<V: Numbers>(token: V::Token) -> Vec<V> {
    let mut state = 1_u64;
    let mut samples = Vec::new();
    for round in 0..200 {
        let mut lanes = [0; 8];
        for lane in &mut lanes {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            *lane = match state >> 61 {
                0 => 0,
                1 => u64::MAX,
                2 => i64::MAX as u64 - (state >> 40 & 1),
                3 => 1 << 63,
                4 => state >> 33 & 7,
                _ => state.rotate_left(round),
            };
        }
        samples.push(V::load(token, &lanes));
    }
    samples
}

fn check<V: Numbers>(token: V::Token) {
    let mask = |holds: bool| u64::from(holds).wrapping_neg();
    let words: Vec<[u8; 4]> = (0..7_u32)
        .map(|i| (i.wrapping_mul(0x8765_4321)).to_le_bytes())
        .collect();
    let all = samples::<V>(token);
    for pair in all.windows(2) {
        let (x, y) = (pair[0], pair[1]);
        let bit = V::splat(token, 1).shl_each(y & V::splat(token, 63));
        let is_zero = y.empty_lanes();
        let (mut low, mut bits) = ([0; 8], 0);
        x.store_low_words(&mut low);
        for i in 0..V::LANES {
            let (a, b) = (list(x)[i], list(y)[i]);
            let (a_low, b_low) = (i64::from(a as i32), i64::from(b as i32));
            let at = |result: V| list(result)[i];
            assert_eq!(at(x.add(y)), a.wrapping_add(b));
            assert_eq!(at(x.sub(y)), a.wrapping_sub(b));
            let narrow = |number: i64| V::splat(token, number as u64);
            assert_eq!(at(narrow(a_low).mul(narrow(b_low))) as i64, a_low * b_low);
            assert_eq!(at(x.equal_lanes(y)), mask(a == b));
            assert_eq!(at(x.greater_lanes(y)), mask(a as i64 > b as i64));
            assert_eq!(at(x.has(bit)), mask(a >> (b & 63) & 1 != 0));
            let reversed = if b == 0 { a.swap_bytes() } else { a };
            assert_eq!(at(x.reverse_bytes_where(is_zero)), reversed);
            let by = |count: u64, shift: fn(u64, u32) -> Option<u64>| {
                u32::try_from(count)
                    .ok()
                    .and_then(|count| shift(a, count))
                    .unwrap_or(0)
            };
            assert_eq!(at(x.shl_each(y)), by(b, u64::checked_shl));
            assert_eq!(at(x.shr_each(y)), by(b, u64::checked_shr));
            let word = usize::try_from(a).ok().and_then(|a| words.get(a));
            let word = word.map_or(0, |word| u32::from_le_bytes(*word).into());
            assert_eq!(at(x.gather(&words)), word);
            assert_eq!(low[i], a as u16);
            bits |= u8::from(a != 0) << i;
            let mut replaced = list(x);
            replaced[i] = b;
            assert_eq!(list(x.with_lane(i, b)), replaced);
        }
        assert_eq!(x.nonzero_lanes(), bits);
    }
}

#[test]
fn numbers_in_lanes() {
    if let Some(token) = Avx2::new() {
        check::<Ymm<Avx2>>(token);
    }
    if let Some(token) = Avx512::new() {
        check::<Zmm<Avx512>>(token);
    }
}
