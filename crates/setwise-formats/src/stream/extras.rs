use crate::stream::column_values::{ColumnValues, Texts};
use crate::stream::{GameBatch, GameHead};
use crate::vocabulary::{GameColumn, Record};
#[cfg(feature = "arrow")]
use arrow_array::RecordBatch;
use std::sync::Arc;
#[cfg(feature = "arrow")]
use std::sync::OnceLock;

/// The data of some records that no field holds: the columns of games, the operations of EPD, and
/// the other columns of a table. A [`Record`] has the number of its data.
///
/// [`ReadOptions::keep_extras`](crate::ReadOptions::keep_extras) and
/// [`ReadOptions::columns`](crate::ReadOptions::columns) ask for it, and
/// [`Writer::write_batch`](crate::Writer::write_batch) writes it.
#[derive(Debug, Default)]
pub struct Extras {
    is_kept: bool,
    operations: Texts,
    /// Batches with the number of rows up to their ends.
    #[cfg(feature = "arrow")]
    rows: Vec<(RecordBatch, usize)>,
    pub(crate) columns: ColumnValues,
    pub(crate) games: Vec<GameBatch>,
    /// The columns that are written, as a table.
    #[cfg(feature = "arrow")]
    pub(crate) table: OnceLock<RecordBatch>,
}

/// The data of a record that no field holds.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Extra<'a> {
    None,
    Operations(&'a str),
    #[cfg(feature = "arrow")]
    Row(&'a RecordBatch, usize),
    /// A row of the columns.
    Columns(&'a Extras, usize),
}

impl Extras {
    /// Makes an empty store. Operations and columns of tables are added only if `is_kept`.
    pub(crate) fn new(is_kept: bool, columns: Arc<[GameColumn]>) -> Self {
        Self {
            is_kept,
            columns: ColumnValues::new(columns),
            ..Self::default()
        }
    }

    pub(crate) fn take(&mut self) -> Self {
        // The next batch has probably as many rows.
        let empty = Self {
            columns: self.columns.emptied(),
            is_kept: self.is_kept,
            ..Self::default()
        };
        core::mem::replace(self, empty)
    }

    /// The values of the columns of games.
    pub const fn columns(&self) -> &ColumnValues {
        &self.columns
    }

    /// The games that are read in place of records.
    pub fn games(&self) -> &[GameBatch] {
        &self.games
    }

    /// Removes these games. Their memory is used again.
    pub fn clear_games(&mut self) {
        self.games.iter_mut().for_each(GameBatch::clear);
    }

    /// The number of rows of these games.
    pub fn game_rows(&self) -> usize {
        self.games.iter().map(GameBatch::rows).sum()
    }

    pub(crate) fn heads_mut(&mut self) -> impl Iterator<Item = &mut GameHead> {
        self.games.iter_mut().flat_map(|games| &mut games.heads)
    }

    /// Returns the row of a record in [`columns`](Self::columns). The record is one of the batch.
    #[inline]
    pub fn row_of(&self, record: &Record) -> Option<usize> {
        (record.extra as usize).checked_sub(1)
    }

    /// Whether operations and columns of tables are kept.
    #[cfg(feature = "arrow")]
    pub(crate) const fn is_kept(&self) -> bool {
        self.is_kept
    }

    /// Keeps the operations of EPD. Returns the number of the record.
    pub(crate) fn push_operations(&mut self, operations: &str) -> u32 {
        if !self.is_kept {
            return 0;
        }
        self.operations.push(Some(operations));
        number(self.operations.len())
    }

    /// Keeps the columns of a batch. Returns the number of rows before it.
    #[cfg(feature = "arrow")]
    pub(crate) fn push_rows(&mut self, batch: RecordBatch) -> usize {
        let before = self.rows.last().map_or(0, |(_, end)| *end);
        if self.is_kept {
            let end = before + batch.num_rows();
            self.rows.push((batch, end));
        }
        before
    }

    pub(crate) fn get(&self, number: u32) -> Extra<'_> {
        let Some(at) = (number as usize).checked_sub(1) else {
            return Extra::None;
        };
        if let Some(operations) = self.operations.get(at) {
            return Extra::Operations(operations);
        }
        #[cfg(feature = "arrow")]
        {
            let batch = self.rows.partition_point(|(_, end)| *end <= at);
            if let Some((batch, end)) = self.rows.get(batch) {
                return Extra::Row(batch, at + batch.num_rows() - end);
            }
        }
        match at < self.columns.len() {
            true => Extra::Columns(self, at),
            false => Extra::None,
        }
    }
}

/// Returns the number of the last one of `count` records. 0 stands for none.
pub(crate) fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(0)
}
