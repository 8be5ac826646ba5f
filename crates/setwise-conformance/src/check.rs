//! Calls a kernel, and compares every board of the answer.

use crate::failure::Failure;
use crate::kernel::{Call, Kernel};
use setwise_core::{Batch, Direction, LengthMismatch, OUT_NAMES, Rays, Sliders, oracle};

/// Positions, board by board, with the right answers.
#[derive(Clone, Debug, Default)]
pub struct Attacked {
    /// Rooks and queens.
    pub orthogonal: Vec<u64>,
    /// Bishops and queens.
    pub diagonal: Vec<u64>,
    /// All men; sliders may be missing.
    pub occupied: Vec<u64>,
    /// The answers by direction.
    pub rays: [Vec<u64>; 8],
    /// The answers united.
    pub union: Vec<u64>,
}

impl Attacked {
    /// The answers of the oracle.
    pub fn by_oracle(positions: impl IntoIterator<Item = (Sliders, u64)>) -> Self {
        let mut all = Self::default();
        for (sliders, occupied) in positions {
            all.push(sliders, occupied, oracle::ray_attacks(sliders, occupied));
        }
        all
    }

    /// One more.
    pub fn push(&mut self, sliders: Sliders, occupied: u64, rays: Rays) {
        self.orthogonal.push(sliders.orthogonal);
        self.diagonal.push(sliders.diagonal);
        self.occupied.push(occupied);
        for (to, board) in self.rays.iter_mut().zip(rays.0) {
            to.push(board);
        }
        self.union.push(rays.union());
    }

    /// None, but with the memory of those that there were.
    pub fn clear(&mut self) {
        self.orthogonal.clear();
        self.diagonal.clear();
        self.occupied.clear();
        self.rays.iter_mut().for_each(Vec::clear);
        self.union.clear();
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.union.len()
    }

    /// None at all?
    pub fn is_empty(&self) -> bool {
        self.union.is_empty()
    }

    fn position(&self, i: usize) -> (Sliders, u64) {
        let (orthogonal, diagonal) = (self.orthogonal[i], self.diagonal[i]);
        (
            Sliders {
                orthogonal,
                diagonal,
            },
            self.occupied[i],
        )
    }

    fn failure(&self, call: Call, i: usize, direction: Option<usize>, found: u64) -> Failure {
        let mut what = format!("{call}, board {i} of {}", self.len());
        let mut expected = self.union[i];
        if let Some(direction) = direction {
            what = format!("{what}, {}", OUT_NAMES[direction]);
            expected = self.rays[direction][i];
        }
        let arguments = [
            ("orthogonal", self.orthogonal[i]),
            ("diagonal", self.diagonal[i]),
            ("occupied", self.occupied[i]),
        ];
        Failure::new(what, &arguments, expected, found)
    }
}

/// Fills in one direction, board by board, with the right answers.
#[derive(Clone, Debug)]
pub struct Filled {
    /// Where to.
    pub direction: Direction,
    /// From where.
    pub generators: Vec<u64>,
    /// Over what.
    pub propagators: Vec<u64>,
    /// The answers.
    pub filled: Vec<u64>,
}

impl Filled {
    /// None yet.
    pub fn new(direction: Direction) -> Self {
        Self {
            direction,
            generators: Vec::new(),
            propagators: Vec::new(),
            filled: Vec::new(),
        }
    }

    /// The answers of the oracle to (generators, propagators).
    pub fn by_oracle(direction: Direction, pairs: impl IntoIterator<Item = (u64, u64)>) -> Self {
        let mut all = Self::new(direction);
        for (generators, propagators) in pairs {
            let filled = oracle::occluded_fill(generators, propagators, direction);
            all.push(generators, propagators, filled);
        }
        all
    }

    /// One more.
    pub fn push(&mut self, generators: u64, propagators: u64, filled: u64) {
        self.generators.push(generators);
        self.propagators.push(propagators);
        self.filled.push(filled);
    }

    /// None, but with the memory of those that there were.
    pub fn clear(&mut self) {
        self.generators.clear();
        self.propagators.clear();
        self.filled.clear();
    }

