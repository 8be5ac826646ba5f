//! Perft: the number of move sequences of some length.

mod counts;
#[cfg(feature = "std")]
mod hash;
#[cfg(feature = "rayon")]
mod parallel;
mod parts;
mod stop;
mod walker;

pub use counts::PerftCounts;
pub use parts::{PerftProgress, PerftResult};

use crate::position::{Move, Position};
use crate::{frame::Frame, kernel::MoveFunctions, tree::walk::Lists};
use alloc::vec::Vec;
use core::ops::ControlFlow;
use stop::StopCondition;

impl Position {
    /// Counts the move sequences of this length, at most [`Perft::MAX_DEPTH`]; 1 for depth 0. The
    /// number saturates: from the initial position 64 bits are enough up to depth 13.
    ///
    /// The last moves are counted, not made. [`Perft`] has options: hash table, threads, progress.
    ///
    /// ```
    /// use setwise_moves::Position;
    /// assert_eq!(Position::startpos().perft(4), 197_281);
    /// ```
    pub fn perft(&self, depth: u32) -> u64 {
        Perft::new(*self, depth).count()
    }

    /// Counts by first move ([`perft`](Self::perft)). The result is empty for depth 0.
    ///
    /// ```
    /// use setwise_moves::Position;
    /// let start = Position::startpos();
    /// for (first, leaves) in start.divide(3) {
    ///     println!("{first}: {leaves}");
    /// }
    /// assert_eq!(start.divide(3).iter().map(|(_, leaves)| leaves).sum::<u64>(), 8902);
    /// ```
    pub fn divide(&self, depth: u32) -> Vec<(Move, u64)> {
        Perft::new(*self, depth).divide()
    }
}

/// A perft with its options.
///
/// ```
/// use core::ops::ControlFlow;
/// use setwise_moves::{Perft, Position};
/// let perft = Perft::new(Position::startpos(), 4);
/// let result = perft.watch(|progress| {
///     if progress.leaves > 100_000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
/// });
/// assert!(!result.is_complete());
/// assert!(result.leaves() > 100_000 && result.leaves() < 197_281);
/// ```
#[derive(Clone, Debug)]
pub struct Perft {
    position: Position,
    depth: u32,
    functions: MoveFunctions,
    one_by_one: bool,
    stop: StopCondition,
    #[cfg(feature = "std")]
    hash_bytes: usize,
    #[cfg(feature = "rayon")]
    threads: usize,
}

impl Perft {
    /// The greatest depth. Every level of a tree takes some kilobytes of the stack.
    pub const MAX_DEPTH: u32 = 64;

    /// A perft on one core, without a hash table, with the best instructions of the host. The depth
    /// is at most [`MAX_DEPTH`](Self::MAX_DEPTH).
    pub fn new(position: Position, depth: u32) -> Self {
        Self {
            position,
            depth: depth.min(Self::MAX_DEPTH),
            functions: MoveFunctions::selected(),
            one_by_one: false,
            stop: StopCondition::default(),
            #[cfg(feature = "std")]
            hash_bytes: 0,
            #[cfg(feature = "rayon")]
            threads: 1,
        }
    }

    /// Sets the functions that count, by default the [selected](MoveFunctions::selected).
    #[must_use]
    pub fn functions(mut self, functions: MoveFunctions) -> Self {
        self.functions = functions;
        self
    }

    /// Counts position after position, instead of as many at once as a register has bytes.
    #[must_use]
    pub fn one_by_one(mut self) -> Self {
        self.one_by_one = true;
        self
    }

    /// Ends the run once a condition holds; threads check it between batches. The result then has
    /// the leaves so far; that of [`count`](Self::count) does not show that it is partial.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use core::sync::atomic::{AtomicBool, Ordering};
    /// use setwise_moves::{Perft, Position};
    /// use std::sync::Arc;
    /// let stop = Arc::new(AtomicBool::new(false));
    /// let asked = stop.clone();
    /// let perft = Perft::new(Position::startpos(), 20);
    /// let perft = perft.stop_when(move || asked.load(Ordering::Relaxed));
    /// stop.store(true, Ordering::Relaxed); // usually in another thread
    /// assert!(!perft.watch(|_| ControlFlow::Continue(())).is_complete());
    /// ```
    #[must_use]
    pub fn stop_when(mut self, condition: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        self.stop = StopCondition::new(condition);
        self
    }

    /// Keeps known subtrees in a hash table of about this many bytes, so that a position reached on
    /// different ways is counted once. The table compares whole positions, so the counts stay
    /// exact. Every run has its own table of at least some kilobytes. As with any allocation, the
    /// process ends if memory is missing.
    #[cfg(feature = "std")]
    #[must_use]
    pub fn hash(mut self, bytes: usize) -> Self {
        self.hash_bytes = bytes;
        self
    }

    /// Sets the number of threads. The default is 1: the calling thread alone. 0 stands for all
    /// threads of the current rayon pool, which are as many as cores unless the program has made
    /// another pool. More than 1 are those of the current pool, or of a new pool if the current one
    /// has more. Threads share the hash table if there is one.
    ///
    /// ```
    /// use setwise_moves::{Perft, Position};
    /// assert_eq!(Perft::new(Position::startpos(), 4).threads(2).count(), 197_281);
    /// ```
    #[cfg(feature = "rayon")]
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = if threads == 0 { usize::MAX } else { threads };
        self
    }

    /// Counts the leaves.
    pub fn count(&self) -> u64 {
        #[cfg(feature = "rayon")]
        if self.threads > 1 {
            return self.in_pool(|| self.count_in_pool());
        }
        let root = Frame::from(&self.position);
        let mut lists = Lists::default();
        self.walker().count(&[root], self.depth, &mut lists)
    }

    /// Counts the leaves after each first move.
    pub fn divide(&self) -> Vec<(Move, u64)> {
        self.watch(|_| ControlFlow::Continue(())).moves
    }

    /// Counts the leaves after each first move, and calls `progress` after each part.
    /// [`Break`](ControlFlow::Break) ends the run: `progress` is not called again, and parts that
    /// other threads count at that time are not in the result. One thread at a time calls
    /// `progress`, which must not use rayon itself: it could wait for its own thread.
    pub fn watch(
        &self,
        mut progress: impl FnMut(PerftProgress) -> ControlFlow<()> + Send,
    ) -> PerftResult {
        #[cfg(feature = "rayon")]
        if self.threads > 1 {
            return self.in_pool(|| self.watch_in_pool(&self.walker(), progress));
        }
        let (mut result, parts, depth) = self.split();
        let walker = self.walker();
        let mut lists = Lists::default();
        for part in &parts {
            let leaves = walker.count(&part.frames, depth, &mut lists);
            let stopped = walker.stop.holds();
            result.add(part.first, leaves, !stopped);
            if stopped || progress(result.progress).is_break() {
                break;
            }
        }
        result
    }
}
