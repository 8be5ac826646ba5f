//! Leaf counts of trees, walked by batches of positions.

use super::expand::expand;
use super::family::{ALL, Children, Family, Kings, SLIDES, STEPS};
use super::list::List;
use super::tally::Tally;
use crate::Frame;
use crate::kernel::Register;
use alloc::vec::Vec;
use core::marker::PhantomData;
use core::ops::Range;
use core::sync::atomic::{AtomicBool, Ordering::Relaxed};
use setwise_core::entry::{Entry, Pointer};
use setwise_core::{Boards, Isa, Lanes, Pack, Sliced};

/// The lists of moves that a walk needs, one per level; kept, because they are large.
#[derive(Default)]
pub(crate) struct Lists(Vec<List>);

impl Lists {
    /// Those of a tree of some depth.
    pub(super) fn first(&mut self, depth: u32) -> &mut [List] {
        let depth = depth as usize;
        if self.0.len() < depth {
            self.0.resize_with(depth, List::default);
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
    /// Once it is set, the walk ends with what it has.
    pub(crate) stop: Option<&'a AtomicBool>,
}

/// Is a tree of this depth better walked from its root alone than together with its siblings?
///
/// Lists are ordered by move, so that the positions of a batch have their last moves in common and differ by the first ones: by
/// the moves that made the roots, or, from a single root, by the moves from there. Nearly all batches that are expanded
/// are the last ones, and that is quick where their positions differ by a move of the other side: then their own men
/// stand, and move, alike. Shallow trees had rather full batches.
pub(crate) fn alone(depth: u32) -> bool {
    depth > 4 && depth % 2 == 1
}

impl Roots<'_> {
    /// The leaves under all roots, by whoever counts those under a batch of them. It also learns how many children of the
    /// batch become one.
    #[inline(always)]
    pub(super) fn leaves<L: Lanes>(
        &self,
        proof: L::Proof,
        mut under: impl FnMut(&Frame<Sliced<L>>, usize) -> u64,
    ) -> u64 {
        let width = if self.frames.len() == 1 && alone(self.depth - 1) {
            1
        } else {
            8 * L::COUNT
        };
        let mut leaves = 0u64;
        for frames in self.frames.chunks(8 * L::COUNT) {
            let frame = Frame::<Sliced<L>>::gathered(proof, frames, |frame| *frame);
            leaves = leaves.saturating_add(under(&frame, width));
        }
        leaves
    }
}

/// The number of leaves of some trees together.
pub(crate) struct CountLeaves;

impl Entry for CountLeaves {
    type First<'a> = Roots<'a>;
    type Second<'a> = &'a mut Lists;
    type Output = u64;

    #[inline(always)]
    fn call<P: Pack>(proof: P::Proof, roots: Roots<'_>, lists: &mut Lists) -> u64 {
        let walk = Walk::<Register<P>>::new(proof, roots.stop);
        let lists = lists.first(roots.depth);
        roots.leaves(proof, |frame, width| walk.leaves(frame, lists, width))
    }
}

/// The functions of a walk, each compiled for the instruction set: what is not inlined has to be called by pointer.
pub(super) struct Walk<'a, L: Lanes> {
    stop: Option<&'a AtomicBool>,
    expand: Pointer<Expand<L>>,
    child: Pointer<Child<L>>,
    count: Pointer<CountChildren<L>>,
    variants: Variants<L>,
}

/// How the children of a batch are counted.
struct Variants<L: Lanes> {
    first_steps: Pointer<Leaf<L, 0, STEPS, true>>,
    first_slides: Pointer<Leaf<L, 0, SLIDES, true>>,
    first_all: Pointer<Leaf<L, 0, ALL, true>>,
    first_two: Pointer<Leaf<L, 1, ALL, true>>,
    anywhere: Pointer<Leaf<L, 7, ALL, false>>,
}

impl<'a, L: Lanes> Walk<'a, L>
where
    L::Proof: Isa<Register = L>,
{
    pub(super) fn new(proof: L::Proof, stop: Option<&'a AtomicBool>) -> Self {
        Self {
            stop,
            expand: proof.pointer::<Sliced<L>, Expand<L>>(),
            child: proof.pointer::<Sliced<L>, Child<L>>(),
            count: proof.pointer::<Sliced<L>, CountChildren<L>>(),
            variants: Variants {
                first_steps: proof.pointer::<Sliced<L>, Leaf<L, 0, STEPS, true>>(),
                first_slides: proof.pointer::<Sliced<L>, Leaf<L, 0, SLIDES, true>>(),
                first_all: proof.pointer::<Sliced<L>, Leaf<L, 0, ALL, true>>(),
                first_two: proof.pointer::<Sliced<L>, Leaf<L, 1, ALL, true>>(),
                anywhere: proof.pointer::<Sliced<L>, Leaf<L, 7, ALL, false>>(),
            },
        }
    }
}

