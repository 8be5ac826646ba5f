//! The fills as they stand in textbooks, on one board in a general-purpose register.

use crate::fence::fence;
use crate::loops::Solver;
use setwise_core::{Batch, Direction, Rays, Sliders};
use std::marker::PhantomData;

/// What stands between the directions of one position.
trait Wall: Copy {
    /// The board, perhaps hidden from the optimizer.
    fn pass(board: u64) -> u64;
}

/// A [`fence`]: neither boards nor directions can be packed into a vector.
#[derive(Clone, Copy, Debug)]
pub struct Fenced;

/// Nothing: the compiler may vectorize.
#[derive(Clone, Copy, Debug)]
struct Open;

impl Wall for Fenced {
    #[inline(always)]
    fn pass(board: u64) -> u64 {
        fence(board)
    }
}

impl Wall for Open {
    #[inline(always)]
    fn pass(board: u64) -> u64 {
        board
    }
}

/// Kogge-Stone fills (Kogge and Stone 1973 as an adder; Steffen Westcott 2003 on bitboards): strides 1, 2, 4.
#[derive(Clone, Copy, Debug)]
pub struct KoggeStone<W>(PhantomData<W>);

/// dumb7fill (Urban Koistinen 1994): seven single steps, of which attacks need six and the last.
#[derive(Clone, Copy, Debug)]
pub struct Dumb7<W>(PhantomData<W>);

impl<W> KoggeStone<W> {
    /// The solver.
    pub const SOLVER: Self = Self(PhantomData);
}

impl<W> Dumb7<W> {
    /// The solver.
    pub const SOLVER: Self = Self(PhantomData);
}

/// A fill in a constant direction.
trait Fill {
    /// What the generators reach over the propagators, which have no square that only a wrap round the edge reaches.
    /// At least the first six squares.
    fn fill(direction: Direction, generators: u64, propagators: u64) -> u64;

    /// The seventh square, if [`fill`](Self::fill) lacks it.
    fn complete(direction: Direction, filled: u64, propagators: u64) -> u64;
}

impl<W> Fill for KoggeStone<W> {
    #[inline(always)]
    fn fill(direction: Direction, mut g: u64, mut p: u64) -> u64 {
        g |= p & shift(direction, g, 1);
        p &= shift(direction, p, 1);
        g |= p & shift(direction, g, 2);
        p &= shift(direction, p, 2);
        g | p & shift(direction, g, 4)
    }

    #[inline(always)]
    fn complete(_: Direction, filled: u64, _: u64) -> u64 {
        filled
    }
}

impl<W> Fill for Dumb7<W> {
    #[inline(always)]
    fn fill(direction: Direction, g: u64, p: u64) -> u64 {
        let one = p & shift(direction, g, 1);
        let two = p & shift(direction, one, 1);
        let three = p & shift(direction, two, 1);
        let four = p & shift(direction, three, 1);
        let five = p & shift(direction, four, 1);
        let six = p & shift(direction, five, 1);
        g | one | two | three | four | five | six
    }

    #[inline(always)]
    fn complete(direction: Direction, filled: u64, p: u64) -> u64 {
        filled | p & shift(direction, filled, 1)
    }
}

#[inline(always)]
fn shift(direction: Direction, board: u64, steps: i32) -> u64 {
    let by = i32::from(direction.delta()) * steps;
    if by > 0 { board << by } else { board >> -by }
}

#[inline(always)]
fn ray<F: Fill, W: Wall>(direction: Direction, sliders: u64, occupied: u64) -> u64 {
    let (sliders, empty) = (W::pass(sliders), !W::pass(occupied) & direction.arrivals());
    let filled = F::fill(direction, sliders, empty);
    W::pass(shift(direction, filled, 1) & direction.arrivals())
}

#[inline(always)]
fn rays<F: Fill, W: Wall>(sliders: Sliders, occupied: u64) -> Rays {
    let Sliders {
        orthogonal,
        diagonal,
    } = sliders;
    Rays([
        ray::<F, W>(Direction::North, orthogonal, occupied),
        ray::<F, W>(Direction::NorthEast, diagonal, occupied),
        ray::<F, W>(Direction::East, orthogonal, occupied),
        ray::<F, W>(Direction::SouthEast, diagonal, occupied),
        ray::<F, W>(Direction::South, orthogonal, occupied),
        ray::<F, W>(Direction::SouthWest, diagonal, occupied),
        ray::<F, W>(Direction::West, orthogonal, occupied),
        ray::<F, W>(Direction::NorthWest, diagonal, occupied),
    ])
}

