//! The exponential function with the same bits on every target: additions, multiplications and
//! shifts only, which IEEE 754 rounds in one way. C libraries differ.

use core::f64::consts::LOG2_E;

/// The logarithm of 2 in two parts, of which the first has 21 zeros at its end.
const LN2: [f64; 2] = [
    f64::from_bits(0x3fe6_2e42_fee0_0000),
    f64::from_bits(0x3dea_39ef_3579_3c76),
];

/// The coefficients 1 / k!, greatest k first, each pair for an even and for an odd k.
const TERMS: [[f64; 2]; 7] = {
    let (mut terms, mut term, mut k) = ([[1.0; 2]; 7], 1.0, 1);
    while k < 14 {
        term /= k as f64;
        terms[6 - k / 2][k % 2] = term;
        k += 1;
    }
    terms
};

/// Returns `e` to the power of `x`, of at most 700 in size, with a relative error below 1e-15.
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn exp(x: f64) -> f64 {
    const ROUND: f64 = 1.5 * (1_u64 << 52) as f64;
    let x = x.clamp(-700.0, 700.0);
    let shifted = x * LOG2_E + ROUND;
    let power = shifted - ROUND;
    let rest = (x - power * LN2[0]) - power * LN2[1];
    let square = rest * rest;
    // The sums of even and of odd terms are independent, so the CPU computes them in parallel.
    let [mut even, mut odd] = [0.0; 2];
    for terms in TERMS {
        even = even * square + terms[0];
        odd = odd * square + terms[1];
    }
    let scale = f64::from_bits((shifted.to_bits().wrapping_add(1023)) << 52);
    (even + rest * odd) * scale
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn close_to_the_library() {
        let mut greatest: f64 = 0.0;
        for i in -700_000..=700_000 {
            let x = f64::from(i) / 1000.0;
            let expected = x.exp();
            greatest = greatest.max(((exp(x) - expected) / expected).abs());
        }
        assert!(greatest < 1e-15, "{greatest:e}");
        assert_eq!(exp(0.0), 1.0);
        assert_eq!(exp(f64::INFINITY), exp(700.0));
        assert_eq!(exp(f64::NEG_INFINITY), exp(-700.0));
    }

    #[test]
    fn same_bits_everywhere() {
        // FNV-1a, by G. Fowler, L. Noll and K.-P. Vo, of words.
        let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
        for i in -200_000..=200_000 {
            let bits = exp(f64::from(i) / 512.0).to_bits();
            hash = (hash ^ bits).wrapping_mul(0x0100_0000_01b3);
        }
        assert_eq!(hash, 9_714_751_979_741_202_839);
    }
}
