//! Leaf counts of trees, walked by batches of positions.

use super::expand::expand;
use super::family::{ALL, Children, Family, Kings, SLIDES, STEPS};
use super::list::List;
use super::tally::Tally;
use crate::Frame;
use crate::kernel::Register;
use alloc::vec::Vec;
use core::marker::PhantomData;
use core::sync::atomic::{AtomicBool, Ordering::Relaxed};
use setwise_core::entry::{Entry, Pointer};
use setwise_core::{Boards, Isa, Lanes, Pack, Sliced};

/// The lists of moves that a walk needs, one per level; kept, because they are large.
#[derive(Default)]
pub(crate) struct Lists(Vec<List>);

/// A batch of positions and the depth of their trees.
pub(crate) struct Roots<'a> {
    /// The positions, in the frame of their side to move.
    pub(crate) frames: &'a [Frame<u64>],
    /// At least 1.
    pub(crate) depth: u32,
    /// Once it is set, the walk ends with what it has.
    pub(crate) stop: Option<&'a AtomicBool>,
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
        let mut leaves = 0u64;
        let depth = roots.depth as usize;
        if lists.0.len() < depth {
            lists.0.resize_with(depth, List::default);
        }
        for frames in roots.frames.chunks(8 * Register::<P>::COUNT) {
            let frame = Frame::<Sliced<Register<P>>>::gathered(proof, frames, |frame| *frame);
            leaves = leaves.saturating_add(walk.leaves(&frame, &mut lists.0[..depth]));
        }
        leaves
    }
}

/// The functions of a walk, each compiled for the instruction set: what is not inlined has to be called by pointer.
struct Walk<'a, L: Lanes> {
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
    fn new(proof: L::Proof, stop: Option<&'a AtomicBool>) -> Self {
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

    /// As many levels as there are lists.
    fn leaves(&self, frame: &Frame<Sliced<L>>, lists: &mut [List]) -> u64 {
        let Some((list, rest)) = lists.split_last_mut() else {
            return 0;
        };
        (self.expand)(frame, list);
        match rest.len() {
            0 => list.len() as u64,
            1 => (self.count)((frame, list), &self.variants),
            _ => {
                let mut leaves = 0u64;
                for at in (0..list.len()).step_by(8 * L::COUNT) {
                    if self.stop.is_some_and(|stop| stop.load(Relaxed)) {
                        break;
                    }
                    let child = (self.child)((frame, list), at);
                    leaves = leaves.saturating_add(self.leaves(&child, rest));
                }
                leaves
            }
        }
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

/// The children from some place of the list on.
struct Child<L>(PhantomData<L>);

impl<L: Lanes> Entry for Child<L> {
    type First<'a> = (&'a Frame<Sliced<L>>, &'a List);
    type Second<'a> = usize;
    type Output = Frame<Sliced<L>>;

    #[inline(always)]
    fn call<P: Pack>(
        _: P::Proof,
        (frame, list): (&Frame<Sliced<L>>, &List),
        at: usize,
    ) -> Frame<Sliced<L>> {
        let proof = frame.own.proof();
        let family = Family::new(frame);
        let children = Children::<L, ALL, false>::new(&family, list.load(proof, at), true);
        children.frame(valid(proof, list.len() - at))
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
