use super::{build::uci, table::data_type};
use crate::codecs::game::is_same_position;
use crate::stream::writer::{count, counted};
use crate::stream::{Extras, GameBatch, GameHead};
use crate::vocabulary::{ColumnKind, Fields, GameColumn, Record};
use arrow_array::builder::{
    Int32Builder, Int64Builder, ListBuilder, StringBuilder, UInt8Builder, UInt32Builder,
    UInt64Builder,
};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use core::num::NonZeroU32;
use setwise_moves::{FenStyle, Move, Outcome, Position, Walk};
use std::{collections::VecDeque, sync::Arc};

/// The notation of the moves in a table of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MoveNotation {
    /// A list in UCI: `e2e4`.
    Uci,
    /// A list in standard algebraic notation: `e4`.
    San,
    /// No moves. Such a table is not read as games.
    None,
}

/// Makes rows of games from records that follow each other, or from a
/// [`GameBatch`](crate::GameBatch), which takes less time.
///
/// The columns are `game`, those of games that were read, `Result`, `FEN` (null for the initial
/// position), `plies`, the moves as a list, and a list for each column of half-moves. Read with
/// [`final_positions`](crate::ReadOptions::final_positions), so that games without moves are rows.
///
/// ```
/// use setwise_formats::columns::{GameBatches, MoveNotation};
/// use setwise_formats::{Format, GameColumn, ReadOptions, Reader};
/// let columns = vec![GameColumn::named("WhiteElo").unwrap()];
/// let options = ReadOptions::default().final_positions(true).games(true);
/// let options = options.columns(columns.clone());
/// let text = "[WhiteElo \"1712\"]\n\n1. e4 e5 *\n\n[WhiteElo \"1900\"]\n\n*\n";
/// let mut reader = Reader::new(text.as_bytes(), Format::Pgn, options);
/// let (mut games, mut records) = (GameBatches::new(&columns, MoveNotation::Uci), Vec::new());
/// while reader.read_batch(&mut records, 1024)? > 0 {
///     games.push(&records, &reader.take_extras())?;
///     records.clear();
/// }
/// games.end()?;
/// let batch = games.take_batch().unwrap();
/// assert_eq!((batch.num_rows(), batch.schema()), (2, games.schema()));
/// assert!(games.take_batch().is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct GameBatches {
    schema: SchemaRef,
    notation: MoveNotation,
    columns: Vec<(GameColumn, Builder)>,
    /// The place of the evaluations among them.
    eval: Option<usize>,
    games: UInt32Builder,
    results: StringBuilder,
    fens: StringBuilder,
    plies: UInt32Builder,
    moves: ListBuilder<StringBuilder>,
    open: Option<Open>,
    waiting: usize,
    made: VecDeque<RecordBatch>,
    /// The records whose fields are in no column.
    lost: [u64; Fields::COUNT],
    /// The records with values of columns that no row holds.
    lost_columns: u64,
}

enum Builder {
    Numbers(Int32Builder),
    Offsets(UInt64Builder),
    Wide(Int64Builder),
    Texts(StringBuilder),
    /// The numbers of a game, and whether any of them is known.
    Lists(ListBuilder<Int32Builder>, bool),
    TextLists(ListBuilder<StringBuilder>),
    /// The marks of each half-move.
    Marks(ListBuilder<ListBuilder<UInt8Builder>>),
}

/// The game that the next record may continue.
struct Open {
    number: Option<NonZeroU32>,
    /// The position of the next record.
    position: Position,
    plies: u32,
    outcome: Option<Outcome>,
    /// The evaluation after the last half-move.
    eval: Option<i64>,
    /// A hash of the tags of the first record.
    tags: Option<u64>,
    /// The values of the last record if it has no move: the turn passes if the game goes on.
    passes: Option<Vec<HalfMove>>,
}

/// The number, the outcome and the first position of a game.
type Head = (Option<NonZeroU32>, Option<Outcome>, Position);

/// The value of a half-move in a column: its number, or its list.
type HalfMove = (Option<i32>, Vec<u8>);

/// The number of games that are written together.
const BATCH: usize = 1 << 11;

