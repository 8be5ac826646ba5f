//! Entry points for one position (docs/notes/one-position-calls.md).

use super::drive::Outcome;
use super::{EntryArguments as Columns, EntryFunction, Strategy};
use crate::function::{Function, Pointer};
use crate::sliders::{Rays, Sliders};
use crate::{columns::LengthMismatch, direction::Direction, isa::Isa, pack::Pack};
use crate::{direction_per_lane, oracle};
use core::marker::PhantomData;

/// The vector of the level of a pack.
pub(super) type Register<P> = <<P as Pack>::Token as Isa>::Register;

/// Computes all directions of one position, united, in the first lane of a pack.
#[derive(Debug)]
pub struct Attacks<S>(PhantomData<S>);

impl<S: Strategy> Function for Attacks<S> {
    type First<'a> = Sliders;
    type Second<'a> = u64;
    type Output = u64;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn call<P: Pack>(token: P::Token, sliders: Sliders, occupied: u64) -> u64 {
        if S::DIRECTION_PER_LANE {
            return direction_per_lane::attacks::<Register<P>>(token, sliders, occupied);
        }
        let occupied = P::splat(token, occupied | sliders.all());
        let attacks = P::splat(token, sliders.orthogonal).orthogonal_attacks(occupied);
        let attacks = attacks.or_diagonal_attacks(P::splat(token, sliders.diagonal), occupied);
        first(attacks)
    }
}

/// The boards of a position, in the order of the entry points for attacks.
pub(super) const POSITION: &[&str] = &["orthogonal", "diagonal", "occupied"];

/// Computes the eight directions of one position, each in the first lane of a pack.
#[derive(Debug)]
pub struct RayAttacks<S>(PhantomData<S>);

impl<S: Strategy> Function for RayAttacks<S> {
    type First<'a> = Sliders;
    type Second<'a> = u64;
    type Output = Rays;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn call<P: Pack>(token: P::Token, sliders: Sliders, occupied: u64) -> Rays {
        if S::DIRECTION_PER_LANE {
            return direction_per_lane::rays::<Register<P>, true>(token, sliders, occupied);
        }
        let occupied = P::splat(token, occupied | sliders.all());
        let orthogonal = P::splat(token, sliders.orthogonal);
        let diagonal = P::splat(token, sliders.diagonal);
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

#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn first<P: Pack>(boards: P) -> u64 {
    let mut board = [0];
    boards.store(&mut board);
    board[0]
}

/// Computes one fill of one board.
#[derive(Debug)]
pub struct OccludedFill<S>(PhantomData<S>);

impl<S: Strategy> Function for OccludedFill<S> {
    type First<'a> = Direction;
    /// Generators and propagators.
    type Second<'a> = (u64, u64);
    type Output = u64;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn call<P: Pack>(token: P::Token, direction: Direction, (g, p): (u64, u64)) -> u64 {
        let (g, p) = (P::splat(token, g), P::splat(token, p));
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

fn each(
    names: &'static [&'static str],
    columns: &Columns<'_>,
    out: &mut [&mut [u64]],
    call: impl Fn([u64; 4]) -> [u64; 8],
) -> Outcome {
    let n = columns.inputs[0].len();
    for (name, column) in names.iter().zip(columns.inputs) {
        LengthMismatch::check(name, column.len(), n)?;
    }
    for out in out.iter() {
        LengthMismatch::check("out", out.len(), n)?;
    }
    for i in 0..n {
        let board = |column: &[u64]| column.get(i).copied().unwrap_or(0);
        let boards = columns.inputs.map(board);
        for (out, board) in out.iter_mut().zip(call(boards)) {
            out[i] = board;
        }
    }
    Ok(())
}

pub(super) const fn one(board: u64) -> [u64; 8] {
    [board, 0, 0, 0, 0, 0, 0, 0]
}

pub(super) fn sliders(boards: &[u64]) -> Sliders {
    Sliders {
        orthogonal: boards[0],
        diagonal: boards[1],
    }
}

impl<S: Strategy> EntryFunction for Attacks<S> {
    const INPUTS: &'static [&'static str] = POSITION;
    const HAS_DIRECTION_PER_LANE: bool = true;

    fn call_columns(call: Pointer<Self>, columns: &Columns<'_>, out: &mut [&mut [u64]]) -> Outcome {
        each(Self::INPUTS, columns, out, |boards| {
            one(call(sliders(&boards), boards[2]))
        })
    }

    fn oracle(inputs: &[u64], _: Direction) -> [u64; 8] {
        one(oracle::ray_attacks(sliders(inputs), inputs[2]).union())
    }
}

impl<S: Strategy> EntryFunction for RayAttacks<S> {
    const INPUTS: &'static [&'static str] = POSITION;
    const OUTPUTS: usize = 8;
    const HAS_DIRECTION_PER_LANE: bool = true;

    fn call_columns(call: Pointer<Self>, columns: &Columns<'_>, out: &mut [&mut [u64]]) -> Outcome {
        each(Self::INPUTS, columns, out, |boards| {
            call(sliders(&boards), boards[2]).0
        })
    }

    fn oracle(inputs: &[u64], _: Direction) -> [u64; 8] {
        oracle::ray_attacks(sliders(inputs), inputs[2]).0
    }
}

impl<S: Strategy> EntryFunction for OccludedFill<S> {
    const INPUTS: &'static [&'static str] = &["generators", "propagators"];
    const DIRECTED: bool = true;

    fn call_columns(call: Pointer<Self>, columns: &Columns<'_>, out: &mut [&mut [u64]]) -> Outcome {
        each(Self::INPUTS, columns, out, |[g, p, ..]| {
            one(call(columns.direction, (g, p)))
        })
    }

    fn oracle(inputs: &[u64], direction: Direction) -> [u64; 8] {
        one(oracle::occluded_fill(inputs[0], inputs[1], direction))
    }
}
