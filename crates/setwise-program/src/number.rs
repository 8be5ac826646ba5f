//! Numbers for people.

/// Digits in groups of three.
pub fn grouped(n: usize) -> String {
    indicatif::HumanCount(n as u64).to_string()
}

/// A number of boards: `1,024`, `4 M` (2^20 each).
pub fn boards(n: usize) -> String {
    const MEGA: usize = 1 << 20;
    match n >= MEGA && n.is_multiple_of(MEGA) {
        true => format!("{} M", n / MEGA),
        false => grouped(n),
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
            [0, 999, 1000, 1_048_576].map(grouped),
            ["0", "999", "1,000", "1,048,576"]
        );
        assert_eq!(
            [1, 64, 1024, 65_536, 1 << 20, 4 << 20, 1_048_577].map(boards),
            ["1", "64", "1,024", "65,536", "1 M", "4 M", "1,048,577"]
        );
    }
}
