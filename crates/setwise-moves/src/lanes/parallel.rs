//! Trees that threads share batch by batch.

use super::list::List;
use super::tree::{Lists, Roots, Walk};
use crate::Frame;
use crate::kernel::Register;
use core::ops::Range;
use rayon::prelude::*;
use setwise_core::entry::Entry;
use setwise_core::{Lanes, Pack, Sliced};
use std::sync::{Mutex, PoisonError};
use std::vec::Vec;

/// A [`Lists`] for each thread of the current rayon pool, where it keeps its room.
pub(crate) struct ThreadLists(Vec<Mutex<Lists>>);

impl ThreadLists {
    pub(crate) fn new() -> Self {
        let mut lists = Vec::new();
        lists.resize_with(rayon::current_num_threads(), Mutex::default);
        Self(lists)
    }

    /// Those of the current thread.
    pub(crate) fn with<R>(&self, act: impl FnOnce(&mut Lists) -> R) -> R {
        let thread = rayon::current_thread_index().unwrap_or(0);
        // A list is cleared before it is used, whatever a thread that panicked has left in it.
        let mut lists = self.0[thread % self.0.len()]
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        act(&mut lists)
    }
}

/// The number of leaves of some trees together, with the threads of the current rayon pool.
pub(crate) struct CountLeavesInParallel;

impl Entry for CountLeavesInParallel {
    type First<'a> = Roots<'a>;
    type Second<'a> = ();
    type Output = u64;

    #[inline(always)]
    fn call<P: Pack>(proof: P::Proof, roots: Roots<'_>, (): ()) -> u64 {
        let shared = Shared::<Register<P>> {
            walk: Walk::new(proof, roots.stop),
            lists: ThreadLists::new(),
            depth: roots.depth.saturating_sub(LEVELS).max(2),
        };
        roots.leaves(proof, |frame, width| {
            shared.leaves(frame, roots.depth, width)
        })
    }
}

/// How many levels are shared at most: enough for many threads, not too much for their stacks.
const LEVELS: u32 = 4;

/// What the threads have in common.
struct Shared<'a, L: Lanes> {
    walk: Walk<'a, L>,
    lists: ThreadLists,
    /// The depth of the trees that one thread counts.
    depth: u32,
}

impl<L: Lanes> Shared<'_, L> {
    /// The leaves of a tree, whose batches the threads take from each other; `width` children become a batch.
    fn leaves(&self, frame: &Frame<Sliced<L>>, depth: u32, width: usize) -> u64 {
        let walk = &self.walk;
        if depth <= self.depth {
            return self
                .lists
                .with(|lists| walk.leaves(frame, lists.first(depth), width));
        }
        let mut list = List::default();
        walk.expand(frame, &mut list);
        let batches: Range<usize> = 0..list.len().div_ceil(width);
        let leaves = batches.into_par_iter().map(|number| {
            if walk.stopped() {
                return 0;
            }
            let at = width * number;
            let child = walk.child(frame, &list, at..list.len().min(at + width));
            self.leaves(&child, depth - 1, 8 * L::COUNT)
        });
        leaves.reduce(|| 0, u64::saturating_add)
    }
}
