//! How rows are written one by one.

use core::ops::Range;

/// On which instruction sets a set writes its rows one by one.
#[derive(Clone, Copy, Debug)]
pub enum Levels {
    /// On none.
    None,
    /// On those without fast vectors of words.
    WithoutWords,
    /// On those that do not compress bytes.
    WithoutCompression,
    /// On all.
    All,
}

/// The number of positions that are listed before their rows are written. Few of them leave the
/// stores of rows time to reach the memory (docs/notes/nnue-features.md).
pub(crate) const AT_ONCE: usize = 4;

/// Divides positions into parts of at most [`AT_ONCE`].
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn few(positions: usize) -> impl Iterator<Item = Range<usize>> {
    let starts = (0..positions).step_by(AT_ONCE);
    starts.map(move |start| start..positions.min(start + AT_ONCE))
}
