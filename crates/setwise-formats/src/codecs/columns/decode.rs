use super::batch::RecordColumns;
use super::error::damaged;
use crate::stream::extras::number;
use crate::{Decode, Decoded, Extras, Record, Source, Unit};
use arrow_array::RecordBatch;
use std::io::{Error, ErrorKind, Result};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Decodes rows. A row owns no bytes: those of the file are consumed with its batch.
pub(super) struct RowDecoder {
    input: Input,
    batch: Option<RecordColumns>,
    extras: Extras,
    /// The rows of the extras before the batch.
    before: usize,
    /// The next row of the batch.
    row: usize,
}

enum Input {
    /// Nothing is read yet.
    Closed(Open),
    Batches(Box<dyn Batches>),
    Ended,
}

/// The batches of a file, and the number of rows, if the file states it.
pub(super) type Opened = (Box<dyn Batches>, Option<u64>);

type Open = fn(&mut Source<'_>) -> Result<Opened>;

pub(super) trait Batches: Send {
    /// Reads the next batch. Returns `None` at the end.
    fn next_batch(&mut self, source: &mut Source<'_>) -> Result<Option<RecordBatch>>;
}

impl RowDecoder {
    pub(super) fn new(open: Open, keep_extras: bool) -> Self {
        Self {
            input: Input::Closed(open),
            batch: None,
            extras: Extras::new(keep_extras),
            before: 0,
            row: 0,
        }
    }

    /// Reads the beginning of the file, unless that has been done.
    fn begin(&mut self, source: &mut Source<'_>) -> Result<Option<u64>> {
        let Input::Closed(open) = self.input else {
            return Ok(None);
        };
        self.input = Input::Ended;
        let (batches, rows) = guarded(|| open(source))?;
        self.input = Input::Batches(batches);
        Ok(rows)
    }

    fn next_batch(&mut self, source: &mut Source<'_>) -> Result<Option<RecordBatch>> {
        self.begin(source)?;
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
    fn open(&mut self, source: &mut Source<'_>) -> Result<Option<u64>> {
        self.begin(source)
    }

    fn decode(&mut self, source: &mut Source<'_>, records: &mut Vec<Record>) -> Decoded {
        loop {
            if let Some(batch) = &self.batch
                && self.row < batch.len()
            {
                let row = self.row;
                self.row += 1;
                let extra = match batch.others().is_some() {
                    true => number(self.before + row + 1),
                    false => 0,
                };
                return Ok(Some(match batch.noted_record(row) {
                    Ok((record, notices)) => {
                        records.push(Record { extra, ..record });
                        Unit::of(0, Ok(())).with(notices)
                    }
                    Err(reason) => Unit::of(0, Err(reason)),
                }));
            }
            let Some(batch) = self.next_batch(source)? else {
                return Ok(None);
            };
            let columns = RecordColumns::new(&batch);
            let columns = columns.map_err(|why| Error::new(ErrorKind::Unsupported, why))?;
            self.before = match columns.others() {
                Some(others) => self.extras.push_rows(others.clone()),
                None => 0,
            };
            self.batch = Some(columns);
            self.row = 0;
        }
    }

    /// The rows of the batch that are still to come are kept.
    fn take_extras(&mut self) -> Extras {
        let taken = self.extras.take();
        let others = self.batch.as_ref().and_then(RecordColumns::others);
        if let Some(others) = others {
            self.before = self.extras.push_rows(others.clone());
        }
        taken
    }

    /// Another decoder cannot resume within a file.
    fn state(&self) -> Option<u64> {
        None
    }
}

/// Calls the crates of Arrow and Parquet. They panic at some damaged schemas and pages; here that
/// is an error.
fn guarded<T>(read: impl FnOnce() -> Result<T>) -> Result<T> {
    catch_unwind(AssertUnwindSafe(read)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<&str>().copied();
        let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
        Err(damaged(text.unwrap_or("damaged").to_owned()))
    })
}
