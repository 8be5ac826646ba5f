//! Work in parts, on the calling thread or on a pool.

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

const MAX_THREADS: usize = 1024;

/// The number of positions that a thread takes at a time.
pub(crate) const PART: usize = 1024;

/// The pool of the last call: process, number of threads, pool.
static LAST: Mutex<Option<(u32, usize, Arc<ThreadPool>)>> = Mutex::new(None);

/// The threads of a call. Without a pool, the calling thread does the work.
pub(crate) struct Workers(Option<Arc<ThreadPool>>);

impl Workers {
    /// Takes the argument `threads`: 1 is the calling thread, 0 stands for all cores.
    ///
    /// The interpreter must be attached: then no other thread can fork the process while the lock
    /// is held.
    pub(crate) fn new(threads: i64) -> PyResult<Self> {
        let threads = usize::try_from(threads).ok().filter(|&n| n <= MAX_THREADS);
        let threads = match threads {
            Some(1) => return Ok(Self(None)),
            Some(0) => std::thread::available_parallelism().map_or(1, |n| n.get()),
            Some(n) => n,
            None => {
                let message = format!("threads: expected 0 (all cores) to {MAX_THREADS}");
                return Err(PyValueError::new_err(message));
            }
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
            // After a fork the pool has no threads here that could end.
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

    /// Runs something for each item. Returns the first error in the order of the items.
    pub(crate) fn each<I: Send, E: Send>(
        &self,
        items: Vec<I>,
        act: impl Fn(I) -> Result<(), E> + Send + Sync,
    ) -> Result<(), E> {
        if self.0.is_none() {
            return items.into_iter().try_for_each(act);
        }
        self.run(|| {
            let results: Vec<_> = items.into_par_iter().map(act).collect();
            results.into_iter().collect()
        })
    }

    /// Divides an output of `per` entries for each of many positions into parts of `size`
    /// positions, and runs something with the range of the positions and their entries. Returns the
    /// first error in the order of the parts.
    pub(crate) fn parts<T: Send, E: Send>(
        &self,
        size: usize,
        per: usize,
        out: &mut [T],
        act: impl Fn(Range<usize>, &mut [T]) -> Result<(), E> + Send + Sync,
    ) -> Result<(), E> {
        let per = per.max(1);
        let parts = out.chunks_mut(size.saturating_mul(per).max(1));
        let parts = parts.enumerate().collect();
        self.each(parts, |(number, part)| {
            let start = number * size;
            act(start..start + part.len() / per, part)
        })
    }
}
