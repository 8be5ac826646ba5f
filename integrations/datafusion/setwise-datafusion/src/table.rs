//! Files of positions as tables.

use async_trait::async_trait;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::catalog::streaming::StreamingTable;
use datafusion::catalog::{Session, TableFunctionArgs, TableFunctionImpl, TableProvider};
use datafusion::common::{ScalarValue, plan_err};
use datafusion::error::{DataFusionError, Result};
use datafusion::execution::{SendableRecordBatchStream, TaskContext};
use datafusion::logical_expr::{Expr, TableType};
use datafusion::physical_plan::ExecutionPlan;
use datafusion::physical_plan::stream::RecordBatchReceiverStreamBuilder;
use datafusion::physical_plan::streaming::PartitionStream;
use setwise_formats::columns::{record_batch_with, schema_with};
use setwise_formats::{GameColumn, PositionEncoding, ReadOptions, Reader};
use std::path::PathBuf;
use std::sync::Arc;

const USAGE: &str =
    "positions(file [, layout] [, 'final'] [, 'columns=WhiteElo,clock']) takes one to four texts";

/// The argument that asks for the last positions of games.
const FINAL: &str = "final";

/// The front of the argument that names columns of games.
const COLUMNS: &str = "columns=";

/// The table function `positions(file [, layout] [, 'final'] [, 'columns=…'])`: the records of a
/// file of `setwise-formats`.
///
/// The extension gives the format and the compression, as for [`Reader::open`]. The layout is `fen`
/// (the default), `packed` or `bitboards`; [`PositionEncoding`] names the columns; `game` is the
/// number of the game in its file, from 1. With `'final'`, the last position of each game is a row
/// as well; without it `mate` and `stalemate` hold for no position of a game. `'columns=…'` names
/// columns of games, such as `'columns=WhiteElo,ECO,eval'` ([`GameColumn`]), of PGN and of tables.
/// Damage ends the query with an error.
#[derive(Debug)]
pub struct PositionsFunction;

impl TableFunctionImpl for PositionsFunction {
    fn call_with_args(&self, args: TableFunctionArgs<'_, '_>) -> Result<Arc<dyn TableProvider>> {
        let texts: Vec<&str> = args.exprs().iter().filter_map(text).collect();
        let Some((&file, choices)) = texts.split_first() else {
            return plan_err!("{USAGE}");
        };
        if texts.len() != args.exprs().len() || choices.len() > 3 {
            return plan_err!("{USAGE}");
        }
        let (mut layout, mut columns) = (PositionEncoding::default(), Vec::new());
        let mut final_positions = false;
        for &choice in choices {
            if choice == FINAL {
                final_positions = true;
            } else if let Some(names) = choice.strip_prefix(COLUMNS) {
                for name in names.split(',').map(str::trim) {
                    match setwise_values::column_named(name) {
                        Ok(_) if name == "file" => columns.push(GameColumn::file(file)),
                        Ok(column) => columns.push(column),
                        Err(why) => return plan_err!("positions: {why}"),
                    }
                }
            } else if let Some(found) = PositionEncoding::named(choice) {
                layout = found;
            } else {
                let names = PositionEncoding::ALL.map(PositionEncoding::name).join(", ");
                return plan_err!("positions: the layout is one of {names}, but not {choice:?}");
            }
        }
        let path = PathBuf::from(file);
        // Early, so that a wrong name is an error of the query's text.
        let reader = open(&path, final_positions, &columns)?;
        let lacks_ends = reader.format().has_final_positions() && !final_positions;
        let games = lacks_ends.then(|| file.to_owned());
        let partition = FileStream {
            path,
            layout,
            final_positions,
            schema: schema_with(layout, &columns),
            columns,
        };
        let schema = Arc::clone(&partition.schema);
        let rows = StreamingTable::try_new(schema, vec![Arc::new(partition)])?;
        Ok(Arc::new(Positions { rows, games }))
    }
}

/// The table of a file.
#[derive(Debug)]
pub(crate) struct Positions {
    rows: StreamingTable,
    /// The file, if it has games whose last positions are no rows.
    games: Option<String>,
}

impl Positions {
    /// Returns the name of the file if it has games whose last positions are no rows.
    pub(crate) fn without_ends(&self) -> Option<String> {
        self.games.clone()
    }
}

#[async_trait]
impl TableProvider for Positions {
    fn schema(&self) -> SchemaRef {
        self.rows.schema()
    }

    fn table_type(&self) -> TableType {
        self.rows.table_type()
    }

    async fn scan(
        &self,
        session: &dyn Session,
        columns: Option<&Vec<usize>>,
        filters: &[Expr],
        limit: Option<usize>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        self.rows.scan(session, columns, filters, limit).await
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

fn open(path: &PathBuf, final_positions: bool, columns: &[GameColumn]) -> Result<Reader<'static>> {
    let options = ReadOptions::default().final_positions(final_positions);
    let options = options.columns(columns.to_vec());
    let opened = Reader::open(path, options);
    opened.map_err(|error| DataFusionError::Execution(format!("{}: {error}", path.display())))
}

/// The records of a file.
#[derive(Debug)]
struct FileStream {
    path: PathBuf,
    layout: PositionEncoding,
    final_positions: bool,
    columns: Vec<GameColumn>,
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
        let (final_positions, columns) = (self.final_positions, self.columns.clone());
        let size = context.session_config().batch_size();
        stream.spawn_blocking(move || {
            let mut reader = open(&path, final_positions, &columns)?;
            let mut records = Vec::with_capacity(size);
            loop {
                let read = reader.read_batch(&mut records, size);
                let read = read.map_err(|error| {
                    DataFusionError::Execution(format!("{}: {error}", path.display()))
                })?;
                if read == 0 {
                    return Ok(());
                }
                let extras = reader.take_extras();
                let batch = record_batch_with(&records, &extras, layout)?;
                records.clear();
                if send.blocking_send(Ok(batch)).is_err() {
                    // The reader has stopped, as with a limit.
                    return Ok(());
                }
            }
        });
        stream.build()
    }
}
