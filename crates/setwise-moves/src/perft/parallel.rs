//! Perft with several threads.

use super::{Perft, PerftProgress, PerftResult, walker::Walker};
use crate::{frame::Frame, tree::parallel::ThreadLists, tree::walk::Roots};
use core::ops::ControlFlow;
use core::sync::atomic::{AtomicBool, Ordering::Relaxed};
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use std::sync::{Mutex, PoisonError};

impl Perft {
    /// Runs something on the current rayon pool, or on a separate one if that has too many threads.
    pub(super) fn in_pool<T: Send>(&self, run: impl FnOnce() -> T + Send) -> T {
        if rayon::current_num_threads() <= self.threads {
            return run();
        }
        match ThreadPoolBuilder::new().num_threads(self.threads).build() {
            Ok(pool) => pool.install(run),
            Err(_) => run(),
        }
    }

    /// Counts as [`watch`](Self::watch) does, with the threads of the current rayon pool.
    pub(super) fn watch_in_pool(
        &self,
        walker: &Walker,
        progress: impl FnMut(PerftProgress) -> ControlFlow<()> + Send,
    ) -> PerftResult {
        let (result, parts, depth) = self.split();
        let stopped = AtomicBool::new(false);
        let shared = Mutex::new((result, progress));
        let lists = ThreadLists::new();
        // Threads take one part at a time, so that none has many left at the end.
        let parts = parts.par_iter().with_max_len(1).panic_fuse();
        parts.for_each(|part| {
            if stopped.load(Relaxed) {
                return;
            }
            let leaves = lists.with(|lists| walker.count(&part.frames, depth, lists));
            let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
            // Another thread may have ended the run while this one counted.
            if stopped.load(Relaxed) {
                return;
            }
            let (result, progress) = &mut *shared;
            let interrupted = walker.stop.holds();
            result.add(part.first, leaves, !interrupted);
            if interrupted || progress(result.progress).is_break() {
                stopped.store(true, Relaxed);
            }
        });
        let shared = shared.into_inner();
        shared.unwrap_or_else(PoisonError::into_inner).0
    }

    /// Counts the leaves with the threads of the current rayon pool.
    pub(super) fn count_in_pool(&self) -> u64 {
        let walker = self.walker();
        match walker.batch(self.depth) {
            Some(batch) if walker.table.is_none() => {
                let roots = Roots {
                    frames: &[Frame::from(&self.position)],
                    depth: self.depth,
                    stop: self.stop.as_ref(),
                };
                (batch.leaves_in_parallel)(roots, ())
            }
            _ => self
                .watch_in_pool(&walker, |_| ControlFlow::Continue(()))
                .leaves(),
        }
    }
}