impl GameBatches {
    /// Begins with no game. The columns are those that the reader was asked for.
    pub fn new(columns: &[GameColumn], notation: MoveNotation) -> Self {
        let is_own = |name: &str| matches!(name, "Result" | "FEN" | "game" | "plies" | "moves");
        let chosen = columns.iter();
        let chosen = chosen.filter(|column| column.is_written() && !is_own(column.name()));
        let (half, whole): (Vec<_>, Vec<_>) = chosen.partition(|column| column.is_of_half_moves());
        let list = |of| DataType::List(Arc::new(Field::new("item", of, true)));
        let field = |column: &GameColumn| {
            let of = data_type(column);
            let of = if column.is_of_half_moves() {
                list(of)
            } else {
                of
            };
            Field::new(column.name(), of, true)
        };
        let mut fields = vec![Field::new("game", DataType::UInt32, true)];
        fields.extend(whole.iter().map(|column| field(column)));
        fields.extend([
            Field::new("Result", DataType::Utf8, true),
            Field::new("FEN", DataType::Utf8, true),
            Field::new("plies", DataType::UInt32, false),
        ]);
        if notation != MoveNotation::None {
            fields.push(Field::new("moves", list(DataType::Utf8), false));
        }
        fields.extend(half.iter().map(|column| field(column)));
        let schema = Arc::new(Schema::new(fields));
        let builder = |column: &GameColumn| match (column.is_of_half_moves(), column.kind()) {
            (true, ColumnKind::Text) => Builder::TextLists(ListBuilder::new(StringBuilder::new())),
            (true, ColumnKind::Numbers) => {
                Builder::Marks(ListBuilder::new(ListBuilder::new(UInt8Builder::new())))
            }
            (true, ColumnKind::Number) => {
                Builder::Lists(ListBuilder::new(Int32Builder::new()), false)
            }
            (false, ColumnKind::Number) => match data_type(column) {
                DataType::UInt64 => Builder::Offsets(UInt64Builder::new()),
                DataType::Int64 => Builder::Wide(Int64Builder::new()),
                _ => Builder::Numbers(Int32Builder::new()),
            },
            _ => Builder::Texts(StringBuilder::new()),
        };
        let columns: Vec<_> = whole.into_iter().chain(half).collect();
        Self {
            eval: columns.iter().position(|column| column.name() == "eval"),
            schema,
            notation,
            columns: columns
                .into_iter()
                .map(|column| (column.clone(), builder(column)))
                .collect(),
            games: UInt32Builder::new(),
            results: StringBuilder::new(),
            fens: StringBuilder::new(),
            plies: UInt32Builder::new(),
            moves: ListBuilder::new(StringBuilder::new()),
            open: None,
            waiting: 0,
            made: VecDeque::new(),
            lost: [0; Fields::COUNT],
            lost_columns: 0,
        }
    }

    /// The fields of records that no column holds, with the number of records that had them: scores
    /// that are not the evaluations after moves, plies that do not follow from move numbers, moves
    /// without a notation.
    pub fn lost(&self) -> impl Iterator<Item = (Fields, u64)> {
        counted(&self.lost)
    }

    /// The number of records with values of columns that no row holds: those of a last position,
    /// and tags that differ from those of the first record of a game.
    pub const fn lost_columns(&self) -> u64 {
        self.lost_columns
    }

