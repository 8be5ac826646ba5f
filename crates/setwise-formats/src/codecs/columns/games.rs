use super::build::write_uci;
use super::encode::{BatchWriter, Made};
use super::table::data_type;
use super::{arrow, csv};
use crate::{ColumnKind, Extras, Format, GameColumn, Outcome, Record};
use arrow_array::builder::{Int32Builder, ListBuilder, StringBuilder, UInt32Builder};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use core::fmt::Write as _;
use core::num::NonZeroU32;
use setwise_moves::{FenStyle, Position};
use std::io::{self, Error, ErrorKind, Write};
use std::sync::Arc;

/// Makes rows of games from records that follow each other, and writes them as a table that is
/// read as games again.
///
/// The columns are `game`, those of games that were read, `Result`, `FEN` (null for the initial
/// position), `plies`, the moves as a list, and a list for each column of half-moves. Read with
/// [`final_positions`](crate::ReadOptions::final_positions), so that games without moves are rows.
///
/// ```
/// use setwise_formats::columns::GameTable;
/// use setwise_formats::{Error, Format, GameColumn, ReadOptions, Reader, Record};
/// let text = "[White \"Ann\"]\n\n1. e4 { [%clk 0:03:00] } e5 1-0\n\n[White \"Bob\"]\n\n*\n";
/// let columns: Vec<_> = ["White", "clock"].map(|name| GameColumn::named(name).unwrap()).into();
/// let options = ReadOptions::default().final_positions(true).columns(columns.clone());
/// let mut reader = Reader::new(text.as_bytes(), Format::Pgn, options);
/// let mut table = GameTable::new(Vec::new(), Format::Csv, &columns, false)?;
/// reader.read_all(|| |_: &mut Vec<Record>| (), |batch| {
///     let batch = batch?;
///     table.push(batch.records, batch.extras).map_err(Error::Write)
/// })?;
/// let (csv, games) = table.finish()?;
/// assert_eq!(games, 2);
/// assert_eq!(String::from_utf8(csv)?, "game,White,Result,FEN,plies,moves,clock\n\
///     1,Ann,1-0,,2,e2e4 e7e5,180000 -\n2,Bob,*,,0,\"\",\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct GameTable<W> {
    output: W,
    made: Made,
    file: Box<dyn BatchWriter>,
    schema: SchemaRef,
    is_san: bool,
    columns: Vec<(GameColumn, Builder)>,
    games: UInt32Builder,
    results: StringBuilder,
    fens: StringBuilder,
    plies: UInt32Builder,
    moves: ListBuilder<StringBuilder>,
    open: Option<Open>,
    waiting: usize,
    written: u64,
}

enum Builder {
    Numbers(Int32Builder),
    Texts(StringBuilder),
    /// The numbers of a game, and whether one of them is known.
    Lists(ListBuilder<Int32Builder>, bool),
    TextLists(ListBuilder<StringBuilder>),
}

/// The game that the next record may continue.
struct Open {
    number: Option<NonZeroU32>,
    /// The half-move of the next record, or the position if half-moves are not counted.
    ply: Option<u16>,
    position: Position,
    plies: u32,
    /// The last record has no move, which may be a turn that passes: the values of its columns.
    passes: Option<Vec<Option<i32>>>,
}

/// The number of games that are written together.
const BATCH: usize = 1 << 11;

