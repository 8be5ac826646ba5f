//! Lists of pairs of squares, of which threats and pawn pairs compute indices.

use crate::rows::AT_ONCE;

/// The room for the edges of a position: a power of two, and more than the greatest number of
/// edges, because entries after the last edge are overwritten.
pub(crate) const WINDOW: usize = 1024;
/// Edges are turned into indices when there are more than this.
pub(crate) const FULL: usize = 2048;
const ROOM: usize = FULL + WINDOW;

/// Edges of some positions, one after the other: the squares as the first perspective sees them,
/// with its own mirror.
#[derive(Debug)]
#[repr(align(64))]
pub struct Edges {
    /// The square of the attacker, and [`MIRRORED`](super::view::MIRRORED). (That bit is in `to`
    /// as well.)
    pub(crate) from: [u8; ROOM],
    /// The square of the attacked piece.
    pub(crate) to: [u8; ROOM],
    /// The pair of pieces.
    pub(crate) pair: [u8; ROOM],
    /// Where the edges of each position end, if rows are written one by one.
    pub(crate) ends: [usize; AT_ONCE],
}

impl Default for Edges {
    fn default() -> Self {
        Self {
            from: [0; ROOM],
            to: [0; ROOM],
            pair: [0; ROOM],
            ends: [0; AT_ONCE],
        }
    }
}

/// Returns the `N` entries from `at` on, if there are as many. A fixed number saves bounds checks.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn window_mut<T, const N: usize>(column: &mut [T], at: usize) -> Option<&mut [T; N]> {
    column.get_mut(at..)?.first_chunk_mut()
}
