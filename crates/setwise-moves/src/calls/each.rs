//! Calls with one result for each position, positions in batches or one by one.

use crate::kernel::{BatchFunctions, MoveFunctions, break_even::BreakEven};
use crate::{packs::per_position::Many, position::Position};
use setwise_core::LengthMismatch;

/// Writes calls with one result for each position: a free function, and the method of
/// [`MoveFunctions`] that it calls. `$many` is for batches, `$one` for single positions.
macro_rules! calls {
    ($($(#[$doc:meta])* fn $name:ident($out:ident: $type:ty), $from:ident, $many:expr, $one:expr;)*) => {
        $($(#[$doc])*
        pub fn $name(positions: &[Position], $out: &mut [$type]) -> Result<(), LengthMismatch> {
            MoveFunctions::selected().$name(positions, $out)
        })*

        impl MoveFunctions {$(
            #[doc = concat!("Computes [`", stringify!($name), "()`] with these functions.")]
            ///
            /// # Errors
            /// The slices differ in length; nothing is written.
            pub fn $name(&self, positions: &[Position], $out: &mut [$type]) -> Result<(), LengthMismatch> {
                self.each(stringify!($out), positions, $out, |from| from.$from, $many, $one)
            }
        )*}
    };
}
pub(super) use calls;

impl MoveFunctions {
    /// Calls `many` for the positions that form batches, and `one` for each of the others. `what`
    /// is the name of the results.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn each<T>(
        &self,
        what: &'static str,
        positions: &[Position],
        out: &mut [T],
        from: impl Fn(&BreakEven) -> usize,
        many: impl FnOnce(&BatchFunctions, Many<'_>, &mut [T]),
        one: impl Fn(&Self, &Position) -> T,
    ) -> Result<(), LengthMismatch> {
        LengthMismatch::check(what, out.len(), positions.len())?;
        let mut done = 0;
        if let Some((batch, count)) = self.batched(positions.len(), from) {
            let positions = Many {
                positions: &positions[..count],
                prefetch: batch.prefetch,
            };
            many(batch, positions, &mut out[..count]);
            done = count;
        }
        // LLVM vectorizes a loop over two slices.
        for (position, out) in positions[done..].iter().zip(&mut out[done..]) {
            *out = one(self, position);
        }
        Ok(())
    }

    /// Returns how many of `positions` positions form batches, and the functions for these. The
    /// others are fewer than the number that `from` returns, and are faster one by one.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn batched(
        &self,
        positions: usize,
        from: impl Fn(&BreakEven) -> usize,
    ) -> Option<(&BatchFunctions, usize)> {
        let batch = self.batch.as_ref()?;
        let from = from(&batch.break_even);
        // The number of lanes is a power of two.
        let rest = positions & (batch.lanes - 1);
        let left = if rest >= from { 0 } else { rest };
        let many = positions - left;
        (many > 0 && from <= batch.lanes).then_some((batch, many))
    }
}
