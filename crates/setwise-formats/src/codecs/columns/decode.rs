use super::batch::RecordColumns;
use super::beside::{Beside, Others, columns_but, has_value};
use super::cells::refused;
use super::error::{ColumnError, damaged};
use super::game_rows::GameRows;
use crate::stream::{Decode, DecodeOptions, Decoded, Extras, Source, Unit};
use crate::vocabulary::{GameColumn, Notice, Notices, Record};
use crate::{codecs::pgn::Games, quiet::caught, stream::extras::number};
use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use std::io::{Error, ErrorKind, Result};

/// Decodes rows. The unit of a row has 0 bytes: those of the file are consumed with its batch.
pub(crate) struct RowDecoder {
    input: Input,
    batch: Option<Rows>,
    extras: Extras,
    games: Games,
    /// The number of rows in the batches before, for the numbers of games.
    passed: u64,
    /// The notices about the columns of each row, if some columns are asked for.
    notices: Vec<Notices>,
    /// The number of rows of the extras before the batch.
    before: usize,
    row: usize,
}

enum Rows {
    /// Positions, with the columns beside them, and the columns that are not handed over.
    Positions(Box<RecordColumns>, Beside, Others),
    Games(Box<GameRows>),
}

impl Rows {
    fn new(batch: &RecordBatch, wanted: &[GameColumn]) -> core::result::Result<Self, ColumnError> {
        check_names(batch)?;
        if let Some(games) = GameRows::new(batch, wanted)? {
            return Ok(Self::Games(Box::new(games)));
        }
        let others = Beside::new(batch, wanted)?;
        let columns = RecordColumns::new(batch)?;
        let handed = wanted.iter().filter(|column| column.is_handed_over());
        let handed: Vec<&str> = handed.map(GameColumn::name).collect();
        let more = columns
            .others
            .as_ref()
            .map(|others| columns_but(others, &handed));
        let more = more.unwrap_or_default();
        Ok(Self::Positions(Box::new(columns), others, more))
    }

    const fn len(&self) -> usize {
        match self {
            Self::Positions(columns, ..) => columns.len(),
            Self::Games(games) => games.len(),
        }
    }
}

enum Input {
    /// Nothing is read yet.
    Closed(Open),
    Batches(Box<dyn Batches>),
    Ended,
}

/// The batches of a file, and the number of rows, if the file states it.
pub(crate) type Opened = (Box<dyn Batches>, Option<u64>);

