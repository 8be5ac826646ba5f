//! Perft on all cores.

use super::walker::Walker;
use super::{Perft, PerftProgress, PerftResult};
use crate::Frame;
use crate::batch::{Roots, ThreadLists};
use core::ops::ControlFlow;
use core::sync::atomic::{AtomicBool, Ordering::Relaxed};
use rayon::prelude::*;
use std::sync::{Mutex, PoisonError};

impl Perft {
    /// Counts as [`watch`](Self::watch) does, with the threads of the current rayon pool. They share the hash table if there
    /// is one. One thread at a time calls `progress`, which must not use rayon itself: it could wait for its own thread.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use setwise_moves::{Perft, Position};
    /// let result = Perft::new(Position::startpos(), 4).watch_parallel(|_| ControlFlow::Continue(()));
    /// assert_eq!(result.leaves(), 197_281);
    /// assert!(result.is_complete());
    /// ```
    pub fn watch_parallel(
        &self,
        progress: impl FnMut(PerftProgress) -> ControlFlow<()> + Send,
    ) -> PerftResult {
        self.watch_shared(&self.walker(), progress)
    }

    fn watch_shared(
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
            let (result, progress) = &mut *shared;
            let interrupted = walker.stop.holds();
            result.add(part.first, leaves, !interrupted);
            if interrupted || progress(result.progress).is_break() {
                stopped.store(true, Relaxed);
            }
        });
        shared
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner)
            .0
    }

    /// Counts the leaves with the threads of the current rayon pool.
    pub fn count_parallel(&self) -> u64 {
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
            _ => {
                let watched = self.watch_shared(&walker, |_| ControlFlow::Continue(()));
                watched.leaves()
            }
        }
    }
}
