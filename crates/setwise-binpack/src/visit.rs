use crate::Entry;

/// What is done with each position. Mark short functions `#[inline(always)]`, so that they belong
/// to the code of the instruction set.
///
/// ```
/// use setwise_binpack::{Entry, Visit};
/// struct Decided(u64);
/// impl Visit for Decided {
///     #[inline(always)]
///     fn visit(&mut self, entry: &Entry) {
///         self.0 += u64::from(entry.score().is_some_and(|score| score.abs() > 500));
///     }
/// }
/// ```
pub trait Visit {
    /// Takes a position. Its move, if there is one, is legal.
    fn visit(&mut self, entry: &Entry);

    /// Takes the position after the last move of a chain, which has no move and no score.
    fn end(&mut self, _last: &Entry) {}
}

impl<F: FnMut(&Entry)> Visit for F {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn visit(&mut self, entry: &Entry) {
        self(entry);
    }
}
