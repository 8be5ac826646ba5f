//! The consumer's end of a stream.

use crate::batch::Batch;
use crate::counters::{Counters, Meter, add};
use crate::features::{Features, Parts};
use crate::group::Group;
use crate::state::State;
use crate::stream::Shared;
use crate::{Damage, Error, Row};
use core::fmt;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// Delivers batches of training data.
///
/// The batches of a seed are the same bytes for any number of threads, on every instruction set,
/// and after a restart from a saved [state](Self::state).
pub struct Loader {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
    meter: Meter,
    features: Features,
    batch_size: usize,
    /// The place after the rows that are delivered.
    state: State,
    fingerprint: u64,
    group: Option<Group>,
    /// The part of the group that is delivered, and the rows of it.
    place: (usize, usize),
    /// The rows of a batch.
    rows: Vec<Row>,
    parts: Vec<Parts>,
}

impl Loader {
    pub(crate) fn start(
        shared: Shared,
        features: Features,
        batch_size: usize,
        threads: usize,
        state: State,
        fingerprint: u64,
    ) -> Result<Self, Error> {
        let meter = Meter(shared.context.tally.clone());
        let mut loader = Self {
            shared: Arc::new(shared),
            threads: Vec::new(),
            meter,
            features,
            batch_size,
            state,
            fingerprint,
            group: None,
            place: (0, 0),
            rows: Vec::new(),
            parts: Vec::new(),
        };
        for _ in 0..threads {
            let shared = loader.shared.clone();
            let named = thread::Builder::new().name("setwise-loader".into());
            let started = named.spawn(move || shared.work());
            loader.threads.push(started.map_err(|_| Error::Thread)?);
        }
        Ok(loader)
    }

    /// Writes the next batch. Returns the number of its rows, which is less than the batch size for
    /// the last one only, or `None` at the end.
    ///
    /// # Errors
    /// [`Error::Memory`] before anything is written; [`Error::RowTooShort`], after which the batch
    /// is lost; [`Error::Damage`], [`Error::NothingKept`] and [`Error::Thread`] in place of the
    /// end, and again in later calls.
    pub fn next_into(&mut self, batch: &mut Batch<'_>) -> Result<Option<usize>, Error> {
        batch.check(self.batch_size)?;
        let mut rows = core::mem::take(&mut self.rows);
        let result = self.next_rows(&mut rows).and_then(|count| {
            let threads = self.threads.len();
            batch.write(&self.features, &rows, threads, &mut self.parts)?;
            Ok((count > 0).then_some(count))
        });
        self.rows = rows;
        result
    }

    /// Replaces `rows` with those of the next batch, for callers that compute something else than
    /// features. Returns their number, which is 0 at the end.
    ///
    /// # Errors
    /// Those of [`next_into`](Self::next_into) that come in place of the end.
    pub fn next_rows(&mut self, rows: &mut Vec<Row>) -> Result<usize, Error> {
        rows.clear();
        while rows.len() < self.batch_size {
            let Some(group) = &self.group else {
                match self.shared.next() {
                    Ok(Some(group)) => self.begin(group),
                    Ok(None) => break,
                    // First the rows before it.
                    Err(_) if !rows.is_empty() => break,
                    Err(error) => return Err(error),
                }
                continue;
            };
            let (part, from) = self.place;
            let Some(part) = group.parts.get(part) else {
                if let Some(group) = self.group.take() {
                    self.shared.give_back(group);
                }
                continue;
            };
            let left = part.get(from..).unwrap_or_default();
            let taken = left.len().min(self.batch_size - rows.len());
            rows.extend_from_slice(&left[..taken]);
            self.state.rows += taken as u64;
            self.place = match taken < left.len() {
                true => (self.place.0, from + taken),
                false => (self.place.0 + 1, 0),
            };
        }
        add(&self.shared.context.tally.delivered, rows.len() as u64);
        Ok(rows.len())
    }

    /// Takes over a group. The first one after a restart may be delivered in part.
    fn begin(&mut self, group: Group) {
        let is_first = self.state.start.number == group.start.number;
        let mut left = if is_first {
            self.state.rows as usize
        } else {
            0
        };
        self.state.start = group.start.clone();
        self.state.rows = left as u64;
        self.place = (0, 0);
        for part in &group.parts {
            if left < part.len() {
                break;
            }
            left -= part.len();
            self.place.0 += 1;
        }
        self.place.1 = left;
        self.group = Some(group);
    }

    /// Waits until the next batch is there, or the end, or for a time. Returns whether
    /// [`next_into`](Self::next_into) does not wait for threads.
    pub fn wait(&self, time: Duration) -> bool {
        let here = self.group.as_ref().map_or(0, |group| {
            let parts = group.parts.get(self.place.0..).unwrap_or_default();
            let rows: usize = parts.iter().map(Vec::len).sum();
            rows.saturating_sub(self.place.1)
        });
        let wanted = self.batch_size.saturating_sub(here);
        wanted == 0 || self.shared.wait(wanted, time)
    }

    /// Returns the place after the last batch, from which
    /// [`Builder::resume`](crate::Builder::resume) goes on. It has some
    /// hundred bytes, and 16 for each file. After a restart at most as many positions as are
    /// shuffled together are decoded once more.
    pub fn state(&self) -> Vec<u8> {
        self.state.to_bytes(self.fingerprint)
    }

    /// Returns the numbers so far.
    pub fn counters(&self) -> Counters {
        self.meter.counters()
    }

    /// Returns a handle that reads the numbers from any thread.
    pub fn meter(&self) -> Meter {
        self.meter.clone()
    }

    /// Returns the first hundred damaged places, in the order of the stream.
    pub fn damages(&self) -> Vec<Damage> {
        self.shared.damages()
    }

    /// Returns the number of rows of a batch.
    pub fn batch_size(&self) -> usize {
        self.batch_size
    }

    /// Returns the number of different features.
    pub fn features(&self) -> u32 {
        self.features.size
    }

    /// Returns a number of features per perspective that no position exceeds, however odd. Games
    /// stay far below: nnue-pytorch has room for 128 threats, 128 pairs of pawns and 32 pieces.
    pub fn max_active(&self) -> usize {
        self.features.max_active
    }
}

/// Ends the threads, and waits for their ends.
impl Drop for Loader {
    fn drop(&mut self) {
        self.shared.drop_all();
        for thread in self.threads.drain(..) {
            // A panic of a thread has been reported.
            let _ = thread.join();
        }
    }
}

impl fmt::Debug for Loader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Loader")
            .field("batch_size", &self.batch_size)
            .field("features", &self.features.size)
            .field("counters", &self.counters())
            .finish_non_exhaustive()
    }
}
