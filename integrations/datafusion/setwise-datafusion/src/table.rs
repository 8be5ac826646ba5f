//! Files of positions as tables.

use datafusion::arrow::array::{ArrayRef, RecordBatch, UInt64Array};
use datafusion::arrow::datatypes::{DataType, Field, Schema, SchemaRef};
use datafusion::catalog::streaming::StreamingTable;
use datafusion::catalog::{TableFunctionArgs, TableFunctionImpl, TableProvider};
use datafusion::common::{ScalarValue, plan_err};
use datafusion::error::{DataFusionError, Result};
use datafusion::execution::{SendableRecordBatchStream, TaskContext};
use datafusion::logical_expr::Expr;
use datafusion::physical_plan::stream::RecordBatchReceiverStreamBuilder;
use datafusion::physical_plan::streaming::PartitionStream;
use setwise_formats::columns::{record_batch, schema};
use setwise_formats::{PositionEncoding, ReadOptions, Reader, Record};
use std::path::PathBuf;
use std::sync::Arc;

/// The column of the game's number.
const GAME: &str = "game";

/// The table function `positions(file [, layout])`: the records of a file of `setwise-formats`.
///
/// The extension tells the format and the compression, as for [`Reader::open`]. The layout is `fen`
/// (the default), `packed` or `bitboards`; [`PositionEncoding`] names the columns. The column
/// `game` follows, the number of the game from 1: a game begins where the ply does not grow. It is
/// null for formats that store no ply. Damage ends the query with an error.
#[derive(Debug)]
pub struct PositionsFunction;

impl TableFunctionImpl for PositionsFunction {
    fn call_with_args(&self, args: TableFunctionArgs<'_, '_>) -> Result<Arc<dyn TableProvider>> {
        let texts: Vec<&str> = args.exprs().iter().filter_map(text).collect();
        let (file, layout) = match texts[..] {
            [file] if args.exprs().len() == 1 => (file, PositionEncoding::default().name()),
            [file, layout] if args.exprs().len() == 2 => (file, layout),
            _ => return plan_err!("positions(file [, layout]) takes one or two texts"),
        };
        let found = PositionEncoding::named(layout);
        let Some(layout) = found else {
            let names = PositionEncoding::ALL.map(PositionEncoding::name).join(", ");
            return plan_err!("positions: the layout is one of {names}, but not {layout:?}");
        };
        let path = PathBuf::from(file);
        // Early, so that a wrong name is an error of the query's text.
        open(&path)?;
        let columns = schema(layout);
        let fields = columns.fields().iter().cloned();
        let game = Arc::new(Field::new(GAME, DataType::UInt64, true));
        let partition = FileStream {
            path,
            layout,
            schema: Arc::new(Schema::new(fields.chain([game]).collect::<Vec<_>>())),
        };
        let schema = Arc::clone(&partition.schema);
        Ok(Arc::new(StreamingTable::try_new(
            schema,
            vec![Arc::new(partition)],
        )?))
    }
}

fn text(expression: &Expr) -> Option<&str> {
    match expression {
        Expr::Literal(
            ScalarValue::Utf8(Some(text))
            | ScalarValue::LargeUtf8(Some(text))
            | ScalarValue::Utf8View(Some(text)),
            _,
        ) => Some(text),
        _ => None,
    }
}

fn open(path: &PathBuf) -> Result<Reader<'static>> {
    let opened = Reader::open(path, ReadOptions::default());
    opened.map_err(|error| DataFusionError::Execution(format!("{}: {error}", path.display())))
}

/// The records of a file.
#[derive(Debug)]
struct FileStream {
    path: PathBuf,
    layout: PositionEncoding,
    schema: SchemaRef,
}

/// The number of batches that are read ahead.
const AHEAD: usize = 2;

impl PartitionStream for FileStream {
    fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    fn execute(&self, context: Arc<TaskContext>) -> SendableRecordBatchStream {
        let mut stream = RecordBatchReceiverStreamBuilder::new(Arc::clone(&self.schema), AHEAD);
        let send = stream.tx();
        let (path, layout) = (self.path.clone(), self.layout);
        let schema = Arc::clone(&self.schema);
        let size = context.session_config().batch_size();
        stream.spawn_blocking(move || {
            let mut reader = open(&path)?;
            let mut games = Games::default();
            let mut records = Vec::with_capacity(size);
            loop {
                let read = reader.read_batch(&mut records, size);
                let read = read.map_err(|error| {
                    DataFusionError::Execution(format!("{}: {error}", path.display()))
                })?;
                if read == 0 {
                    return Ok(());
                }
                let mut columns = record_batch(&records, layout)?.columns().to_vec();
                columns.push(games.column(&records));
                records.clear();
                let batch = RecordBatch::try_new(Arc::clone(&schema), columns)?;
                if send.blocking_send(Ok(batch)).is_err() {
                    // Nobody reads on, as with a limit.
                    return Ok(());
                }
            }
        });
        stream.build()
    }
}

/// The number of the current game.
#[derive(Default)]
struct Games {
    number: u64,
    ply: Option<u16>,
}

impl Games {
    fn column(&mut self, records: &[Record]) -> ArrayRef {
        let numbers = records.iter().map(|record| {
            let ply = record.ply?;
            if self.ply.is_none_or(|last| ply <= last) {
                self.number += 1;
            }
            self.ply = Some(ply);
            Some(self.number)
        });
        Arc::new(numbers.collect::<UInt64Array>())
    }
}