    fn failure(&self, call: Call, i: usize, found: u64) -> Failure {
        let arguments = [
            ("generators", self.generators[i]),
            ("propagators", self.propagators[i]),
        ];
        let what = format!(
            "{call} {}, board {i} of {}",
            self.direction,
            self.filled.len()
        );
        Failure::new(what, &arguments, self.filled[i], found)
    }
}

/// Where the answers of batches go: kept between calls, so that a check costs no allocation.
#[derive(Debug, Default)]
pub struct Scratch([Vec<u64>; 8]);

/// Makes sure that no board is right before the call.
fn spoil(out: &mut Vec<u64>, expected: &[u64]) {
    out.clear();
    out.extend(expected.iter().map(|board| !board));
}

fn first_difference(found: &[u64], expected: &[u64]) -> Option<usize> {
    if found == expected {
        return None;
    }
    found.iter().zip(expected).position(|(a, b)| a != b)
}

fn refused(call: Call) -> impl Fn(LengthMismatch) -> Failure {
    move |mismatch| {
        Failure::plain(format!(
            "{call} refused slices of equal lengths: {mismatch}"
        ))
    }
}

/// All positions, through each call that the kernel serves.
pub fn check_attacks(
    kernel: &dyn Kernel,
    all: &Attacked,
    scratch: &mut Scratch,
) -> Result<(), Failure> {
    if kernel.serves(Call::Attacks) {
        for i in 0..all.len() {
            let (sliders, occupied) = all.position(i);
            let found = kernel.attacks(sliders, occupied);
            if found != all.union[i] {
                return Err(all.failure(Call::Attacks, i, None, found));
            }
        }
    }
    if kernel.serves(Call::RayAttacks) {
        for i in 0..all.len() {
            let (sliders, occupied) = all.position(i);
            let found = kernel.ray_attacks(sliders, occupied);
            for (direction, expected) in all.rays.iter().enumerate() {
                if found.0[direction] != expected[i] {
                    return Err(all.failure(
                        Call::RayAttacks,
                        i,
                        Some(direction),
                        found.0[direction],
                    ));
                }
            }
        }
    }
    let batch = Batch::new(&all.orthogonal, &all.diagonal, &all.occupied);
    if kernel.serves(Call::BatchAttacks) {
        let call = Call::BatchAttacks;
        let out = &mut scratch.0[0];
        spoil(out, &all.union);
        batch
            .and_then(|batch| kernel.batch_attacks(batch, out))
            .map_err(refused(call))?;
        if let Some(i) = first_difference(out, &all.union) {
            return Err(all.failure(call, i, None, out[i]));
        }
    }
    if kernel.serves(Call::BatchRayAttacks) {
        let call = Call::BatchRayAttacks;
        for (out, expected) in scratch.0.iter_mut().zip(&all.rays) {
            spoil(out, expected);
        }
        let out = scratch.0.each_mut().map(Vec::as_mut_slice);
        batch
            .and_then(|batch| kernel.batch_ray_attacks(batch, out))
            .map_err(refused(call))?;
        for (direction, (out, expected)) in scratch.0.iter().zip(&all.rays).enumerate() {
            if let Some(i) = first_difference(out, expected) {
                return Err(all.failure(call, i, Some(direction), out[i]));
            }
        }
    }
    Ok(())
}

/// All fills, through each call that the kernel serves.
pub fn check_fills(
    kernel: &dyn Kernel,
    all: &Filled,
    scratch: &mut Scratch,
) -> Result<(), Failure> {
    if kernel.serves(Call::OccludedFill) {
        for i in 0..all.filled.len() {
            let found = kernel.occluded_fill(all.direction, all.generators[i], all.propagators[i]);
            if found != all.filled[i] {
                return Err(all.failure(Call::OccludedFill, i, found));
            }
        }
    }
    if kernel.serves(Call::BatchOccludedFill) {
        let call = Call::BatchOccludedFill;
        let out = &mut scratch.0[0];
        spoil(out, &all.filled);
        kernel
            .batch_occluded_fill(all.direction, &all.generators, &all.propagators, out)
            .map_err(refused(call))?;
        if let Some(i) = first_difference(out, &all.filled) {
            return Err(all.failure(call, i, out[i]));
        }
    }
    Ok(())
}
