//! The number of positions from which on a batch is used.

/// By call, the smallest number of positions that take less time as a batch than one by one. A
/// batch with few positions takes as long as a full one. Measured on Zen 4
/// (docs/notes/batch-calls.md).
#[derive(Clone, Copy)]
pub(crate) struct BreakEven {
    pub(crate) count_legal_moves: usize,
    pub(crate) count_captures: usize,
    pub(crate) count_move_kinds: usize,
    pub(crate) find_checks: usize,
    pub(crate) attack_maps: usize,
    pub(crate) analyze: usize,
    pub(crate) exchange_values: usize,
}

impl BreakEven {
    /// Returns the numbers for batches of `lanes` positions: 64 with AVX-512, 32 with AVX2, 16 with
    /// 128-bit vectors.
    pub(crate) const fn of(lanes: usize) -> Self {
        match lanes {
            64 => Self {
                count_legal_moves: 11,
                count_captures: 12,
                count_move_kinds: 7,
                find_checks: 22,
                attack_maps: 20,
                analyze: 9,
                exchange_values: 16,
            },
            32 => Self {
                count_legal_moves: 8,
                count_captures: 12,
                count_move_kinds: 7,
                find_checks: 14,
                attack_maps: 14,
                analyze: 10,
                exchange_values: 15,
            },
            _ => Self {
                count_legal_moves: 7,
                count_captures: 16,
                count_move_kinds: 9,
                find_checks: 14,
                attack_maps: 16,
                analyze: 12,
                exchange_values: 16,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::format;

    /// The table in the book.
    #[test]
    fn the_book_has_these_numbers() {
        let book = include_str!("../../../../docs/book/src/entry_points.md");
        let row = |call: &str, from: fn(&BreakEven) -> usize| {
            let [a, b, c] = [64, 32, 16].map(|lanes| from(&BreakEven::of(lanes)));
            let row = format!("| `{call}` | {a} | {b} | {c} |");
            assert!(book.contains(&row), "{row}");
        };
        row("count_legal_moves", |from| from.count_legal_moves);
        row("count_captures", |from| from.count_captures);
        row("count_move_kinds", |from| from.count_move_kinds);
        row("find_checks", |from| from.find_checks);
        row("attack_maps", |from| from.attack_maps);
        row("analyze", |from| from.analyze);
        row("exchange_values", |from| from.exchange_values);
    }
}
