//! Static exchange evaluation of many moves, one for each position.

use crate::position::{Move, Position};
use setwise_core::LengthMismatch;

/// Computes the material that moves win by exchanges on their targets: `results[i]` is for
/// `moves[i]` in `positions[i]`, as [`Position::exchange_value`] defines it, and `None` if that is
/// not a legal move. The moves are [`Move`]s or `Option<Move>`s.
///
/// `values` are those of [`Role::ALL`](crate::Role::ALL), in ascending order.
///
/// This is a loop over single positions: lookups from the target take less time than batches.
///
/// # Errors
/// The slices differ in length; nothing is written.
///
/// ```
/// use setwise_moves::{Position, exchange_values};
/// let position = Position::from_fen("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1")?;
/// let moves = [position.parse_move("d3e5")?, position.parse_move("g2b7")?];
/// let mut results = [None; 2];
/// exchange_values(&[position; 2], &moves, &[100, 325, 325, 500, 975, 20_000], &mut results)?;
/// assert_eq!(results, [Some(100 - 325); 2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn exchange_values<M: Copy + Into<Option<Move>>>(
    positions: &[Position],
    moves: &[M],
    values: &[i32; 6],
    results: &mut [Option<i32>],
) -> Result<(), LengthMismatch> {
    LengthMismatch::check("moves", moves.len(), positions.len())?;
    LengthMismatch::check("results", results.len(), positions.len())?;
    for ((position, &found), result) in positions.iter().zip(moves).zip(results) {
        *result = found
            .into()
            .and_then(|found| position.exchange_value(found, values));
    }
    Ok(())
}
