//! Leaf counts: the number of move sequences of some length.

mod counts;
#[cfg(feature = "std")]
mod hash;
#[cfg(feature = "rayon")]
mod parallel;

pub use counts::PerftCounts;

use crate::kernel::BatchKernel;
use crate::lanes::{Lists, Roots, alone};
use crate::steps::Steps;
use crate::{Frame, Move, MoveKernel, Position};
use alloc::vec::Vec;
use core::ops::ControlFlow;
use core::sync::atomic::{AtomicBool, Ordering::Relaxed};

impl Position {
    /// The number of move sequences of this length, no longer than [`Perft::MAX_DEPTH`]; 1 for depth 0. (It saturates: from the
    /// initial position 64 bits are enough up to depth 13.)
    ///
    /// The last moves are counted, not made. [`Perft`] has more: hash table, threads, progress.
    ///
    /// ```
    /// use setwise_moves::Position;
    /// assert_eq!(Position::startpos().perft(4), 197_281);
    /// ```
    pub fn perft(&self, depth: u32) -> u64 {
        Perft::new(*self, depth).count()
    }

    /// [`perft`](Self::perft) by first move. Empty for depth 0.
    ///
    /// ```
    /// use setwise_moves::Position;
    /// let start = Position::startpos();
    /// for (first, leaves) in start.divide(3) {
    ///     println!("{}: {leaves}", start.resolve(first).unwrap());
    /// }
    /// assert_eq!(start.divide(3).iter().map(|(_, leaves)| leaves).sum::<u64>(), 8902);
    /// ```
    pub fn divide(&self, depth: u32) -> Vec<(Move, u64)> {
        Perft::new(*self, depth).divide()
    }
}

/// A perft to be run, with its options.
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
    kernel: MoveKernel,
    one_by_one: bool,
    stop: Option<&'static AtomicBool>,
    #[cfg(feature = "std")]
    hash_bytes: usize,
}

/// How far a perft has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PerftProgress {
    /// Leaves so far.
    pub leaves: u64,
    /// Parts of the tree that are finished.
    pub done: usize,
    /// All parts: one to eight positions each, some moves ahead.
    pub parts: usize,
}

/// What a perft has counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PerftResult {
    /// Leaves by first move, in the order of [`LegalMoves::iter`](crate::LegalMoves::iter); of an interrupted run what was counted.
    pub moves: Vec<(Move, u64)>,
    /// The parts.
    pub progress: PerftProgress,
}

impl PerftResult {
    /// All leaves that were counted.
    pub fn leaves(&self) -> u64 {
        self.progress.leaves
    }

    /// Was everything counted, that is, the run not interrupted?
    pub fn is_complete(&self) -> bool {
        self.progress.done == self.progress.parts
    }
}

/// How many positions a part has at most: their children fill a few batches.
const PART: usize = 8;

/// Subtrees that begin with one first move.
struct Part {
    /// The number of the move.
    first: usize,
    frames: Vec<Frame<u64>>,
}

impl Perft {
    /// The greatest depth. Nobody counts so deep, but every level of a tree takes some kilobytes of the stack.
    pub const MAX_DEPTH: u32 = 64;

    /// One core, no hash table, the best instructions of the host. What is deeper than [`MAX_DEPTH`](Self::MAX_DEPTH) is
    /// not counted.
    pub fn new(position: Position, depth: u32) -> Self {
        Self {
            position,
            depth: depth.min(Self::MAX_DEPTH),
            kernel: MoveKernel::best(),
            one_by_one: false,
            stop: None,
            #[cfg(feature = "std")]
            hash_bytes: 0,
        }
    }

    /// With a given kernel.
    #[must_use]
    pub fn kernel(mut self, kernel: MoveKernel) -> Self {
        self.kernel = kernel;
        self
    }

    /// Position after position, instead of as many at once as a register has bytes.
    #[must_use]
    pub fn one_by_one(mut self) -> Self {
        self.one_by_one = true;
        self
    }

    /// Once another thread sets the flag, the run ends within the batch that it is at. The result has what was counted
    /// until then and is not complete; a mere [`count`](Self::count) cannot tell.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use core::sync::atomic::AtomicBool;
    /// use setwise_moves::{Perft, Position};
    /// static STOP: AtomicBool = AtomicBool::new(true);
    /// let perft = Perft::new(Position::startpos(), 20).stop_on(&STOP);
    /// assert!(!perft.watch(|_| ControlFlow::Continue(())).is_complete());
    /// ```
    #[must_use]
    pub fn stop_on(mut self, flag: &'static AtomicBool) -> Self {
        self.stop = Some(flag);
        self
    }

    /// With a table of known subtrees of about this many bytes, so that a position that is reached by different
    /// ways is counted once. Whole positions are compared: the counts stay exact. Every run has a table of its own, of at least
    /// some kilobytes; as with any allocation, the process ends if there is not so much memory.
    #[cfg(feature = "std")]
    #[must_use]
    pub fn hash(mut self, bytes: usize) -> Self {
        self.hash_bytes = bytes;
        self
    }

    /// The number of leaves.
    pub fn count(&self) -> u64 {
        let root = Frame::from(&self.position);
        let mut lists = Lists::default();
        self.walker().count(&[root], self.depth, &mut lists)
    }

    /// The number of leaves after each first move.
    pub fn divide(&self) -> Vec<(Move, u64)> {
        self.watch(|_| ControlFlow::Continue(())).moves
    }

