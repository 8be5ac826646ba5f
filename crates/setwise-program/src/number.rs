//! Numbers for people.

/// Digits in groups of three.
///
/// ```
/// use setwise_program::number::grouped;
/// assert_eq!([0, 999, 1000, 1_048_576].map(grouped), ["0", "999", "1,000", "1,048,576"]);
/// ```
pub fn grouped(n: usize) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A ratio: two decimals, or one if it is 10 or more.
pub fn ratio(value: f64) -> String {
    match value {
        9.995.. => format!("{value:.1}"),
        _ => format!("{value:.2}"),
    }
}

/// A share in percent.
pub fn percent(share: f64) -> String {
    format!("{:.0}%", share * 100.0)
}

/// A number of boards: `1,024`, `4 M` (2^20 each).
pub fn boards(n: usize) -> String {
    const MEGA: usize = 1 << 20;
    match n >= MEGA && n.is_multiple_of(MEGA) {
        true => format!("{} M", n / MEGA),
        false => grouped(n),
    }
}

/// A number per second: `7.02 G`, `430 M`.
pub fn speed(per_second: f64) -> String {
    match per_second {
        0.9995e9.. => format!("{} G", ns(per_second / 1e9)),
        _ => format!("{} M", ns(per_second / 1e6)),
    }
}

/// A time in nanoseconds, or another number with three significant digits.
pub fn ns(value: f64) -> String {
    match value {
        999.5.. => grouped(value.round() as usize),
        99.95.. => format!("{value:.0}"),
        9.995.. => format!("{value:.1}"),
        0.9995.. => format!("{value:.2}"),
        _ => format!("{value:.3}"),
    }
}

/// A number of a noisy measurement: two significant digits.
pub fn two_digits(value: f64) -> String {
    match value {
        9.95.. => grouped(value.round() as usize),
        0.995.. => format!("{value:.1}"),
        0.0995.. => format!("{value:.2}"),
        _ => format!("{value:.3}"),
    }
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
        let cases = [
            (0.099, "0.099"),
            (0.994, "0.99"),
            (9.96, "10"),
            (2.345, "2.3"),
        ];
        for (value, text) in cases {
            assert_eq!(two_digits(value), text);
        }
        assert_eq!(
            [0.934, 1.0, 9.99, 14.26].map(ratio),
            ["0.93", "1.00", "9.99", "14.3"]
        );
        assert_eq!(
            [7.021e9, 0.9996e9, 4.304e8, 1.2e6].map(speed),
            ["7.02 G", "1.00 G", "430 M", "1.20 M"]
        );
        assert_eq!(percent(0.034), "3%");
        assert_eq!(
            [1, 64, 1024, 65_536, 1 << 20, 4 << 20, 1_048_577].map(boards),
            ["1", "64", "1,024", "65,536", "1 M", "4 M", "1,048,577"]
        );
    }
}
