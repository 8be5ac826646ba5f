//! The consumer's end of a stream.

use crate::batch::Batch;
use crate::counters::{Counters, Meter};
use crate::delivery::Delivery;
use crate::error::{Damage, Error};
use crate::features::{Features, Parts};
use crate::{memory::Memory, sample::Sample, state::State, stream::Shared};
use core::fmt;
use std::sync::atomic::AtomicUsize;
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// Delivers batches of training data.
///
/// The batches of a seed are the same bytes for any number of threads, on every instruction set,
/// and after a restart from a saved [state](Self::state).
pub struct Loader {
    delivery: Delivery,
    threads: Vec<JoinHandle<()>>,
    meter: Meter,
    features: Features,
    batch_size: usize,
    fingerprint: u64,
    parts: Vec<Parts>,
    /// The memory of [`next_batch`](Self::next_batch).
    memory: Option<Memory>,
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
            delivery: Delivery::new(shared, state),
            threads: Vec::new(),
            meter,
            features,
            batch_size,
            fingerprint,
            parts: Vec::new(),
            memory: None,
        };
        for _ in 0..threads {
            let shared = loader.delivery.shared.clone();
            let named = thread::Builder::new().name("setwise-loader".into());
            let started = named.spawn(move || shared.work());
            loader.threads.push(started.map_err(|_| Error::Thread)?);
        }
        Ok(loader)
    }

    /// Returns the next batch, in memory of the loader: features without gaps, and as many labels
    /// as the batch has samples. `None` at the end.
    ///
    /// # Errors
    /// Those of [`next_into`](Self::next_into) that come in place of the end.
    pub fn next_batch(&mut self) -> Result<Option<&Memory>, Error> {
        let (size, entries) = (self.batch_size, self.batch_size * self.features.max_active);
        let memory = self.memory.take();
        let mut memory = memory.unwrap_or_else(|| Memory::csr(size, entries));
        memory.set_rows(size);
        let rows = self.next_into(&mut memory.batch())?;
        memory.set_rows(rows.unwrap_or(0));
        let memory = self.memory.insert(memory);
        Ok(rows.map(|_| &*memory))
    }

    /// Writes the next batch into memory of the caller. Returns the number of its samples, which is
    /// less than the batch size for the last one only, or `None` at the end.
    ///
    /// # Errors
    /// [`Error::Memory`] before anything is written; [`Error::RowTooShort`], after which the batch
    /// is lost; [`Error::Damage`], [`Error::NothingKept`] and [`Error::Thread`] in place of the
    /// end, and again in later calls.
    pub fn next_into(&mut self, batch: &mut Batch<'_>) -> Result<Option<usize>, Error> {
        self.next(batch, None)
    }

    /// Writes the next batch, and also returns the number of features per perspective of its padded
    /// rows. For `setwise-loader-nnue-pytorch`.
    #[doc(hidden)]
    pub fn next_counted(&mut self, batch: &mut Batch<'_>) -> Result<Option<(usize, usize)>, Error> {
        let mut counted = AtomicUsize::new(0);
        let rows = self.next(batch, Some(&counted))?;
        Ok(rows.map(|rows| (rows, *counted.get_mut())))
    }

    fn next(
        &mut self,
        batch: &mut Batch<'_>,
        counted: Option<&AtomicUsize>,
    ) -> Result<Option<usize>, Error> {
        batch.check(self.batch_size)?;
        let (mut from, mut written) = (0, Ok(()));
        let count = self.delivery.next(self.batch_size, |samples| {
            if written.is_ok() {
                let (threads, parts) = (self.threads.len(), &mut self.parts);
                written = batch.write(from, &self.features, samples, threads, parts, counted);
            }
            from += samples.len();
        })?;
        written?;
        batch.end(count);
        Ok((count > 0).then_some(count))
    }

    /// Replaces the contents of `samples` with the samples of the next batch, for callers that do
    /// not need features. Returns their number, which is 0 at the end.
    ///
    /// # Errors
    /// Those of [`next_into`](Self::next_into) that come in place of the end.
    pub fn next_samples(&mut self, samples: &mut Vec<Sample>) -> Result<usize, Error> {
        samples.clear();
        let append = |more: &[Sample]| samples.extend_from_slice(more);
        self.delivery.next(self.batch_size, append)
    }

    /// Waits until the next batch is ready, the stream ends, or `time` has passed. Returns whether
    /// [`next_into`](Self::next_into) can return without waiting for threads.
    pub fn wait(&self, time: Duration) -> bool {
        let wanted = self.batch_size.saturating_sub(self.delivery.here());
        wanted == 0 || self.delivery.shared.wait(wanted, time)
    }

    /// Returns the place after the last batch, for [`Builder::resume`](crate::Builder::resume). The
    /// state has some hundred bytes, plus 16 for each file. After a restart, one group of positions
    /// that are shuffled together is decoded again.
    pub fn state(&self) -> Vec<u8> {
        self.delivery.state.to_bytes(self.fingerprint)
    }

    /// Returns the current counters.
    pub fn counters(&self) -> Counters {
        self.meter.counters()
    }

    /// Returns a handle that reads the counters from any thread.
    pub fn meter(&self) -> Meter {
        self.meter.clone()
    }

    /// Returns the first hundred damaged places, in the order of the stream.
    pub fn damages(&self) -> Vec<Damage> {
        self.delivery.shared.damages()
    }

    /// Returns the number of samples of a batch.
    pub fn batch_size(&self) -> usize {
        self.batch_size
    }

    /// Returns the number of different features.
    pub fn size(&self) -> u32 {
        self.features.size
    }

    /// Returns an upper bound on the features per perspective of any position. Positions of games
    /// have far fewer: nnue-pytorch has room for 128 threats, 128 pairs of pawns and 32 pieces.
    pub fn max_active(&self) -> usize {
        self.features.max_active
    }
}

/// Stops the threads and joins them.
impl Drop for Loader {
    fn drop(&mut self) {
        self.delivery.shared.drop_all();
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
