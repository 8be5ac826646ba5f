//! Reads files in a thread, which stays a batch ahead of the program.

use crate::moves::NO_MOVE;
use arrow_array::builder::{LargeListBuilder, LargeStringDictionaryBuilder, UInt8Builder};
use arrow_array::types::Int32Type;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use setwise_formats::{
    ColumnKind, Damage, Error, Extras, Format, GameBatch, OnDamage, ReadOptions, Reader, Record,
    Totals, Values,
};
use setwise_moves::{Move, Position};
use setwise_values::{Analyses, Condition, GameColumns, Named, Seen, Source, Value};
use std::path::{Path, PathBuf};
use std::sync::mpsc::SyncSender;
use std::sync::{Mutex, PoisonError, Weak};
use std::{cell::LazyCell, io};

/// The files to read, the columns and values to find, and the options.
pub(crate) struct Plan {
    pub(crate) files: Vec<PathBuf>,
    pub(crate) asked: Vec<Named>,
    /// The columns of games that are asked for, and those of the condition.
    pub(crate) columns: GameColumns,
    pub(crate) condition: Option<Condition>,
    pub(crate) threads: usize,
    pub(crate) strict: bool,
    pub(crate) final_positions: bool,
    /// Whether games are read as lines: nothing needs the positions.
    pub(crate) lines: bool,
}

impl Plan {
    /// Opens a file whose columns have been checked, after `games` games of other files.
    pub(crate) fn open(&self, path: &Path, games: u32) -> Result<Reader<'static>, Error> {
        let columns = Format::of_path(path).map_or(Ok(Vec::new()), |format| {
            self.columns.of_input(&path.display().to_string(), format)
        });
        let on_damage = match self.strict {
            true => OnDamage::Stop,
            false => OnDamage::Skip,
        };
        let options = ReadOptions::default()
            .on_damage(on_damage)
            .strict(self.strict)
            .final_positions(self.final_positions)
            .whole_units(true)
            .games(self.lines || self.keeps_games())
            .blocks(!self.lines)
            .games_before(games)
            .threads(self.threads)
            .columns(columns.unwrap_or_default());
        Reader::open(path, options)
    }

    /// Whether the condition is evaluated for games, without records.
    fn keeps_games(&self) -> bool {
        self.condition.is_some() && self.columns.is_empty() && !self.final_positions
    }

    /// Returns the values that are asked for, with one number for each record.
    fn values(&self, records: &[Record], analyses: &mut Analyses) -> Vec<Vec<i32>> {
        let values = self.asked.iter().filter_map(|named| match named {
            Named::Value(value) => Some(*value),
            Named::Column(_) => None,
        });
        let values: Vec<&Value> = values.collect();
        let reads = |source| values.iter().any(|value| value.source() == source);
        if reads(Source::Move) || reads(Source::Analysis) {
            analyses.load(records);
        }
        let number = |value: &Value, i: usize, record: &Record| {
            let number = value.of(&Seen::new(record, analyses, i));
            let number = number.and_then(|number| number.try_into().ok());
            number.unwrap_or(Values::MISSING)
        };
        let all = |value| {
            let records = records.iter().enumerate();
            records
                .map(|(i, record)| number(value, i, record))
                .collect()
        };
        values.into_iter().map(all).collect()
    }
}

/// The values of a column, one for each row.
pub(crate) enum Cells {
    /// Numbers, `Values::MISSING` where there is none.
    Numbers(Vec<i32>),
    /// Bytes of a file, -1 where there is none.
    Offsets(Vec<i64>),
    Texts(LargeStringDictionaryBuilder<Int32Type>),
    Lists(LargeListBuilder<UInt8Builder>),
}

impl Cells {
    fn new(named: &Named, room: usize) -> Self {
        match named {
            Named::Column(column) if column.name() == "offset" => Self::Offsets(Vec::new()),
            Named::Column(column) => match column.kind() {
                ColumnKind::Text => Self::Texts(LargeStringDictionaryBuilder::new()),
                ColumnKind::Numbers => Self::Lists(LargeListBuilder::new(UInt8Builder::new())),
                _ => Self::Numbers(Vec::with_capacity(room)),
            },
            Named::Value(_) => Self::Numbers(Vec::with_capacity(room)),
        }
    }
}

/// The greatest number of rows for which a batch has room before it is read.
const MOST_ROOM: usize = 1 << 16;