    /// The columns.
    pub fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }

    /// Takes the next batch of games that have ended.
    pub fn take_batch(&mut self) -> Option<RecordBatch> {
        self.made.pop_front()
    }

    /// Adds the games of a reader, and records in the order of their games.
    ///
    /// # Errors
    /// Those of Arrow.
    pub fn push(&mut self, records: &[Record], extras: &Extras) -> Result<(), ArrowError> {
        let all = extras.columns();
        let places: Vec<_> = self
            .columns
            .iter()
            .map(|(column, _)| all.place_of(column))
            .collect();
        for games in extras.games() {
            for head in games.heads() {
                match games.has_scores() {
                    false => self.push_game((games, head), extras, &places)?,
                    true => {
                        let records: Vec<_> = games.records(head).collect();
                        self.push_records(&records, extras, &places)?;
                    }
                }
            }
        }
        self.push_records(records, extras, &places)
    }

    fn push_records(
        &mut self,
        records: &[Record],
        extras: &Extras,
        places: &[Option<usize>],
    ) -> Result<(), ArrowError> {
        for record in records {
            let continues = self.open.as_ref().is_some_and(|open| {
                let is_next = is_same_position(&open.position, &record.position);
                is_next && (open.number, open.outcome) == (record.game, record.outcome)
            });
            if !continues {
                let head = (record.game, record.outcome, record.position);
                self.begin_game(head, extras.row_of(record), extras, places)?;
            }
            self.push_record(record, extras, places);
        }
        Ok(())
    }

    /// Ends the game that is open, and begins another with its number, its outcome and its first
    /// position, and the values of its tags, which are those of a row.
    fn begin_game(
        &mut self,
        (number, outcome, start): Head,
        row: Option<usize>,
        extras: &Extras,
        places: &[Option<usize>],
    ) -> Result<(), ArrowError> {
        self.end_game();
        if self.waiting >= BATCH {
            self.make_batch()?;
        }
        let all = extras.columns();
        self.games.append_option(number.map(NonZeroU32::get));
        self.results
            .append_value(outcome.map_or("*", Outcome::as_str));
        match start == Position::startpos() {
            true => self.fens.append_null(),
            false => self.fens.append_value(start.fen(FenStyle::Standard)),
        }
        for ((_, builder), &place) in self.columns.iter_mut().zip(places) {
            let number = || all.number(place?, row?);
            match builder {
                Builder::Numbers(numbers) => {
                    numbers.append_option(number().and_then(|number| number.try_into().ok()));
                }
                Builder::Offsets(numbers) => {
                    numbers.append_option(number().and_then(|number| number.try_into().ok()));
                }
                Builder::Wide(numbers) => numbers.append_option(number()),
                Builder::Texts(texts) => {
                    let text = place.zip(row).and_then(|(place, row)| all.text(place, row));
                    texts.append_option(text);
                }
                Builder::Lists(..) | Builder::TextLists(_) | Builder::Marks(_) => {}
            }
        }
        self.open = Some(Open {
            number,
            position: start,
            plies: 0,
            outcome,
            eval: None,
            tags: None,
            passes: None,
        });
        Ok(())
    }

    fn push_game(
        &mut self,
        (games, head): (&GameBatch, &GameHead),
        extras: &Extras,
        places: &[Option<usize>],
    ) -> Result<(), ArrowError> {
        let mut rows = head.rows.clone();
        let begin = (head.number, head.outcome, head.start);
        self.begin_game(begin, Some(rows.start), extras, places)?;
        rows.end -= usize::from(head.has_end);
        let moves = || rows.clone().map(|row| games.played(row));
        let has_sans = self.has_sans();
        if self.notation == MoveNotation::None && !has_sans {
            let lost = |_| count(&mut self.lost, Fields::MOVE, 1);
            moves().flatten().for_each(lost);
        }
        let mut columns = self.columns.iter();
        let has_lists = columns.any(|(column, _)| column.is_of_half_moves());
        if self.notation == MoveNotation::None && !has_lists {
            if let Some(open) = &mut self.open {
                open.plies = rows.len() as u32;
            }
            return Ok(());
        }
        let mut walk = Walk::new(head.start, moves());
        for (row, played) in rows.clone().zip(moves()) {
            let position = has_sans.then(|| walk.next()).flatten();
            let san = position.and_then(|(position, played)| Some(position.san(played?)));
            let san = san.as_deref().unwrap_or("--");
            self.push_played(played, san, values(extras, Some(row), places));
        }
        Ok(())
    }

    fn has_sans(&self) -> bool {
        let is_list =
            |(_, builder): &(GameColumn, Builder)| matches!(builder, Builder::TextLists(_));
        self.notation == MoveNotation::San || self.columns.iter().any(is_list)
    }

    fn push_played(
        &mut self,
        played: Option<Move>,
        san: &str,
        values: impl Iterator<Item = HalfMove>,
    ) {
        match (self.notation, played) {
            (MoveNotation::San, _) => self.moves.values().append_value(san),
            (MoveNotation::Uci, Some(played)) => self.moves.values().append_value(&*uci(played)),
            (MoveNotation::Uci, None) => self.moves.values().append_value("0000"),
            (MoveNotation::None, _) => {}
        }
        append(&mut self.columns, values, san);
        if let Some(open) = &mut self.open {
            open.plies += 1;
        }
    }

    fn push_record(&mut self, record: &Record, extras: &Extras, places: &[Option<usize>]) {
        self.count_lost(record, extras, places);
        let values = values(extras, extras.row_of(record), places);
        // The record before this one has no move, but the game goes on.
        if let Some(values) = self.open.as_mut().and_then(|open| open.passes.take()) {
            self.push_played(None, "--", values.into_iter());
        }
        let has_sans = self.has_sans();
        if let Some(played) = record.played {
            let san = has_sans.then(|| record.position.san(played));
            self.push_played(Some(played), san.as_deref().unwrap_or_default(), values);
        } else if let Some(open) = &mut self.open {
            open.passes = Some(values.collect());
        }
        let Some(open) = &mut self.open else {
            return;
        };
        open.position = record.position.after(record.played);
    }

    /// Counts the fields of a record that no column holds.
    fn count_lost(&mut self, record: &Record, extras: &Extras, places: &[Option<usize>]) {
        let has_moves = self.notation != MoveNotation::None || self.has_sans();
        let Some(open) = &mut self.open else {
            return;
        };
        let mut lost = Fields::NONE;
        if record.white_score.is_some() && record.white_score.map(i64::from) != open.eval {
            lost = lost | Fields::SCORE;
        }
        if record.ply.is_some() && record.ply != record.ply_of_position() {
            lost = lost | Fields::PLY;
        }
        if record.played.is_some() && !has_moves {
            lost = lost | Fields::MOVE;
        }
        count(&mut self.lost, lost, 1);
        let place = self
            .eval
            .and_then(|eval| places.get(eval).copied().flatten());
        let number = |place| extras.columns().number(place, extras.row_of(record)?);
        open.eval = place.and_then(number);
        let row = extras.row_of(record);
        let has_others =
            row.is_some_and(|row| extras.columns().has_other_tags(row, &mut open.tags));
        self.lost_columns += u64::from(has_others);
    }

    /// Ends the game, if one is open: the next record begins another.
    pub fn end_game(&mut self) {
        let Some(open) = self.open.take() else {
            return;
        };
        // The tags of the last position are those of the game.
        let is_lost = |((column, _), (number, list)): (&(GameColumn, Builder), &HalfMove)| {
            column.is_of_half_moves() && (number.is_some() || !list.is_empty())
        };
        let mut last = self.columns.iter().zip(open.passes.iter().flatten());
        self.lost_columns += u64::from(last.any(is_lost));
        self.plies.append_value(open.plies);
        self.moves.append(true);
        for (_, builder) in &mut self.columns {
            match builder {
                Builder::Lists(lists, is_known) => {
                    lists.append(core::mem::take(is_known));
                }
                Builder::TextLists(lists) => lists.append(true),
                Builder::Marks(lists) => lists.append(true),
                _ => {}
            }
        }
        self.waiting += 1;
    }

    fn make_batch(&mut self) -> Result<(), ArrowError> {
        self.waiting = 0;
        let mut arrays: Vec<ArrayRef> = vec![Arc::new(self.games.finish())];
        let mut lists: Vec<ArrayRef> = Vec::new();
        for (_, builder) in &mut self.columns {
            match builder {
                Builder::Numbers(numbers) => arrays.push(Arc::new(numbers.finish())),
                Builder::Offsets(numbers) => arrays.push(Arc::new(numbers.finish())),
                Builder::Wide(numbers) => arrays.push(Arc::new(numbers.finish())),
                Builder::Texts(texts) => arrays.push(Arc::new(texts.finish())),
                Builder::Lists(all, _) => lists.push(Arc::new(all.finish())),
                Builder::TextLists(all) => lists.push(Arc::new(all.finish())),
                Builder::Marks(all) => lists.push(Arc::new(all.finish())),
            }
        }
        arrays.extend([
            Arc::new(self.results.finish()) as ArrayRef,
            Arc::new(self.fens.finish()),
            Arc::new(self.plies.finish()),
        ]);
        let moves = self.moves.finish();
        if self.notation != MoveNotation::None {
            arrays.push(Arc::new(moves));
        }
        arrays.extend(lists);
        let batch = RecordBatch::try_new(self.schema.clone(), arrays)?;
        self.made.push_back(batch);
        Ok(())
    }

    /// Ends the last game, and makes the last batch.
    ///
    /// # Errors
    /// Those of Arrow.
    pub fn end(&mut self) -> Result<(), ArrowError> {
        self.end_game();
        match self.waiting {
            0 => Ok(()),
            _ => self.make_batch(),
        }
    }
}

/// Returns the values of a row in the columns of half-moves.
fn values(
    extras: &Extras,
    row: Option<usize>,
    places: &[Option<usize>],
) -> impl Iterator<Item = HalfMove> {
    let all = extras.columns();
    places.iter().map(move |place| {
        let (Some(place), Some(row)) = (*place, row) else {
            return (None, Vec::new());
        };
        let number = all.number(place, row);
        let number = number.and_then(|number| number.try_into().ok());
        (number, all.list(place, row).unwrap_or_default().to_vec())
    })
}

/// Appends the values of a half-move.
fn append(
    columns: &mut [(GameColumn, Builder)],
    values: impl Iterator<Item = HalfMove>,
    san: &str,
) {
    for ((_, builder), (number, list)) in columns.iter_mut().zip(values) {
        match builder {
            Builder::Lists(lists, is_known) => {
                lists.values().append_option(number);
                *is_known |= number.is_some();
            }
            Builder::Marks(lists) => {
                lists.values().values().append_slice(&list);
                lists.values().append(true);
            }
            Builder::TextLists(lists) => lists.values().append_value(san),
            _ => {}
        }
    }
}
