//! The count of subtrees: in batches, one by one, or from the hash table.

use super::Perft;
#[cfg(feature = "std")]
use super::hash;
use super::stop::StopCondition;
use crate::kernel::{BatchFunctions, MoveFunctions};
use crate::tree::walk::{Lists, Roots};
use crate::{frame::Frame, functions::one::moves_in_frame};
#[cfg(feature = "std")]
use alloc::vec::Vec;

/// Counts subtrees with the options of a [`Perft`].
pub(super) struct Walker {
    functions: MoveFunctions,
    one_by_one: bool,
    pub(super) stop: StopCondition,
    #[cfg(feature = "std")]
    pub(super) table: Option<hash::Table>,
}

/// The greatest depth of subtrees that the hash table ignores, as looking them up takes longer.
#[cfg(feature = "std")]
const MAX_IGNORED_DEPTH: u32 = 3;

impl Perft {
    pub(super) fn walker(&self) -> Walker {
        Walker {
            functions: self.functions,
            one_by_one: self.one_by_one,
            stop: self.stop.clone(),
            #[cfg(feature = "std")]
            table: (self.hash_bytes > 0 && self.depth > MAX_IGNORED_DEPTH)
                .then(|| hash::Table::new(self.hash_bytes)),
        }
    }
}

impl Walker {
    pub(super) fn count(&self, frames: &[Frame<u64>], depth: u32, lists: &mut Lists) -> u64 {
        if depth == 0 {
            return frames.len() as u64;
        }
        #[cfg(feature = "std")]
        if let Some(table) = &self.table
            && depth > MAX_IGNORED_DEPTH
        {
            return self.sum(frames, |frame| self.look_up(table, frame, depth, lists));
        }
        if let Some(batch) = self.batch(depth) {
            let roots = Roots {
                frames,
                depth,
                stop: self.stop.as_ref(),
            };
            return (batch.leaves)(roots, lists);
        }
        self.sum(frames, |frame| self.walk(frame, depth))
    }

    /// The functions for batches, if trees of this depth are counted in batches.
    pub(super) fn batch(&self, depth: u32) -> Option<BatchFunctions> {
        // Two levels below a few positions hardly fill a batch.
        let batch = self.functions.batch;
        batch.filter(|_| depth > 2 && !self.one_by_one)
    }

    fn sum(&self, frames: &[Frame<u64>], count: impl FnMut(&Frame<u64>) -> u64) -> u64 {
        let frames = frames.iter().take_while(|_| !self.stop.holds());
        frames.map(count).fold(0, u64::saturating_add)
    }

    /// Counts the leaves of one tree, with the hash table.
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
        let moves = moves_in_frame(frame);
        let children: Vec<_> = moves.iter().map(|&found| frame.after(found)).collect();
        let leaves = self.count(&children, depth - 1, lists);
        if !self.stop.holds() {
            table.put(key, leaves);
        }
        leaves
    }

    /// Counts the leaves of one tree, position after position.
    fn walk(&self, frame: &Frame<u64>, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => u64::from((self.functions.count)(&frame.as_white(), ())),
            2 => (self.functions.replies)(frame, ()),
            _ => {
                let mut leaves = 0u64;
                for &found in moves_in_frame(frame).iter() {
                    if self.stop.holds() {
                        break;
                    }
                    leaves = leaves.saturating_add(self.walk(&frame.after(found), depth - 1));
                }
                leaves
            }
        }
    }
}