impl<L: Lanes> Walk<'_, L> {
    /// As many levels as there are lists; `width` children become a batch.
    pub(super) fn leaves(&self, frame: &Frame<Sliced<L>>, lists: &mut [List], width: usize) -> u64 {
        let Some((list, rest)) = lists.split_last_mut() else {
            return 0;
        };
        self.expand(frame, list);
        match rest.len() {
            0 => list.len() as u64,
            1 => (self.count)((frame, list), &self.variants),
            _ => {
                let mut leaves = 0u64;
                for at in (0..list.len()).step_by(width) {
                    if self.stopped() {
                        break;
                    }
                    let child = self.child(frame, list, at..list.len().min(at + width));
                    leaves = leaves.saturating_add(self.leaves(&child, rest, 8 * L::COUNT));
                }
                leaves
            }
        }
    }

    pub(super) fn expand(&self, frame: &Frame<Sliced<L>>, list: &mut List) {
        (self.expand)(frame, list);
    }

    pub(super) fn child(
        &self,
        frame: &Frame<Sliced<L>>,
        list: &List,
        at: Range<usize>,
    ) -> Frame<Sliced<L>> {
        (self.child)((frame, list), at)
    }

    pub(super) fn stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Relaxed))
    }
}

struct Expand<L>(PhantomData<L>);

impl<L: Lanes> Entry for Expand<L> {
    type First<'a> = &'a Frame<Sliced<L>>;
    type Second<'a> = &'a mut List;
    type Output = ();

    #[inline(always)]
    fn call<P: Pack>(_: P::Proof, frame: &Frame<Sliced<L>>, list: &mut List) {
        expand(frame.own.proof(), frame, list);
    }
}

/// Some children of the list, no more than a batch has room for.
struct Child<L>(PhantomData<L>);

impl<L: Lanes> Entry for Child<L> {
    type First<'a> = (&'a Frame<Sliced<L>>, &'a List);
    type Second<'a> = Range<usize>;
    type Output = Frame<Sliced<L>>;

    #[inline(always)]
    fn call<P: Pack>(
        _: P::Proof,
        (frame, list): (&Frame<Sliced<L>>, &List),
        at: Range<usize>,
    ) -> Frame<Sliced<L>> {
        let proof = frame.own.proof();
        let family = Family::new(frame);
        let children = Children::<L, ALL, false>::new(&family, list.load(proof, at.start), true);
        children.frame(valid(proof, at.len()))
    }
}

/// All ones in the first bytes.
#[inline(always)]
fn valid<L: Lanes>(proof: L::Proof, bytes: usize) -> L {
    const EDGE: [u8; 128] = {
        let mut edge = [0; 128];
        let mut i = 0;
        while i < 64 {
            edge[i] = 0xff;
            i += 1;
        }
        edge
    };
    L::load_bytes(proof, &EDGE[64 - bytes.min(64)..][..8 * L::COUNT])
}

/// All leaves of two levels.
struct CountChildren<L>(PhantomData<L>);

impl<L: Lanes> Entry for CountChildren<L> {
    type First<'a> = (&'a Frame<Sliced<L>>, &'a List);
    type Second<'a> = &'a Variants<L>;
    type Output = u64;

    #[inline(always)]
    fn call<P: Pack>(
        _: P::Proof,
        (frame, list): (&Frame<Sliced<L>>, &List),
        variants: &Variants<L>,
    ) -> u64 {
        let proof = frame.own.proof();
        let family = Family::new(frame);
        let mut sums = L::splat(proof, 0);
        let width = 8 * L::COUNT;
        for at in (0..list.len()).step_by(width) {
            let class = family.class(list.lanes(proof, at));
            let leaf = match class.kings {
                Kings::First if at + width <= list.sliders.start => variants.first_steps,
                Kings::First if list.sliders.start <= at && at + width <= list.sliders.end => {
                    variants.first_slides
                }
                Kings::First => variants.first_all,
                Kings::FirstTwo => variants.first_two,
                Kings::Anywhere => variants.anywhere,
            };
            leaf((&family, list), (at, class.twice, &mut sums));
        }
        let mut lanes = [0u64; 8];
        sums.store(&mut lanes[..L::COUNT]);
        lanes.iter().fold(0, |all, sum| all.saturating_add(*sum))
    }
}

/// The legal moves of as many children as a register has bytes, added to the sums.
struct Leaf<L, const TOP: usize, const MOVES: u8, const TWO: bool>(PhantomData<L>);

impl<L: Lanes, const TOP: usize, const MOVES: u8, const TWO: bool> Entry
    for Leaf<L, TOP, MOVES, TWO>
{
    type First<'a> = (&'a Family<L>, &'a List);
    type Second<'a> = (usize, bool, &'a mut L);
    type Output = ();

    #[inline(always)]
    fn call<P: Pack>(
        _: P::Proof,
        (family, list): (&Family<L>, &List),
        (at, twice, sums): (usize, bool, &mut L),
    ) {
        let proof = sums.proof();
        let children = Children::<L, MOVES, TWO>::new(family, list.load(proof, at), twice);
        let tally = Tally::new::<_, _, TOP>(children, ());
        let valid = valid::<L>(proof, list.len() - at);
        let mut sum = *sums;
        for part in tally.0 {
            sum = sum.add_sums(part & valid);
        }
        *sums = sum;
    }
}
