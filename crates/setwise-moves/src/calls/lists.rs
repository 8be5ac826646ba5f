//! The legal moves of many positions.

use crate::{kernel::MoveFunctions, lists::move_rows::MoveRows, position::Position};

/// Lists the legal moves of each position: row i is for `positions[i]`. The rows are in the order
/// of [`Position::legal_moves`], the same on all machines. Earlier rows are removed.
///
/// ```
/// use setwise_moves::{MoveRows, Position, legal_moves};
/// let mate = Position::from_fen("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1")?;
/// let mut rows = MoveRows::new();
/// legal_moves(&[Position::startpos(), mate], &mut rows);
/// assert_eq!((rows.len(), rows.offsets()), (2, &[0, 20, 20][..]));
/// assert_eq!(rows.row(0), Some(&*Position::startpos().legal_moves()));
/// # Ok::<(), setwise_moves::FenError>(())
/// ```
pub fn legal_moves(positions: &[Position], rows: &mut MoveRows) {
    MoveFunctions::selected().legal_moves(positions, rows);
}

impl MoveFunctions {
    /// Computes [`legal_moves()`] with these functions.
    pub fn legal_moves(&self, positions: &[Position], rows: &mut MoveRows) {
        rows.clear(positions.len());
        let mut done = 0;
        if let Some((batch, count)) = self.batched(positions.len(), |from| from.legal_moves)
            && let Some(list) = batch.lists
        {
            list(&positions[..count], rows);
            done = count;
        }
        for position in &positions[done..] {
            rows.add(|room| (self.list)((position, position.checks()), room));
        }
    }
}
