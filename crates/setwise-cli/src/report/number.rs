//! Numbers as text, the same on every machine: basic arithmetic, decimal formatting, and the
//! logarithms of a crate in place of the platform's.

use itertools::Itertools;
use setwise_results::Summary;
pub(crate) use setwise_results::digits::grouped;

/// A ratio: two decimals, one from 10 on.
pub(crate) fn ratio(value: f64) -> String {
    match value {
        9.995.. => format!("{value:.1}"),
        _ => format!("{value:.2}"),
    }
}

/// A ratio in parentheses, such as ` (2.50 ×)`; empty if there is none.
pub(crate) fn times(ratio_of: Option<f64>) -> String {
    ratio_of.map_or_else(String::new, |value| format!(" ({} ×)", ratio(value)))
}

/// A share in percent.
pub(crate) fn percent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
}

/// The distance between the slowest and the fastest time, as a share of the median.
pub(crate) fn spread(times: &Summary) -> f64 {
    (times.max - times.min) / times.median
}

/// A number of boards: `1,024`, `4 M` (2^20 each).
pub(crate) fn boards(n: usize) -> String {
    const MEGA: usize = 1 << 20;
    match n >= MEGA && n.is_multiple_of(MEGA) {
        true => format!("{} M", n / MEGA),
        false => grouped(n),
    }
}

/// A number per second: `7.02 G`, `430 M`.
pub(crate) fn speed(per_second: f64) -> String {
    match per_second {
        0.9995e9.. => format!("{} G", ns(per_second / 1e9)),
        _ => format!("{} M", ns(per_second / 1e6)),
    }
}

/// A time in nanoseconds, or another number with three significant digits.
pub(crate) fn ns(value: f64) -> String {
    match value {
        999.5.. => grouped(value.round() as usize),
        99.95.. => format!("{value:.0}"),
        9.995.. => format!("{value:.1}"),
        0.9995.. => format!("{value:.2}"),
        _ => format!("{value:.3}"),
    }
}

/// The geometric mean of positive numbers; `None` if there is none.
pub(crate) fn geometric_mean(values: &[f64]) -> Option<f64> {
    let sum: f64 = values.iter().map(|value| libm::log(*value)).sum();
    (!values.is_empty()).then(|| libm::exp(sum / values.len() as f64))
}

/// Fewer ratios than this give no noise floor.
const PAIRS: usize = 10;

/// The noise floor by ratios between measurements of the same machine code: 95 % of them are no
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
    fn digits() {
        let cases = [
            (0.0714, "0.071"),
            (0.9994, "0.999"),
            (0.9996, "1.00"),
            (9.994, "9.99"),
            (9.996, "10.0"),
            (99.96, "100"),
            (999.6, "1,000"),
            (1_234_567.0, "1,234,567"),
        ];
        for (value, text) in cases {
            assert_eq!(ns(value), text);
        }
        assert_eq!(
            [0.934, 1.0, 9.99, 14.26].map(ratio),
            ["0.93", "1.00", "9.99", "14.3"]
        );
        assert_eq!(
            [7.021e9, 0.9996e9, 4.304e8, 1.2e6].map(speed),
            ["7.02 G", "1.00 G", "430 M", "1.20 M"]
        );
        assert_eq!(percent(0.034), "3 %");
        assert_eq!(
            [1, 64, 1024, 65_536, 1 << 20, 4 << 20, 1_048_577].map(boards),
            ["1", "64", "1,024", "65,536", "1 M", "4 M", "1,048,577"]
        );
    }

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

    #[test]
    fn means() {
        assert_eq!(geometric_mean(&[]), None);
        for (values, expected) in [(&[3.0][..], 3.0), (&[2.0, 8.0], 4.0)] {
            let mean = geometric_mean(values).unwrap();
            assert!((mean - expected).abs() < 1e-12, "{mean}");
        }
        let many = geometric_mean(&vec![1e300; 400]).unwrap();
        assert!((many / 1e300 - 1.0).abs() < 1e-9, "{many}");
    }
}
