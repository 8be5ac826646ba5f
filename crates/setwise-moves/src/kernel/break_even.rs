//! Measurements of batches: the sizes from which they are faster, and the gain by prefetching.

/// By call, the smallest number of positions that take less time as a batch than one by one. A
/// batch with few positions takes as long as a full one.
#[derive(Clone, Copy)]
pub(crate) struct BreakEven {
    pub(crate) count_legal_moves: usize,
    pub(crate) legal_moves: usize,
    pub(crate) count_captures: usize,
    pub(crate) count_move_kinds: usize,
    pub(crate) find_checks: usize,
    pub(crate) attack_maps: usize,
    pub(crate) analyze: usize,
}

/// The CPUs that gain something.
#[derive(Clone, Copy)]
enum Cpus {
    All,
    Amd,
}

/// The measurements for batches of some size.
#[derive(Clone, Copy)]
pub(crate) struct Measured {
    lanes: usize,
    pub(crate) break_even: BreakEven,
    /// The CPUs on which prefetching the batch after the next shortens counting an array outside
    /// the cache. NEON and `wide` prefetch nothing.
    prefetch: Cpus,
}

/// Measured on Zen 4 (docs/notes/batch-calls.md), prefetch on several CPUs
/// (docs/notes/count-legal-moves.md): 64 lanes are AVX-512, 32 AVX2, 16 128-bit vectors.
#[rustfmt::skip]
const ROWS: [Measured; 3] = [
    Measured { lanes: 64, prefetch: Cpus::Amd, break_even: BreakEven {
        count_legal_moves: 11, legal_moves: 65, count_captures: 12, count_move_kinds: 7,
        find_checks: 22, attack_maps: 20, analyze: 9,
    } },
    Measured { lanes: 32, prefetch: Cpus::All, break_even: BreakEven {
        count_legal_moves: 8, legal_moves: 8, count_captures: 12, count_move_kinds: 7,
        find_checks: 14, attack_maps: 14, analyze: 10,
    } },
    Measured { lanes: 16, prefetch: Cpus::All, break_even: BreakEven {
        count_legal_moves: 7, legal_moves: 8, count_captures: 16, count_move_kinds: 9,
        find_checks: 14, attack_maps: 16, analyze: 12,
    } },
];

impl Measured {
    /// Returns the row of batches of `lanes` positions, or the last one.
    pub(crate) const fn of(lanes: usize) -> Self {
        let mut row = 0;
        while row < ROWS.len() - 1 && ROWS[row].lanes != lanes {
            row += 1;
        }
        ROWS[row]
    }

    /// Returns whether this CPU gains by prefetching.
    pub(crate) fn gains_by_prefetch(&self) -> bool {
        match self.prefetch {
            Cpus::All => true,
            #[cfg(all(feature = "std", target_arch = "x86_64"))]
            Cpus::Amd => setwise_dispatch::amd_family().is_some(),
            #[cfg(not(all(feature = "std", target_arch = "x86_64")))]
            Cpus::Amd => true,
        }
    }
}
