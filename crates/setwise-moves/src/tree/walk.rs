//! Leaf counts of trees, batch by batch (docs/notes/perft-tree-walk.md).

use super::children::{Anywhere, ChildBatch};
use super::leaves::{CountLeavesOfTwoLevels, Expanded, LeafCounters, first_bytes};
use super::{expand::expand, parents::ParentBatch, streams::MoveStreams};
use crate::{frame::Frame, packs::Register, packs::position_words::PositionWords};
use alloc::vec::Vec;
use core::{marker::PhantomData, ops::Range};
use setwise_core::{Function, Isa, Pack, Pointer, Sliced, Vector};

/// A condition that ends a walk early, tested before each batch.
pub(crate) type Stop<'a> = Option<&'a (dyn Fn() -> bool + Send + Sync)>;

/// The lists of moves of a walk, one per level. They are large, so a walk reuses them.
#[derive(Default)]
pub(crate) struct Lists(Vec<MoveStreams>);

impl Lists {
    /// The lists of a tree of some depth.
    pub(super) fn first(&mut self, depth: u32) -> &mut [MoveStreams] {
        let depth = depth as usize;
        if self.0.len() < depth {
            self.0.resize_with(depth, MoveStreams::default);
        }
        &mut self.0[..depth]
    }
}

/// A batch of positions and the depth of their trees.
pub(crate) struct Roots<'a> {
    /// The positions, in the frame of their side to move.
    pub(crate) frames: &'a [Frame<u64>],
    /// At least 1.
    pub(crate) depth: u32,
    /// Ends the walk early.
    pub(crate) stop: Stop<'a>,
}

/// Whether trees of this depth are walked from each root separately, not from many together.
///
/// Lists are ordered by move, so the positions of a batch share their last moves and differ by the
/// first ones: by the moves that made the roots or, from a single root, by its moves. Nearly all
/// expanded batches belong to the last expanded level. Expanding a batch is fast if its positions
/// differ by a move of the other side, because our pieces then stand, and move, alike. In shallow
/// trees full batches matter more.
pub(crate) fn walk_roots_separately(depth: u32) -> bool {
    depth > 4 && depth % 2 == 1
}

impl Roots<'_> {
    /// Calls `count` for each batch of roots and sums the results. Its second argument is the
    /// number of children that become one batch.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn leaves<V: Vector>(
        &self,
        token: V::Token,
        mut count: impl FnMut(&Frame<Sliced<V>>, usize) -> u64,
    ) -> u64 {
        let width = if self.frames.len() == 1 && walk_roots_separately(self.depth - 1) {
            1
        } else {
            8 * V::LANES
        };
        let mut leaves = 0u64;
        for frames in self.frames.chunks(8 * V::LANES) {
            let frame = PositionWords::<V>::load(token, frames, |frame| frame.as_white().pairs());
            leaves = leaves.saturating_add(count(&frame, width));
        }
        leaves
    }
}

pub(crate) struct CountLeaves;

impl Function for CountLeaves {
    type First<'a> = Roots<'a>;
    type Second<'a> = &'a mut Lists;
    type Output = u64;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn call<P: Pack>(token: P::Token, roots: Roots<'_>, lists: &mut Lists) -> u64 {
        let walk = Walk::<Register<P>>::new(token, roots.stop);
        let lists = lists.first(roots.depth);
        roots.leaves(token, |frame, width| walk.leaves(frame, lists, width))
    }
}

/// The functions of a walk, compiled for the instruction set. The walk itself is recursive, so it
/// cannot be inlined into a function with these instructions, and calls them by pointer.
pub(super) struct Walk<'a, V: Vector> {
    stop: Stop<'a>,
    pub(super) expand: Pointer<Expand<V>>,
    pub(super) children: Pointer<MakeChildren<V>>,
    leaves: Pointer<CountLeavesOfTwoLevels<V>>,
    counters: LeafCounters<V>,
}

impl<'a, V: Vector> Walk<'a, V>
where
    V::Token: Isa<Register = V>,
{
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn new(token: V::Token, stop: Stop<'a>) -> Self {
        Self {
            stop,
            expand: token.pointer::<Sliced<V>, Expand<V>>(),
            children: token.pointer::<Sliced<V>, MakeChildren<V>>(),
            leaves: token.pointer::<Sliced<V>, CountLeavesOfTwoLevels<V>>(),
            counters: LeafCounters::new(token),
        }
    }
}

impl<V: Vector> Walk<'_, V> {
    /// Walks as many levels as there are lists; `width` children of the first level become a batch.
    pub(super) fn leaves(
        &self,
        frame: &Frame<Sliced<V>>,
        lists: &mut [MoveStreams],
        width: usize,
    ) -> u64 {
        let Some((moves, rest)) = lists.split_last_mut() else {
            return 0;
        };
        (self.expand)(frame, moves);
        match rest.len() {
            0 => moves.len() as u64,
            1 => (self.leaves)(Expanded { frame, moves }, &self.counters),
            _ => {
                let mut leaves = 0u64;
                for at in (0..moves.len()).step_by(width) {
                    if self.stopped() {
                        break;
                    }
                    let end = moves.len().min(at + width);
                    let children = (self.children)(Expanded { frame, moves }, at..end);
                    leaves = leaves.saturating_add(self.leaves(&children, rest, 8 * V::LANES));
                }
                leaves
            }
        }
    }

    pub(super) fn stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop())
    }
}

pub(super) struct Expand<V>(PhantomData<V>);

impl<V: Vector> Function for Expand<V> {
    type First<'a> = &'a Frame<Sliced<V>>;
    type Second<'a> = &'a mut MoveStreams;
    type Output = ();

    #[cfg_attr(not(unoptimized), inline(always))]
    fn call<P: Pack>(_: P::Token, frame: &Frame<Sliced<V>>, moves: &mut MoveStreams) {
        expand(frame.us.token(), frame, moves);
    }
}

/// Makes up to a batch of the moves of a list.
pub(super) struct MakeChildren<V>(PhantomData<V>);

impl<V: Vector> Function for MakeChildren<V> {
    type First<'a> = Expanded<'a, V>;
    type Second<'a> = Range<usize>;
    type Output = Frame<Sliced<V>>;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn call<P: Pack>(_: P::Token, expanded: Expanded<'_, V>, at: Range<usize>) -> Frame<Sliced<V>> {
        let Expanded { frame, moves } = expanded;
        let token = frame.us.token();
        let parents = ParentBatch::new(frame);
        let moves = moves.load(token, at.start);
        let children = ChildBatch::<V, Anywhere>::new(&parents, moves, true);
        children.frame(first_bytes(token, at.len()))
    }
}