    /// Counts, and calls `progress` after each part; [`Break`](ControlFlow::Break) ends the run.
    pub fn watch(&self, mut progress: impl FnMut(PerftProgress) -> ControlFlow<()>) -> PerftResult {
        let (mut result, parts, depth) = self.split();
        let walker = self.walker();
        let mut lists = Lists::default();
        for part in &parts {
            let leaves = walker.count(&part.frames, depth, &mut lists);
            let stopped = walker.stopped();
            result.add(part.first, leaves, !stopped);
            if stopped || progress(result.progress).is_break() {
                break;
            }
        }
        result
    }

    fn walker(&self) -> Walker {
        Walker {
            kernel: self.kernel,
            one_by_one: self.one_by_one,
            stop: self.stop,
            #[cfg(feature = "std")]
            table: (self.hash_bytes > 0 && self.depth > LOOKED_UP)
                .then(|| hash::Table::new(self.hash_bytes)),
        }
    }

    /// An empty result, the parts, and how deep each of them is to be counted.
    fn split(&self) -> (PerftResult, Vec<Part>, u32) {
        let moves: Vec<Move> = match self.depth {
            0 => Vec::new(),
            _ => self.position.legal_moves().into_iter().collect(),
        };
        // Wide enough for a good estimate and for many threads, as long as what remains is deep.
        let mut depth = self.depth.saturating_sub(1);
        let play = |(first, found): (usize, &Move)| {
            let frame = Frame::from(&self.position.play_unchecked(*found));
            (first, frame)
        };
        let mut frames: Vec<(usize, Frame<u64>)> = moves.iter().enumerate().map(play).collect();
        while frames.len() < 1000 && depth > if frames.len() < 100 { 1 } else { 4 } {
            frames = frames
                .iter()
                .flat_map(|(first, frame)| {
                    let replies = Steps::new(frame);
                    let after = |&step| (*first, frame.after(step));
                    replies.iter().map(after).collect::<Vec<_>>()
                })
                .collect();
            depth -= 1;
            if frames.is_empty() {
                break;
            }
        }
        let part = if alone(depth) { 1 } else { PART };
        let parts: Vec<Part> = frames
            .chunk_by(|a, b| a.0 == b.0)
            .flat_map(|same| same.chunks(part))
            .map(|part| Part {
                first: part[0].0,
                frames: part.iter().map(|&(_, frame)| frame).collect(),
            })
            .collect();
        let result = PerftResult {
            moves: moves.into_iter().map(|found| (found, 0)).collect(),
            progress: PerftProgress {
                leaves: if self.depth == 0 { 1 } else { 0 },
                done: 0,
                parts: parts.len(),
            },
        };
        (result, parts, depth)
    }
}

impl PerftResult {
    /// The leaves of a part, or of what was counted of it.
    fn add(&mut self, first: usize, leaves: u64, finished: bool) {
        if let Some((_, sum)) = self.moves.get_mut(first) {
            *sum = sum.saturating_add(leaves);
        }
        self.progress.leaves = self.progress.leaves.saturating_add(leaves);
        self.progress.done += usize::from(finished);
    }
}

/// Counts subtrees.
struct Walker {
    kernel: MoveKernel,
    one_by_one: bool,
    stop: Option<&'static AtomicBool>,
    #[cfg(feature = "std")]
    table: Option<hash::Table>,
}

/// The depth of the subtrees that are not looked up and not shared between batches: below it looking up costs more
/// than counting.
#[cfg(feature = "std")]
const LOOKED_UP: u32 = 3;

impl Walker {
    /// All leaves of some trees.
    fn count(&self, frames: &[Frame<u64>], depth: u32, lists: &mut Lists) -> u64 {
        if depth == 0 {
            return frames.len() as u64;
        }
        #[cfg(feature = "std")]
        if let Some(table) = &self.table
            && depth > LOOKED_UP
        {
            return self.sum(frames, |frame| self.look_up(table, frame, depth, lists));
        }
        if let Some(batch) = self.batch(depth) {
            let stop = self.stop;
            let roots = Roots {
                frames,
                depth,
                stop,
            };
            return (batch.leaves)(roots, lists);
        }
        self.sum(frames, |frame| self.walk(frame, depth))
    }

    /// Who counts trees of this depth in batches, if they are to be.
    fn batch(&self, depth: u32) -> Option<BatchKernel> {
        // Two levels under a few positions hardly fill a batch.
        self.kernel.batch.filter(|_| depth > 2 && !self.one_by_one)
    }

    fn stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Relaxed))
    }

    fn sum(&self, frames: &[Frame<u64>], count: impl FnMut(&Frame<u64>) -> u64) -> u64 {
        let frames = frames.iter().take_while(|_| !self.stopped());
        frames.map(count).fold(0, u64::saturating_add)
    }

    /// The leaves of one tree, or of its subtrees, if they are known.
    #[cfg(feature = "std")]
    fn look_up(
        &self,
        table: &hash::Table,
        frame: &Frame<u64>,
        depth: u32,
        lists: &mut Lists,
    ) -> u64 {
        let key = hash::Key::new(frame, depth);
        if let Some(leaves) = table.get(&key) {
            return leaves;
        }
        let children: Vec<_> = Steps::new(frame)
            .iter()
            .map(|&step| frame.after(step))
            .collect();
        let leaves = self.count(&children, depth - 1, lists);
        if !self.stopped() {
            table.put(key, leaves);
        }
        leaves
    }

    /// The leaves of one tree, position after position.
    fn walk(&self, frame: &Frame<u64>, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => u64::from((self.kernel.count)(frame, ())),
            2 => (self.kernel.replies)(frame, ()),
            _ => {
                let mut leaves = 0u64;
                for &step in Steps::new(frame).iter() {
                    if self.stopped() {
                        break;
                    }
                    leaves = leaves.saturating_add(self.walk(&frame.after(step), depth - 1));
                }
                leaves
            }
        }
    }
}
