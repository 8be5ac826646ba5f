//! Entry points: what a kernel offers to code that does not know its instruction set, as function pointers.

use crate::batch::{BatchAttacks, BatchOccludedFill, BatchRayAttacks};
use crate::{Batch, Boards, Direction, Isa, LengthMismatch, Pack, Rays, Sliders, Task, compass};

/// A function with a fixed signature that is written over packs, so that [`Isa::pointer`] can make a plain
/// function pointer of it. (A [`Task`] carries data; an entry is only code.)
pub trait Entry: 'static {
    /// The first argument. (Two, so that the words of a position travel in registers.)
    type First<'a>;
    /// The second argument.
    type Second<'a>;
    /// The result.
    type Output;
    /// Does it. To be marked `#[inline(always)]`.
    fn call<P: Pack>(
        proof: P::Proof,
        first: Self::First<'_>,
        second: Self::Second<'_>,
    ) -> Self::Output;
}

/// A pointer to an [`Entry`] that was compiled for some instruction set.
pub type Pointer<E> =
    for<'a> fn(<E as Entry>::First<'a>, <E as Entry>::Second<'a>) -> <E as Entry>::Output;

type Outcome = Result<(), LengthMismatch>;

/// Generators and propagators of one board, and the direction of the fill.
#[derive(Clone, Copy, Debug)]
pub struct Fill<'a, T: ?Sized> {
    /// Where to.
    pub direction: Direction,
    /// From where.
    pub generators: &'a T,
    /// Over what.
    pub propagators: &'a T,
}

/// All directions of one position united, in the first lane of a pack.
#[derive(Debug)]
pub struct Attacks;

impl Entry for Attacks {
    type First<'a> = Sliders;
    type Second<'a> = u64;
    type Output = u64;

    #[inline(always)]
    fn call<P: Pack>(proof: P::Proof, sliders: Sliders, occupied: u64) -> u64 {
        let occupied = P::splat(proof, occupied | sliders.all());
        let attacks = P::splat(proof, sliders.orthogonal).orthogonal_attacks(occupied);
        let attacks = attacks.or_diagonal_attacks(P::splat(proof, sliders.diagonal), occupied);
        first(attacks)
    }
}

/// The eight directions of one position, each in the first lane of a pack.
#[derive(Debug)]
pub struct RayAttacks;

impl Entry for RayAttacks {
    type First<'a> = Sliders;
    type Second<'a> = u64;
    type Output = Rays;

    #[inline(always)]
    fn call<P: Pack>(proof: P::Proof, sliders: Sliders, occupied: u64) -> Rays {
        let occupied = P::splat(proof, occupied | sliders.all());
        let orthogonal = P::splat(proof, sliders.orthogonal);
        let diagonal = P::splat(proof, sliders.diagonal);
        Rays([
            first(orthogonal.attacks(occupied, Direction::North)),
            first(diagonal.attacks(occupied, Direction::NorthEast)),
            first(orthogonal.attacks(occupied, Direction::East)),
            first(diagonal.attacks(occupied, Direction::SouthEast)),
            first(orthogonal.attacks(occupied, Direction::South)),
            first(diagonal.attacks(occupied, Direction::SouthWest)),
            first(orthogonal.attacks(occupied, Direction::West)),
            first(diagonal.attacks(occupied, Direction::NorthWest)),
        ])
    }
}

/// The first board of a pack.
#[inline(always)]
fn first<B: Boards>(boards: B) -> u64 {
    let mut board = [0];
    boards.store(&mut board);
    board[0]
}

/// One fill of one board.
#[derive(Debug)]
pub struct OccludedFill;

impl Entry for OccludedFill {
    type First<'a> = Direction;
    /// Generators and propagators.
    type Second<'a> = (u64, u64);
    type Output = u64;