/// Half-moves, and the columns that are asked for.
pub(crate) struct Rows {
    /// The positions of the rows, or the first ones of the games of [lines](Plan::lines).
    pub(crate) positions: Vec<Position>,
    pub(crate) moves: Vec<u16>,
    /// The number of the game of each of these positions.
    pub(crate) games: Vec<u32>,
    /// The first row of each game.
    pub(crate) starts: Vec<i64>,
    pub(crate) cells: Vec<Cells>,
    /// The game of the next row, if it continues one.
    open: Option<u32>,
}

impl Rows {
    /// Returns no rows, with room for `batch` rows and more, because batches end between games.
    pub(crate) fn new(plan: &Plan, batch: usize) -> Self {
        let room = batch.min(MOST_ROOM) + 2048;
        let of_rows = if plan.lines { 0 } else { room };
        Self {
            positions: Vec::with_capacity(of_rows),
            moves: Vec::with_capacity(room),
            games: Vec::with_capacity(of_rows),
            starts: Vec::new(),
            cells: plan
                .asked
                .iter()
                .map(|named| Cells::new(named, room))
                .collect(),
            open: None,
        }
    }

    fn append_games(&mut self, games: &GameBatch) {
        let first = self.moves.len();
        let played = |played: Option<Move>| played.map_or(NO_MOVE, Move::bits);
        self.moves.extend(games.moves().map(played));
        for head in games.heads().iter().filter(|head| !head.rows.is_empty()) {
            self.starts.push((first + head.rows.start) as i64);
            self.positions.push(head.start);
            self.games
                .push(head.number.map_or(0, |number| number.get()));
        }
    }

    fn append_records(&mut self, records: &[Record]) {
        let first = self.games.len();
        let position = |record: &Record| record.position;
        self.positions.extend(records.iter().map(position));
        let played = |record: &Record| record.played.map_or(NO_MOVE, Move::bits);
        self.moves.extend(records.iter().map(played));
        let game = |record: &Record| record.game.map_or(0, |game| game.get());
        self.games.extend(records.iter().map(game));
        self.find_starts(first);
    }

    /// Finds the first rows of games from a row on.
    fn find_starts(&mut self, first: usize) {
        for (row, &game) in self.games.iter().enumerate().skip(first) {
            if self.open.replace(game) != Some(game) {
                self.starts.push(row as i64);
            }
        }
    }

    fn append(&mut self, plan: &Plan, records: &[Record], extras: &Extras, values: Vec<Vec<i32>>) {
        extras
            .games()
            .iter()
            .for_each(|games| self.append_games(games));
        self.append_records(records);
        let (all, in_games) = (extras.columns(), extras.game_rows());
        let count = records.len() + in_games;
        let rows = LazyCell::new(|| {
            let of_records = records.iter().map(|record| extras.row_of(record));
            (0..in_games)
                .map(Some)
                .chain(of_records)
                .collect::<Vec<_>>()
        });
        let mut values = values.into_iter();
        for (named, cells) in plan.asked.iter().zip(&mut self.cells) {
            let column = match named {
                Named::Column(column) => column,
                Named::Value(_) => {
                    if let (Cells::Numbers(numbers), Some(more)) = (cells, values.next()) {
                        numbers.extend(more);
                    }
                    continue;
                }
            };
            let column_place = all.place_of(column);
            let place = |row: &Option<usize>| match column.is_of_half_moves() {
                true => *row,
                false => all.games().get((*row)?).map(|&game| game as usize),
            };
            let found = column_place.and_then(|column| all.values(column));
            match cells {
                Cells::Numbers(numbers) => {
                    let found = match found {
                        Some(Values::Numbers(found)) => &found[..],
                        _ => &[],
                    };
                    // Nothing was removed, so that the rows are those of the batch.
                    if column.is_of_half_moves() && found.len() == count {
                        numbers.extend_from_slice(found);
                        continue;
                    }
                    let number = |row| Some(*found.get(place(row)?)?);
                    let number = |row| number(row).unwrap_or(Values::MISSING);
                    numbers.extend(rows.iter().map(number));
                }
                Cells::Offsets(offsets) => {
                    let number = |row: &Option<usize>| all.number(column_place?, (*row)?);
                    offsets.extend(rows.iter().map(|row| number(row).unwrap_or(-1)));
                }
                Cells::Texts(texts) => {
                    for run in rows.chunk_by(|one, next| place(one) == place(next)) {
                        let text = column_place.zip(run[0]);
                        match text.and_then(|(column, row)| all.text(column, row)) {
                            // Memory runs out before keys do, so this cannot fail.
                            Some(text) => drop(texts.append_n(text, run.len())),
                            None => texts.append_nulls(run.len()),
                        }
                    }
                }
                Cells::Lists(lists) => {
                    for row in rows.iter() {
                        let list = column_place.zip(*row);
                        let list = list.and_then(|(column, row)| all.list(column, row));
                        lists.values().append_slice(list.unwrap_or_default());
                        lists.append(true);
                    }
                }
            }
        }
    }
}