impl<W: Write> GameTable<W> {
    /// Begins a table in a format of columns. The columns are those that the reader was asked for.
    /// The moves are in UCI, or in standard algebraic notation.
    ///
    /// # Errors
    /// The format is no table, a column is a list of lists, or the output fails.
    pub fn new(
        output: W,
        format: Format,
        columns: &[GameColumn],
        is_san: bool,
    ) -> io::Result<Self> {
        let refuse = |why: String| Error::new(ErrorKind::Unsupported, why);
        let is_own = |name: &str| matches!(name, "Result" | "FEN" | "game" | "plies" | "moves");
        let chosen = columns.iter();
        let chosen = chosen.filter(|column| column.is_written() && !is_own(column.name()));
        let chosen: Vec<GameColumn> = chosen.cloned().collect();
        if let Some(lists) = chosen
            .iter()
            .find(|column| column.kind() == ColumnKind::Numbers)
        {
            return Err(refuse(format!("games have no column `{}`", lists.name())));
        }
        let list = |of| DataType::List(Arc::new(Field::new("item", of, true)));
        let field = |column: &GameColumn| {
            let of = match (column.is_of_half_moves(), column.kind()) {
                (true, ColumnKind::Text) => list(DataType::Utf8),
                (true, _) => list(DataType::Int32),
                _ if column.name() == "offset" => DataType::Utf8,
                _ => data_type(column),
            };
            Field::new(column.name(), of, true)
        };
        let (half, whole): (Vec<_>, Vec<_>) =
            chosen.iter().partition(|column| column.is_of_half_moves());
        let mut fields = vec![Field::new("game", DataType::UInt32, true)];
        fields.extend(whole.iter().map(|column| field(column)));
        fields.extend([
            Field::new("Result", DataType::Utf8, true),
            Field::new("FEN", DataType::Utf8, true),
            Field::new("plies", DataType::UInt32, false),
            Field::new("moves", list(DataType::Utf8), false),
        ]);
        fields.extend(half.iter().map(|column| field(column)));
        let schema = Arc::new(Schema::new(fields));
        let made = Made::default();
        let open = match format {
            #[cfg(feature = "parquet")]
            Format::Parquet => super::parquet::create,
            Format::Arrow => arrow::create,
            Format::Csv => csv::create,
            other => return Err(refuse(format!("{other} is no table"))),
        };
        let builder = |column: &GameColumn| match (column.is_of_half_moves(), column.kind()) {
            (true, ColumnKind::Text) => Builder::TextLists(ListBuilder::new(StringBuilder::new())),
            (true, _) => Builder::Lists(ListBuilder::new(Int32Builder::new()), false),
            (false, ColumnKind::Number) if column.name() != "offset" => {
                Builder::Numbers(Int32Builder::new())
            }
            _ => Builder::Texts(StringBuilder::new()),
        };
        let columns = whole.into_iter().chain(half);
        Ok(Self {
            output,
            file: open(made.clone(), schema.clone())?,
            made,
            schema,
            is_san,
            columns: columns
                .map(|column| (column.clone(), builder(column)))
                .collect(),
            games: UInt32Builder::new(),
            results: StringBuilder::new(),
            fens: StringBuilder::new(),
            plies: UInt32Builder::new(),
            moves: ListBuilder::new(StringBuilder::new()),
            open: None,
            waiting: 0,
            written: 0,
        })
    }

    /// Adds records in the order of their games.
    ///
    /// # Errors
    /// The output fails.
    pub fn push(&mut self, records: &[Record], extras: &Extras) -> io::Result<()> {
        let all = extras.columns();
        let places: Vec<_> = self
            .columns
            .iter()
            .map(|(column, _)| all.place_of(column))
            .collect();
        for record in records {
            let continues = self.open.as_ref().is_some_and(|open| {
                let is_next = open.ply.is_none() && open.position == record.position;
                open.number == record.game
                    && (open.ply.is_some() && open.ply == record.ply || is_next)
            });
            if !continues {
                self.end_game();
                if self.waiting >= BATCH {
                    self.write_batch()?;
                }
                self.begin_game(record, extras, &places);
            }
            self.push_record(record, extras, &places);
        }
        Ok(())
    }

    fn begin_game(&mut self, record: &Record, extras: &Extras, places: &[Option<usize>]) {
        let (all, row) = (extras.columns(), extras.row_of(record));
        self.games.append_option(record.game.map(NonZeroU32::get));
        self.results
            .append_value(record.outcome.map_or("*", Outcome::as_str));
        match record.position == Position::startpos() {
            true => self.fens.append_null(),
            false => {
                let fen = record.position.fen(FenStyle::Standard);
                self.fens.append_value(fen);
            }
        }
        for ((_, builder), &place) in self.columns.iter_mut().zip(places) {
            let number = || all.number(place?, row?);
            match builder {
                Builder::Numbers(numbers) => {
                    numbers.append_option(number().and_then(|number| number.try_into().ok()));
                }
                Builder::Texts(texts) => {
                    let text = place.zip(row).and_then(|(place, row)| all.text(place, row));
                    let number = || number().map(|number| number.to_string());
                    texts.append_option(text.map(str::to_owned).or_else(number));
                }
                Builder::Lists(..) | Builder::TextLists(_) => {}
            }
        }
        self.open = Some(Open {
            number: record.game,
            ply: record.ply,
            position: record.position,
            plies: 0,
            passes: None,
        });
    }