    #[inline(always)]
    fn call<P: Pack>(proof: P::Proof, direction: Direction, (g, p): (u64, u64)) -> u64 {
        let (g, p) = (P::splat(proof, g), P::splat(proof, p));
        first(match direction {
            Direction::North => g.occluded_fill(p, Direction::North),
            Direction::NorthEast => g.occluded_fill(p, Direction::NorthEast),
            Direction::East => g.occluded_fill(p, Direction::East),
            Direction::SouthEast => g.occluded_fill(p, Direction::SouthEast),
            Direction::South => g.occluded_fill(p, Direction::South),
            Direction::SouthWest => g.occluded_fill(p, Direction::SouthWest),
            Direction::West => g.occluded_fill(p, Direction::West),
            Direction::NorthWest => g.occluded_fill(p, Direction::NorthWest),
        })
    }
}

impl<const STREAM: bool> Entry for BatchAttacks<'static, 'static, STREAM> {
    type First<'a> = Batch<'a>;
    type Second<'a> = &'a mut [u64];
    type Output = Outcome;

    #[inline(always)]
    fn call<P: Pack>(proof: P::Proof, batch: Batch<'_>, out: &mut [u64]) -> Outcome {
        BatchAttacks::<STREAM>::new(batch, out)?.run::<P>(proof);
        Ok(())
    }
}

impl<const STREAM: bool> Entry for BatchRayAttacks<'static, 'static, STREAM> {
    type First<'a> = Batch<'a>;
    type Second<'a> = [&'a mut [u64]; 8];
    type Output = Outcome;

    #[inline(always)]
    fn call<P: Pack>(proof: P::Proof, batch: Batch<'_>, out: [&mut [u64]; 8]) -> Outcome {
        BatchRayAttacks::<STREAM>::new(batch, out)?.run::<P>(proof);
        Ok(())
    }
}

impl Entry for BatchOccludedFill<'static, 'static> {
    type First<'a> = Fill<'a, [u64]>;
    type Second<'a> = &'a mut [u64];
    type Output = Outcome;

    #[inline(always)]
    fn call<P: Pack>(proof: P::Proof, fill: Fill<'_, [u64]>, out: &mut [u64]) -> Outcome {
        let Fill {
            direction,
            generators,
            propagators,
        } = fill;
        BatchOccludedFill::new(direction, generators, propagators, out)?.run::<P>(proof);
        Ok(())
    }
}

/// The same entry points with a direction per lane ([`compass`]), position after position.
#[derive(Debug)]
pub struct Compass<E>(core::marker::PhantomData<E>);

type Register<P> = <<P as Boards>::Proof as Isa>::Register;

impl Entry for Compass<Attacks> {
    type First<'a> = Sliders;
    type Second<'a> = u64;
    type Output = u64;

    #[inline(always)]
    fn call<P: Pack>(proof: P::Proof, sliders: Sliders, occupied: u64) -> u64 {
        compass::attacks::<Register<P>>(proof, sliders, occupied)
    }
}

impl Entry for Compass<RayAttacks> {
    type First<'a> = Sliders;
    type Second<'a> = u64;
    type Output = Rays;

    #[inline(always)]
    fn call<P: Pack>(proof: P::Proof, sliders: Sliders, occupied: u64) -> Rays {
        compass::rays::<Register<P>, true>(proof, sliders, occupied)
    }
}

impl Entry for Compass<BatchAttacks<'static, 'static, false>> {
    type First<'a> = Batch<'a>;
    type Second<'a> = &'a mut [u64];
    type Output = Outcome;

    #[inline(always)]
    fn call<P: Pack>(proof: P::Proof, batch: Batch<'_>, out: &mut [u64]) -> Outcome {
        LengthMismatch::check("out", out.len(), batch.len())?;
        for ((sliders, occupied), out) in batch.positions().zip(out) {
            *out = compass::attacks::<Register<P>>(proof, sliders, occupied);
        }
        Ok(())
    }
}

impl Entry for Compass<BatchRayAttacks<'static, 'static, false>> {
    type First<'a> = Batch<'a>;
    type Second<'a> = [&'a mut [u64]; 8];
    type Output = Outcome;

    #[inline(always)]
    fn call<P: Pack>(proof: P::Proof, batch: Batch<'_>, mut out: [&mut [u64]; 8]) -> Outcome {
        LengthMismatch::check_outputs(&out, batch.len())?;
        for (i, (sliders, occupied)) in batch.positions().enumerate() {
            compass::ray_attacks::<Register<P>>(proof, sliders, occupied).write(&mut out, i);
        }
        Ok(())
    }
}
