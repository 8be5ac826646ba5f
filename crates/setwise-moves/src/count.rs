//! Many positions at once.

use crate::lanes::Uncounted;
use crate::{Frame, MoveKernel, Position};
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
    MoveKernel::best().count_legal_moves(positions, counts)
}

impl MoveKernel {
    /// [`count_legal_moves`] with the functions of this kernel.
    ///
    /// # Errors
    /// The slices differ in length; nothing was written.
    pub fn count_legal_moves(
        &self,
        positions: &[Position],
        counts: &mut [u32],
    ) -> Result<(), LengthMismatch> {
        LengthMismatch::check("counts", counts.len(), positions.len())?;
        match self.batch {
            // A batch that is hardly filled costs as much as a full one.
            Some(batch) if positions.len() >= WORTH => {
                let uncounted = Uncounted {
                    positions,
                    prefetch: batch.prefetch,
                };
                (batch.counts)(uncounted, counts);
            }
            _ => {
                for (position, count) in positions.iter().zip(counts) {
                    *count = (self.count)(&Frame::from(position), ());
                }
            }
        }
        Ok(())
    }
}

/// From how many positions on a batch pays.
const WORTH: usize = 16;
