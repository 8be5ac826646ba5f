//! The number of positions from which a batch is used.

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
