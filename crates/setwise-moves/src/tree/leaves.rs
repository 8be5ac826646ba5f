//! The leaves under a batch of positions, two levels below it. The moves of the last level are
//! counted, not made (docs/notes/perft-leaves.md).

use super::parents::{Kings, ParentBatch, Properties};
use super::{children::*, streams::MoveStreams};
use crate::{frame::Frame, packs::count_moves::count_moves};
use core::{marker::PhantomData, ops::Range};
use setwise_core::{Function, Isa, Pack, Pointer, Sliced, Vector, const_array};

/// Positions and their legal moves.
#[derive(Clone, Copy)]
pub(super) struct Expanded<'a, V> {
    pub(super) frame: &'a Frame<Sliced<V>>,
    pub(super) moves: &'a MoveStreams,
}

/// Counts the legal moves of a register of children, one pointer per class of children. Each is a
/// separate function, because in one function the classes would share registers and spill them.
pub(super) struct LeafCounters<V: Vector> {
    home_after_step: Pointer<CountChildren<V, HomeAfterStep>>,
    home_after_slide: Pointer<CountChildren<V, HomeAfterSlide>>,
    home: Pointer<CountChildren<V, Home>>,
    near_home: Pointer<CountChildren<V, NearHome>>,
    anywhere: Pointer<CountChildren<V, Anywhere>>,
}

type LeafCounter<V> = Pointer<CountChildren<V, Anywhere>>;

impl<V: Vector> LeafCounters<V>
where
    V::Token: Isa<Register = V>,
{
    pub(super) fn new(token: V::Token) -> Self {
        Self {
            home_after_step: token.pointer::<Sliced<V>, CountChildren<V, HomeAfterStep>>(),
            home_after_slide: token.pointer::<Sliced<V>, CountChildren<V, HomeAfterSlide>>(),
            home: token.pointer::<Sliced<V>, CountChildren<V, Home>>(),
            near_home: token.pointer::<Sliced<V>, CountChildren<V, NearHome>>(),
            anywhere: token.pointer::<Sliced<V>, CountChildren<V, Anywhere>>(),
        }
    }
}

impl<V: Vector> LeafCounters<V> {
    /// The counter for the children after some moves of a list whose slides are `slides`.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn choose(
        &self,
        properties: Properties,
        moves: Range<usize>,
        slides: &Range<usize>,
    ) -> LeafCounter<V> {
        match properties.kings {
            Kings::First if moves.end <= slides.start => self.home_after_step,
            Kings::First if slides.start <= moves.start && moves.end <= slides.end => {
                self.home_after_slide
            }
            Kings::First => self.home,
            Kings::FirstTwo => self.near_home,
            Kings::Anywhere => self.anywhere,
        }
    }
}

pub(super) struct CountLeavesOfTwoLevels<V>(PhantomData<V>);

impl<V: Vector> Function for CountLeavesOfTwoLevels<V> {
    type First<'a> = Expanded<'a, V>;
    type Second<'a> = &'a LeafCounters<V>;
    type Output = u64;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn call<P: Pack>(_: P::Token, expanded: Expanded<'_, V>, counters: &LeafCounters<V>) -> u64 {
        let Expanded { frame, moves } = expanded;
        let token = frame.us.token();
        let parents = ParentBatch::new(frame);
        let mut sums = V::splat(token, 0);
        let width = 8 * V::LANES;
        for at in (0..moves.len()).step_by(width) {
            let properties = parents.properties(moves.lanes(token, at));
            let counter = counters.choose(properties, at..at + width, &moves.sliders);
            let children = Children {
                at,
                share_targets: properties.share_targets,
                sums: &mut sums,
            };
            counter((&parents, moves), children);
        }
        let mut lanes = [0u64; 8];
        sums.store(&mut lanes[..V::LANES]);
        lanes.iter().fold(0, |all, sum| all.saturating_add(*sum))
    }
}

/// The children after a register of moves.
pub(super) struct Children<'a, V> {
    /// The first of the moves.
    at: usize,
    share_targets: bool,
    /// The sums of moves so far, one per lane.
    sums: &'a mut V,
}

/// Adds the numbers of legal moves of a register of children to sums.
struct CountChildren<V, C>(PhantomData<(V, C)>);

impl<V: Vector, C: ChildClass> Function for CountChildren<V, C> {
    type First<'a> = (&'a ParentBatch<V>, &'a MoveStreams);
    type Second<'a> = Children<'a, V>;
    type Output = ();

    #[cfg_attr(not(unoptimized), inline(always))]
    fn call<P: Pack>(
        _: P::Token,
        (parents, moves): (&ParentBatch<V>, &MoveStreams),
        children: Children<'_, V>,
    ) {
        let Children {
            at,
            share_targets,
            sums,
        } = children;
        let token = sums.token();
        let batch = ChildBatch::<V, C>::new(parents, moves.load(token, at), share_targets);
        let counts = count_moves(batch, &mut ());
        let valid = first_bytes::<V>(token, moves.len() - at);
        let mut sum = *sums;
        for part in counts.0 {
            sum = sum.add_sums(part & valid);
        }
        *sums = sum;
    }
}

/// All ones in the first bytes of a register.
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn first_bytes<V: Vector>(token: V::Token, bytes: usize) -> V {
    // Sixty-four ones, then zeros: a register that begins at byte 64 − n has n ones.
    const EDGE: [u8; 128] = const_array!(i, 128, if i < 64 { 0xff } else { 0 });
    V::load_bytes(token, &EDGE[64 - bytes.min(64)..][..8 * V::LANES])
}