    fn push_record(&mut self, record: &Record, extras: &Extras, places: &[Option<usize>]) {
        let (all, row) = (extras.columns(), extras.row_of(record));
        let Some(open) = &mut self.open else {
            return;
        };
        let values = places
            .iter()
            .map(|place| all.number((*place)?, row?)?.try_into().ok());
        // The record before this one has no move, but the game goes on.
        if let Some(values) = open.passes.take() {
            let null = if self.is_san { "--" } else { "0000" };
            self.moves.values().append_value(null);
            open.plies += 1;
            append(&mut self.columns, values.into_iter(), "--");
        }
        let Some(played) = record.played else {
            open.ply = record.ply.and_then(|ply| ply.checked_add(1));
            open.position = record.position.null_move().unwrap_or(record.position);
            open.passes = Some(values.collect());
            return;
        };
        let has_sans = self
            .columns
            .iter()
            .any(|(_, builder)| matches!(builder, Builder::TextLists(_)));
        let san = match self.is_san || has_sans {
            true => record.position.san(played).to_string(),
            false => String::new(),
        };
        let moves = self.moves.values();
        // A builder of texts is written to, then its text ends.
        let _ = match self.is_san {
            true => moves.write_str(&san),
            false => write_uci(moves, played),
        };
        moves.append_value("");
        append(&mut self.columns, values, &san);
        open.plies += 1;
        open.ply = record.ply.and_then(|ply| ply.checked_add(1));
        if open.ply.is_none() {
            open.position = record.position.play_unchecked(played);
        }
    }

    fn end_game(&mut self) {
        let Some(open) = self.open.take() else {
            return;
        };
        self.plies.append_value(open.plies);
        self.moves.append(true);
        for (_, builder) in &mut self.columns {
            match builder {
                Builder::Lists(lists, is_known) => {
                    lists.append(core::mem::take(is_known));
                }
                Builder::TextLists(lists) => lists.append(true),
                _ => {}
            }
        }
        self.waiting += 1;
        self.written += 1;
    }

    fn write_batch(&mut self) -> io::Result<()> {
        self.waiting = 0;
        let mut arrays: Vec<ArrayRef> = vec![Arc::new(self.games.finish())];
        let mut lists: Vec<ArrayRef> = Vec::new();
        for (_, builder) in &mut self.columns {
            match builder {
                Builder::Numbers(numbers) => arrays.push(Arc::new(numbers.finish())),
                Builder::Texts(texts) => arrays.push(Arc::new(texts.finish())),
                Builder::Lists(all, _) => lists.push(Arc::new(all.finish())),
                Builder::TextLists(all) => lists.push(Arc::new(all.finish())),
            }
        }
        arrays.extend([
            Arc::new(self.results.finish()) as ArrayRef,
            Arc::new(self.fens.finish()),
            Arc::new(self.plies.finish()),
            Arc::new(self.moves.finish()),
        ]);
        arrays.extend(lists);
        let batch = RecordBatch::try_new(self.schema.clone(), arrays);
        self.file
            .write_batch(&batch.map_err(Error::other::<ArrowError>)?)?;
        self.flush()
    }

    fn flush(&mut self) -> io::Result<()> {
        let mut bytes = self.made.bytes();
        self.output.write_all(&bytes)?;
        bytes.clear();
        Ok(())
    }

    /// Ends the last game and the table, and returns the output and the number of games.
    ///
    /// # Errors
    /// The output fails.
    pub fn finish(mut self) -> io::Result<(W, u64)> {
        self.end_game();
        self.write_batch()?;
        self.file.finish_file()?;
        self.flush()?;
        Ok((self.output, self.written))
    }
}

/// Appends the values of a half-move.
fn append(
    columns: &mut [(GameColumn, Builder)],
    values: impl Iterator<Item = Option<i32>>,
    san: &str,
) {
    for ((_, builder), value) in columns.iter_mut().zip(values) {
        match builder {
            Builder::Lists(lists, is_known) => {
                lists.values().append_option(value);
                *is_known |= value.is_some();
            }
            Builder::TextLists(lists) => lists.values().append_value(san),
            _ => {}
        }
    }
}
