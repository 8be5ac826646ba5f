//! Files of positions and of games as tables.

use crate::stream::{FileStream, Rows};
use async_trait::async_trait;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::catalog::streaming::StreamingTable;
use datafusion::catalog::{Session, TableFunctionArgs, TableFunctionImpl, TableProvider};
use datafusion::common::{ScalarValue, plan_err};
use datafusion::error::Result;
use datafusion::logical_expr::{Expr, TableType};
use datafusion::physical_plan::ExecutionPlan;
use datafusion::physical_plan::streaming::PartitionStream as _;
use setwise_formats::columns::MoveNotation;
use setwise_formats::{Format, GameColumn, PositionEncoding};
use std::{path::PathBuf, sync::Arc};

const USAGE: &str =
    "positions(file [, layout] [, 'final'] [, 'columns=WhiteElo,clock']) takes one to four texts";

const GAMES_USAGE: &str =
    "games(file [, 'san'] [, 'columns=WhiteElo,clock']) takes one to three texts";

/// The argument that asks for the last positions of games.
const FINAL: &str = "final";

/// The argument that asks for moves in standard algebraic notation.
const SAN: &str = "san";

/// The front of the argument that names columns of games.
const COLUMNS: &str = "columns=";

/// The table function `positions(file [, layout] [, 'final'] [, 'columns=…'])`: the records of a
/// file of `setwise-formats`.
///
/// The extension gives the format and the compression, as for
/// [`Reader::open`](setwise_formats::Reader::open). The layout is `fen` (the default), `packed` or
/// `bitboards`; [`PositionEncoding`] names the columns; `game` is the number of the game in its
/// file, from 1. With `'final'`, the last position of each game is a row as well; without it `mate`
/// and `stalemate` hold for no position of a game. `'columns=…'` names columns of games, such as
/// `'columns=WhiteElo,ECO,eval'` ([`GameColumn`]), of PGN and of tables. Damage ends the query with
/// an error.
#[derive(Debug)]
pub struct PositionsFunction;

impl TableFunctionImpl for PositionsFunction {
    fn call_with_args(&self, args: TableFunctionArgs<'_, '_>) -> Result<Arc<dyn TableProvider>> {
        let Some((file, choices)) = texts(args.exprs()).filter(|(_, choices)| choices.len() <= 3)
        else {
            return plan_err!("{USAGE}");
        };
        let (mut layout, mut columns) = (PositionEncoding::default(), Vec::new());
        let mut final_positions = false;
        for choice in choices {
            if choice == FINAL {
                final_positions = true;
            } else if let Some(names) = choice.strip_prefix(COLUMNS) {
                columns = named(names, file)?;
            } else if let Some(found) = PositionEncoding::named(choice) {
                layout = found;
            } else {
                let names = PositionEncoding::ALL.map(PositionEncoding::name).join(", ");
                return plan_err!("positions: the layout is one of {names}, but not {choice:?}");
            }
        }
        let rows = Rows::Positions(layout, final_positions);
        let file_stream = FileStream::new(PathBuf::from(file), rows, columns)?;
        let lacks_ends = file_stream.format().has_final_positions() && !final_positions;
        let games = lacks_ends.then(|| file.to_owned());
        let rows = table(file_stream)?;
        Ok(Arc::new(Positions { rows, games }))
    }
}

/// The table function `games(file [, 'san'] [, 'columns=…'])`: a row for each game, as
/// [`GameBatches`](setwise_formats::columns::GameBatches) makes them.
///
/// The columns are `game`, tags, `Result`, `FEN` (null for the initial position), `plies`, `moves`
/// (a list in UCI, with `'san'` in standard algebraic notation) and lists of the values of
/// half-moves: those of [`GameColumn::usual`], or the named ones.
#[derive(Debug)]
pub struct GamesFunction;

impl TableFunctionImpl for GamesFunction {
    fn call_with_args(&self, args: TableFunctionArgs<'_, '_>) -> Result<Arc<dyn TableProvider>> {
        let Some((file, choices)) = texts(args.exprs()).filter(|(_, choices)| choices.len() <= 2)
        else {
            return plan_err!("{GAMES_USAGE}");
        };
        let (mut columns, mut notation) = (GameColumn::usual().collect(), MoveNotation::Uci);
        for choice in choices {
            if choice == SAN {
                notation = MoveNotation::San;
            } else if let Some(names) = choice.strip_prefix(COLUMNS) {
                columns = named(names, file)?;
            } else {
                return plan_err!("{GAMES_USAGE}, but not {choice:?}");
            }
        }
        let rows = Rows::Games(notation);
        Ok(Arc::new(Games(FileStream::new(
            PathBuf::from(file),
            rows,
            columns,
        )?)))
    }
}

/// The name of the file, and the other arguments.
fn texts(arguments: &[Expr]) -> Option<(&str, Vec<&str>)> {
    let mut texts = arguments
        .iter()
        .map(text)
        .collect::<Option<Vec<_>>>()?
        .into_iter();
    Some((texts.next()?, texts.collect()))
}

/// Returns the columns with these names. Refuses formats without columns of games.
fn named(names: &str, file: &str) -> Result<Vec<GameColumn>> {
    let format = Format::of_path(file);
    if let Some(format) = format.filter(|&of| of != Format::Pgn && !of.is_columnar()) {
        return plan_err!("{file}: {format} has no columns of games (PGN and tables have)");
    }
    let columns = names.split(',').map(|name| {
        let name = name.trim();
        match setwise_values::column_named(name) {
            Ok(_) if name == "file" => Ok(GameColumn::file(file)),
            Ok(column) => Ok(column),
            Err(why) => plan_err!("{file}: {why}"),
        }
    });
    columns.collect()
}

fn table(file: FileStream) -> Result<StreamingTable> {
    let schema = Arc::clone(file.schema());
    StreamingTable::try_new(schema, vec![Arc::new(file)])
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

/// The table of the games of a file.
#[derive(Debug)]
struct Games(FileStream);

#[async_trait]
impl TableProvider for Games {
    fn schema(&self) -> SchemaRef {
        Arc::clone(self.0.schema())
    }

    fn table_type(&self) -> TableType {
        TableType::Base
    }

    /// Reads only what the query asks for.
    async fn scan(
        &self,
        session: &dyn Session,
        columns: Option<&Vec<usize>>,
        filters: &[Expr],
        limit: Option<usize>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let all = self.0.schema().fields();
        let names: Vec<&str> = match columns {
            Some(columns) => columns.iter().map(|&i| all[i].name().as_str()).collect(),
            None => all.iter().map(|field| field.name().as_str()).collect(),
        };
        let file = self.0.with_columns(|name| names.contains(&name));
        let places = names.iter().map(|name| file.schema().index_of(name));
        let places = places.collect::<std::result::Result<Vec<usize>, _>>()?;
        let table = table(file)?;
        table.scan(session, Some(&places), filters, limit).await
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
