//! One call of a function on a batch of rows.

use crate::positions::Positions;
use datafusion::arrow::array::{Array, ArrayRef, AsArray};
use datafusion::arrow::datatypes::Int64Type;
use datafusion::error::{DataFusionError, Result};
use setwise_formats::Record;
use setwise_moves::{Color, Move, Square};
use std::sync::Arc;

/// The arguments of a call: one row for each position.
pub(crate) struct Call {
    /// The positions as they are stored.
    pub(crate) stored: ArrayRef,
    pub(crate) positions: Arc<Positions>,
    /// The arguments after the position: text, or integers of 64 bits.
    pub(crate) others: Vec<ArrayRef>,
}

pub(crate) fn failure(why: impl Into<String>) -> DataFusionError {
    DataFusionError::Execution(why.into())
}

impl Call {
    /// Computes a value for each valid position. Null where `of` returns `None`.
    pub(crate) fn each<T>(
        &self,
        mut of: impl FnMut(usize, &Record) -> Result<Option<T>>,
    ) -> Result<Vec<Option<T>>> {
        let rows = self.positions.records.iter().enumerate();
        rows.map(|(row, record)| match self.positions.valid.is_valid(row) {
            true => of(row, record),
            false => Ok(None),
        })
        .collect()
    }

    /// The text of argument `i` after the position.
    fn text(&self, i: usize, row: usize) -> Option<&str> {
        let array = self.others.get(i)?.as_string_opt::<i32>()?;
        array.is_valid(row).then(|| array.value(row))
    }

    /// The number of argument `i` after the position.
    pub(crate) fn number(&self, i: usize, row: usize) -> Option<i64> {
        let array = self.others.get(i)?.as_primitive_opt::<Int64Type>()?;
        array.is_valid(row).then(|| array.value(row))
    }

    /// The legal move of the first argument after the position, in UCI notation.
    pub(crate) fn played(&self, row: usize, record: &Record) -> Result<Option<Move>> {
        let Some(text) = self.text(0, row) else {
            return Ok(None);
        };
        let position = &record.position;
        let played = position.parse_move(text);
        Ok(Some(played.map_err(|error| {
            failure(format!("move {text:?} in {position}: {error}"))
        })?))
    }

    /// The square of argument `i` after the position.
    pub(crate) fn square(&self, i: usize, row: usize) -> Result<Option<Square>> {
        let Some(text) = self.text(i, row) else {
            return Ok(None);
        };
        let square = text.parse();
        Ok(Some(square.map_err(|_| {
            failure(format!("{text:?} is not a square"))
        })?))
    }

    /// The color of argument `i` after the position.
    pub(crate) fn color(&self, i: usize, row: usize) -> Result<Option<Color>> {
        Ok(match self.text(i, row) {
            None => None,
            Some("w" | "white") => Some(Color::White),
            Some("b" | "black") => Some(Color::Black),
            Some(other) => return Err(failure(format!("{other:?} is neither `w` nor `b`"))),
        })
    }
}
