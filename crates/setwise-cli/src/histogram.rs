/// The most lines of a printed histogram.
const LINES: usize = 24;
/// The width of its longest bar.
const WIDTH: f64 = 40.0;

/// The number of positions by a small number, such as that of their legal moves.
#[derive(Clone, Default)]
pub(crate) struct Histogram {
    counts: Vec<u64>,
}

impl Histogram {
    pub(crate) fn add(&mut self, number: u32) {
        let number = number as usize;
        if self.counts.len() <= number {
            self.counts.resize(number + 1, 0);
        }
        self.counts[number] += 1;
    }

    pub(crate) fn merge(&mut self, other: &Self) {
        if self.counts.len() < other.counts.len() {
            self.counts.resize(other.counts.len(), 0);
        }
        for (sum, count) in self.counts.iter_mut().zip(&other.counts) {
            *sum += count;
        }
    }

    /// The numbers of positions; entry n is for the number n.
    pub(crate) fn counts(&self) -> &[u64] {
        &self.counts
    }

    pub(crate) fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The mean; NaN without positions.
    pub(crate) fn mean(&self) -> f64 {
        let product = |(number, &positions): (usize, &u64)| number as f64 * positions as f64;
        let all: f64 = self.counts.iter().enumerate().map(product).sum();
        all / self.total() as f64
    }

    /// The greatest number; 0 without positions.
    pub(crate) fn max(&self) -> usize {
        self.counts.len().saturating_sub(1)
    }

    /// Returns a line for each number or range of numbers: the positions, their share, and a bar.
    pub(crate) fn bars(&self, title: &str) -> String {
        let positions = self.total();
        let mut steps = (0..).flat_map(|power| [1, 2, 5].map(|digit| digit * 10_usize.pow(power)));
        let fits = |step: &usize| self.counts.len().div_ceil(*step) <= LINES;
        let step = steps.find(fits).unwrap_or(1);
        let bins = self.counts.chunks(step).map(|bin| bin.iter().sum());
        let bins: Vec<u64> = bins.collect();
        let most = bins.iter().copied().max().unwrap_or(1) as f64;
        let width = title.len().max(8);
        let mut text = format!("{title:>width$}  positions   share\n");
        for (number, &count) in bins.iter().enumerate() {
            let first = number * step;
            let range = match step {
                1 => first.to_string(),
                _ => format!("{first}-{}", first + step - 1),
            };
            let share = 100.0 * count as f64 / positions as f64;
            let bar = "#".repeat((WIDTH * count as f64 / most).ceil() as usize);
            let line = format!("{range:>width$}  {count:>9}  {share:>5.1}%  {bar}");
            text += line.trim_end();
            text.push('\n');
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_of_single_numbers_and_of_ranges() {
        let mut histogram = Histogram::default();
        for number in [0, 2, 2, 2] {
            histogram.add(number);
        }
        assert_eq!(
            histogram.bars("pieces"),
            format!(
                "  pieces  positions   share\n\
                \x20      0          1   25.0%  {}\n\
                \x20      1          0    0.0%\n\
                \x20      2          3   75.0%  {}\n",
                "#".repeat(14),
                "#".repeat(40)
            )
        );
        // 30 numbers need ranges of two.
        histogram.add(29);
        let bars = histogram.bars("pieces");
        let lines: Vec<_> = bars.lines().collect();
        assert_eq!(lines.len(), 16);
        assert!(
            lines[2].starts_with("     2-3          3   60.0%"),
            "{bars}"
        );
        assert!(
            lines[15].starts_with("   28-29          1   20.0%"),
            "{bars}"
        );
    }
}
