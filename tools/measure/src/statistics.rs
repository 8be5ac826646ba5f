//! Statistics, the same on every machine: basic arithmetic, and the logarithms of a crate in place
//! of the platform's.

use itertools::Itertools;
use setwise_results::Summary;

/// A ratio in parentheses, such as ` (2.50×)`; empty if there is none.
pub(crate) fn times(ratio: Option<String>) -> String {
    ratio.map_or_else(String::new, |ratio| format!(" ({ratio}×)"))
}

pub(crate) fn median(numbers: impl IntoIterator<Item = f64>) -> Option<f64> {
    Some(Summary::of(numbers)?.median)
}

/// The geometric mean of positive numbers; `None` if there is none.
pub(crate) fn geometric_mean(values: &[f64]) -> Option<f64> {
    let sum: f64 = values.iter().map(|value| libm::log(*value)).sum();
    (!values.is_empty()).then(|| libm::exp(sum / values.len() as f64))
}

/// Fewer ratios than this give no noise floor.
const PAIRS: usize = 10;

/// The noise floor by ratios between measurements of the same machine code: 95% of them are no
/// further from 1, as a share.
pub(crate) fn noise_floor(ratios: impl IntoIterator<Item = f64>) -> Option<f64> {
    let away = ratios.into_iter().map(|ratio| ratio.max(1.0 / ratio) - 1.0);
    let away = away.sorted_by(f64::total_cmp).collect_vec();
    let within = (away.len() * 95).div_ceil(100);
    (away.len() >= PAIRS).then(|| away[within - 1])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise() {
        assert_eq!(noise_floor([1.0; PAIRS - 1]), None);
        // 1.00, 0.5, 1.01, 1 / 1.02, ...: one of twenty is beyond the floor.
        let mut ratios: Vec<_> = (0..20).map(|at| 1.0 + f64::from(at) / 100.0).collect();
        ratios[1] = 0.5;
        ratios[2] = 1.0 / ratios[2];
        let floor = noise_floor(ratios).unwrap();
        assert!((floor - 0.19).abs() < 1e-9, "{floor}");
    }
}