type Open = fn(&mut Source<'_>) -> Result<Opened>;

pub(crate) trait Batches: Send {
    /// Returns the columns, if they are known before the first batch.
    fn schema(&self) -> Option<SchemaRef>;

    /// Reads the next batch. Returns `None` at the end.
    fn next_batch(&mut self, source: &mut Source<'_>) -> Result<Option<RecordBatch>>;
}

impl RowDecoder {
    pub(crate) fn new(open: Open, options: &DecodeOptions) -> Self {
        Self {
            input: Input::Closed(open),
            batch: None,
            games: Games::new(options),
            passed: 0,
            notices: Vec::new(),
            extras: Extras::new(options.keep_extras, options.columns.clone()),
            before: 0,
            row: 0,
        }
    }

    /// Keeps the extras of the rows of the batch.
    fn keep_batch(&mut self) {
        let Some(Rows::Positions(columns, others, _)) = &self.batch else {
            return;
        };
        self.before = match &columns.others {
            Some(others) => self.extras.push_rows(others.clone()),
            None => self.extras.columns.len(),
        };
        if !self.extras.columns.columns().is_empty() {
            self.notices = others.append(&mut self.extras.columns, columns.len());
        }
    }

    fn next_batch(&mut self, source: &mut Source<'_>) -> Result<Option<RecordBatch>> {
        self.open(source)?;
        let Input::Batches(batches) = &mut self.input else {
            return Ok(None);
        };
        let batch = guarded(|| batches.next_batch(source));
        if !matches!(batch, Ok(Some(_))) {
            self.input = Input::Ended;
        }
        batch
    }
}

impl Decode for RowDecoder {
    /// Reads the beginning of the file, unless that has been done.
    fn open(&mut self, source: &mut Source<'_>) -> Result<Option<u64>> {
        let Input::Closed(open) = self.input else {
            return Ok(None);
        };
        self.input = Input::Ended;
        let (batches, rows) = guarded(|| open(source))?;
        self.input = Input::Batches(batches);
        Ok(rows)
    }

    fn decode(&mut self, source: &mut Source<'_>, records: &mut Vec<Record>) -> Decoded {
        loop {
            if let Some(batch) = &mut self.batch
                && self.row < batch.len()
            {
                let row = self.row;
                self.row += 1;
                let (columns, more) = match batch {
                    Rows::Positions(columns, _, more) => (columns, more),
                    Rows::Games(games) => {
                        let number = self.passed + row as u64 + 1;
                        let (content, notices) =
                            games.append(row, number, &mut self.games, records);
                        return Ok(Some(Unit::new(0, content).with(notices)));
                    }
                };
                let has_columns = !self.extras.columns.columns().is_empty();
                let has_extra = columns.others.is_some() || has_columns;
                let extra = match has_extra {
                    true => number(self.before + row + 1),
                    false => 0,
                };
                return Ok(Some(match columns.noted_record(row) {
                    Ok((record, mut notices)) => {
                        records.push(Record { extra, ..record });
                        // If extras are kept, the whole row is handed over.
                        if !self.extras.is_kept() {
                            notices = notices | self.notices.get(row).copied().unwrap_or_default();
                            if has_value(more, row) {
                                notices.insert(Notice::Columns);
                            }
                        }
                        Unit::of(0, Ok(())).with(notices)
                    }
                    Err(reason) => Unit::of(0, Err(reason)),
                }));
            }
            self.passed += self.batch.as_ref().map_or(0, Rows::len) as u64;
            let Some(batch) = self.next_batch(source)? else {
                return Ok(None);
            };
            let rows = Rows::new(&batch, self.extras.columns.columns());
            self.batch = Some(rows.map_err(|why| Error::new(ErrorKind::Unsupported, why))?);
            self.keep_batch();
            self.row = 0;
        }
    }

    fn column_names(&mut self, source: &mut Source<'_>) -> Result<Option<Vec<String>>> {
        self.open(source)?;
        let Input::Batches(batches) = &self.input else {
            return Ok(None);
        };
        let names = |schema: SchemaRef| {
            let fields = schema.fields().iter();
            fields.map(|field| field.name().clone()).collect()
        };
        Ok(batches.schema().map(names))
    }

    /// Takes the extras, but keeps those of the rows that are still to come.
    fn take_extras(&mut self) -> Extras {
        if let Some(Rows::Games(_)) = self.batch {
            return self.games.take_extras();
        }
        let taken = self.extras.take();
        self.keep_batch();
        taken
    }

    fn rows(&self) -> usize {
        self.games.rows()
    }

    /// Returns `None`, because another decoder cannot resume within a file.
    fn state(&self) -> Option<u64> {
        None
    }
}

/// Refuses two columns of one name.
fn check_names(batch: &RecordBatch) -> core::result::Result<(), ColumnError> {
    let schema = batch.schema_ref();
    let mut names: Vec<&str> = schema
        .fields()
        .iter()
        .map(|field| &**field.name())
        .collect();
    names.sort_unstable();
    let is_twice = |pair: &&[&str]| pair[0] == pair[1] && !pair[0].is_empty();
    match names.windows(2).find(is_twice) {
        Some(pair) => Err(refused(pair[0], "there are two of this name")),
        None => Ok(()),
    }
}

/// Calls the crates of Arrow and Parquet. Converts their panics at damaged schemas and pages to
/// errors.
fn guarded<T>(read: impl FnOnce() -> Result<T>) -> Result<T> {
    caught(read).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<&str>().copied();
        let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
        Err(damaged(text.unwrap_or("damaged").to_owned()))
    })
}