/// The entry points of a fill.
macro_rules! solver {
    ($($fill:ident),*) => {$(
        impl<W: Wall> Solver for $fill<W> {
            #[inline(always)]
            fn attacks(self, sliders: Sliders, occupied: u64) -> u64 {
                rays::<Self, W>(sliders, occupied).union()
            }

            #[inline(always)]
            fn ray_attacks(self, sliders: Sliders, occupied: u64) -> Rays {
                rays::<Self, W>(sliders, occupied)
            }

            #[inline(always)]
            fn occluded_fill(self, direction: Direction, generators: u64, propagators: u64) -> u64 {
                let (generators, propagators) = (W::pass(generators), W::pass(propagators) & direction.arrivals());
                let filled = Self::fill(direction, generators, propagators);
                W::pass(Self::complete(direction, filled, propagators))
            }
        }
    )*};
}
solver!(KoggeStone, Dumb7);

/// The plain loop that compilers vectorize by themselves: [`KoggeStone`] without a fence, slices of one length, nothing
/// else in the loop.
#[derive(Clone, Copy, Debug)]
pub struct PlainLoop;

impl Solver for PlainLoop {
    #[inline(always)]
    fn attacks(self, sliders: Sliders, occupied: u64) -> u64 {
        rays::<KoggeStone<Open>, Open>(sliders, occupied).union()
    }

    #[inline(always)]
    fn ray_attacks(self, sliders: Sliders, occupied: u64) -> Rays {
        rays::<KoggeStone<Open>, Open>(sliders, occupied)
    }

    #[inline(always)]
    fn occluded_fill(self, direction: Direction, generators: u64, propagators: u64) -> u64 {
        KoggeStone::<Open>::SOLVER.occluded_fill(direction, generators, propagators)
    }

    /// Direction by direction, so that a loop has one output: with eight, more time would go into the check that no
    /// slice overlaps another than into a short batch. In blocks that stay in the cache.
    #[inline(always)]
    fn batch_ray_attacks(self, batch: Batch<'_>, out: [&mut [u64]; 8]) {
        let [n, ne, e, se, s, sw, w, nw] = out;
        for start in (0..batch.len()).step_by(BLOCK) {
            let block = start..batch.len().min(start + BLOCK);
            let (orthogonal, diagonal) = (
                &batch.orthogonal()[block.clone()],
                &batch.diagonal()[block.clone()],
            );
            let occupied = &batch.occupied()[block.clone()];
            one_ray(
                Direction::North,
                orthogonal,
                occupied,
                &mut n[block.clone()],
            );
            one_ray(
                Direction::NorthEast,
                diagonal,
                occupied,
                &mut ne[block.clone()],
            );
            one_ray(Direction::East, orthogonal, occupied, &mut e[block.clone()]);
            one_ray(
                Direction::SouthEast,
                diagonal,
                occupied,
                &mut se[block.clone()],
            );
            one_ray(
                Direction::South,
                orthogonal,
                occupied,
                &mut s[block.clone()],
            );
            one_ray(
                Direction::SouthWest,
                diagonal,
                occupied,
                &mut sw[block.clone()],
            );
            one_ray(Direction::West, orthogonal, occupied, &mut w[block.clone()]);
            one_ray(Direction::NorthWest, diagonal, occupied, &mut nw[block]);
        }
    }
}

/// Boards of a block: three inputs and one output fill half of a first-level cache of 32 KiB.
const BLOCK: usize = 512;

#[inline(always)]
fn one_ray(direction: Direction, sliders: &[u64], occupied: &[u64], out: &mut [u64]) {
    let n = out.len();
    let (sliders, occupied) = (&sliders[..n], &occupied[..n]);
    for i in 0..n {
        out[i] = ray::<KoggeStone<Open>, Open>(direction, sliders[i], occupied[i]);
    }
}