/// What was found beside rows, in the files that have been read to their ends.
#[derive(Clone, Default)]
pub(crate) struct Report {
    pub(crate) files: usize,
    pub(crate) totals: Totals,
    pub(crate) first_damage: Option<String>,
    /// The files that are cut, with the reasons.
    pub(crate) cut: Vec<String>,
}

/// Returns the exception of an error in a file.
pub(crate) fn failed(name: &str, error: Error) -> PyErr {
    match error {
        Error::Read(error) => io::Error::new(error.kind(), format!("{name}: {error}")).into(),
        error => PyValueError::new_err(format!("{name}: {error}")),
    }
}

pub(crate) enum Message {
    Rows(Box<Rows>),
    /// Nothing follows, because all files are read, or because of an error in a file.
    End(Option<(String, Error)>),
}

/// Why a file is not read further.
enum Stop {
    /// The receiver of the batches is gone.
    Closed,
    Error(Error),
}

impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        Self::Error(error)
    }
}

impl From<Damage> for Stop {
    fn from(damage: Damage) -> Self {
        Self::Error(damage.into())
    }
}

/// Reads all files, and sends batches of at least `batch` rows until the receiver is gone.
pub(crate) fn read(
    plan: &Plan,
    batch: usize,
    report: &Mutex<Report>,
    (give, alive): (&SyncSender<Message>, &Weak<()>),
) {
    let (mut rows, mut games) = (Box::new(Rows::new(plan, batch)), 0);
    for path in &plan.files {
        rows.open = None;
        let name = path.display().to_string();
        let mut found = Report::default();
        let open = plan.open(path, games).map_err(Stop::Error);
        let read = open.and_then(|mut reader| {
            let read = read_file(plan, &mut reader, batch, &mut rows, (give, alive));
            found.totals = reader.totals();
            games = reader.last_game();
            found.first_damage = reader.first_damage().map(ToString::to_string);
            read
        });
        let error = match read {
            Ok(()) => None,
            Err(Stop::Closed) => return,
            Err(Stop::Error(error)) => Some(error),
        };
        let mut report = report.lock().unwrap_or_else(PoisonError::into_inner);
        report.files += 1;
        report.totals.add(found.totals);
        let first = found.first_damage.map(|damage| format!("{name}: {damage}"));
        report.first_damage = report.first_damage.take().or(first);
        match error {
            None => {}
            Some(error) if error.is_cut() && !plan.strict => {
                report.cut.push(format!("{name}: {error}"));
            }
            Some(error) => {
                drop(report);
                let _ = give.send(Message::End(Some((name, error))));
                return;
            }
        }
    }
    // An error of `send` means that the receiver is gone, so that there is nothing to do.
    let is_rest = rows.moves.is_empty() || give.send(Message::Rows(rows)).is_ok();
    if is_rest {
        let _ = give.send(Message::End(None));
    }
}

fn read_file(
    plan: &Plan,
    reader: &mut Reader<'_>,
    batch: usize,
    rows: &mut Box<Rows>,
    (give, alive): (&SyncSender<Message>, &Weak<()>),
) -> Result<(), Stop> {
    let worker = || {
        let mut analyses = Analyses::default();
        move |records: &mut Vec<Record>, extras: &mut Extras| {
            if let Some(condition) = &plan.condition {
                condition.retain_with(records, extras, &mut analyses);
                for games in extras.games() {
                    records.extend(games.records_in(&condition.keep(games)));
                }
                extras.clear_games();
            }
            plan.values(records, &mut analyses)
        }
    };
    reader.read_all_with(worker, |read| {
        let read = read?;
        rows.append(plan, read.records, read.extras, read.result);
        if rows.moves.len() >= batch {
            let full = std::mem::replace(&mut **rows, Rows::new(plan, batch));
            let sent = give.send(Message::Rows(Box::new(full)));
            return sent.map_err(|_| Stop::Closed);
        }
        // With a rare condition, it takes long until a batch is full and `send` can fail.
        match alive.strong_count() {
            0 => Err(Stop::Closed),
            _ => Ok(()),
        }
    })
}
