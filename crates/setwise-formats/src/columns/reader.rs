//! Records from record batches, Arrow streams and Parquet files.

use super::numbers::integers;
use super::position::{ColumnError, PositionColumn, optional};
use super::stream;
use super::strings::{Text, valid};
use crate::{Format, Outcome, Reason, Record};
use arrow_array::{Int64Array, RecordBatch};
use std::io::{BufReader, Error, ErrorKind, Read, Result};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The number of rows of Parquet that are decoded at once.
#[cfg(feature = "parquet")]
const BATCH: usize = 1 << 13;

/// The columns of a batch that records are made of.
///
/// The position comes from the columns that [`PositionColumn::of_batch`] finds. `score`, `outcome`, `move` and `ply` may be missing or
/// null; numbers may be of any width, and a move is in UCI notation.
#[derive(Clone, Debug)]
pub struct Columns {
    positions: PositionColumn,
    score: Option<Int64Array>,
    outcome: Option<Int64Array>,
    played: Option<Text>,
    ply: Option<Int64Array>,
}

impl Columns {
    /// Finds the columns of a batch by their names.
    ///
    /// # Errors
    /// No column has positions, or a column has another type.
    pub fn new(batch: &RecordBatch) -> core::result::Result<Self, ColumnError> {
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
    pub fn record(&self, row: usize) -> core::result::Result<Record, Reason> {
        let mut record = self.positions.record(row)?.ok_or(Reason::NoPosition)?;
        let number = |column: &Option<Int64Array>| column.as_ref().and_then(|all| valid(all, row));
        if let Some(score) = number(&self.score) {
            record.score = Some(score.try_into().map_err(|_| Reason::ScoreRange)?);
        }
        if let Some(outcome) = number(&self.outcome) {
            let found = u8::try_from(outcome)
                .ok()
                .and_then(Outcome::from_half_points);
            record.outcome = Some(found.ok_or(Reason::Field("outcome"))?);
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

/// Reads the rows of a stream of batches.
pub(crate) struct RowReader<'a> {
    input: Input<'a>,
    batch: Option<Columns>,
    /// The next row of the batch.
    row: usize,
    /// The number of rows, if it is known.
    rows: Option<u64>,
}

enum Input<'a> {
    /// A stream that is not opened.
    Closed(Format, Box<dyn Read + Send + 'a>),
    Batches(Batches<'a>),
    Ended,
}

impl<'a> RowReader<'a> {
    /// Reads Arrow from its front to its end. Parquet is read into memory first.
    pub(crate) fn new(input: impl Read + Send + 'a, format: Format) -> Self {
        Self::of(Input::Closed(format, Box::new(input)), None)
    }

    /// Reads a Parquet file.
    #[cfg(feature = "parquet")]
    pub(crate) fn parquet(file: std::fs::File) -> Result<Self> {
        let (batches, rows) = guarded(|| open_parquet(file))?;
        Ok(Self::of(Input::Batches(batches), rows))
    }

    fn of(input: Input<'a>, rows: Option<u64>) -> Self {
        Self {
            input,
            batch: None,
            row: 0,
            rows,
        }
    }

    /// The number of rows, which Parquet tells at the beginning.
    pub(crate) const fn rows(&self) -> Option<u64> {
        self.rows
    }

    /// Returns the next record, or why the row is damaged. `None` at the end.
    pub(crate) fn next(&mut self) -> Result<Option<core::result::Result<Record, Reason>>> {
        loop {
            if let Some(batch) = &self.batch
                && self.row < batch.len()
            {
                self.row += 1;
                return Ok(Some(batch.record(self.row - 1)));
            }
            let Some(batch) = self.next_batch()? else {
                return Ok(None);
            };
            self.batch = Some(Columns::new(&batch).map_err(damaged)?);
            self.row = 0;
        }
    }

    fn next_batch(&mut self) -> Result<Option<RecordBatch>> {
        if let Input::Closed(format, input) = &mut self.input {
            let input = core::mem::replace(input, Box::new(std::io::empty()));
            let format = *format;
            self.input = Input::Ended;
            self.input = Input::Batches(guarded(|| open(input, format))?);
        }
        let Input::Batches(batches) = &mut self.input else {
            return Ok(None);
        };
        let batch = guarded(|| batches.next().transpose());
        if !matches!(batch, Ok(Some(_))) {
            self.input = Input::Ended;
        }
        batch
    }
}

type Batches<'a> = Box<dyn Iterator<Item = Result<RecordBatch>> + Send + 'a>;

/// Opens a stream.
fn open<'a>(input: Box<dyn Read + Send + 'a>, format: Format) -> Result<Batches<'a>> {
    match format {
        #[cfg(feature = "parquet")]
        Format::Parquet => {
            let (mut input, mut bytes) = (input, Vec::new());
            input.read_to_end(&mut bytes)?;
            Ok(open_parquet(bytes::Bytes::from(bytes))?.0)
        }
        _ => Ok(Box::new(stream::Batches::new(BufReader::new(input))?)),
    }
}

/// Opens Parquet. Returns the number of rows too.
#[cfg(feature = "parquet")]
fn open_parquet<'a>(
    input: impl parquet::file::reader::ChunkReader + 'static,
) -> Result<(Batches<'a>, Option<u64>)> {
    use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
    let builder = ParquetRecordBatchReaderBuilder::try_new(input).map_err(damaged)?;
    let rows = builder.metadata().file_metadata().num_rows();
    let reader = builder.with_batch_size(BATCH).build().map_err(damaged)?;
    let batches = reader.map(|batch| batch.map_err(damaged));
    Ok((Box::new(batches), u64::try_from(rows).ok()))
}

/// Calls the crates of Arrow and Parquet. They panic at some damaged schemas and pages; here that is an error.
fn guarded<T>(read: impl FnOnce() -> Result<T>) -> Result<T> {
    catch_unwind(AssertUnwindSafe(read)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<&str>().copied();
        let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
        Err(damaged(text.unwrap_or("damaged").to_owned()))
    })
}

pub(super) fn damaged(why: impl Into<Box<dyn core::error::Error + Send + Sync>>) -> Error {
    Error::new(ErrorKind::InvalidData, why)
}
