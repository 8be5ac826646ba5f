//! Parts of a tree, and the result that they add up to.

use super::Perft;
use crate::{
    frame::Frame, functions::one::moves_in_frame, position::Move, tree::walk::walk_roots_separately,
};
use alloc::vec::Vec;

/// The progress of a perft.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PerftProgress {
    /// The leaves so far.
    pub leaves: u64,
    /// The parts of the tree that are finished.
    pub done: usize,
    /// All parts. A part is one to eight positions some moves ahead.
    pub parts: usize,
}

/// The result of a perft.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PerftResult {
    /// The leaves by first move, in the order of
    /// [`Position::legal_move_sets`](crate::Position::legal_move_sets). After an interrupted run
    /// these are the leaves counted so far.
    pub moves: Vec<(Move, u64)>,
    /// The progress at the end.
    pub progress: PerftProgress,
}

impl PerftResult {
    /// All leaves that were counted.
    pub fn leaves(&self) -> u64 {
        self.progress.leaves
    }

    /// Whether the run was not interrupted.
    pub fn is_complete(&self) -> bool {
        self.progress.done == self.progress.parts
    }

    /// Adds the leaves of a part, or those counted until an interruption.
    pub(super) fn add(&mut self, first: usize, leaves: u64, finished: bool) {
        if let Some((_, sum)) = self.moves.get_mut(first) {
            *sum = sum.saturating_add(leaves);
        }
        self.progress.leaves = self.progress.leaves.saturating_add(leaves);
        self.progress.done += usize::from(finished);
    }
}

/// The greatest number of positions in a part. Their children fill a few batches.
const PART: usize = 8;

/// The number of positions that are enough for an estimate of the progress and for many threads.
const MANY: usize = 1000;

/// Subtrees that begin with the same first move.
pub(super) struct Subtrees {
    /// The number of the move.
    pub(super) first: usize,
    pub(super) frames: Vec<Frame<u64>>,
}

/// A position, and the number of the first move that leads to it.
type AfterFirst = (usize, Frame<u64>);

impl Perft {
    /// Splits the tree. Returns an empty result, the parts, and the depth of each part.
    pub(super) fn split(&self) -> (PerftResult, Vec<Subtrees>, u32) {
        let moves: Vec<Move> = match self.depth {
            0 => Vec::new(),
            _ => self.position.legal_move_sets().into_iter().collect(),
        };
        let play = |found: &Move| Frame::from(&self.position.play_unchecked(*found));
        let frames = moves.iter().map(play).enumerate().collect();
        let (frames, depth) = widen(frames, self.depth.saturating_sub(1));
        let alone = walk_roots_separately(depth);
        let size = if alone { 1 } else { PART };
        let parts: Vec<Subtrees> = frames
            .chunk_by(|a, b| a.0 == b.0)
            .flat_map(|same| same.chunks(size))
            .map(|part| Subtrees {
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

/// Replaces positions by their children until there are [`MANY`], or until the remaining depth is
/// small. With few positions, a smaller depth is allowed.
fn widen(mut frames: Vec<AfterFirst>, mut depth: u32) -> (Vec<AfterFirst>, u32) {
    while !frames.is_empty()
        && frames.len() < MANY
        && depth > if frames.len() < 100 { 1 } else { 4 }
    {
        frames = frames
            .iter()
            .flat_map(|(first, frame)| {
                let replies = moves_in_frame(frame);
                let after = |&reply| (*first, frame.after(reply));
                replies.iter().map(after).collect::<Vec<_>>()
            })
            .collect();
        depth -= 1;
    }
    (frames, depth)
}
