use super::arrays::{Bytes, Text, plain};
use super::{boards::BoardColumns, error::ColumnError};
use crate::codecs::{marlinformat, text::record_of_fen};
use crate::vocabulary::{Notices, ReadError, Record};
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, RecordBatch};

/// A column of positions: an array of text (FEN of four or six fields), of 32 bytes (marlinformat;
/// the last four bytes are not read), or a structure of bitboards.
/// [`PositionEncoding`](crate::PositionEncoding) names the fields of such a structure. Text and
/// bytes may be of any width, views included; dictionaries and runs are resolved. Other arrays are
/// not copied.
///
/// ```
/// use arrow_array::{ArrayRef, StringArray};
/// use setwise_formats::columns::PositionColumn;
/// use std::sync::Arc;
/// let fens: ArrayRef = Arc::new(StringArray::from(vec![Some("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), None]));
/// let column = PositionColumn::new(&fens)?;
/// assert_eq!(column.record(0)?.unwrap().position.legal_moves().len(), 15);
/// assert_eq!(column.record(1)?, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PositionColumn {
    stored: Stored,
    rows: usize,
}

#[derive(Clone, Debug)]
enum Stored {
    Fen(Text),
    Packed(Bytes),
    Boards(Box<BoardColumns>),
}

impl PositionColumn {
    /// Reads an array of positions.
    ///
    /// # Errors
    /// The type is not one of those above, or a bitboard is missing.
    pub fn new(array: &ArrayRef) -> Result<Self, ColumnError> {
        let rows = array.len();
        let array = &plain(array)?;
        let stored = if let Some(text) = Text::of(array) {
            Stored::Fen(text)
        } else if let Some(bytes) = Bytes::of(array) {
            Stored::Packed(bytes)
        } else if let Some(fields) = array.as_struct_opt() {
            let boards = BoardColumns::new(|name| fields.column_by_name(name))?;
            Stored::Boards(Box::new(boards.without(fields.nulls())))
        } else {
            return Err(ColumnError::of_type("position", array));
        };
        Ok(Self { stored, rows })
    }

    /// Finds the positions of a batch: its column `fen`, `position`, or its bitboards.
    ///
    /// # Errors
    /// The batch has none of these columns, or one of another type.
    pub fn of_batch(batch: &RecordBatch) -> Result<Self, ColumnError> {
        let column = |name: &str| batch.column_by_name(name);
        match column("position").or_else(|| column("fen")) {
            Some(array) => Self::new(array),
            None => Ok(Self {
                stored: Stored::Boards(Box::new(BoardColumns::new(column)?)),
                rows: batch.num_rows(),
            }),
        }
    }

    /// The number of rows.
    pub const fn len(&self) -> usize {
        self.rows
    }

    /// Whether there are no rows.
    pub const fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// Returns the position of a row as a record without score, outcome, move and game. `None` if
    /// the position is null or past the end.
    ///
    /// # Errors
    /// The position is not valid.
    pub fn record(&self, row: usize) -> Result<Option<Record>, ReadError> {
        Ok(self.noted_record(row)?.map(|(record, _)| record))
    }

    /// Returns the position of a row, and the notices about it.
    pub(super) fn noted_record(&self, row: usize) -> Result<Option<(Record, Notices)>, ReadError> {
        let without = |record: Record| (record, Notices::NONE);
        match &self.stored {
            Stored::Fen(text) => text.get(row).map(record_of_fen).transpose(),
            Stored::Packed(bytes) => {
                let decode = |bytes: &[u8]| match bytes.try_into() {
                    Ok(bytes) => marlinformat::decode_position(bytes).map(without),
                    Err(_) => Err(ReadError::Truncated(bytes.len())),
                };
                bytes.get(row).map(decode).transpose()
            }
            Stored::Boards(boards) => {
                let record = boards.record(row)?;
                Ok(record.map(|record| without(record.with_ply_of_position())))
            }
        }
    }
}
