//! Numbers for people.

/// Digits in groups of three.
///
/// ```
/// use setwise_results::digits::grouped;
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
