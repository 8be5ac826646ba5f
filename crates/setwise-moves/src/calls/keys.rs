//! Hash keys of many positions.

use crate::position::Position;
use setwise_core::LengthMismatch;

/// Writes the hash key of each position: `keys[i]` is the [`key`](Position::key) of `positions[i]`.
///
/// A position holds its key, so this is a copy, without instructions of a particular CPU.
///
/// # Errors
/// The slices differ in length; nothing is written.
///
/// ```
/// use setwise_moves::{Position, keys};
/// let start = Position::startpos();
/// let next = start.play(start.parse_move("e2e4")?)?;
/// let mut found = [0; 3];
/// keys(&[start, next, start], &mut found)?;
/// assert_eq!(found, [start.key(), next.key(), start.key()]);
/// assert_ne!(found[0], found[1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn keys(positions: &[Position], keys: &mut [u64]) -> Result<(), LengthMismatch> {
    LengthMismatch::check("keys", keys.len(), positions.len())?;
    for (key, position) in keys.iter_mut().zip(positions) {
        *key = position.key();
    }
    Ok(())
}
