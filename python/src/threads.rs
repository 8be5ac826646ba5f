//! Work in parts, on the calling thread or on a pool, which Ctrl-C interrupts.

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

const MAX_THREADS: usize = 1024;

/// The number of positions that a thread takes at a time.
pub(crate) const PART: usize = 1024;

/// The number of items that each thread of a pool takes between two checks for signals.
const ROUND: usize = 64;

/// The time between two checks for signals.
pub(crate) const SIGNALS: Duration = Duration::from_millis(50);

/// Checks for signals at intervals.
pub(crate) struct Signals(Instant);

impl Signals {
    pub(crate) fn new() -> Self {
        Self(Instant::now())
    }

    /// Runs the handlers of signals, which the main thread does, and lets other threads use the
    /// interpreter, if enough time has passed since the last call. Returns the exception of Ctrl-C.
    pub(crate) fn check(&mut self) -> PyResult<()> {
        if self.0.elapsed() < SIGNALS {
            return Ok(());
        }
        self.0 = Instant::now();
        Python::attach(|py| {
            py.detach(|| ());
            py.check_signals()
        })
    }
}

/// Returns the number of threads that the argument `threads` stands for.
pub(crate) fn number(threads: i64) -> PyResult<usize> {
    match usize::try_from(threads).ok().filter(|&n| n <= MAX_THREADS) {
        Some(0) => Ok(std::thread::available_parallelism().map_or(1, |n| n.get())),
        Some(n) => Ok(n),
        None => {
            let message = format!("threads: expected 0 (all cores) to {MAX_THREADS}");
            Err(PyValueError::new_err(message))
        }
    }
}

/// The pool of the last call: process, number of threads, pool.
static LAST: Mutex<Option<(u32, usize, Arc<ThreadPool>)>> = Mutex::new(None);

/// The threads of a call. Without a pool, the calling thread does the work.
pub(crate) struct Workers(Option<Arc<ThreadPool>>);

impl Workers {
    /// The calling thread.
    pub(crate) const ONE: Self = Self(None);

    /// Takes the argument `threads`: 1 is the calling thread, 0 stands for all cores.
    ///
    /// The interpreter must be attached: then no other thread can fork the process while the lock
    /// is held.
    pub(crate) fn new(threads: i64) -> PyResult<Self> {
        let threads = match (threads, number(threads)?) {
            (1, _) => return Ok(Self::ONE),
            (_, threads) => threads,
        };
        let process = std::process::id();
        let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((owner, size, pool)) = &*last
            && (*owner, *size) == (process, threads)
        {
            return Ok(Self(Some(Arc::clone(pool))));
        }
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        let failed = |why| PyRuntimeError::new_err(format!("threads: {why}"));
        let pool = Arc::new(pool.map_err(failed)?);
        let before = last.replace((process, threads, Arc::clone(&pool)));
        if let Some((owner, _, of_parent)) = before
            && owner != process
        {
            // After a fork, this process has no threads of the pool that a drop could end.
            std::mem::forget(of_parent);
        }
        Ok(Self(Some(pool)))
    }

    pub(crate) fn number(&self) -> usize {
        self.0.as_ref().map_or(1, |pool| pool.current_num_threads())
    }

    pub(crate) fn are_many(&self) -> bool {
        self.0.is_some()
    }

    /// Runs something on the pool, or on this thread.
    pub(crate) fn run<R: Send>(&self, act: impl FnOnce() -> R + Send) -> R {
        match &self.0 {
            None => act(),
            Some(pool) => pool.install(act),
        }
    }

    /// Runs something for each item, and asks for signals in between. Returns the first error in
    /// the order of the items. The interpreter must be detached.
    pub(crate) fn each<I: Send>(
        &self,
        items: Vec<I>,
        act: impl Fn(I) -> PyResult<()> + Send + Sync,
    ) -> PyResult<()> {
        let (mut items, mut signals) = (items.into_iter(), Signals::new());
        while items.len() > 0 {
            if self.are_many() {
                let round: Vec<I> = items.by_ref().take(ROUND * self.number()).collect();
                let results: Vec<_> = self.run(|| round.into_par_iter().map(&act).collect());
                results.into_iter().collect::<PyResult<()>>()?;
            } else {
                items.next().map_or(Ok(()), &act)?;
            }
            signals.check()?;
        }
        Ok(())
    }

    /// Divides an output of `per` entries for each of many positions into parts of `size`
    /// positions, and runs something with the range of the positions and their entries. Returns the
    /// first error in the order of the parts. The interpreter must be detached.
    pub(crate) fn parts<T: Send>(
        &self,
        size: usize,
        per: usize,
        out: &mut [T],
        act: impl Fn(Range<usize>, &mut [T]) -> PyResult<()> + Send + Sync,
    ) -> PyResult<()> {
        let per = per.max(1);
        let parts = out.chunks_mut(size.saturating_mul(per).max(1));
        let parts = parts.enumerate().collect();
        self.each(parts, |(number, part)| {
            let start = number * size;
            act(start..start + part.len() / per, part)
        })
    }
}
