//! Calls with one result for each position.

use crate::kernel::break_even::BreakEven;
use crate::kernel::{BatchKernel, MoveKernel};
use crate::position::Position;
use setwise_core::LengthMismatch;

impl MoveKernel {
    /// Calls `many` for the positions that form batches, and `one` for each of the others. `what`
    /// is the name of the results.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn each<T>(
        &self,
        what: &'static str,
        positions: &[Position],
        out: &mut [T],
        from: impl Fn(&BreakEven) -> usize,
        many: impl FnOnce(&BatchKernel, &[Position], &mut [T]),
        one: impl Fn(&Position) -> T,
    ) -> Result<(), LengthMismatch> {
        LengthMismatch::check(what, out.len(), positions.len())?;
        let mut done = 0;
        if let Some((batch, count)) = self.batched(positions.len(), from) {
            many(batch, &positions[..count], &mut out[..count]);
            done = count;
        }
        // Two slices, because LLVM makes vectors of such a loop.
        for (position, out) in positions[done..].iter().zip(&mut out[done..]) {
            *out = one(position);
        }
        Ok(())
    }

    /// Returns how many of `positions` positions form batches, and the functions for them. The
    /// others, fewer than `from` chooses, are faster one by one.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn batched(
        &self,
        positions: usize,
        from: impl Fn(&BreakEven) -> usize,
    ) -> Option<(&BatchKernel, usize)> {
        let batch = self.batch.as_ref()?;
        let from = from(&batch.break_even);
        // The number of lanes is a power of two.
        let rest = positions & (batch.lanes - 1);
        let many = if rest >= from {
            positions
        } else {
            positions - rest
        };
        (many > 0 && from <= batch.lanes).then_some((batch, many))
    }
}
