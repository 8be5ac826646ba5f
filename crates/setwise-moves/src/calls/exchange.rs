//! Static exchange evaluation of many moves, one for each position.

use super::played::Played;
use crate::position::{Move, Position};
use crate::{functions::exchange::Sequences, kernel::MoveKernel, packs::MAX_LANES};
use setwise_core::LengthMismatch;

/// Computes the material that moves win by exchanges on their targets: `results[i]` is for
/// `moves[i]` in `positions[i]`, as [`Position::exchange_value`] defines it, and `None` if that is
/// not a legal move. The moves are [`Move`]s or `Option<Move>`s.
///
/// `values` are those of [`Role::ALL`](crate::Role::ALL), in ascending order.
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
    MoveKernel::best().exchange_values(positions, moves, values, results)
}

impl MoveKernel {
    /// Computes [`exchange_values()`] with the functions of this kernel.
    ///
    /// # Errors
    /// The slices differ in length; nothing is written.
    pub fn exchange_values<M: Copy + Into<Option<Move>>>(
        &self,
        positions: &[Position],
        moves: &[M],
        values: &[i32; 6],
        results: &mut [Option<i32>],
    ) -> Result<(), LengthMismatch> {
        LengthMismatch::check("moves", moves.len(), positions.len())?;
        LengthMismatch::check("results", results.len(), positions.len())?;
        let batched = self.batched(positions.len(), |from| from.exchange_values);
        let many = batched.map_or(0, |(_, many)| many);
        let few = positions.iter().zip(moves).zip(&mut *results);
        for ((position, played), result) in few.skip(many) {
            let played: Option<Move> = (*played).into();
            *result = played.and_then(|played| position.exchange_value(played, values));
        }
        let Some((batch, _)) = batched else {
            return Ok(());
        };
        let (positions, moves) = (&positions[..many], &moves[..many]);
        let mut played = Played::new();
        let mut sequences = Sequences::new();
        let chunks = positions.chunks(batch.lanes).zip(moves.chunks(batch.lanes));
        for ((positions, moves), results) in chunks.zip(results[..many].chunks_mut(batch.lanes)) {
            let (children, moves) = played.play(positions, moves);
            let mut targets = [0; MAX_LANES];
            for ((target, found), child) in targets.iter_mut().zip(moves).zip(children) {
                *target = found.map_or(0, |found| child.turn().view(found.destination().bit()));
            }
            (batch.recaptures)((children, &targets), &mut sequences);
            let found = positions.iter().zip(moves);
            for (i, ((position, found), result)) in found.zip(results).enumerate() {
                let legal = found.filter(|_| sequences.illegal[i] == 0);
                *result = legal.map(|found| match found.is_castling() {
                    true => 0,
                    false => {
                        let lost = sequences.value(i, found.placed(), values);
                        position.won_by(found, values).saturating_sub(lost)
                    }
                });
            }
        }
        Ok(())
    }
}
