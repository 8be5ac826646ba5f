//! Many positions at once.

use crate::Position;
use setwise_core::LengthMismatch;

/// The number of legal moves of each position: `counts[i]` is for `positions[i]`.
///
/// # Errors
/// The slices differ in length; nothing was written.
///
/// ```
/// use setwise_moves::{Position, count_legal_moves};
/// let positions = [Position::startpos(); 3];
/// let mut counts = [0; 3];
/// count_legal_moves(&positions, &mut counts)?;
/// assert_eq!(counts, [20; 3]);
/// let error = count_legal_moves(&positions, &mut counts[..2]).unwrap_err();
/// assert_eq!((error.what, error.found, error.expected), ("counts", 2, 3));
/// # Ok::<(), setwise_core::LengthMismatch>(())
/// ```
pub fn count_legal_moves(positions: &[Position], counts: &mut [u32]) -> Result<(), LengthMismatch> {
    LengthMismatch::check("counts", counts.len(), positions.len())?;
    for (position, count) in positions.iter().zip(counts) {
        *count = position.count_legal();
    }
    Ok(())
}
