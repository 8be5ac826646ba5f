//! The rows of a file, one batch after the other.

use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::error::{DataFusionError, Result};
use datafusion::execution::{SendableRecordBatchStream, TaskContext};
use datafusion::physical_plan::stream::RecordBatchReceiverStreamBuilder;
use datafusion::physical_plan::streaming::PartitionStream;
use setwise_formats::columns::{GameBatches, MoveNotation, record_batch_with, schema_with};
use setwise_formats::{
    Error, Extras, Format, GameColumn, PositionEncoding, ReadOptions, Reader, Record,
};
use std::{path::PathBuf, sync::Arc};

/// What the rows of a file are.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Rows {
    /// Positions in a layout, the last ones of games on request.
    Positions(PositionEncoding, bool),
    /// Games.
    Games(MoveNotation),
}

/// A file with rows.
#[derive(Clone, Debug)]
pub(crate) struct FileStream {
    path: PathBuf,
    rows: Rows,
    columns: Vec<GameColumn>,
    format: Format,
    schema: SchemaRef,
}

/// The number of batches that are read ahead.
const AHEAD: usize = 2;

impl FileStream {
    /// Describes a file and opens it once, so that a wrong name is an error of the query's text.
    pub(crate) fn new(path: PathBuf, rows: Rows, columns: Vec<GameColumn>) -> Result<Self> {
        let schema = match rows {
            Rows::Positions(layout, _) => schema_with(layout, &columns),
            Rows::Games(notation) => GameBatches::new(&columns, notation).schema(),
        };
        let mut stream = Self {
            path,
            rows,
            columns,
            format: Format::Pgn,
            schema,
        };
        stream.format = stream.open(1)?.format();
        Ok(stream)
    }

    /// Returns the stream with the needed columns only. The other columns are not parsed.
    pub(crate) fn with_columns(&self, is_needed: impl Fn(&str) -> bool) -> Self {
        let mut some = self.clone();
        some.columns.retain(|column| is_needed(column.name()));
        if let Rows::Games(notation) = &mut some.rows {
            if !is_needed("moves") {
                *notation = MoveNotation::None;
            }
            some.schema = GameBatches::new(&some.columns, *notation).schema();
        }
        some
    }

    pub(crate) const fn format(&self) -> Format {
        self.format
    }

    fn open(&self, threads: usize) -> Result<Reader<'static>> {
        let final_positions = match self.rows {
            Rows::Positions(_, final_positions) => final_positions,
            // A game without moves is a row, too: its last position represents it.
            Rows::Games(_) => true,
        };
        let options = ReadOptions::default().final_positions(final_positions);
        let options = options.columns(self.columns.clone()).whole_units(true);
        let options = options.games(matches!(self.rows, Rows::Games(_)));
        Reader::open(&self.path, options.threads(threads)).map_err(|error| self.failure(&error))
    }

    fn failure(&self, error: &Error) -> DataFusionError {
        DataFusionError::Execution(format!("{}: {error}", self.path.display()))
    }

    /// Reads the file and sends its rows, until the receiver has enough.
    fn send(
        &self,
        threads: usize,
        send: impl Fn(RecordBatch) -> Result<(), Ended>,
    ) -> Result<(), Ended> {
        let mut reader = self.open(threads)?;
        let worker = || |_: &mut Vec<Record>, _: &mut Extras| ();
        match self.rows {
            Rows::Positions(layout, _) => reader.read_all_with(worker, |batch| {
                let batch = batch.map_err(Error::Damage)?;
                let rows = record_batch_with(batch.records, batch.extras, layout);
                send(rows.map_err(DataFusionError::from)?)
            }),
            Rows::Games(notation) => {
                let mut games = GameBatches::new(&self.columns, notation);
                reader.read_all_with(worker, |batch| {
                    let batch = batch.map_err(Error::Damage)?;
                    let pushed = games.push(batch.records, batch.extras);
                    pushed.map_err(DataFusionError::from)?;
                    games.take_batch().map_or(Ok(()), &send)
                })?;
                games.end().map_err(DataFusionError::from)?;
                core::iter::from_fn(|| games.take_batch()).try_for_each(send)
            }
        }
    }
}

/// Why no more rows are sent.
enum Ended {
    /// The receiver has stopped, as with a limit.
    Enough,
    Reading(Error),
    Failed(DataFusionError),
}

impl From<Error> for Ended {
    fn from(error: Error) -> Self {
        Self::Reading(error)
    }
}

impl From<DataFusionError> for Ended {
    fn from(error: DataFusionError) -> Self {
        Self::Failed(error)
    }
}

impl PartitionStream for FileStream {
    fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    fn execute(&self, context: Arc<TaskContext>) -> SendableRecordBatchStream {
        let mut stream = RecordBatchReceiverStreamBuilder::new(Arc::clone(&self.schema), AHEAD);
        let (sender, file) = (stream.tx(), self.clone());
        let threads = context.session_config().target_partitions();
        stream.spawn_blocking(move || {
            let send = |batch| sender.blocking_send(Ok(batch)).map_err(|_| Ended::Enough);
            match file.send(threads, send) {
                Ok(()) | Err(Ended::Enough) => Ok(()),
                Err(Ended::Reading(error)) => Err(file.failure(&error)),
                Err(Ended::Failed(error)) => Err(error),
            }
        });
        stream.build()
    }
}
