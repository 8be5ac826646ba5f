//! Leaf counts of trees whose batches several threads share (docs/notes/perft-tree-walk.md).

use super::walk::{Lists, Roots, Walk};
use super::{leaves::Expanded, streams::MoveStreams};
use crate::{frame::Frame, packs::Register};
use core::ops::Range;
use rayon::prelude::*;
use setwise_core::{Function, Pack, Sliced, Vector};
use std::sync::{Mutex, PoisonError};
use std::vec::Vec;

/// The [`Lists`] of each thread of the current rayon pool.
pub(crate) struct ThreadLists(Vec<Mutex<Lists>>);

impl ThreadLists {
    pub(crate) fn new() -> Self {
        let mut lists = Vec::new();
        lists.resize_with(rayon::current_num_threads(), Mutex::default);
        Self(lists)
    }

    /// Calls `act` with the lists of the current thread.
    pub(crate) fn with<R>(&self, act: impl FnOnce(&mut Lists) -> R) -> R {
        let thread = rayon::current_thread_index().unwrap_or(0);
        // A walk clears a list before it uses it, so the list of a thread that panicked is valid.
        let lists = self.0[thread % self.0.len()].lock();
        act(&mut lists.unwrap_or_else(PoisonError::into_inner))
    }
}

/// Counts the leaves of some trees together, with the threads of the current rayon pool.
pub(crate) struct CountLeavesInParallel;

impl Function for CountLeavesInParallel {
    type First<'a> = Roots<'a>;
    type Second<'a> = ();
    type Output = u64;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn call<P: Pack>(token: P::Token, roots: Roots<'_>, (): ()) -> u64 {
        let shared = Shared::<Register<P>> {
            walk: Walk::new(token, roots.stop),
            lists: ThreadLists::new(),
            depth: roots.depth.saturating_sub(LEVELS).max(2),
        };
        roots.leaves(token, |frame, width| {
            shared.leaves(frame, roots.depth, width)
        })
    }
}

/// The greatest number of levels that threads share, enough for many threads, few for their stacks.
const LEVELS: u32 = 4;

/// The state that the threads share.
struct Shared<'a, V: Vector> {
    walk: Walk<'a, V>,
    lists: ThreadLists,
    /// The depth of the trees that one thread counts.
    depth: u32,
}

impl<V: Vector> Shared<'_, V> {
    /// Counts the leaves of a tree; `width` children become a batch.
    fn leaves(&self, frame: &Frame<Sliced<V>>, depth: u32, width: usize) -> u64 {
        let walk = &self.walk;
        if depth <= self.depth {
            let lists = &self.lists;
            return lists.with(|lists| walk.leaves(frame, lists.first(depth), width));
        }
        let mut moves = MoveStreams::default();
        (walk.expand)(frame, &mut moves);
        let batches: Range<usize> = 0..moves.len().div_ceil(width);
        let leaves = batches.into_par_iter().map(|number| {
            if walk.stopped() {
                return 0;
            }
            let at = width * number;
            let (moves, end) = (&moves, moves.len().min(at + width));
            let children = (walk.children)(Expanded { frame, moves }, at..end);
            self.leaves(&children, depth - 1, 8 * V::LANES)
        });
        leaves.reduce(|| 0, u64::saturating_add)
    }
}
