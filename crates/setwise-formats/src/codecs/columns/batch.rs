//! Records from record batches.

use super::error::{ColumnError, optional};
use super::numbers::integers;
use super::position::PositionColumn;
use super::strings::{Text, valid};
use crate::vocabulary::damage::Reason;
use crate::vocabulary::record::{Outcome, Record};
use arrow_array::{Int64Array, RecordBatch};

/// The columns of a batch that records are made of.
///
/// The position comes from the columns that [`PositionColumn::of_batch`] finds. `score`, `outcome`,
/// `move` and `ply` may be missing or null; numbers may be of any width, and a move is in UCI
/// notation.
#[derive(Clone, Debug)]
pub struct RecordColumns {
    positions: PositionColumn,
    score: Option<Int64Array>,
    outcome: Option<Int64Array>,
    played: Option<Text>,
    ply: Option<Int64Array>,
}

impl RecordColumns {
    /// Finds the columns of a batch by their names.
    ///
    /// # Errors
    /// No column has positions, or a column has another type.
    pub fn new(batch: &RecordBatch) -> Result<Self, ColumnError> {
        let numbers = |name| optional(name, batch.column_by_name(name), integers);
        Ok(Self {
            positions: PositionColumn::of_batch(batch)?,
            score: numbers("score")?,
            outcome: numbers("outcome")?,
            played: optional("move", batch.column_by_name("move"), Text::of)?,
            ply: numbers("ply")?,
        })
    }

    /// The number of rows.
    pub const fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there are no rows.
    pub const fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Returns the record of a row.
    ///
    /// # Errors
    /// The position is null or not valid, a number is out of range, or the move is not legal.
    pub fn record(&self, row: usize) -> Result<Record, Reason> {
        let mut record = self.positions.record(row)?.ok_or(Reason::NoPosition)?;
        let number = |column: &Option<Int64Array>| column.as_ref().and_then(|all| valid(all, row));
        if let Some(score) = number(&self.score) {
            record.score = Some(score.try_into().map_err(|_| Reason::ScoreRange)?);
        }
        if let Some(outcome) = number(&self.outcome) {
            let known = u8::try_from(outcome)
                .ok()
                .and_then(Outcome::from_half_points);
            record.outcome = Some(known.ok_or(Reason::Field("outcome"))?);
        }
        if let Some(text) = self.played.as_ref().and_then(|moves| moves.get(row)) {
            let played = record.position.parse_move(text);
            record.played = Some(played.map_err(|_| Reason::Uci(text.to_owned()))?);
        }
        if let Some(ply) = number(&self.ply) {
            record.ply = Some(ply.try_into().map_err(|_| Reason::Field("ply"))?);
        }
        Ok(record)
    }
}
