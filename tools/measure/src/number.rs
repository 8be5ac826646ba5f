//! Numbers of the report.

use setwise_program::number::grouped;

/// A ratio: two decimals, or one if it is 10 or more.
pub(crate) fn ratio(value: f64) -> String {
    match value {
        9.995.. => format!("{value:.1}"),
        _ => format!("{value:.2}"),
    }
}

/// A share in percent.
pub(crate) fn percent(share: f64) -> String {
    format!("{:.0}%", share * 100.0)
}

/// A number per second: `7.02 G`, `430 M`.
pub(crate) fn speed(per_second: f64, digits: fn(f64) -> String) -> String {
    match per_second {
        0.9995e9.. => format!("{} G", digits(per_second / 1e9)),
        _ => format!("{} M", digits(per_second / 1e6)),
    }
}

/// A number of a noisy measurement: two significant digits.
pub(crate) fn two_digits(value: f64) -> String {
    match value {
        99.5.. => grouped(format!("{value:.1e}").parse::<f64>().unwrap_or(0.0) as usize),
        9.95.. => format!("{value:.0}"),
        0.995.. => format!("{value:.1}"),
        0.0995.. => format!("{value:.2}"),
        _ => format!("{value:.3}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use setwise_program::number::ns;

    #[test]
    fn digits() {
        let cases = [
            (0.099, "0.099"),
            (0.994, "0.99"),
            (9.96, "10"),
            (2.345, "2.3"),
            (285.4, "290"),
            (1_546.0, "1,500"),
        ];
        for (value, text) in cases {
            assert_eq!(two_digits(value), text);
        }
        assert_eq!(
            [0.934, 1.0, 9.99, 14.26].map(ratio),
            ["0.93", "1.00", "9.99", "14.3"]
        );
        assert_eq!(
            [7.021e9, 0.9996e9, 4.304e8, 1.2e6].map(|one| speed(one, ns)),
            ["7.02 G", "1.00 G", "430 M", "1.20 M"]
        );
        assert_eq!(percent(0.034), "3%");
    }
}
