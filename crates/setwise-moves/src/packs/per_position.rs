//! Functions that have one result for each position.

use super::{MAX_LANES, Register, position_words::PositionWords};
use crate::{frame::Frame, position::Position};
use core::marker::PhantomData;
use setwise_core::{Function, Pack, Sliced, Vector, sliced::RankCounts};

/// A function of a position that is computed for many positions at once, or for a single one.
///
/// [`fill`](Self::fill) stores numbers for all positions of a pack, by lane.
/// [`output`](Self::output) computes the result of a position from its numbers.
pub(crate) trait PerPosition: 'static {
    type Output;
    /// The numbers of `N` positions, in the frame of the side to move.
    type Lanes<const N: usize>;

    /// Whether the function is so fast that the next batch arrives late without a prefetch.
    const PREFETCH: bool = false;

    /// Makes numbers that [`fill`](Self::fill) replaces.
    fn lanes<const N: usize>() -> Self::Lanes<N>;

    /// Computes the numbers of the positions of a frame.
    fn fill<P: BoardPack, const N: usize>(frame: &Frame<P>, lanes: &mut Self::Lanes<N>);

    /// The result of the position of a lane.
    fn output<const N: usize>(
        lanes: &Self::Lanes<N>,
        lane: usize,
        position: &Position,
    ) -> Self::Output;

    /// Writes the results of some positions from the first lane onward.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn outputs<const N: usize>(
        lanes: &Self::Lanes<N>,
        positions: &[Position],
        out: &mut [Self::Output],
    ) {
        for (lane, (position, out)) in positions.iter().zip(out).enumerate() {
            *out = Self::output(lanes, lane, position);
        }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn of(position: &Position) -> Self::Output {
        let mut lanes = Self::lanes::<1>();
        Self::fill(&Frame::from(position), &mut lanes);
        Self::output(&lanes, 0, position)
    }
}

/// One position, or as many as a register has bytes.
pub(crate) trait BoardPack: Pack {
    /// Returns a nonzero number for each position in which one of the sets has a square.
    fn any(sets: [Self; 5]) -> Self::Counts;
}

impl BoardPack for u64 {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn any([a, b, c, d, e]: [u64; 5]) -> u64 {
        u64::from(a | b | c | d | e != 0)
    }
}

impl<V: Vector> BoardPack for Sliced<V> {
    /// Unites the ranks. A position is one byte of each register.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn any([a, b, c, d, e]: [Self; 5]) -> RankCounts<V> {
        let any = any_rank(a) | any_rank(b);
        RankCounts(any.or3(any_rank(c), any_rank(d)) | any_rank(e))
    }
}

#[cfg_attr(not(unoptimized), inline(always))]
fn any_rank<V: Vector>(boards: Sliced<V>) -> V {
    let [a, b, c, d, e, f, g, h] = boards.0;
    a.or3(b, c).or3(d, e).or3(f, g) | h
}

/// Positions of a call.
#[derive(Clone, Copy)]
pub(crate) struct Many<'a> {
    pub(crate) positions: &'a [Position],
    /// Whether the CPU gains by explicit prefetches of later batches.
    pub(crate) prefetch: bool,
}

/// The number of positions, one mebibyte, from which the caches near the core are too small.
const FAR: usize = 1 << 14;

/// Computes a [`PerPosition`] function for a slice, batch by batch.
pub(crate) struct Each<C>(PhantomData<C>);

impl<C: PerPosition> Function for Each<C> {
    type First<'a> = Many<'a>;
    type Second<'a> = &'a mut [C::Output];
    type Output = ();

    #[cfg_attr(not(unoptimized), inline(always))]
    fn call<P: Pack>(token: P::Token, many: Many<'_>, out: &mut [C::Output]) {
        let size = 8 * Register::<P>::LANES;
        let mut words = PositionWords::<Register<P>>::new();
        let mut lanes = C::lanes::<MAX_LANES>();
        let all = many.positions;
        let far = many.prefetch && all.len() >= FAR;
        let batches = all.chunks(size).zip(out.chunks_mut(size));
        for (number, (positions, out)) in batches.enumerate() {
            words.copy(positions, Position::pairs);
            if C::PREFETCH && far {
                let next = size * (number + 1);
                for later in all.get(next..next + size).unwrap_or_default() {
                    Register::<P>::prefetch(token, later);
                }
            }
            C::fill(&words.frame(token), &mut lanes);
            C::outputs(&lanes, positions, out);
        }
    }
}

/// Computes a [`PerPosition`] function for one position, compiled for the instruction set.
pub(crate) struct One<C>(PhantomData<C>);

impl<C: PerPosition> Function for One<C> {
    type First<'a> = &'a Position;
    type Second<'a> = ();
    type Output = C::Output;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn call<P: Pack>(_: P::Token, position: &Position, (): ()) -> C::Output {
        C::of(position)
    }
}
