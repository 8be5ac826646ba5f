//! Leaf counts: the number of move sequences of some length.

mod counts;
#[cfg(feature = "std")]
mod hash;
#[cfg(feature = "rayon")]
mod parallel;

pub use counts::PerftCounts;

use crate::steps::Steps;
use crate::{Frame, Move, MoveKernel, Position};
use alloc::vec::Vec;
use core::ops::ControlFlow;

impl Position {
    /// The number of move sequences of this length; 1 for depth 0. (It saturates: from the initial position
    /// 64 bits are enough up to depth 13.)
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
    /// All parts: the positions after two moves (after one, for small depths).
    pub parts: usize,
}

/// What a perft has counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PerftResult {
    /// Leaves by first move, in the order of the legal moves; of an interrupted run what was counted.
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

/// A subtree.
struct Part {
    /// The number of its first move.
    first: usize,
    frame: Frame<u64>,
}

impl Perft {
    /// One core, no hash table, the best instructions of the host.
    pub fn new(position: Position, depth: u32) -> Self {
        Self {
            position,
            depth,
            kernel: MoveKernel::best(),
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

    /// With a table of known subtrees of about this many bytes, so that a position that is reached by different
    /// ways is counted once. Whole positions are compared: the counts stay exact.
    #[cfg(feature = "std")]
    #[must_use]
    pub fn hash(mut self, bytes: usize) -> Self {
        self.hash_bytes = bytes;
        self
    }

    /// The number of leaves.
    pub fn count(&self) -> u64 {
        if self.depth > 1 && let Some(leaves) = self.kernel.leaves {
            let roots = crate::lanes::Roots { frames: &[Frame::from(&self.position)], depth: self.depth };
            return leaves(roots, &mut crate::lanes::Lists::default());
        }
        self.walker()
            .count(&Frame::from(&self.position), self.depth)
    }

    /// The number of leaves after each first move.
    pub fn divide(&self) -> Vec<(Move, u64)> {
        self.watch(|_| ControlFlow::Continue(())).moves
    }

    /// Counts, and calls `progress` after each part; [`Break`](ControlFlow::Break) ends the run.
    pub fn watch(&self, mut progress: impl FnMut(PerftProgress) -> ControlFlow<()>) -> PerftResult {
        let (mut result, parts, depth) = self.split();
        let walker = self.walker();
        for part in &parts {
            let leaves = walker.count(&part.frame, depth);
            result.add(part.first, leaves);
            if progress(result.progress).is_break() {
                break;
            }
        }
        result
    }

    fn walker(&self) -> Walker {
        Walker {
            kernel: self.kernel,
            #[cfg(feature = "std")]
            table: (self.hash_bytes > 0).then(|| hash::Table::new(self.hash_bytes)),
        }
    }

    /// An empty result, the parts, and how deep each of them is to be counted.
    fn split(&self) -> (PerftResult, Vec<Part>, u32) {
        let moves: Vec<Move> = match self.depth {
            0 => Vec::new(),
            _ => self.position.legal_moves().into_iter().collect(),
        };
        let two = self.depth > 3;
        let mut parts = Vec::new();
        for (first, &found) in moves.iter().enumerate() {
            let frame = Frame::from(&self.position.play_unchecked(found));
            if two {
                let replies = Steps::new(&frame);
                parts.extend(replies.iter().map(|&step| Part {
                    first,
                    frame: frame.after(step),
                }));
            } else {
                parts.push(Part { first, frame });
            }
        }
        let result = PerftResult {
            moves: moves.into_iter().map(|found| (found, 0)).collect(),
            progress: PerftProgress {
                leaves: if self.depth == 0 { 1 } else { 0 },
                done: 0,
                parts: parts.len(),
            },
        };
        (
            result,
            parts,
            self.depth.saturating_sub(if two { 2 } else { 1 }),
        )
    }
}

impl PerftResult {
    fn add(&mut self, first: usize, leaves: u64) {
        if let Some((_, sum)) = self.moves.get_mut(first) {
            *sum = sum.saturating_add(leaves);
        }
        self.progress.leaves = self.progress.leaves.saturating_add(leaves);
        self.progress.done += 1;
    }
}

/// Counts subtrees.
struct Walker {
    kernel: MoveKernel,
    #[cfg(feature = "std")]
    table: Option<hash::Table>,
}

impl Walker {
    fn count(&self, frame: &Frame<u64>, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => u64::from((self.kernel.count)(frame, ())),
            _ => self.count_deep(frame, depth),
        }
    }

    #[cfg(feature = "std")]
    fn count_deep(&self, frame: &Frame<u64>, depth: u32) -> u64 {
        let Some(table) = &self.table else {
            return self.count_anew(frame, depth);
        };
        let key = hash::Key::new(frame, depth);
        if let Some(leaves) = table.get(&key) {
            return leaves;
        }
        let leaves = self.count_anew(frame, depth);
        table.put(key, leaves);
        leaves
    }

    #[cfg(not(feature = "std"))]
    fn count_deep(&self, frame: &Frame<u64>, depth: u32) -> u64 {
        self.count_anew(frame, depth)
    }

    fn count_anew(&self, frame: &Frame<u64>, depth: u32) -> u64 {
        if depth == 2 {
            return (self.kernel.replies)(frame, ());
        }
        let mut leaves = 0u64;
        for &step in Steps::new(frame).iter() {
            leaves = leaves.saturating_add(self.count(&frame.after(step), depth - 1));
        }
        leaves
    }
}
